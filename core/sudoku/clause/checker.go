package clause

import "slices"

// Checker asks clauses of one grid after the other. It has what most of them come down to in flat arrays, for a host asks them
// of every answer.
type Checker struct {
	sums    []sum
	unequal [][2]uint8
	pairs   []pair
	rest    []Clause
}

// block is four cells at most; the others are noCell, which holds 0.
type block [4]uint8

// sum is the sum of one block, or of several that follow each other, of which only the last has a total.
type sum struct {
	cells block
	total uint32
	goes  uint32 // all bits if the next block goes on with this one, else 0
}

type pair struct {
	there []Digits
	a, b  uint8
}

const noCell = 255

// NewChecker makes a Checker of clauses for grids of some cells. It leaves out what follows from two cells holding different
// digits anyway.
func NewChecker(cells int, clauses []Clause, differ func(a, b int) bool) *Checker {
	k := &Checker{}
	for i := range clauses {
		switch c := &clauses[i]; {
		case cells > noCell:
			k.rest = append(k.rest, *c)
		case c.Kind == Pair:
			k.pairs = append(k.pairs, pair{c.Relation.There, uint8(c.Cells[0]), uint8(c.Cells[1])})
		case c.Kind == Differ:
			k.unequal = appendUnequal(k.unequal, c.Cells, differ)
		case c.Kind == Sum && c.Weights == nil && len(c.Total) == 1 && c.Total[0].Low == c.Total[0].High && c.Total[0].Low >= 0:
			for _, b := range blocks(c.Cells) {
				k.sums = append(k.sums, sum{cells: b, goes: 1<<32 - 1})
			}
			last := &k.sums[len(k.sums)-1]
			last.total, last.goes = uint32(min(c.Total[0].Low, 1<<30)), 0
		default:
			k.rest = append(k.rest, *c)
		}
	}
	return k
}

// appendUnequal appends each two cells that do not differ anyway.
func appendUnequal(to [][2]uint8, cells []int, differ func(a, b int) bool) [][2]uint8 {
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if !differ(a, b) {
				to = append(to, [2]uint8{uint8(a), uint8(b)})
			}
		}
	}
	return to
}

// blocks cuts cells into blocks.
func blocks(cells []int) (all []block) {
	for part := range slices.Chunk(cells, len(block{})) {
		b := block{noCell, noCell, noCell, noCell}
		for i, cell := range part {
			b[i] = uint8(cell)
		}
		all = append(all, b)
	}
	return all
}

// Hold reports whether a full grid obeys all clauses. It does not allocate.
func (k *Checker) Hold(grid []uint8) bool {
	var g [256]uint8
	copy(g[:], grid)
	wrong, before := uint32(0), uint32(0)
	for i := range k.sums {
		s := &k.sums[i]
		now := before + ((uint32(g[s.cells[0]]) + uint32(g[s.cells[1]])) + (uint32(g[s.cells[2]]) + uint32(g[s.cells[3]])))
		wrong |= (s.total ^ now) &^ s.goes
		before = now & s.goes
	}
	for _, u := range k.unequal {
		wrong |= (uint32(g[u[0]]^g[u[1]]) - 1) >> 31
	}
	for i := range k.pairs {
		p := &k.pairs[i]
		wrong |= uint32(^(p.there[g[p.a]-1] >> (g[p.b] - 1)) & 1)
	}
	return wrong == 0 && AllHold(k.rest, grid)
}
