package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// A GenerateRequest says which puzzles to make.
type GenerateRequest struct {
	Generator string        // id of a plugin, "" for any generator
	Order     sudoku.Order  // Count is how many
	Target    *Range        // nil, or the range of a metric
	Uses      []string      // techniques that the way to the solution must use, as graders name them
	Graders   []string      // ids of plugins that are preferred; the first that has the metric measures it
	Attempts  int           // searches towards the range in a row that may be in vain
	Timeout   time.Duration // for measuring a puzzle, 0 for no limit
}

// A ShortfallError says that a search for puzzles in a range has ended before all were found.
type ShortfallError struct {
	Found, Wanted int
	Tries         int  // in a row that were in vain
	Climbs        bool // the tries were walks from neighbour to neighbour; else each was so many puzzles
	Target        *Range
	Uses          []string
	Nearest       float64 // the value that came nearest to the range, NaN if no puzzle had one
}

func (e *ShortfallError) Error() string {
	nearest := "no puzzle had a value"
	if !math.IsNaN(e.Nearest) {
		nearest = fmt.Sprintf("the nearest was %g", e.Nearest)
	}
	tries := map[bool]string{true: "climb", false: fmt.Sprintf("batch of about %d", lastBatch)}
	if e.Tries != 1 {
		tries = map[bool]string{true: "climbs", false: fmt.Sprintf("batches of about %d", lastBatch)}
	}
	if len(e.Uses) > 0 {
		nearest = "none of them uses " + strings.Join(e.Uses, " and ")
	}
	return fmt.Sprintf("found %d of %d: %d %s in a row led to no %s; %s", e.Found, e.Wanted, e.Tries, tries[e.Climbs],
		e.Target, nearest)
}

// Unwrap lets errors.Is find sudoku.ErrGaveUp: the order may be one that nothing fits.
func (e *ShortfallError) Unwrap() error { return sudoku.ErrGaveUp }

// Generate makes puzzles and calls emit with each. A generator says what it can aim at, and a grader what it can measure.
// Neither is known here by name. Towards a range of a metric:
//
//   - An aim that is exact is ordered, and every puzzle fits.
//   - An aim that is not exact leaves out puzzles that are surely outside. A grader measures the others.
//   - A metric without an aim is hunted for (hunt.go). Some puzzles are graded; if none fits, the neighbours of the
//     nearest one are ordered and graded, and the search goes on from the best of these. A search in which nothing
//     comes nearer any more is given up, and another begins elsewhere.
//
// Puzzles that are found for a range are different up to symmetry. After as many searches in vain as the request
// allows, the nearest puzzle is reported.
func Generate(ctx context.Context, env *work.Env, r GenerateRequest, progress work.Progress,
	emit func(*sudoku.Puzzle) error) error {
	if r.Order.Count < 1 {
		return work.RequestErrorf("the number of puzzles must be at least 1")
	}
	if err := r.Order.Check(); err != nil {
		return work.RequestErrorf("%w", err)
	}
	generator, err := env.Pick(ctx, r.Generator, work.Generator)
	if err != nil {
		return err
	}
	info, hunt := generator.Info(), false
	if r.Target != nil {
		r.Order.Seed = r.Target.seed(r.Order.Seed)
		metric := r.Target.Metric
		if r.Order.Constraints != nil && metric == levelMetric(metric, r.Order.Constraints) {
			metric = store.BesideConstraints(metric)
		}
		aim := info.Aim(metric)
		if r.Order.Constraints != nil && aim != nil && aim.Exact {
			aim = nil // it is exact for plain puzzles
		}
		if aim != nil {
			r.Order.Metric, r.Order.MetricMin, r.Order.MetricMax = metric, r.Target.Min, r.Target.Below
		}
		hunt = aim == nil || !aim.Exact
	}
	if len(r.Uses) > 0 && r.Target == nil {
		r.Target, hunt = &Range{Metric: store.TechniquesMetric, Min: math.Inf(-1), Below: math.Inf(1)}, true
	}
	var t *target
	if hunt || len(r.Uses) > 0 {
		hunt = true
		if t, err = openTarget(ctx, env, &r); err != nil {
			return err
		}
	}
	defer progress.Stage(work.Begun{Stage: "generating", Plugin: generator.ID(), Total: int64(r.Order.Count)})()
	counted := func(p *sudoku.Puzzle) error {
		progress.Step()
		return emit(p)
	}
	if hunt {
		err = t.hunt(ctx, generator, &r, progress, counted)
	} else {
		err = stream(ctx, generator, r.Order, counted)
	}
	if errors.Is(err, sudoku.ErrUnsupported) {
		err = fmt.Errorf("%w; the order was: %s", err, orderText(&r.Order))
	}
	return err
}

// orderText names what an order asks for, in the words of the flags.
func orderText(o *sudoku.Order) string {
	parts := []string{"geometry " + o.Geometry.String()}
	for _, part := range []struct {
		asked bool
		text  string
	}{
		{o.CluesMin > 0 || o.CluesMax > 0, fmt.Sprintf("clues %d..%d", o.CluesMin, o.CluesMax)},
		{o.Pattern != nil, "pattern"},
		{o.Symmetry != "", "symmetry " + o.Symmetry},
		{o.Minimal, "minimal"},
		{o.HasDifficulty, fmt.Sprintf("difficulty %g", o.Difficulty)},
		{o.AllowMultiple, "allow-multiple"},
		{o.Metric != "", fmt.Sprintf("metric %s=%g..%g", o.Metric, o.MetricMin, o.MetricMax)},
		{o.Constraints != nil, fmt.Sprintf("constraints %v", o.Constraints)},
	} {
		if part.asked {
			parts = append(parts, part.text)
		}
	}
	return strings.Join(parts, ", ")
}

// stream takes what a generator makes.
func stream(ctx context.Context, generator work.Plugin, o sudoku.Order, emit func(*sudoku.Puzzle) error) error {
	made := 0
	var failed error
	_, err := generator.Generate(ctx, o, func(p *sudoku.Puzzle) bool {
		made++
		failed = emit(p)
		return failed == nil && made < o.Count
	})
	return cmp.Or(failed, err)
}

// neighbours asks a generator for neighbours of a puzzle; it may find fewer than were ordered.
func neighbours(ctx context.Context, generator work.Plugin, o sudoku.Order) ([]*sudoku.Puzzle, error) {
	found, err := runner.GenerateAll(ctx, generator, o, nil)
	if errors.Is(err, sudoku.ErrGaveUp) {
		err = nil
	}
	return found, err
}
