package check

import (
	"context"
	"errors"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/work"
)

// A Request asks whether puzzles are valid, unique and minimal, and what their symmetries are.
type Request struct {
	Inputs  []*work.Input
	Solver  string        // id of a complete solver, "" for a fast one
	Most    int           // solutions counted at most
	Timeout time.Duration // for each puzzle
}

// Record is what there is to know of a puzzle. Its keys are stable.
type Record struct {
	Name              string   `json:"name"`
	Puzzle            string   `json:"puzzle"`
	Geometry          string   `json:"geometry"`
	Verdict           string   `json:"verdict"`
	Solutions         []string `json:"solutions"`
	Count             int64    `json:"count"`
	CountComplete     bool     `json:"count_complete"`
	UpToSymmetry      *int     `json:"count_up_to_symmetry,omitempty"`
	Minimal           bool     `json:"minimal"`
	Superfluous       []string `json:"superfluous"`
	Conflicts         []string `json:"conflicts"`
	DeadEnds          []string `json:"dead_ends,omitempty"`
	Contradiction     []string `json:"contradiction,omitempty"`
	AtFault           []string `json:"at_fault,omitempty"`
	Differ            []string `json:"differ,omitempty"`
	Canonical         string   `json:"canonical"`
	CanonicalSolution string   `json:"canonical_solution,omitempty"`
	Automorphisms     int64    `json:"automorphisms"`
	Symmetries        []string `json:"symmetries"`

	Source *sudoku.Puzzle `json:"-"`
	Grids  []sudoku.Grid  `json:"-"` // the first two solutions
}

// Run checks puzzles one after the other, and returns how many records of the inputs were bad. An error of show
// ends the work.
func Run(ctx context.Context, env *work.Env, req Request, tell work.Progress,
	show func(*Record) error) (bad int, err error) {
	if req.Most < 2 {
		return 0, work.RequestErrorf("at least 2 solutions must be counted")
	}
	c := &checking{Request: req, show: show}
	if c.solver, err = env.CompleteSolver(ctx, req.Solver); err != nil {
		return 0, err
	}
	defer tell.Stage(work.Begun{Stage: "checking", PerPuzzle: 1})()
	tell, count := tell.Counting()
	c.tell = tell
	err = c.run(ctx)
	return count(), err
}

// checking checks puzzles by portions, so that one call of the solver answers many questions.
type checking struct {
	Request
	solver *host.Plugin
	tell   work.Progress
	show   func(*Record) error
	last   *sudoku.Geometry
	forms  *canon.Canonizer // of the last geometry
}

// A portion holds the puzzles that have arrived while the last one was checked, so that no record waits for the input.
// How many at most depends on how long the last portions took, so that hard puzzles do not keep others waiting.
const (
	mostTogether = 256
	longPortion  = 50 * time.Millisecond
)

