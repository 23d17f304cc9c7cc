// Package runner has the calls to an algorithm, wherever it runs. A [Runner] is one that can be asked: behind package
// core/host it is a process, [Here] makes one of a Spec in this process, for tests.
package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Runner calls an algorithm. A call without the power for it returns an error that wraps sudoku.ErrUnsupported. The
// functions that it is given are called by the caller's goroutine.
type Runner interface {
	// Info returns what the algorithm is, with its settings taken into account.
	Info() sudoku.Info

	// Solve solves the puzzles of an input and calls emit once for each, with the number that the input gave it: as
	// answers come, or in the order of the input with o.Ordered. Every solution is verified, and the verdict is
	// derived. An error of the input, of ctx or of emit ends it.
	Solve(ctx context.Context, puzzles iter.Seq2[Item, error], o Options,
		emit func(number uint64, r sudoku.Result) error) error

	// Grade grades the puzzles of an input as Solve solves them. The Verdict of an answer that counts is Unknown, and
	// its Err nil or ErrGaveUp.
	Grade(ctx context.Context, puzzles iter.Seq2[Item, error], o Options,
		emit func(number uint64, r sudoku.Result) error) error

	// Explain explains a puzzle step by step, as sudoku.Explainer says.
	Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error

	// ListSteps lists the steps that are possible in a state, as sudoku.StepLister says.
	ListSteps(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error

	// Generate makes puzzles, as sudoku.Generator says.
	Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error)
}

// Item is a puzzle of an input with the number that the caller gave it.
type Item struct {
	Number uint64
	Puzzle *sudoku.Puzzle
}

// Numbered returns an input of puzzles whose numbers are their indexes.
func Numbered(puzzles []*sudoku.Puzzle) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for i, p := range puzzles {
			if !yield(Item{uint64(i), p}, nil) {
				return
			}
		}
	}
}

// Ask says how puzzles are to be solved or graded.
type Ask struct {
	Limit   int           // solutions wanted of each puzzle, 0 for all
	Seed    uint64        // for algorithms that use random numbers
	Timeout time.Duration // wall time for each puzzle, 0 for no limit
	Workers int           // puzzles worked on at the same time; 0 lets the algorithm's side choose
}

// Options say how puzzles are solved or graded. Workers 0 means one for each CPU.
type Options struct {
	Ask
	CountOnly bool // keep two solutions of each puzzle at most instead of 16 MiB; all are verified and counted
	Ordered   bool // deliver results in the order of the input

	// Trace is called with the points of the algorithm's curves for a puzzle before its result. nil = none are wanted.
	Trace func(number uint64, t sudoku.Trace)

	// Progress is called while the solutions of a puzzle still come in, with how many are verified. It may be nil.
	Progress func(number uint64, found int64)

	// Idle is called when every result that has come was emitted and others are waited for. It may be nil.
	Idle func()

	// Retract is called with a Wrong result for a puzzle whose result has been emitted and proves worthless,
	// because a plugin answered again. It may be nil. Solve returns an error in any case.
	Retract func(number uint64, r sudoku.Result) error
}

// SolveAll has r solve puzzles and returns the result of each. Advance, unless nil, is called as each comes.
func SolveAll(ctx context.Context, r Runner, puzzles []*sudoku.Puzzle, o Options, advance func()) ([]sudoku.Result,
	error) {
	return all(ctx, r.Solve, puzzles, o, advance)
}

// GradeAll has r grade puzzles and returns the result of each. Advance, unless nil, is called as each comes.
func GradeAll(ctx context.Context, r Runner, puzzles []*sudoku.Puzzle, o Options, advance func()) ([]sudoku.Result,
	error) {
	return all(ctx, r.Grade, puzzles, o, advance)
}

// all collects the results of a list of puzzles, in their order.
func all(ctx context.Context, ask func(context.Context, iter.Seq2[Item, error], Options,
	func(uint64, sudoku.Result) error) error, puzzles []*sudoku.Puzzle, o Options, advance func()) ([]sudoku.Result,
	error) {
	results := make([]sudoku.Result, len(puzzles))
	err := ask(ctx, Numbered(puzzles), o, func(i uint64, r sudoku.Result) error {
		results[i] = r
		if advance != nil {
			advance()
		}
		return nil
	})
	return results, err
}

