package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
)

// The generator's puzzles are graded in batches, small ones at the beginning and towards the end: few puzzles
// come at once, and few are graded in vain. Only if many in a row miss the range the hunt climbs from the
// nearest of them: where the range is not rare, taking what comes is quicker.
const (
	firstBatch = 16
	lastBatch  = 256
)

// hunt looks for puzzles in the range of a target. What it finds depends on the order and its seed alone.
type hunt struct {
	*target
	order   sudoku.Order
	want    int // puzzles
	starts  int // climbs in a row that may fail
	emit    func(*sudoku.Puzzle) error
	canon   *canon.Canonizer
	seen    map[string]bool // canonical forms of what was emitted
	batch   []*sudoku.Puzzle
	size    int
	missed  int            // puzzles since the last that was in the range
	failed  int            // climbs since then
	climbs  uint64         // ever
	best    *sudoku.Puzzle // the nearest since the last that was in the range or climbed from
	value   float64        // of best
	nearest float64        // the value nearest to the range to which a climb led
}

func (t *target) hunt(ctx context.Context, plugin generator, o *generateOptions,
	emit func(*sudoku.Puzzle) error) error {
	h := &hunt{target: t, order: o.order, want: o.count, starts: o.attempts, emit: emit, seen: map[string]bool{},
		canon: canon.New(o.order.Geometry), size: firstBatch, value: math.NaN(), nearest: math.NaN()}
	var failed error
	_, err := plugin.Generate(ctx, o.order, func(p *sudoku.Puzzle) bool {
		if h.batch = append(h.batch, p); len(h.batch) == h.size {
			failed = h.sift(ctx)
		}
		return failed == nil && !h.over()
	})
	if failed == nil && errors.Is(err, sudoku.ErrGaveUp) {
		failed = h.sift(ctx)
		err = &app.Failure{Code: app.ExitUnknown, Cause: err}
	}
	if err := firstError(failed, ctx.Err()); err != nil || len(h.seen) >= h.want {
		return err
	}
	return firstError(err, h.giveUp())
}

func (h *hunt) over() bool { return len(h.seen) >= h.want || h.failed >= h.starts }

// giveUp says what was nearest.
func (h *hunt) giveUp() error {
	nearest := "no puzzle had a value"
	if !math.IsNaN(h.nearest) {
		nearest = fmt.Sprintf("the nearest was %g", h.nearest)
	}
	return &app.Failure{Code: app.ExitUnknown, Cause: fmt.Errorf("found %d of %d: %d %s in a row led to no %s; %s", len(h.seen),
		h.want, h.failed, app.Plural(h.failed, "climb"), h.target, nearest)}
}

// sift grades the batch, emits what is in the range and climbs where nothing was for long.
func (h *hunt) sift(ctx context.Context) error {
	values, err := h.grade(ctx, h.sieve, h.batch)
	for i := 0; err == nil && i < len(values) && !h.over(); i++ {
		err = h.take(h.batch[i], values[i])
	}
	h.batch, h.size = h.batch[:0], min(2*h.size, lastBatch, max(firstBatch, 2*(h.want-len(h.seen))))
	patience := firstBatch
	if h.bounded {
		patience = lastBatch
	}
	if err != nil || h.missed < patience || h.over() {
		return err
	}
	p := h.best
	h.best, h.value = nil, math.NaN()
	h.failed++
	if p == nil {
		return nil
	}
	h.climbs++
	p, value, err := h.climb(ctx, p, h.order, rand.New(rand.NewPCG(h.order.Seed, h.climbs)))
	if math.IsNaN(h.nearest) || h.distance(value) < h.distance(h.nearest) {
		h.nearest = value
	}
	return firstError(err, h.take(p, value))
}

// take emits a puzzle if its value is in the range and no equivalent one was emitted, and remembers what is
// nearest.
func (h *hunt) take(p *sudoku.Puzzle, value float64) error {
	h.missed++
	if d := h.distance(value); d > 0 {
		if h.best == nil || d < h.distance(h.value) {
			h.best, h.value = p, value
		}
		return nil
	}
	form := string(h.canon.Form(p.Givens))
	if h.seen[form] {
		return nil
	}
	h.seen[form] = true
	h.missed, h.failed = 0, 0
	h.best, h.value = nil, math.NaN()
	return h.emit(p)
}
