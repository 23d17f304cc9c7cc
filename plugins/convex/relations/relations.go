package relations

import (
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// mostHouses is the number of full houses up to which dependent rows are looked for; beyond it the
// factorisation skips their pivots.
const mostHouses = 160

// Relations are the linear dependencies among rows that houses imply. They are shared by all boards.
type Relations struct {
	houses   int
	basis    [][]float64 // of the vectors k, one coefficient a house
	rank     int         // of M
	housesOf [][]int32   // the full houses of each cell
}

// New finds the relations among houses, of which those that are full hold every digit. Of more than 160 houses there are none.
func New(houses [][]int32, full []bool, cells int) *Relations {
	r := &Relations{houses: len(houses), housesOf: make([][]int32, cells)}
	if len(houses) > mostHouses {
		return r
	}
	var rows echelon
	for h, of := range houses {
		if !full[h] {
			continue
		}
		row := make([]float64, cells+len(houses))
		for _, c := range of {
			row[c] = 1
			r.housesOf[c] = append(r.housesOf[c], int32(h))
		}
		row[cells+h] = 1 // remembers which houses were combined
		if !rows.add(row, cells) {
			r.basis = append(r.basis, row[cells:])
		}
	}
	r.rank = len(rows.rows)
	return r
}

// Board is what a Finder looks at.
type Board struct {
	Value  sudoku.Grid     // decided cells
	Cand   []sudoku.Digits // candidates of each cell
	Places []uint64        // Places[h·n + d−1]: where digit d can stand in house h
	Placed []sudoku.Digits // digits decided in each house
}

// Finder finds the rows that a board may do without. Its memory is kept from board to board.
type Finder struct {
	of      *Relations
	n       int
	scratch [][]float64 // copy of the basis
	columns echelon
	vectors []float64 // memory of columns
	byCount [][]int32 // open cells by number of candidates
}

// Finder returns a Finder for boards of n digits.
func (r *Relations) Finder(n int) *Finder {
	f := &Finder{of: r, n: n, byCount: make([][]int32, n+1), vectors: make([]float64, (r.rank+1)*r.houses)}
	for range r.basis {
		f.scratch = append(f.scratch, make([]float64, r.houses))
	}
	return f
}

// Houses calls drop with a house for each relation of a digit: the densest undecided one.
func (f *Finder) Houses(b Board, digit int, drop func(h int)) {
	for i, k := range f.of.basis {
		copy(f.scratch[i], k)
	}
	for i, r := range f.scratch {
		best, most := -1, 0
		for h, k := range r {
			if k == 0 || b.Placed[h].Has(digit) {
				continue
			}
			if n := bits.OnesCount64(b.Places[h*f.n+digit-1]); n > most {
				best, most = h, n
			}
		}
		if best >= 0 {
			drop(best)
			eliminate(f.scratch[i+1:], r, best)
		}
	}
}

// eliminate makes entry p of the other relations vanish with the help of r.
func eliminate(others [][]float64, r []float64, p int) {
	for _, o := range others {
		s := o[p] / r[p]
		if s == 0 {
			continue
		}
		for h, k := range r {
			if o[h] -= s * k; math.Abs(o[h]) < 1e-9 {
				o[h] = 0
			}
		}
	}
}

// Cells calls drop with undecided cells, densest first, whose columns of M are independent.
func (f *Finder) Cells(b Board, drop func(c int32)) {
	for i := range f.byCount {
		f.byCount[i] = f.byCount[i][:0]
	}
	for c, v := range b.Value {
		if v == 0 {
			n := b.Cand[c].Len()
			f.byCount[n] = append(f.byCount[n], int32(c))
		}
	}
	f.columns.clear()
	for n := f.n; n > 0; n-- {
		for _, c := range f.byCount[n] {
			if len(f.columns.rows) == f.of.rank {
				return
			}
			if f.independent(c) {
				drop(c)
			}
		}
	}
}

// independent adds the column of a cell if it is independent of those there.
func (f *Finder) independent(c int32) bool {
	size := f.of.houses
	v := f.vectors[len(f.columns.rows)*size:][:size]
	clear(v)
	for _, h := range f.of.housesOf[c] {
		v[h] = 1
	}
	return f.columns.add(v, size)
}