// GenerateAll returns the puzzles of an order; with an error come those that were made before it. Advance, unless nil,
// is called as each comes.
func GenerateAll(ctx context.Context, r Runner, o sudoku.Order, advance func()) (made []*sudoku.Puzzle, err error) {
	_, err = r.Generate(ctx, o, func(p *sudoku.Puzzle) bool {
		if made = append(made, p); advance != nil {
			advance()
		}
		return len(made) < o.Count
	})
	return made, err
}

// SolveOne has r solve one puzzle and waits for the answer. Of several puzzles SolveAll is faster, because they share
// batches and workers.
func SolveOne(ctx context.Context, r Runner, p *sudoku.Puzzle, ask Ask) (sudoku.Result, error) {
	results, err := SolveAll(ctx, r, []*sudoku.Puzzle{p}, Options{Ask: ask}, nil)
	return results[0], err
}

// SettingsError says why a plugin does not take the settings that it was given. Whoever gave them has to mend them: no
// other plugin stands in for it.
type SettingsError struct {
	ID  string // of the plugin
	Err error
}

// Error names the plugin and the cause.
func (e *SettingsError) Error() string { return fmt.Sprintf("configuring plugin %q: %v", e.ID, e.Err) }

// Unwrap lets callers find what the plugin said of the setting.
func (e *SettingsError) Unwrap() error { return e.Err }

// Local runs the algorithm of a Spec in this process, one puzzle after the other, by the caller's goroutine. It
// verifies solutions, and trusts steps and puzzles, since the algorithm is part of the program. A panic reaches the
// caller.
type Local struct {
	spec     spec.Spec
	info     sudoku.Info
	settings sudoku.Settings
	graders  sync.Pool // that nobody uses: to make one takes longer than to grade a puzzle
}

// Here returns a Runner of a Spec with settings besides the usual ones.
func Here(s spec.Spec, given map[string]any) (*Local, error) {
	settings, err := s.Info.Resolve(given)
	if err != nil {
		return nil, fmt.Errorf("settings of %q: %w", s.Info.ID, err)
	}
	return &Local{spec: s, info: s.DescribeWith(settings), settings: settings}, nil
}

// Info returns the algorithm's declaration, with the metrics that the settings bring.
func (l *Local) Info() sudoku.Info { return l.info }

// Settings returns all settings in force, defaults included, as answers are stored with them.
func (l *Local) Settings() sudoku.Settings { return l.settings }

// Solve makes a solver and has it answer the puzzles one after the other. Every solution is verified.
func (l *Local) Solve(ctx context.Context, puzzles iter.Seq2[Item, error], o Options,
	emit func(uint64, sudoku.Result) error) error {
	solver, err := made(l, "solve", l.spec.Solver)
	if err != nil {
		return err
	}
	if s, ok := solver.(spec.Limiter); ok {
		s.Limit(o.Limit)
	}
	return l.each(ctx, puzzles, &o, emit, solver, func(ctx context.Context, item Item) sudoku.Result {
		if t, ok := solver.(sudoku.Tracer); ok && o.Trace != nil {
			t.Trace(func(point sudoku.Trace) { o.Trace(item.Number, point) })
		}
		r := sudoku.Solve(ctx, solver, item.Puzzle, o.Limit, l.info.Complete)
		if again := repeated(r.Solutions); again > 0 {
			r.Verdict, r.Solutions, r.Count = sudoku.Wrong, nil, 0
			r.Err = fmt.Errorf("the same solution twice: number %d", again)
		}
		if o.CountOnly && len(r.Solutions) > 2 {
			r.Solutions = r.Solutions[:2]
		}
		return r
	})
}

// repeated returns the number of the first solution that came before, 0 if there is none.
func repeated(solutions []sudoku.Grid) int {
	seen := make(map[string]bool, len(solutions))
	for i, grid := range solutions {
		if seen[string(grid)] {
			return i + 1
		}
		seen[string(grid)] = true
	}
	return 0
}

