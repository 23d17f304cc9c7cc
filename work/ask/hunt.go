package ask

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// The generator's puzzles are graded in batches, small ones at the beginning and towards the end: few puzzles come
// at once, and few are graded in vain. Only if many in a row miss the range the hunt climbs from the nearest of
// them: if the range is not rare, taking what comes is quicker.
const (
	firstBatch = 16
	lastBatch  = 256
)

// A climb grades so many neighbours together, so often, and ends early after so many rounds that came no nearer.
const (
	neighboursGraded = 16
	climbRounds      = 40
	climbPatience    = 10
)

// hunt looks for puzzles in the range of a target. What it finds depends on the order and its seed alone.
type hunt struct {
	*target
	generator work.Plugin
	order     sudoku.Order
	tries     int  // that may fail in a row
	climbs    bool // the generator makes neighbours of what is ordered
	aimed     bool // the generator leaves out most of what is not in the range
	progress  work.Progress
	emit      func(*sudoku.Puzzle) error

	forms   canon.Keys
	seen    map[string]bool // keys of what was emitted
	batch   []*sudoku.Puzzle
	size    int            // of the batch when it is full
	missed  int            // puzzles since the last that was in the range
	failed  int            // tries since then
	tried   uint64         // ever
	best    *sudoku.Puzzle // the nearest since the last that was in the range or climbed from
	value   float64        // of best
	nearest float64        // the value nearest to the range of all tries
}

func (t *target) hunt(ctx context.Context, generator work.Plugin, r *GenerateRequest, progress work.Progress,
	emit func(*sudoku.Puzzle) error) error {
	info := generator.Info()
	// From puzzles of a pattern, a difficulty or with several solutions swaps would lead away.
	plain := !r.Order.AllowMultiple && !r.Order.HasDifficulty && r.Order.Pattern == nil
	h := &hunt{target: t, generator: generator, order: r.Order, tries: max(1, r.Attempts), progress: progress, emit: emit,
		climbs: info.Neighbours && plain && t.Metric != store.TechniquesMetric,
		aimed:  info.Aim(t.Metric) != nil, seen: map[string]bool{},
		forms: canon.Keys{}, size: firstBatch, value: math.NaN(), nearest: math.NaN()}
	if h.order.Constraints != nil {
		h.size = 1 // they may come slowly: what the first is rated says what can be hoped for
	}
	endless := h.order
	endless.Count = 0
	var failed error
	_, err := generator.Generate(ctx, endless, func(p *sudoku.Puzzle) bool {
		if h.batch = append(h.batch, p); len(h.batch) == h.size {
			failed = h.sift(ctx)
		}
		return failed == nil && !h.over()
	})
	if failed == nil && (err == nil || errors.Is(err, sudoku.ErrGaveUp)) && len(h.batch) > 0 && !h.over() {
		failed = h.sift(ctx)
	}
	if err := cmp.Or(failed, ctx.Err()); err != nil || len(h.seen) >= h.order.Count {
		return err
	}
	return cmp.Or(err, error(&ShortfallError{Found: len(h.seen), Wanted: h.order.Count, Tries: h.failed,
		Climbs: h.climbs, Target: &t.Range, Uses: t.uses, Nearest: h.nearest}))
}

// Missed is a work.Event: so many puzzles since the last that was in the range are not, of which one comes nearest.
type Missed struct {
	Puzzles int
	Nearest float64 // its value, or if that is above the range a bound: it is rated so or higher
}

func (h *hunt) over() bool { return len(h.seen) >= h.order.Count || h.failed >= h.tries }

