package search

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// mostInferred is how many cells a sum that follows may have to be of use, and mostScored how many it may have for its cells
// to be guessed first. Longer ones strike something, but they say little about where to guess.
const mostInferred, mostScored = 7, 5

// inferrer adds sums of few cells that follow from houses and cages: N(N+1)/2 times some houses that share no cell,
// less the cages inside, is the sum of the remaining cells. A cage that lies partly inside may be taken away whole,
// which leaves its cells outside with weight −1.
type inferrer struct {
	k     *compiler
	cages []known
	known map[string]bool // sums that are there
	most  int             // houses of a union

	rest, out cellSet // scratch of take
}

// known is cells with a known sum.
type known struct {
	cells cellSet
	size  int
	sum   int
}

// infer adds sums that follow from houses and cages.
func (k *compiler) infer(source []clause.Clause) {
	f := &inferrer{k: k, known: map[string]bool{}, most: mostHouses, rest: k.e.frame.empty(), out: k.e.frame.empty()}
	covered := k.e.frame.empty()
	cells := 0
	for i := range source {
		c := &source[i]
		if c.Kind != clause.Sum || c.Weights != nil || len(c.Total) != 1 || c.Total[0].Low != c.Total[0].High {
			continue
		}
		set := k.e.frame.empty()
		for _, cell := range c.Cells {
			set.add(int32(cell))
		}
		if set.size() == len(c.Cells) && !set.meets(covered) {
			for w := range covered {
				covered[w] |= set[w]
			}
			cells += len(c.Cells)
			f.cages = append(f.cages, known{set, len(c.Cells), c.Total[0].Low})
			f.known[cellsKey(narrow(c.Cells))] = true
		}
	}
	if len(f.cages) == 0 {
		return
	}
	if cells == k.e.frame.cells {
		f.most = (k.n + 1) / 2 // more houses say what the others do
	}
	if k.e.unions == nil {
		k.e.unions = k.e.frame.unions()
	}
	for _, u := range k.e.unions {
		if k.e.spend(len(f.cages)*len(f.rest)) && (u.boxes || u.houses <= f.most) {
			f.take(u.cells, u.houses)
		}
	}
}

// empty returns a set without cells.
func (f *frame) empty() cellSet { return make(cellSet, (f.cells+63)/64) }

// size returns how many cells are in the set.
func (s cellSet) size() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// meets reports whether two sets share a cell.
func (s cellSet) meets(t cellSet) bool {
	for w := range s {
		if s[w]&t[w] != 0 {
			return true
		}
	}
	return false
}

// take adds what follows from some houses.
func (f *inferrer) take(union cellSet, houses int) {
	n := f.k.n
	total := houses * n * (n + 1) / 2
	rest, out := f.rest, f.out
	copy(rest, union)
	clear(out)
	left := union.size()
	for _, c := range f.cages {
		inside := c.cells.common(union)
		outside := c.size - inside
		if inside == 0 || outside >= inside {
			continue
		}
		total -= c.sum
		left += outside - inside
		for w := range rest {
			rest[w] &^= c.cells[w]
			out[w] |= c.cells[w] &^ union[w]
		}
	}
	if left == 0 && total != 0 {
		f.k.add(&in{cell: []int32{0}}) // no digit: the sums contradict the houses
	}
	if left > mostInferred || left == 0 {
		return
	}
	f.add(rest, out, total)
}

// add adds that the sum of the cells of rest less those of out is total.
func (f *inferrer) add(rest, out cellSet, total int) {
	cells, weights := make([]int32, 0, mostInferred), make([]int, 0, mostInferred)
	for w := range rest {
		for s := rest[w] | out[w]; s != 0; s &= s - 1 {
			weight := 1
			if out[w]&s&-s != 0 {
				weight = -1
			}
			cells, weights = append(cells, int32(w<<6+bits.TrailingZeros64(s))), append(weights, weight)
		}
	}
	if weights[0] < 0 { // one sign for one sum
		for i := range weights {
			weights[i] = -weights[i]
		}
		total = -total
	}
	signed := slices.Clone(cells)
	for i, w := range weights {
		if w < 0 {
			signed[i] = ^cells[i]
		}
	}
	if key := cellsKey(signed); !f.known[key] {
		f.known[key] = true
		made := len(f.k.made)
		f.k.sum(cells, weights, []clause.Range{{Low: total, High: total}}, nil)
		for _, p := range f.k.made[made:] {
			if s, exact := p.(*sum); exact {
				s.aside = len(cells) > mostScored
			}
		}
	}
}

// union is the cells of some houses of N cells that share none.
type union struct {
	cells  cellSet
	houses int
	boxes  bool // not neighbouring rows or columns
}

// mostHouses and mostBoxes are how many rows or columns, and how many boxes that touch, make a union.
const mostHouses, mostBoxes = 6, 4

// unions lists those of which sums may follow: rows and columns, boxes, and each other house, as a diagonal, by itself.
func (f *frame) unions() (all []union) {
	var boxes []cellSet
	kinds := map[sudoku.HouseKind][]cellSet{}
	for h, house := range f.geometry.Houses() {
		if len(house.Cells) != f.n {
			continue
		}
		cells := f.empty()
		for _, c := range f.houses[h] {
			cells.add(c)
		}
		switch house.Kind {
		case sudoku.Row, sudoku.Column:
			kinds[house.Kind] = append(kinds[house.Kind], cells)
		case sudoku.Box:
			boxes = append(boxes, cells)
		default:
			all = append(all, union{cells, 1, false})
		}
	}
	for _, kind := range []sudoku.HouseKind{sudoku.Row, sudoku.Column} {
		lines := kinds[kind]
		for i := range lines {
			cells := f.empty()
			for j := i; j < len(lines) && j < i+mostHouses; j++ {
				cells = cells.with(lines[j])
				all = append(all, union{cells, j - i + 1, false})
			}
		}
	}
	return append(all, f.touching(boxes)...)
}

// with returns the union of two sets.
func (s cellSet) with(t cellSet) cellSet {
	both := slices.Clone(s)
	for w := range both {
		both[w] |= t[w]
	}
	return both
}

// touching lists the unions of up to mostBoxes boxes, each of which touches another one.
func (f *frame) touching(boxes []cellSet) (all []union) {
	seen := map[uint64]bool{}
	var grow func(cells cellSet, chosen uint64, houses int)
	grow = func(cells cellSet, chosen uint64, houses int) {
		if seen[chosen] {
			return
		}
		seen[chosen] = true
		all = append(all, union{cells, houses, true})
		if houses == mostBoxes {
			return
		}
		for b, box := range boxes {
			if chosen>>b&1 == 0 && f.around(box).meets(cells) {
				grow(cells.with(box), chosen|1<<b, houses+1)
			}
		}
	}
	for b, box := range boxes {
		grow(box, 1<<b, 1)
	}
	return all
}

// around returns the cells beside those of a set.
func (f *frame) around(set cellSet) cellSet {
	beside, cols := f.empty(), int32(f.geometry.Cols())
	for c := range int32(f.cells) {
		if !set.has(c) {
			continue
		}
		for _, q := range []int32{c - cols, c + cols} {
			if q >= 0 && q < int32(f.cells) {
				beside.add(q)
			}
		}
		if c%cols > 0 {
			beside.add(c - 1)
		}
		if c%cols < cols-1 {
			beside.add(c + 1)
		}
	}
	return beside
}
