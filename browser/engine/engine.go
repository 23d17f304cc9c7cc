package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/search"
	"github.com/sudokuctl/sudokuctl/plugins/redundancy/tensor"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// Ask is a request: what to do, and with what.
type Ask struct {
	Do     string // one of Names
	Puzzle string // see ReadPuzzle

	Limit   int           // solve, check: solutions wanted or counted at most; 0 for 2 and for 10,000
	Seed    uint64        // of algorithms that use random numbers
	Timeout time.Duration // 0 for any time
	Metrics []string      // grade: only these
	Level   string        // hint: "where", "what" or "why", which is the default
	Values  string        // steps: the puzzle with what has been entered so far
	Marks   []string      // explain, hint, steps: of each cell the candidates that are left, "" for all

	Order Order // generate
}

// Engine answers requests, one at a time.
type Engine struct {
	solver    algorithm[sudoku.Solver]
	explainer algorithm[sudoku.Explainer]
	graders   []algorithm[sudoku.Grader]
}

// algorithm is one that is ready, and what it is.
type algorithm[T any] struct {
	sudoku.Info
	is T
}

// New returns an engine.
func New() (*Engine, error) {
	fast, rules, redundancy := search.Spec(), logic.Spec(), tensor.Spec()
	e := &Engine{graders: make([]algorithm[sudoku.Grader], 3)}
	err := errors.Join(open(&e.solver, fast, fast.Solver, nil), open(&e.explainer, rules, rules.Explainer, nil),
		open(&e.graders[0], fast, fast.Grader, nil), open(&e.graders[1], rules, rules.Grader, nil),
		open(&e.graders[2], redundancy, redundancy.Grader, nil))
	return e, err
}

// open makes an algorithm ready, with settings beside the usual ones.
func open[T any](a *algorithm[T], s spec.Spec, make func(sudoku.Settings) (T, error), given map[string]any) error {
	a.Info = s.Describe()
	settings, err := sudoku.ResolveSettings(s.Info.Settings, given)
	if err == nil {
		a.is, err = make(settings)
	}
	if err != nil {
		return fmt.Errorf("making %s ready: %w", s.Info.ID, err)
	}
	return nil
}

// Names are what can be asked for.
var Names = []string{"board", "check", "explain", "generate", "grade", "hint", "solve", "steps"}

// Answer calls emit with each record of the answer until emit returns false.
func (e *Engine) Answer(ask *Ask, emit func(any) bool) error {
	ctx := context.Context(context.Background())
	if ask.Timeout > 0 {
		ctx = budget{ctx, time.Now().Add(ask.Timeout)}
	}
	if ask.Do == "generate" {
		return e.generate(ctx, &ask.Order, emit)
	}
	p, err := ReadPuzzle(ask.Puzzle)
	if err != nil {
		return err
	}
	if ask.Marks != nil && ask.Do != "steps" {
		if p, err = record.WithMarks(p, ask.Marks); err != nil {
			return err
		}
	}
	switch ask.Do {
	case "board":
		emit(record.NewBoard(p))
	case "check":
		return e.check(ctx, p, ask, emit)
	case "explain":
		return e.explain(ctx, p, emit)
	case "grade":
		emit(e.grade(ctx, p, ask))
	case "hint":
		return e.hint(ctx, p, ask, emit)
	case "solve":
		emit(e.solve(ctx, p, ask))
	case "steps":
		return e.steps(ctx, p, ask, emit)
	default:
		return fmt.Errorf("%q is none of %v", ask.Do, Names)
	}
	return nil
}

// budget is a context that ends at a time, which is looked at when somebody asks. In a browser there is one thread, and
// the timer of context.WithTimeout would wait until the work is done.
type budget struct {
	context.Context
	until time.Time
}

// Err returns context.DeadlineExceeded after the time.
func (b budget) Err() error {
	if time.Now().After(b.until) {
		return context.DeadlineExceeded
	}
	return nil
}

func (e *Engine) solve(ctx context.Context, p *sudoku.Puzzle, ask *Ask) record.Solve {
	limit := ask.Limit
	if limit == 0 {
		limit = 2
	}
	r := e.solutions(ctx, p, limit)
	if clash := sudoku.CheckGivens(p); clash != nil {
		r = sudoku.Result{Puzzle: p, Verdict: sudoku.Invalid, Err: clash, Stats: r.Stats}
	}
	return record.NewSolve(e.solver.Info, &r, limit, false)
}

