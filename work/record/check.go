// Package record has the records about one puzzle that the command line, the HTTP API and the pages share. It derives
// them from the answers of algorithms. It starts no plugin and reads no library. The algorithms are [runner.Runner]s.
// The keys of a record are stable.
//
// # Words
//
//   - A record is what a program gets about one puzzle, as JSON: an answer, grades, a check, a step, a hint, an
//     explanation.
//   - A board is a puzzle as pages and terminals draw it: symbols, houses, candidates and drawings of constraints.
//   - A replay follows the steps of an explanation and knows the values and candidates after each.
package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
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
	Canonical         string   `json:"canonical,omitempty"` // left out, as are the automorphisms, if there are soft clues
	CanonicalSolution string   `json:"canonical_solution,omitempty"`
	Automorphisms     int64    `json:"automorphisms,omitempty"`
	Symmetries        []string `json:"symmetries"`

	// Of constraints, in short notation: which can be left out, belong to the contradiction, or are each alone at fault.
	SuperfluousConstraints []string `json:"superfluous_constraints,omitempty"`
	ClashingConstraints    []string `json:"clashing_constraints,omitempty"`
	ConstraintsAtFault     []string `json:"constraints_at_fault,omitempty"`
	Late                   bool     `json:"late,omitempty"` // the time was up before all of this was known

	Source *sudoku.Puzzle `json:"-"`
	Grids  []sudoku.Grid  `json:"-"` // the first two solutions
}

// MostCounted is how many solutions a check counts, unless it is asked for others.
const MostCounted = 10_000

// Checker finds out whether puzzles are valid, unique and minimal, one after the other. Its fields are set once,
// before the first.
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
		Superfluous: []string{}, Conflicts: []string{}, Symmetries: symmetry.OfPattern(p), Source: p}
	switch {
	case p.Plain():
		form := c.canonizer(p.Geometry()).Canonical(p.Givens())
		r.Canonical, r.Automorphisms = p.Geometry().FormatGrid(form.Grid), form.Automorphisms
	case p.Soft() == nil: // the canonical form of puzzles with soft clues is not known
		form, automorphisms := canon.Picture(p)
		r.Canonical, r.Automorphisms = form.String(), int64(automorphisms)
	}
	if r.Symmetries == nil {
		r.Symmetries = []string{}
	}
	if clash := (*sudoku.ConflictError)(nil); errors.As(sudoku.CheckGivens(p), &clash) {
		r.Verdict, r.CountComplete = sudoku.Invalid.String(), true
		for i := range clash.Conflicts {
			one := sudoku.ConflictError{Geometry: p.Geometry(), Conflicts: clash.Conflicts[i : i+1]}
			r.Conflicts = append(r.Conflicts, one.Error())
		}
	}
	return r
}

