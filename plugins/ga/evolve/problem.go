package evolve

import (
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
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
		return nil, fmt.Errorf("geometry %q has no %s as genes: %w", p.Geometry(), s.Encoding, sudoku.ErrUnsupported)
	}
	q := &problem{layout: l, goal: newObjective(l), rules: newRules(p.Clauses(), l.cells, l.n),
		scratch: make([]uint8, len(l.houses)*l.stride)}
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

// layout is what one geometry gives to all its puzzles: where the counts of each house lie and which gene
// families there are.
type layout struct {
	geometry *sudoku.Geometry
	n, cells int
	stride   int // counts[h*stride+d] counts digit d in house h; entry 0 counts empty cells
	houses   []sudoku.House
	families []family
}

// family is one way to cut a grid into genes: houses of N cells that together hold every cell once, so that
// a gene is a permutation of the digits. The rows are one, the columns and the boxes are others.
type family struct {
	name   string // rows, columns, blocks, or the letter of the house kind
	houses []int
}

// newLayout returns the families of genes of a geometry.
func newLayout(g *sudoku.Geometry) *layout {
	l := &layout{geometry: g, n: g.N(), cells: g.Cells(), stride: g.N() + 1, houses: g.Houses()}
	l.findFamilies()
	return l
}

// findFamilies takes the houses in order and adds to each one not yet used those after it that overlap with
// none taken. Where they cover the grid they are a family; for a cube this finds its three directions of lines.
func (l *layout) findFamilies() {
	used := make([]bool, len(l.houses))
	for first := range l.houses {
		if used[first] || len(l.houses[first].Cells) != l.n {
			continue
		}
		taken := l.disjointFrom(first, used)
		if len(taken)*l.n != l.cells {
			continue
		}
		for _, h := range taken {
			used[h] = true
		}
		l.families = append(l.families, family{familyName(l.houses[first]), taken})
	}
}

// disjointFrom returns houses without common cells, from the first on.
func (l *layout) disjointFrom(first int, used []bool) []int {
	covered := make([]bool, l.cells)
	var taken []int
	for h := first; h < len(l.houses); h++ {
		if used[h] || l.houses[h].Kind != l.houses[first].Kind || len(l.houses[h].Cells) != l.n {
			continue
		}
		if slices.ContainsFunc(l.houses[h].Cells, func(c int) bool { return covered[c] }) {
			continue
		}
		for _, c := range l.houses[h].Cells {
			covered[c] = true
		}
		taken = append(taken, h)
	}
	return taken
}

// familyName returns the name of a family of houses.
func familyName(h sudoku.House) string {
	switch h.Kind {
	case sudoku.Row:
		return "rows"
	case sudoku.Column:
		return "columns"
	case sudoku.Box:
		return "blocks"
	}
	return h.Name()[:1]
}

// familyNamed returns the family of that name, or nil.
func (l *layout) familyNamed(name string) *family {
	if i := slices.IndexFunc(l.families, func(f family) bool { return f.name == name }); i >= 0 {
		return &l.families[i]
	}
	return nil
}

// rules are what a puzzle asks beyond its houses. A grid loses entropy for each clause that it breaks, so that the
// optimum is reached by solutions alone: as much as for a repeat in a house of N cells if a pair is wrong, as often for
// cells that have to differ as there are repeats, and for a sum or a count the more the farther it is from its range,
// one binary digit each.
type rules struct {
	clauses []clause.Clause
	of      [][]int // of each cell: the numbers of its clauses
	unit    nats
}

// newRules returns the clauses that a grid pays for, nil without any.
func newRules(clauses []clause.Clause, cells, n int) *rules {
	if len(clauses) == 0 {
		return nil
	}
	r := &rules{of: make([][]int, cells), unit: nats(math.Round(2 * math.Ln2 / float64(n) * nat))}
	for _, c := range clauses {
		if c.Kind == clause.In { // the candidates heed it
			continue
		}
		for _, cell := range c.Cells {
			r.of[cell] = append(r.of[cell], len(r.clauses))
		}
		r.clauses = append(r.clauses, c)
	}
	return r
}

// broken returns what a grid loses for all clauses.
func (r *rules) broken(values []uint8) (loss nats) {
	if r == nil {
		return 0
	}
	for i := range r.clauses {
		loss += r.loss(&r.clauses[i], values)
	}
	return loss
}

// brokenAt returns what a grid loses for the clauses of a cell.
func (r *rules) brokenAt(cell int32, values []uint8) (loss nats) {
	for _, i := range r.of[cell] {
		loss += r.loss(&r.clauses[i], values)
	}
	return loss
}

// loss returns the entropy that a broken clause costs.
func (r *rules) loss(c *clause.Clause, values []uint8) nats {
	if c.Holds(values) {
		return 0
	}
	amount := 1.0
	switch c.Kind {
	case clause.Differ:
		var seen clause.Digits
		amount = float64(len(c.Cells))
		for _, cell := range c.Cells {
			seen = seen.With(int(values[cell]))
		}
		amount -= float64(seen.Len())
	case clause.Sum, clause.Count:
		amount = math.Log2(1 + float64(missed(c, values)))
	}
	return nats(math.Round(amount * float64(r.unit)))
}

// missed returns how far the total of a sum or a count is from the nearest of its ranges.
func missed(c *clause.Clause, values []uint8) int {
	total, least := c.Amount(values), math.MaxInt32
	for _, r := range c.Total {
		least = min(least, max(r.Low-total, total-r.High))
	}
	return least
}