// solutions looks for as many solutions as limit says.
func (e *Engine) solutions(ctx context.Context, p *sudoku.Puzzle, limit int) sudoku.Result {
	if l, ok := e.solver.is.(spec.Limiter); ok {
		l.Limit(limit)
	}
	return sudoku.Solve(ctx, e.solver.is, p, limit, e.solver.Complete)
}

// proofTime is the time for counting the solutions of a puzzle that an explanation did not solve.
const proofTime = 5 * time.Second

// two returns a function that looks for two solutions.
func (e *Engine) two(p *sudoku.Puzzle) func() (sudoku.Result, error) {
	return func() (sudoku.Result, error) {
		return e.solutions(budget{context.Background(), time.Now().Add(proofTime)}, p, 2), nil
	}
}

func (e *Engine) grade(ctx context.Context, p *sudoku.Puzzle, ask *Ask) *record.Grade {
	r := record.NewGrade(p)
	for _, g := range e.graders {
		if s, ok := g.is.(sudoku.Seeder); ok {
			s.Seed(ask.Seed)
		}
		grades, err := g.is.Grade(ctx, p)
		if errors.Is(err, sudoku.ErrUnsupported) {
			err = sudoku.ErrUnsupported
		}
		r.Add(sudoku.Result{Grades: grades, Err: err}, g.ID+" "+g.Version, ask.Metrics)
	}
	return r
}

func (e *Engine) explain(ctx context.Context, p *sudoku.Puzzle, emit func(any) bool) error {
	state, sum := record.NewReplay(p), record.NewOutcome(p)
	if clash := sudoku.CheckGivens(p); clash != nil {
		sum.Ended, sum.Reason = record.EndedImpossible, clash.Error()
		emit(sum)
		return nil
	}
	more := true
	err := e.explainer.is.Explain(ctx, p, func(s sudoku.Step) bool {
		sum.Add(s)
		more = emit(record.NewStep(p.Geometry(), s, sum.Steps))
		state.Apply(s)
		return more
	})
	if !more {
		return nil
	}
	if err := sum.Conclude(state, err, false, e.two(p)); err != nil {
		return err
	}
	emit(sum)
	return nil
}

func (e *Engine) hint(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	h, err := record.FindHint(ctx, p, e.two(p), func(found func(sudoku.Step) bool) error { return e.explainer.is.Explain(ctx, p, found) })
	if err != nil {
		return err
	}
	if h.Step == nil {
		return errors.New(h.Missing())
	}
	emit(record.NewHint(p.Geometry(), h.Step, ask.Level))
	return nil
}

// mostSteps is how many steps of a state are listed.
const mostSteps = 200

func (e *Engine) steps(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	now := p
	if ask.Values != "" {
		var err error
		if now, err = ReadPuzzle(ask.Values); err != nil {
			return err
		}
	}
	state, err := record.NewState(p, now, ask.Marks)
	if err != nil {
		return err
	}
	lister, ok := e.explainer.is.(sudoku.StepLister)
	if !ok {
		return fmt.Errorf("%s cannot list steps", e.explainer.ID)
	}
	n := 0
	err = lister.ListSteps(ctx, state, func(s sudoku.Step) bool {
		n++
		return emit(record.NewStep(p.Geometry(), s, n)) && n < mostSteps
	})
	if errors.Is(err, sudoku.ErrGaveUp) {
		err = nil // no technique helps
	}
	return err
}

// mostCounted is how many solutions a check counts.
const mostCounted = 10_000

func (e *Engine) check(ctx context.Context, p *sudoku.Puzzle, ask *Ask, emit func(any) bool) error {
	c := record.Checker{Most: mostCounted, Solve: func(puzzles iter.Seq2[uint64, *sudoku.Puzzle], limit int, each func(uint64, sudoku.Result)) error {
		for number, p := range puzzles {
			each(number, e.solutions(ctx, p, limit))
		}
		return nil
	}}
	if ask.Limit > 0 {
		c.Most = max(2, ask.Limit)
	}
	r := c.New(p)
	if err := c.Complete([]*record.Check{r}); err != nil {
		return err
	}
	emit(r)
	return nil
}
