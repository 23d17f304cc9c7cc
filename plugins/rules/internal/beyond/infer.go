package beyond

import (
	"encoding/binary"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// The 45 rule: the digits of each house sum to 1 + … + N. Houses that share no cell, less the cages in them, are a sum
// of the cells that remain: innies. A cage that lies mostly inside is taken away whole, and then its cells outside,
// outies, count with weight −1.

const (
	mostLines   = 5 // neighbouring rows or columns of a union
	mostBoxes   = 4 // boxes of a union, each beside another
	mostRemain  = 8 // cells of a sum that follows
	mostUnknown = 3 // those of them that may be empty
)

// infer adds the sums that follow from houses and cages, those of fewer houses first and none twice.
func (v *view) infer() {
	cages := v.cages()
	if len(cages) == 0 {
		return
	}
	known := map[string]bool{}
	for _, p := range cages {
		known[keyOf(p.of, p.weights)] = true
	}
	for _, houses := range v.unions() {
		if p := v.remainder(houses, cages); p != nil && !known[keyOf(p.of, p.weights)] {
			known[keyOf(p.of, p.weights)] = true
			v.parts = append(v.parts, p)
		}
	}
}

// keyOf is equal for sums of the same cells with the same weights, or with all of them turned.
func keyOf(cells, weights []int) string {
	order := make([]int, len(cells))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cells[i] - cells[j] })
	var key []byte
	for _, i := range order {
		key = binary.AppendVarint(key, int64(cells[i]+1))
		key = binary.AppendVarint(key, int64(weights[i]*weights[order[0]]))
	}
	return string(key)
}

// cages returns sums with one total, of cells that weigh 1, that share none.
func (v *view) cages() (cages []*part) {
	taken := board.NewCellSet(v.Cells)
	for _, p := range v.parts {
		exact := len(p.total) == 1 && p.total[0].Low == p.total[0].High
		if p.choice != nil || !exact || slices.ContainsFunc(p.weights, func(w int) bool { return w != 1 }) ||
			slices.ContainsFunc(p.of, taken.Has) {
			continue
		}
		for _, c := range p.of {
			taken.Add(c)
		}
		cages = append(cages, p)
	}
	return cages
}

// unions lists sets of full houses that share no cell: neighbouring rows, neighbouring columns and boxes that touch.
func (v *view) unions() (all [][]int) {
	for _, kind := range []sudoku.HouseKind{sudoku.Row, sudoku.Column} {
		first := v.LinesOf(kind)
		for h := first; first >= 0 && h < len(v.Houses) && v.Houses[h].Kind == kind; h++ {
			for k := 1; k <= mostLines && h+k <= len(v.Houses) && v.Houses[h+k-1].Kind == kind; k++ {
				all = append(all, upFrom(h, k))
			}
		}
	}
	seen := map[uint64]bool{}
	var grow func(chosen uint64, houses []int)
	grow = func(chosen uint64, houses []int) {
		if seen[chosen] {
			return
		}
		seen[chosen] = true
		all = append(all, houses)
		for h := range v.Houses {
			if len(houses) < mostBoxes && v.IsBox(h) && chosen>>h&1 == 0 && v.touches(h, houses) {
				grow(chosen|1<<h, append(slices.Clone(houses), h))
			}
		}
	}
	for h := range v.Houses {
		if v.IsBox(h) && h < 64 {
			grow(1<<h, []int{h})
		}
	}
	all = slices.DeleteFunc(all, func(houses []int) bool {
		return slices.ContainsFunc(houses, func(h int) bool { return !v.Houses[h].Full })
	})
	slices.SortStableFunc(all, func(a, b []int) int { return len(a) - len(b) })
	return all
}

// upFrom returns k houses from h on.
func upFrom(h, k int) []int {
	houses := make([]int, k)
	for i := range houses {
		houses[i] = h + i
	}
	return houses
}

// touches reports whether a box has a cell beside one of others.
func (v *view) touches(box int, others []int) bool {
	cols := v.Geometry.Cols()
	for _, a := range v.Houses[box].Cells {
		for _, h := range others {
			for _, b := range v.Houses[h].Cells {
				row, col := int(a)/cols-int(b)/cols, int(a)%cols-int(b)%cols
				if row*row+col*col == 1 {
					return true
				}
			}
		}
	}
	return false
}

// remainder returns what remains of houses if the cages in them are taken away, nil if that is nothing or too much.
func (v *view) remainder(houses []int, cages []*part) *part {
	inside, out := board.NewCellSet(v.Cells), []int(nil)
	for _, h := range houses {
		for _, c := range v.Houses[h].Cells {
			inside.Add(int(c))
		}
	}
	union := slices.Clone(inside)
	total := len(houses) * v.N * (v.N + 1) / 2
	p := &part{houses: houses}
	for _, cage := range cages {
		k := 0
		for _, c := range cage.of {
			if union.Has(c) {
				k++
			}
		}
		if k == 0 || 2*k <= len(cage.of) {
			continue
		}
		total -= cage.total[0].Low
		p.constraints = append(p.constraints, cage.constraints...)
		for _, c := range cage.of {
			if inside.Has(c) {
				inside.Remove(c)
			} else {
				out = append(out, c)
			}
		}
	}
	if len(p.constraints) == 0 || inside.Len()+len(out) == 0 || inside.Len()+len(out) > mostRemain {
		return nil
	}
	return v.remains(p, slices.Collect(inside.All), out, total)
}

// remains completes a part: the cells inside less those outside have a sum.
func (v *view) remains(p *part, inside, out []int, total int) *part {
	cells, weights := slices.Concat(inside, out), make([]int, 0, mostRemain)
	for range inside {
		weights = append(weights, 1)
	}
	for range out {
		weights = append(weights, -1)
	}
	if len(inside) == 0 { // outies alone have a sum of their own
		total = -total
		for i := range weights {
			weights[i] = 1
		}
	}
	v.sum(p, cells, weights, []clause.Range{{Low: total, High: total}})
	if p.sort = innie; len(out) > 0 {
		p.sort = outie
	}
	return p
}