// sift grades the batch, emits what is in the range, and tries another way if nothing was for long.
func (h *hunt) sift(ctx context.Context) error {
	values, err := h.grade(ctx, h.sieve, h.batch)
	if err == nil && h.path != nil {
		err = h.sortOut(ctx, values)
	}
	for i := 0; err == nil && i < len(values) && !h.over(); i++ {
		err = h.take(h.batch[i], values[i])
	}
	if err == nil && h.best != nil {
		h.progress.Report(Missed{Puzzles: h.missed, Nearest: h.value})
	}
	h.batch, h.size = h.batch[:0], min(2*h.size, lastBatch, max(firstBatch, 2*(h.order.Count-len(h.seen))))
	patience := firstBatch
	if h.aimed || !h.climbs {
		patience = lastBatch
	}
	if err != nil || h.missed < patience || h.over() {
		return err
	}
	p, value := h.best, h.value
	h.best, h.value = nil, math.NaN()
	if info := h.generator.Info(); p != nil && h.climbs && info.Fits(p) != nil {
		h.climbs = false // it makes such puzzles, but cannot be shown one
	}
	h.failed++
	h.tried++
	if !h.climbs {
		h.missed = 0
	}
	if p != nil && h.climbs {
		p, value, err = h.climb(ctx, p)
	}
	if math.IsNaN(h.nearest) || h.distance(value) < h.distance(h.nearest) {
		h.nearest = value
	}
	if err != nil || p == nil || !h.climbs {
		return err
	}
	if h.path != nil && h.distance(value) == 0 {
		if used, err := h.used(ctx, []*sudoku.Puzzle{p}); err != nil || !used[0] {
			return err
		}
	}
	return h.take(p, value)
}

// sortOut drops those of the batch that are in the range and do not use the techniques asked for.
func (h *hunt) sortOut(ctx context.Context, values []float64) error {
	var inside []*sudoku.Puzzle
	for i, p := range h.batch {
		if h.distance(values[i]) == 0 {
			inside = append(inside, p)
		}
	}
	used, err := h.used(ctx, inside)
	if err != nil {
		return err
	}
	for i := range h.batch {
		if h.distance(values[i]) > 0 {
			continue
		}
		if !used[0] {
			values[i] = math.NaN()
		}
		used = used[1:]
	}
	return nil
}

// take emits a puzzle if its value is in the range and no equivalent one was emitted, and remembers what is nearest.
func (h *hunt) take(p *sudoku.Puzzle, value float64) error {
	h.missed++
	if d := h.distance(value); d > 0 {
		if h.best == nil || d < h.distance(h.value) {
			h.best, h.value = p, value
		}
		return nil
	}
	form := string(h.forms.Key(p))
	if h.seen[form] {
		return nil
	}
	h.seen[form] = true
	h.missed, h.failed = 0, 0
	h.best, h.value = nil, math.NaN()
	return h.emit(p)
}

// climb goes from p to neighbours that are nearer to the range, or as near, and returns the last and its value.
func (h *hunt) climb(ctx context.Context, p *sudoku.Puzzle) (*sudoku.Puzzle, float64, error) {
	values, err := h.grade(ctx, h.exact, []*sudoku.Puzzle{p})
	value, order := values[0], h.order
	order.Count, order.Metric = neighboursGraded, ""
	rng := rand.New(rand.NewPCG(h.order.Seed, h.tried))
	for round, nearer := 0, 0; err == nil && h.distance(value) > 0; round++ {
		if round == climbRounds || round-nearer >= climbPatience {
			break
		}
		order.Near, order.Seed = p, rng.Uint64()
		var next []*sudoku.Puzzle
		if next, err = neighbours(ctx, h.generator, order); errors.Is(err, sudoku.ErrUnsupported) {
			h.climbs, h.missed = false, 0 // it makes neighbours, but not of such puzzles
			return p, value, nil
		} else if err != nil {
			return p, value, err
		}
		values, err = h.grade(ctx, h.exact, next)
		for i, v := range values {
			if h.distance(v) < h.distance(value) {
				nearer = round
			}
			if h.distance(v) <= h.distance(value) {
				p, value = next[i], v
			}
		}
	}
	return p, value, err
}
