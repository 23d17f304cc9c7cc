package beyond

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// view is the parts of the puzzle of a position, shared by all techniques.
type view struct {
	*board.Position
	parts []*part
	cand  []uint64 // scratch
	empty []int    // scratch
	sweeper
}

// viewOf returns the view of a position.
func viewOf(p *board.Position) *view { return board.Share(p, newView) }

// newView returns the constraints of a position's puzzle in the form that techniques read.
func newView(p *board.Position) *view {
	v := &view{Position: p}
	if p.Puzzle == nil {
		return v
	}
	v.parts = v.list(p.Puzzle.Clauses(), false)
	v.infer()
	return v
}

// Reading returns how many candidates the constraints of a position's puzzle leave, each read once by itself, and how
// many cells are in cages of which only one set of digits makes the sum.
func Reading(p *board.Position) (candidates, settled int) {
	v := viewOf(p)
	left := slices.Clone(p.Cand)
	for _, q := range v.parts {
		if q.sort < innie {
			a := q.read(&v.sweeper, v.candidates(q.of))
			for i, c := range q.of {
				left[c] &= a.left[i]
			}
			if q.sort == cage && len(setsOf(a)) == 1 {
				settled += len(q.of)
			}
		}
	}
	for _, digits := range left {
		candidates += bits.OnesCount64(digits)
	}
	return candidates, settled
}

// candidates returns the candidates of cells, the digit of a filled one.
func (v *view) candidates(cells []int) []uint64 {
	v.cand = v.cand[:0]
	for _, c := range cells {
		v.cand = append(v.cand, v.may(c))
	}
	return v.cand
}

// may returns the candidates of a cell, or its digit.
func (v *view) may(c int) uint64 {
	if d := v.Value[c]; d != 0 {
		return 1 << (d - 1)
	}
	return v.Cand[c]
}

// read returns what a part leaves of the board. A part that cannot be filled breaks the board.
func (v *view) read(p *part) *answer {
	a := p.read(&v.sweeper, v.candidates(p.of))
	if !a.ok {
		v.Broken = true
	}
	return a
}

// open returns the empty cells among some, each once; they stay until it is called again.
func (v *view) open(cells []int) []int {
	v.empty = v.empty[:0]
	for _, c := range cells {
		if v.Value[c] == 0 && !slices.Contains(v.empty, c) {
			v.empty = append(v.empty, c)
		}
	}
	return v.empty
}

// list makes the parts of clauses: sums with the cells that differ, pairs that make a line or hold between each two of
// some cells as one, each other clause by itself. That cells differ is a house of the frame, and what a cell may hold
// is heeded from the start, except within a choice.
func (v *view) list(clauses []clause.Clause, within bool) []*part {
	var parts []*part
	for i := 0; i < len(clauses); {
		c := &clauses[i]
		run := 1
		if c.Kind == clause.Pair {
			run = v.runOfPairs(clauses[i:])
			parts = append(parts, v.pairs(clauses[i:i+run]))
		} else if within || c.Kind != clause.In && c.Kind != clause.Differ {
			parts = append(parts, v.single(c))
		}
		i += run
	}
	return parts
}

// single makes the part of a clause that is no pair.
func (v *view) single(c *clause.Clause) *part {
	p := &part{sort: line, of: c.Cells, constraints: []int{c.Constraint}}
	switch c.Kind {
	case clause.Sum:
		return v.sum(p, c.Cells, c.Weights, c.Total)
	case clause.In:
		p.step = func(_ int, m memory, d int) (memory, bool) { return m, c.Digits[0].Has(d) }
		p.ends = func(memory) bool { return true }
	case clause.Differ:
		p.step = func(_ int, m memory, d int) (memory, bool) {
			return memory{used: m.used | 1<<(d-1)}, m.used>>(d-1)&1 == 0
		}
		p.ends, p.sets = func(memory) bool { return true }, true
	case clause.Count:
		p.step = func(at int, m memory, d int) (memory, bool) {
			if c.Digits[at].Has(d) {
				m.sum += c.Weight(at)
			}
			return m, true
		}
		p.ends = func(m memory) bool { return inTotal(c.Total, m.sum, m.sum) }
	case clause.Word:
		p.step = func(_ int, m memory, d int) (memory, bool) {
			next := c.Automaton.Next(int32(m.sum), d)
			return memory{sum: int(next)}, next >= 0
		}
		p.ends = func(m memory) bool { return c.Automaton.Accepts(int32(m.sum)) }
	case clause.Any:
		p.of = nil
		for _, list := range c.Either {
			parts := v.list(list, true)
			p.choice = append(p.choice, parts)
			for _, q := range parts {
				p.of = append(p.of, q.of...)
			}
		}
		slices.Sort(p.of)
		p.of = slices.Compact(p.of)
	}
	return p
}

// inTotal reports whether a range has a number from low to high.
func inTotal(total []clause.Range, low, high int) bool {
	return slices.ContainsFunc(total, func(r clause.Range) bool { return low <= r.High && high >= r.Low })
}

