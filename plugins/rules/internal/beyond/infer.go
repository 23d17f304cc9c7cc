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
// outies, count with weight −1. Of an arrow its cells are taken away, which adds its circle.

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

// cages returns sums with one total whose cells that weigh 1 share none: those without other cells first.
func (v *view) cages() (cages []*part) {
	taken := board.NewCellSet(v.Cells)
	for _, others := range []bool{false, true} {
		for _, p := range v.parts {
			if len(p.total) != 1 || p.total[0].Low < p.total[0].High {
				continue
			}
			cells := p.ofWeight(1)
			if others == (len(cells) < len(p.of)) && len(cells) > 0 && !slices.ContainsFunc(cells, taken.Has) {
				for _, c := range cells {
					taken.Add(c)
				}
				cages = append(cages, p)
			}
		}
	}
	return cages
}

// ofWeight returns the cells of a sum with a weight.
func (p *part) ofWeight(weight int) (cells []int) {
	for i, c := range p.of {
		if p.weights[i] == weight {
			cells = append(cells, c)
		}
	}
	return cells
}

// unions lists sets of full houses that share no cell: neighbouring rows, neighbouring columns, boxes that touch, and
// each other house alone.
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
	for h := range v.Houses {
		if kind := v.Houses[h].Kind; kind != sudoku.Row && kind != sudoku.Column && !v.IsBox(h) {
			all = append(all, []int{h})
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
	union, weight := board.NewCellSet(v.Cells), make([]int, v.Cells)
	for _, h := range houses {
		for _, c := range v.Houses[h].Cells {
			union.Add(int(c))
			weight[c] = 1
		}
	}
	total := len(houses) * v.N * (v.N + 1) / 2
	p := &part{houses: houses}
	var outside []int
	for _, cage := range cages {
		taken, inside := 0, 0
		for i, c := range cage.of {
			if cage.weights[i] == 1 {
				taken++
				if union.Has(c) {
					inside++
				}
			}
		}
		if 2*inside <= taken {
			continue
		}
		total -= cage.total[0].Low
		p.constraints = append(p.constraints, cage.constraints...)
		p.mixed = p.mixed || taken < len(cage.of)
		for i, c := range cage.of {
			if weight[c] -= cage.weights[i]; !union.Has(c) && !slices.Contains(outside, c) {
				outside = append(outside, c)
			}
		}
	}
	if p.constraints == nil {
		return nil
	}
	gone := func(c int) bool { return weight[c] == 0 }
	outside = slices.DeleteFunc(outside, gone)
	cells := append(slices.DeleteFunc(slices.Collect(union.All), gone), outside...)
	if len(cells) == 0 || len(cells) > mostRemain {
		return nil
	}
	sign := 1
	if !p.mixed && len(cells) == len(outside) {
		sign = -1 // outies alone have a sum of their own
	}
	weights := make([]int, len(cells))
	for i, c := range cells {
		weights[i] = sign * weight[c]
	}
	v.sum(p, cells, weights, []clause.Range{{Low: sign * total, High: sign * total}})
	if p.sort = innie; len(outside) > 0 {
		p.sort = outie
	}
	return p
}
