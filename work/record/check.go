package record

import (
	"context"
	"iter"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
)

// Check is what there is to know of a puzzle: whether it is valid, unique and minimal, and what its symmetries are.
type Check struct {
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
	Canonical         string   `json:"canonical,omitempty"` // left out, as are the automorphisms, if there are soft clues or constraints
	CanonicalSolution string   `json:"canonical_solution,omitempty"`
	Automorphisms     int64    `json:"automorphisms,omitempty"`
	Symmetries        []string `json:"symmetries"`

	Source *sudoku.Puzzle `json:"-"`
	Grids  []sudoku.Grid  `json:"-"` // the first two solutions
}

// MostCounted is how many solutions a check counts, unless it is asked for others.
const MostCounted = 10_000

// Checker checks puzzles.
type Checker struct {
	Solver  runner.Runner // a complete one
	Most    int           // solutions counted at most, 2 or more
	Timeout time.Duration // for each puzzle that is solved, 0 for any time

	last  *sudoku.Geometry
	forms *canon.Canonizer // of the last geometry
}

// canonizer returns a Canonizer of a geometry.
func (c *Checker) canonizer(g *sudoku.Geometry) *canon.Canonizer {
	if c.last != g {
		c.last, c.forms = g, canon.New(g)
	}
	return c.forms
}

// New returns what is known of a puzzle before it is solved.
func (c *Checker) New(p *sudoku.Puzzle) *Check {
	r := &Check{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry().String(), Solutions: []string{},
		Superfluous: []string{}, Conflicts: []string{}, Symmetries: sudoku.PatternSymmetries(p), Source: p}
	if p.Plain() { // the canonical form of other puzzles is not known
		form := c.canonizer(p.Geometry()).Canonical(p.Givens())
		r.Canonical, r.Automorphisms = p.Geometry().FormatGrid(form.Grid), form.Automorphisms
	}
	if r.Symmetries == nil {
		r.Symmetries = []string{}
	}
	for _, conflict := range sudoku.Conflicts(p) {
		r.Verdict, r.CountComplete = sudoku.Invalid.String(), true
		r.Conflicts = append(r.Conflicts, (&sudoku.ConflictError{Geometry: p.Geometry(),
			Conflicts: []sudoku.Conflict{conflict}}).Error())
	}
	return r
}

// Complete solves the valid puzzles of records together, and asks of each what its verdict leaves to be asked.
func (c *Checker) Complete(ctx context.Context, records []*Check) error {
	var valid, unique []*Check
	for _, r := range records {
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
			if result, err = runner.SolveOne(ctx, c.Solver, r.Source, sudoku.Ask{Limit: c.Most, Timeout: c.Timeout}); err != nil {
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
			g := r.Source.Geometry()
			r.CanonicalSolution = g.FormatGrid(c.canonizer(g).Form(result.Solutions[0]))
			unique = append(unique, r)
		}
	}
	return c.superfluous(ctx, unique)
}

// solveEach solves puzzles as far as two solutions and returns a result for each.
func (c *Checker) solveEach(ctx context.Context, records []*Check) ([]sudoku.Result, error) {
	if len(records) == 0 {
		return nil, nil
	}
	results := make([]sudoku.Result, len(records))
	puzzles := make([]*sudoku.Puzzle, len(records))
	for i, r := range records {
		puzzles[i] = r.Source
	}
	return results, c.two(ctx, runner.Numbered(puzzles), func(i uint64, result sudoku.Result) { results[i] = result })
}

// two solves puzzles as far as two solutions and calls each with the results in their order.
func (c *Checker) two(ctx context.Context, puzzles iter.Seq2[runner.Item, error], each func(number uint64, r sudoku.Result)) error {
	o := runner.Options{Ask: sudoku.Ask{Limit: 2, Timeout: c.Timeout}, Ordered: true}
	return c.Solver.Solve(ctx, puzzles, o, func(number uint64, r sudoku.Result) error {
		each(number, r)
		return nil
	})
}

// enter takes over what the solver found.
func (r *Check) enter(result sudoku.Result, most int) {
	g := r.Source.Geometry()
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
func (r *Check) compare(solutions []sudoku.Grid) {
	if !r.CountComplete || len(solutions) == 0 || int64(len(solutions)) != r.Count || r.Source.Soft() != nil {
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
func (c *Checker) superfluous(ctx context.Context, unique []*Check) error {
	err := c.without(ctx, unique, func(r *Check, cell int, result sudoku.Result) {
		if result.Verdict == sudoku.Unique {
			r.Superfluous = append(r.Superfluous, r.Source.Geometry().CellName(cell))
		}
	})
	for _, r := range unique {
		r.Minimal = err == nil && len(r.Superfluous) == 0
	}
	return err
}

// without solves puzzles without each of their givens, as far as two solutions.
func (c *Checker) without(ctx context.Context, records []*Check,
	show func(r *Check, cell int, result sudoku.Result)) error {
	if len(records) == 0 {
		return nil
	}
	const cells = 1 << 32 // numbers of a record
	puzzles := func(yield func(runner.Item, error) bool) {
		for i, r := range records {
			for cell, v := range r.Source.Givens() {
				if v == 0 {
					continue
				}
				givens := r.Source.Givens().Clone()
				givens[cell] = 0
				if !yield(runner.Item{Number: uint64(i)*cells + uint64(cell), Puzzle: r.Source.WithGivens(givens)}, nil) {
					return
				}
			}
		}
	}
	return c.two(ctx, puzzles, func(number uint64, result sudoku.Result) {
		show(records[number/cells], int(number%cells), result)
	})
}
