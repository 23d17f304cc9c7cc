package check

import (
	"context"
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
	c := &checking{Request: req}
	if c.solver, err = env.CompleteSolver(ctx, req.Solver); err != nil {
		return 0, err
	}
	defer tell.Stage(work.Begun{Stage: "checking", PerPuzzle: 1})()
	tell, count := tell.Counting()
	for r, err := range work.Walk(ctx, req.Inputs, tell) {
		if err != nil {
			return count(), err
		}
		record, err := c.check(ctx, r.Puzzle)
		if err == nil {
			err = show(record)
		}
		tell.Tell(work.Advanced(1))
		if err != nil {
			return count(), err
		}
	}
	return count(), nil
}

type checking struct {
	Request
	solver *host.Plugin
}

func (c *checking) check(ctx context.Context, p *sudoku.Puzzle) (*Record, error) {
	canonical := canon.New(p.Geometry).Canonical(p.Givens)
	r := &Record{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry.String(), Solutions: []string{},
		Superfluous: []string{}, Conflicts: []string{}, Symmetries: sudoku.PatternSymmetries(p),
		Canonical: p.Geometry.FormatGrid(canonical.Grid), Automorphisms: canonical.Automorphisms, Source: p}
	if r.Symmetries == nil {
		r.Symmetries = []string{}
	}
	if conflicts := sudoku.Conflicts(p); len(conflicts) > 0 {
		r.Verdict, r.CountComplete = sudoku.Invalid.String(), true
		for _, conflict := range conflicts {
			r.Conflicts = append(r.Conflicts, (&sudoku.ConflictError{Geometry: p.Geometry,
				Conflicts: []sudoku.Conflict{conflict}}).Error())
		}
		return r, nil
	}
	result, err := c.solveOne(ctx, p, c.Most)
	if err != nil {
		return nil, err
	}
	r.enter(result, c.Most)
	r.compare(result.Solutions)
	switch result.Verdict {
	case sudoku.Impossible:
		return r, c.contradict(ctx, r)
	case sudoku.Unique:
		r.CanonicalSolution = p.Geometry.FormatGrid(canon.New(p.Geometry).Form(result.Solutions[0]))
		return r, c.superfluous(ctx, r)
	}
	return r, nil
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

// superfluous finds the givens that could be left out, one at a time.
func (c *checking) superfluous(ctx context.Context, r *Record) error {
	err := c.without(ctx, r.Source, func(cell int, result sudoku.Result) {
		if result.Verdict == sudoku.Unique {
			r.Superfluous = append(r.Superfluous, r.Source.Geometry.CellName(cell))
		}
	})
	r.Minimal = err == nil && len(r.Superfluous) == 0
	return err
}

// without solves p without each of its givens, as far as two solutions.
func (c *checking) without(ctx context.Context, p *sudoku.Puzzle,
	tell func(cell int, result sudoku.Result)) error {
	feed := func(yield func(host.Item, error) bool) {
		for cell, v := range p.Givens {
			if v == 0 {
				continue
			}
			without := &sudoku.Puzzle{Geometry: p.Geometry, Givens: p.Givens.Clone(), Soft: p.Soft}
			without.Givens[cell] = 0
			if !yield(host.Item{Number: uint64(cell), Puzzle: without}, nil) {
				return
			}
		}
	}
	return c.solver.Solve(ctx, feed, host.SolveOptions{Ask: sudoku.Ask{Limit: 2, Timeout: c.Timeout}, Ordered: true},
		func(cell uint64, result sudoku.Result) error {
			tell(int(cell), result)
			return nil
		})
}

func (c *checking) solveOne(ctx context.Context, p *sudoku.Puzzle,
	limit int) (r sudoku.Result, err error) {
	return c.solver.SolveOne(ctx, p, host.SolveOptions{Ask: sudoku.Ask{Limit: limit, Timeout: c.Timeout}})
}