// Complete solves the valid puzzles of records together, and asks of each what its verdict leaves to be asked.
func (c *Checker) Complete(ctx context.Context, records []*Check) error {
	var valid, unique []*Check
	var puzzles []*sudoku.Puzzle
	for _, r := range records {
		if len(r.Conflicts) == 0 {
			valid, puzzles = append(valid, r), append(puzzles, r.Source)
		}
	}
	if valid == nil {
		return nil
	}
	results, err := runner.SolveAll(ctx, c.Solver, puzzles,
		runner.Options{Ask: runner.Ask{Limit: 2, Timeout: c.Timeout}}, nil)
	if err != nil {
		return err
	}
	for i, r := range valid {
		result := results[i]
		if result.Verdict == sudoku.Multiple && c.Most > 2 {
			if result, err = runner.SolveOne(ctx, c.Solver, r.Source,
				runner.Ask{Limit: c.Most, Timeout: c.Timeout}); err != nil {
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

// superfluous finds the givens and constraints of each puzzle that could be left out, one at a time. What has
// constraints has its time for all of them together.
func (c *Checker) superfluous(ctx context.Context, unique []*Check) error {
	var plain []*Check
	for _, r := range unique {
		if r.Source.Constraints() == nil {
			plain = append(plain, r)
			continue
		}
		err := c.timely(ctx, r, func(ctx context.Context) error { return c.without(ctx, []*Check{r}, (*Check).spare) })
		if err != nil {
			return err
		}
	}
	err := c.without(ctx, plain, (*Check).spare)
	for _, r := range unique {
		r.Minimal = err == nil && !r.Late && len(r.Superfluous)+len(r.SuperfluousConstraints) == 0
	}
	return err
}

// spare enters that a puzzle has the same one solution without a part. Without a sign beside all-xv it may have another
// one.
func (r *Check) spare(part int, result sudoku.Result) {
	switch result.Verdict {
	case sudoku.Timeout:
		r.Late = true
	case sudoku.Unique:
		if slices.Equal(result.Solutions[0], r.Grids[0]) {
			r.add(part, &r.Superfluous, &r.SuperfluousConstraints)
		}
	}
}

// add adds the name of a part to the list of givens or to the list of constraints.
func (r *Check) add(part int, givens, constraints *[]string) {
	if behind := part - len(r.Source.Givens()); behind >= 0 {
		*constraints = append(*constraints, r.Source.ConstraintTexts()[behind])
	} else {
		*givens = append(*givens, r.Source.Geometry().CellName(part))
	}
}

// timely calls f with a context that ends when the time for a puzzle is up, which is no error.
func (c *Checker) timely(ctx context.Context, r *Check, f func(context.Context) error) error {
	within, cancel := WithTimeout(ctx, c.Timeout)
	defer cancel()
	err := f(within)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		r.Late, err = true, nil
	}
	return err
}

// without solves puzzles without each of their givens and constraints, as far as two solutions.
func (c *Checker) without(ctx context.Context, records []*Check,
	show func(r *Check, part int, result sudoku.Result)) error {
	if len(records) == 0 {
		return nil
	}
	const parts = 1 << 32 // numbers of a record
	puzzles := func(yield func(runner.Item, error) bool) {
		for i, r := range records {
			for _, part := range partsOf(r.Source) {
				out := make([]bool, part+1)
				out[part] = true
				p, err := reduced(r.Source, out)
				if !yield(runner.Item{Number: uint64(i)*parts + uint64(part), Puzzle: p}, err) || err != nil {
					return
				}
			}
		}
	}
	o := runner.Options{Ask: runner.Ask{Limit: 2, Timeout: c.Timeout}, Ordered: true}
	return c.Solver.Solve(ctx, puzzles, o, func(number uint64, result sudoku.Result) error {
		show(records[number/parts], int(number%parts), result)
		return nil
	})
}

// partsOf returns what a puzzle can be left without: its givens by cell, and its constraints, which are numbered behind
// the cells.
func partsOf(p *sudoku.Puzzle) (parts []int) {
	for cell, v := range p.Givens() {
		if v != 0 {
			parts = append(parts, cell)
		}
	}
	for i := range p.Constraints() {
		parts = append(parts, len(p.Givens())+i)
	}
	return parts
}

// reduced returns a puzzle without the parts that are out; those beyond the end of out are not.
func reduced(p *sudoku.Puzzle, out []bool) (*sudoku.Puzzle, error) {
	givens := p.Givens().Clone()
	for cell := range givens[:min(len(givens), len(out))] {
		if out[cell] {
			givens[cell] = 0
		}
	}
	q := p.WithGivens(givens)
	if len(out) <= len(givens) || p.Constraints() == nil {
		return q, nil
	}
	var kept []constraint.Constraint
	for i, c := range p.Constraints() {
		if part := len(givens) + i; part >= len(out) || !out[part] {
			kept = append(kept, c)
		}
	}
	return q.With(sudoku.Constraints(kept...))
}

// contradict explains why a puzzle has no solution: by cells or digits without a place, by the givens and constraints
// of which each alone is at fault, and by a smallest set of them that contradict each other (none of it can be spared;
// there may be other such sets). If the time is up, the set is not the smallest.
func (c *Checker) contradict(ctx context.Context, r *Check) error {
	r.DeadEnds = deadEnds(r.Source)
	return c.timely(ctx, r, func(ctx context.Context) error {
		err := c.without(ctx, []*Check{r}, func(_ *Check, part int, result sudoku.Result) {
			if result.Count > 0 {
				r.add(part, &r.AtFault, &r.ConstraintsAtFault)
			}
		})
		out := make([]bool, len(r.Source.Givens())+len(r.Source.Constraints()))
		for _, part := range partsOf(r.Source) {
			if err == nil {
				out[part], err = c.impossible(ctx, r, out, part)
			}
			if !out[part] {
				r.add(part, &r.Contradiction, &r.ClashingConstraints)
			}
		}
		return err
	})
}

// impossible reports whether a puzzle has no solution without a part and those that are out.
func (c *Checker) impossible(ctx context.Context, r *Check, out []bool, part int) (bool, error) {
	out[part] = true
	p, err := reduced(r.Source, out)
	if err != nil {
		return false, err
	}
	result, err := runner.SolveOne(ctx, c.Solver, p, runner.Ask{Limit: 1, Timeout: c.Timeout})
	r.Late = r.Late || result.Verdict == sudoku.Timeout
	return err == nil && result.Verdict == sudoku.Impossible, err
}

// mostClashing is how many parts of a puzzle a sentence names of which one is wrong, or half as many as contradict each
// other.
const mostClashing = 5

// clash says what contradicts what in a puzzle without a solution, as far as that is known: "r1c3 is wrong".
func (r *Check) clash() string {
	fault, clash := slices.Concat(r.AtFault, r.ConstraintsAtFault), slices.Concat(r.Contradiction, r.ClashingConstraints)
	switch {
	case len(fault) == 1:
		return fault[0] + " is wrong"
	case len(fault) > 1 && (len(fault) <= mostClashing || len(clash) == 0):
		return "one of " + enumerate(fault) + " is wrong"
	case len(clash) > 2*mostClashing:
		return fmt.Sprintf("%d of its entries contradict each other; \"sudokuctl check\" lists those of which one is wrong",
			len(clash))
	case len(clash) == 1:
		return clash[0] + " cannot be"
	case len(clash) > 0:
		return enumerate(clash) + " contradict each other"
	}
	return ""
}

// deadEnds names the cells for which the givens leave no digit and the houses in which they leave a digit no place.
func deadEnds(p *sudoku.Puzzle) (ends []string) {
	may := p.Candidates()
	for cell, v := range p.Givens() {
		if v == 0 && may[cell].Len() == 0 {
			ends = append(ends, "no digit is left for "+p.Geometry().CellName(cell))
		}
	}
	for _, h := range p.Geometry().Houses() {
		if len(h.Cells) != p.Geometry().N() {
			continue
		}
		left := sudoku.AllDigits(p.Geometry().N())
		for _, cell := range h.Cells {
			left &^= may[cell]
			if v := p.Givens()[cell]; v != 0 {
				left = left.Without(int(v))
			}
		}
		for d := range left.All {
			ends = append(ends, fmt.Sprintf("no place is left for %s in %s", p.Geometry().Alphabet().Symbol(d),
				h.Name()))
		}
	}
	return ends
}