// sum completes a part that has a sum. Its cells are read clique by clique, each of cells that see each other: within
// one the digits differ, and between two they need not.
func (v *view) sum(p *part, cells, weights []int, total []clause.Range) *part {
	p.of, p.weights, p.total = nil, nil, total
	open := []int{}
	weight := map[int]int{}
	for i, c := range cells {
		if _, known := weight[c]; !known {
			open = append(open, c)
		}
		if weights == nil {
			weight[c]++
		} else {
			weight[c] += weights[i]
		}
	}
	var first []bool // of each place: a clique begins
	for _, clique := range v.grouped(open) {
		for i, c := range clique.cells {
			p.of, p.weights, first = append(p.of, c), append(p.weights, weight[c]), append(first, i == 0)
		}
	}
	ones := !slices.ContainsFunc(p.weights, func(w int) bool { return w != 1 })
	p.sets = !slices.Contains(first[1:], true)
	if p.sort = sum; p.sets && ones {
		p.sort = cage
	}
	low, high := v.rests(p.weights)
	p.step = func(at int, m memory, d int) (memory, bool) {
		if first[at] {
			m.used = 0
		}
		bit := uint64(1) << (d - 1)
		m.sum += p.weights[at] * d
		ok := m.used&bit == 0 && inTotal(total, m.sum+low[at+1], m.sum+high[at+1])
		m.used |= bit
		return m, ok
	}
	p.ends = func(m memory) bool { return inTotal(total, m.sum, m.sum) }
	return p
}

// rests returns the least and the greatest sum of the cells from each place on.
func (v *view) rests(weights []int) (low, high []int) {
	low, high = make([]int, len(weights)+1), make([]int, len(weights)+1)
	for i := len(weights) - 1; i >= 0; i-- {
		w := weights[i]
		low[i], high[i] = low[i+1]+min(w, w*v.N), high[i+1]+max(w, w*v.N)
	}
	return low, high
}

// runOfPairs returns how many clauses at the beginning are pairs that belong together: pairs of one constraint between
// each two of some cells, or along a line.
func (v *view) runOfPairs(clauses []clause.Clause) int {
	if v.isWhole(clauses[0].Constraint) {
		return 1
	}
	same := 1
	for same < len(clauses) && clauses[same].Kind == clause.Pair && clauses[same].Constraint == clauses[0].Constraint {
		same++
	}
	if eachTwo(clauses[:same]) != nil {
		return same
	}
	run := 1
	for run < same && clauses[run].Cells[0] == clauses[run-1].Cells[1] {
		run++
	}
	return run
}

// isWhole reports whether a constraint is one of the whole grid, whose pairs make no line.
func (v *view) isWhole(constraint int) bool {
	return len(v.Puzzle.Constraints()[constraint].Lists) == 0
}

// eachTwo returns the cells between each two of which pairs say one symmetric relation, nil if they do not.
func eachTwo(pairs []clause.Clause) []int {
	var cells []int
	r := pairs[0].Relation
	for i := range pairs {
		p := &pairs[i]
		if p.Relation.Key() != r.Key() || !slices.Equal(r.There, r.Back) {
			return nil
		}
		cells = append(cells, p.Cells...)
	}
	slices.Sort(cells)
	if cells = slices.Compact(cells); len(cells) < 3 || len(pairs) != len(cells)*(len(cells)-1)/2 {
		return nil
	}
	return cells
}

// pairs makes the part of pairs that belong together.
func (v *view) pairs(pairs []clause.Clause) *part {
	r := pairs[0].Relation
	p := &part{sort: line, constraints: []int{pairs[0].Constraint}, ends: func(memory) bool { return true }}
	if p.of = eachTwo(pairs); p.of != nil {
		p.sets = v.differ(p.of)
		p.step = func(_ int, m memory, d int) (memory, bool) {
			bit := uint64(1) << (d - 1)
			return memory{used: m.used | bit}, m.used&^uint64(r.There[d-1]) == 0 && (!p.sets || m.used&bit == 0)
		}
		return p
	}
	p.of = []int{pairs[0].Cells[0]}
	rises, falls := true, true
	for i := range pairs {
		p.of = append(p.of, pairs[i].Cells[1])
		rises, falls = rises && climbs(pairs[i].Relation.There), falls && climbs(pairs[i].Relation.Back)
	}
	if rises || falls {
		p.sort = order
	}
	p.step = func(at int, m memory, d int) (memory, bool) {
		return memory{sum: d}, at == 0 || pairs[at-1].Relation.Holds(m.sum, d)
	}
	return p
}

// differ reports whether each two of some cells see each other.
func (v *view) differ(cells []int) bool {
	for i, c := range cells {
		if !v.SeesAll(c, cells[:i]) {
			return false
		}
	}
	return true
}

// climbs reports whether what goes with a digit is all digits from some on, and not below it.
func climbs(with []clause.Digits) bool {
	for d, digits := range with {
		if digits != 0 && (digits.Min() < d+1 || digits.Max() < len(with) || bits.OnesCount64(uint64(digits)) != len(with)-digits.Min()+1) {
			return false
		}
	}
	return true
}