func (c *checking) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type arrival struct {
		puzzle *sudoku.Puzzle
		err    error
	}
	arrivals := make(chan arrival, mostTogether)
	go func() {
		defer close(arrivals)
		for r, err := range work.Walk(ctx, c.Inputs, c.tell) {
			select {
			case arrivals <- arrival{r.Puzzle, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	most := 1
	for next := range arrivals {
		begun := time.Now()
		var portion []*Record
		for ok := true; ok && next.err == nil; {
			portion = append(portion, c.record(next.puzzle))
			if ok = len(portion) < most; ok {
				select {
				case next, ok = <-arrivals:
				default:
					ok = false
				}
			}
		}
		if err := errors.Join(c.check(ctx, portion), next.err); err != nil {
			return err
		}
		if time.Since(begun) < longPortion {
			most = min(2*most, mostTogether)
		} else {
			most = max(most/2, 1)
		}
	}
	return ctx.Err()
}

// check solves a portion and shows its records.
func (c *checking) check(ctx context.Context, portion []*Record) error {
	if err := c.solve(ctx, portion); err != nil {
		return err
	}
	for _, r := range portion {
		if err := c.show(r); err != nil {
			return err
		}
		c.tell.Tell(work.Advanced(1))
	}
	return nil
}

// canonizer returns a Canonizer of a geometry.
func (c *checking) canonizer(g *sudoku.Geometry) *canon.Canonizer {
	if c.last != g {
		c.last, c.forms = g, canon.New(g)
	}
	return c.forms
}

// record returns what is known of a puzzle before it is solved.
func (c *checking) record(p *sudoku.Puzzle) *Record {
	canonical := c.canonizer(p.Geometry).Canonical(p.Givens)
	r := &Record{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry.String(), Solutions: []string{},
		Superfluous: []string{}, Conflicts: []string{}, Symmetries: sudoku.PatternSymmetries(p),
		Canonical: p.Geometry.FormatGrid(canonical.Grid), Automorphisms: canonical.Automorphisms, Source: p}
	if r.Symmetries == nil {
		r.Symmetries = []string{}
	}
	for _, conflict := range sudoku.Conflicts(p) {
		r.Verdict, r.CountComplete = sudoku.Invalid.String(), true
		r.Conflicts = append(r.Conflicts, (&sudoku.ConflictError{Geometry: p.Geometry,
			Conflicts: []sudoku.Conflict{conflict}}).Error())
	}
	return r
}

// solve solves the valid puzzles of a portion, and asks of each what its verdict leaves to be asked.
func (c *checking) solve(ctx context.Context, portion []*Record) error {
	var valid, unique []*Record
	for _, r := range portion {
		if len(r.Conflicts) == 0 {
			valid = append(valid, r)
		}
	}
	results, err := c.solveEach(ctx, valid)
	if err != nil {
		return err
	}
	for i, r := range valid {
		result := results[i]
		if result.Verdict == sudoku.Multiple && c.Most > 2 {
			if result, err = c.solveOne(ctx, r.Source, c.Most); err != nil {
				return err
			}
		}
		r.enter(result, c.Most)
		r.compare(result.Solutions)
		switch result.Verdict {
		case sudoku.Impossible:
			if err := c.contradict(ctx, r); err != nil {
				return err
			}
		case sudoku.Unique:
			g := r.Source.Geometry
			r.CanonicalSolution = g.FormatGrid(c.canonizer(g).Form(result.Solutions[0]))
			unique = append(unique, r)
		}
	}
	return c.superfluous(ctx, unique)
}

// solveEach solves puzzles as far as two solutions and returns a result for each.
func (c *checking) solveEach(ctx context.Context, records []*Record) ([]sudoku.Result, error) {
	if len(records) == 0 {
		return nil, nil
	}
	results := make([]sudoku.Result, len(records))
	feed := func(yield func(host.Item, error) bool) {
		for i, r := range records {
			if !yield(host.Item{Number: uint64(i), Puzzle: r.Source}, nil) {
				return
			}
		}
	}
	err := c.solver.Solve(ctx, feed, host.SolveOptions{Ask: sudoku.Ask{Limit: 2, Timeout: c.Timeout}},
		func(i uint64, result sudoku.Result) error {
			results[i] = result
			return nil
		})
	return results, err
}

// enter takes over what the solver found.
func (r *Record) enter(result sudoku.Result, most int) {
	g := r.Source.Geometry
	r.Verdict, r.Count = result.Verdict.String(), result.Count
	r.CountComplete = result.Err == nil && result.Count < int64(most)
	r.Grids = result.Solutions[:min(2, len(result.Solutions))]
	for _, grid := range r.Grids {
		r.Solutions = append(r.Solutions, g.FormatGrid(grid))
	}
	if len(r.Grids) == 2 {
		for cell := range r.Grids[0] {
			if r.Grids[0][cell] != r.Grids[1][cell] {
				r.Differ = append(r.Differ, g.CellName(cell))
			}
		}
	}
}

// mostCompared is how many images of solutions are compared at most.
const mostCompared = 5_000_000

// compare counts the solutions up to the puzzle's own symmetries, if they are all known and not too many.
func (r *Record) compare(solutions []sudoku.Grid) {
	if !r.CountComplete || len(solutions) == 0 || int64(len(solutions)) != r.Count || r.Source.Soft != nil {
		return
	}
	n := 1
	if len(solutions) > 1 {
		maps, ok := canon.Automorphisms(r.Source)
		if !ok || len(maps)*len(solutions) > mostCompared {
			return
		}
		n = canon.EssentiallyDifferent(r.Source, maps, solutions)
	}
	r.UpToSymmetry = &n
}

// superfluous finds the givens of each puzzle that could be left out, one at a time.
func (c *checking) superfluous(ctx context.Context, unique []*Record) error {
	err := c.without(ctx, unique, func(r *Record, cell int, result sudoku.Result) {
		if result.Verdict == sudoku.Unique {
			r.Superfluous = append(r.Superfluous, r.Source.Geometry.CellName(cell))
		}
	})
	for _, r := range unique {
		r.Minimal = err == nil && len(r.Superfluous) == 0
	}
	return err
}

// without solves puzzles without each of their givens, as far as two solutions.
func (c *checking) without(ctx context.Context, records []*Record,
	tell func(r *Record, cell int, result sudoku.Result)) error {
	if len(records) == 0 {
		return nil
	}
	const cells = 1 << 32 // numbers of a record
	feed := func(yield func(host.Item, error) bool) {
		for i, r := range records {
			for cell, v := range r.Source.Givens {
				if v == 0 {
					continue
				}
				p := &sudoku.Puzzle{Geometry: r.Source.Geometry, Givens: r.Source.Givens.Clone(), Soft: r.Source.Soft}
				p.Givens[cell] = 0
				if !yield(host.Item{Number: uint64(i)*cells + uint64(cell), Puzzle: p}, nil) {
					return
				}
			}
		}
	}
	return c.solver.Solve(ctx, feed, host.SolveOptions{Ask: sudoku.Ask{Limit: 2, Timeout: c.Timeout}, Ordered: true},
		func(number uint64, result sudoku.Result) error {
			tell(records[number/cells], int(number%cells), result)
			return nil
		})
}

func (c *checking) solveOne(ctx context.Context, p *sudoku.Puzzle,
	limit int) (r sudoku.Result, err error) {
	return c.solver.SolveOne(ctx, p, host.SolveOptions{Ask: sudoku.Ask{Limit: limit, Timeout: c.Timeout}})
}
