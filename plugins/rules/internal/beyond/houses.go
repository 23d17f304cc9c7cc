package beyond

import (
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// sumOfHouses reads what remains of houses if as many others are taken away.
type sumOfHouses struct {
	*view
	all []*exchange // nil before the first look
}

// exchange is two groups of cells that hold the same digits, each equally often: cells of lines outside of boxes, and
// cells of these boxes outside of the lines.
type exchange struct {
	part
	sides  [2][]int
	groups [2][]int // of houses
	places []place
}

// place is what reading a cell of an exchange depends on.
type place struct {
	there bool  // in the second group
	fresh bool  // digits before it may come again
	cage  *part // nil for none
	last  bool  // of the cage
}

const (
	mostSide   = 6  // cells of a group
	mostDigits = 12 // of a geometry: the counts of a memory have four bits each
	cageAt     = 4 * mostDigits
)

// SumOfHouses (6.0) adds neighbouring lines and takes away as many boxes beside each other. What is left on either
// side, up to six cells, holds the same digits equally often. It strikes what is in no way to fill both sides so, if
// cages that lie within a side hold their sums; cells differ within a cage, and within a side all of whose cells see
// each other.
func SumOfHouses(p *board.Position) board.Technique { return &sumOfHouses{view: viewOf(p)} }

// Each goes through the exchanges that have a cage.
func (t *sumOfHouses) Each(done func() bool) bool {
	if t.all == nil {
		t.all = t.exchanges()
	}
	for _, x := range t.all {
		if stop, ok := t.strikeAll(&x.part, "sum_of_houses", 6.0, func() string { return t.text(x) }, done); stop || !ok {
			return stop
		}
	}
	return false
}

// exchanges lists those of lines and boxes, each two groups of cells once.
func (t *sumOfHouses) exchanges() []*exchange {
	all, known := []*exchange{}, map[string]bool{}
	if t.N > mostDigits {
		return all
	}
	unions := t.unions()
	for _, lines := range unions {
		for _, boxes := range unions {
			if t.IsBox(lines[0]) || !t.IsBox(boxes[0]) || len(lines) != len(boxes) {
				continue
			}
			x := &exchange{groups: [2][]int{lines, boxes}, sides: [2][]int{t.besides(lines, boxes), t.besides(boxes, lines)}}
			if n := len(x.sides[0]); n == 0 || n > mostSide {
				continue
			}
			key := fmt.Sprint(x.sides)
			if !known[key] && t.arrange(x) {
				all = append(all, x)
			}
			known[key] = true
		}
	}
	return all
}

// besides returns the cells of houses that are in none of others.
func (t *sumOfHouses) besides(houses, others []int) (cells []int) {
	for _, h := range houses {
		for _, c := range t.Houses[h].Cells {
			if !slices.ContainsFunc(others, func(o int) bool { return t.SlotIn(o, int(c)) >= 0 }) {
				cells = append(cells, int(c))
			}
		}
	}
	return cells
}

// arrange makes the part of an exchange, cage by cage, and reports whether it has a cage.
func (t *sumOfHouses) arrange(x *exchange) bool {
	x.part = part{sort: line}
	x.part.houses = slices.Concat(x.groups[0], x.groups[1])
	for there, side := range x.sides {
		alike := t.differ(side)
		begun := len(x.of)
		for _, p := range t.parts {
			within := func(c int) bool { return slices.Contains(side, c) && !slices.Contains(x.of[begun:], c) }
			if p.sort != cage || len(p.of) < 2 || slices.ContainsFunc(p.of, func(c int) bool { return !within(c) }) {
				continue
			}
			for i, c := range p.of {
				x.of = append(x.of, c)
				x.places = append(x.places, place{there == 1, i == 0 && !alike, p, i == len(p.of)-1})
			}
			x.constraints = append(x.constraints, p.constraints...)
		}
		for _, c := range side {
			if !slices.Contains(x.of[begun:], c) {
				x.of = append(x.of, c)
				x.places = append(x.places, place{there == 1, !alike, nil, false})
			}
		}
		x.places[begun].fresh = true
	}
	x.step, x.ends = x.read, func(m memory) bool { return m.sum == 0 }
	return len(x.constraints) > 0
}

// read adds a digit to the first group, or takes it away, and adds it to the sum of its cage. A memory counts each
// digit in four bits of its sum, above them is the sum of the cage so far.
func (x *exchange) read(at int, m memory, d int) (memory, bool) {
	p, bit, one := &x.places[at], uint64(1)<<(d-1), 1<<(4*(d-1))
	if p.fresh {
		m.used = 0
	}
	ok := m.used&bit == 0
	if m.used |= bit; p.there {
		ok, one = ok && m.sum>>(4*(d-1))&15 > 0, -one
	}
	m.sum += one
	if p.cage != nil {
		m.sum += d << cageAt
		if p.last {
			sum := m.sum >> cageAt
			m.sum -= sum << cageAt
			ok = ok && inTotal(p.cage.total, sum, sum)
		}
	}
	return m, ok
}

// text says which houses hold the same digits, and names the cages.
func (t *sumOfHouses) text(x *exchange) string {
	hold := "hold"
	if len(x.groups[0]) == 1 {
		hold = "holds"
	}
	return fmt.Sprintf("Without the cells that they share, %s %s the same digits as %s; with %s, %s.", t.HouseNames(x.groups[0]),
		hold, t.HouseNames(x.groups[1]), t.names(x.constraints, ", "), t.conclusion())
}