// Grade has the grader measure the puzzles one after the other. A grader is kept for the next call, because some are
// dear to make.
func (l *Local) Grade(ctx context.Context, puzzles iter.Seq2[Item, error], o Options,
	emit func(uint64, sudoku.Result) error) error {
	grader, ok := l.graders.Get().(sudoku.Grader)
	if !ok {
		var err error
		if grader, err = made(l, "grade", l.spec.Grader); err != nil {
			return err
		}
	}
	err := l.each(ctx, puzzles, &o, emit, grader, func(ctx context.Context, item Item) sudoku.Result {
		begin := time.Now()
		grades, err := grader.Grade(ctx, item.Puzzle)
		return sudoku.Result{Puzzle: item.Puzzle, Grades: grades, Err: err, Verdict: sudoku.VerdictOf(0, false, false, err),
			Stats: sudoku.Stats{Elapsed: time.Since(begin)}}
	})
	l.graders.Put(grader) // after a panic it is not used again
	return err
}

// each answers the puzzles of an input that the algorithm takes, seeded and within their budget.
func (l *Local) each(ctx context.Context, puzzles iter.Seq2[Item, error], o *Options,
	emit func(uint64, sudoku.Result) error, algorithm any, answer func(context.Context, Item) sudoku.Result) error {
	seeder, _ := algorithm.(sudoku.Seeder)
	for item, err := range puzzles {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		r := sudoku.Result{Puzzle: item.Puzzle, Verdict: sudoku.Unsupported, Err: sudoku.ErrUnsupported}
		if l.info.Fits(item.Puzzle) == nil {
			if seeder != nil {
				seeder.Seed(spec.SeedOf(o.Seed, item.Puzzle))
			}
			r = within(ctx, o.Timeout, item, answer)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(item.Number, r); err != nil {
			return err
		}
		if o.Idle != nil {
			o.Idle()
		}
	}
	return ctx.Err()
}

// within answers a puzzle within a time, 0 for any.
func within(ctx context.Context, d time.Duration, item Item, answer func(context.Context,
	Item) sudoku.Result) sudoku.Result {
	if d > 0 {
		limited, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		ctx = limited
	}
	return answer(ctx, item)
}

// Explain has the explainer solve p step by step. Steps are trusted, because the algorithm is part of this program.
func (l *Local) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	explainer, err := l.explainer(p)
	if err != nil {
		return err
	}
	return explainer.Explain(ctx, p, emit)
}

// ListSteps lists the steps that are possible in a state, if the explainer is a sudoku.StepLister.
func (l *Local) ListSteps(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error {
	if err := s.Check(); err != nil {
		return err
	}
	explainer, err := l.explainer(s.Puzzle)
	if err != nil {
		return err
	}
	lister, ok := explainer.(sudoku.StepLister)
	if !ok {
		return fmt.Errorf("%q cannot list steps: %w", l.info.ID, sudoku.ErrUnsupported)
	}
	return lister.ListSteps(ctx, s, emit)
}

// explainer returns an explainer that takes the puzzle.
func (l *Local) explainer(p *sudoku.Puzzle) (sudoku.Explainer, error) {
	explainer, err := made(l, "explain", l.spec.Explainer)
	if err == nil {
		err = l.info.Fits(p)
	}
	return explainer, err
}

// Generate has the generator fill the order, after the checks that a host makes: geometry, and the neighbour that it
// begins from.
func (l *Local) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	generator, err := made(l, "generate", l.spec.Generator)
	switch {
	case err != nil:
		return sudoku.Stats{}, err
	case !l.info.Takes(o.Geometry):
		return sudoku.Stats{}, sudoku.ErrUnsupported
	case o.Near != nil && l.info.Fits(o.Near) != nil:
		return sudoku.Stats{}, l.info.Fits(o.Near)
	}
	if s, ok := generator.(sudoku.Seeder); ok {
		s.Seed(o.Seed)
	}
	return generator.Generate(ctx, o, emit)
}

// made makes the algorithm of a power, with the settings of l.
func made[T any](l *Local, power string, maker func(sudoku.Settings) (T, error)) (algorithm T, err error) {
	if maker == nil {
		return algorithm, fmt.Errorf("%q cannot %s: %w", l.info.ID, power, sudoku.ErrUnsupported)
	}
	return maker(l.settings)
}
