package evolve

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// problem is one puzzle made ready: its candidates, genes and objective.
type problem struct {
	*layout
	goal    *objective
	rules   *rules // nil if the puzzle has nothing beyond its houses
	cand    []sudoku.Digits
	family  *family
	units   []*unit // the genes that have something to choose
	filled  []uint8 // cells with one candidate, 0 elsewhere
	scratch []uint8 // counts
}

// newProblem narrows the candidates of p and chooses the genes. A nil problem without error means that
// propagation found a contradiction.
func newProblem(l *layout, p *sudoku.Puzzle, s *settings) (*problem, error) {
	if len(l.families) == 0 {
		return nil, fmt.Errorf("geometry %q has no rows, columns or boxes that hold every cell once: %w",
			p.Geometry(), sudoku.ErrUnsupported)
	}
	if s.Encoding != own && l.familyNamed(s.Encoding) == nil {
		return nil, fmt.Errorf("geometry %q has no %s as genes: %w",
			p.Geometry(), s.Encoding, sudoku.ErrUnsupported)
	}
	q := &problem{layout: l, goal: newObjective(l), rules: newRules(p.Clauses(), l.cells, l.n), scratch: make([]uint8, len(l.houses)*l.stride)}
	if !q.narrow(p, s) || !q.chooseGenes(s) {
		return nil, nil
	}
	q.filled = make([]uint8, l.cells)
	for c, may := range q.cand {
		if may.Len() == 1 {
			q.filled[c] = uint8(may.Min())
		}
	}
	return q, nil
}

// narrow sets the candidates; false is a contradiction.
func (q *problem) narrow(p *sudoku.Puzzle, s *settings) bool {
	if s.Propagation != byNothing {
		q.cand = p.Candidates()
		return propagate(q.layout, q.cand)
	}
	q.cand = make([]sudoku.Digits, q.cells)
	for c := range q.cand {
		q.cand[c] = p.Allowed(c)
	}
	return true
}

// chooseGenes compiles the units of the wanted family, or of the one with the fewest permutations; false
// when a gene has no permutation.
func (q *problem) chooseGenes(s *settings) bool {
	least := -1.0
	for i := range q.families {
		f := &q.families[i]
		if s.Encoding != own && f.name != s.Encoding {
			continue
		}
		units, size := q.compile(f)
		if units == nil {
			return false
		}
		if least < 0 || size < least {
			q.family, q.units, least = f, units, size
		}
	}
	return true
}

// compile makes the units of a family and the logarithm of their number of combinations. The result is nil
// when there is none, and empty, not nil, when nothing is left to choose.
func (q *problem) compile(f *family) (units []*unit, size float64) {
	units = []*unit{}
	for _, h := range f.houses {
		u := newUnit(q.houses[h].Cells, q.cand)
		if u.permutations == 0 {
			return nil, 0
		}
		size += math.Log(u.permutations)
		if len(u.cells) > 0 {
			units = append(units, u)
		}
	}
	return units, size
}

// score returns the entropy of a grid less what it loses for broken clauses, and leaves the counts in the scratch of p.
func (q *problem) score(values []uint8) nats {
	return q.goal.count(values, q.scratch) - q.rules.broken(values)
}

// entropyOf returns the entropy f of equation (3) of a grid, with every house that the geometry has.
func (q *problem) entropyOf(values []uint8) nats { return q.goal.count(values, q.scratch) }
