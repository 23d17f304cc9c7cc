package relax

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// model is the polytope P of a board: A x = 1, x ≥ 0, one variable for each candidate of an undecided cell, one
// row for each undecided cell and for each undecided digit of a house, without dependent rows. A house with
// fewer than n cells gives rows "at most one", each with a slack variable of its own after the candidates.
type model struct {
	f      *frame
	a      interior.Matrix
	cells  []int32 // undecided cells
	at     []int32 // variables at[i] … at[i+1]−1 are the candidates of cells[i], by increasing digit
	cell   []int32 // cell of each candidate
	digit  []uint8
	rowOf  []int32 // row of cell c at c, of digit d in house h at cells + h·n + d−1; −1 dropped, −2 none
	slacks []int32 // row of each slack
	places []int32 // in how many cells of house h digit d can stand, at h·n + d−1; 0 if it is decided there
	buffer []int32

	basis   [][]float64 // scratch of follow: copy of the relations
	columns echelon
	vectors []float64 // memory of columns
}

const (
	rowDropped = -1
	rowAbsent  = -2
)

// newModel returns a model with room for the rows of a geometry.
func newModel(f *frame) *model {
	m := &model{f: f, rowOf: make([]int32, f.cells+len(f.houses)*f.n), places: make([]int32, len(f.houses)*f.n)}
	m.basis = make([][]float64, len(f.relations.basis))
	m.vectors = make([]float64, (f.relations.rank+1)*len(f.houses))
	return m
}

// variables returns the number of candidates, without slacks.
func (m *model) variables() int { return int(m.at[len(m.cells)]) }

// build makes the model of a board.
func (m *model) build(b *board) {
	m.a.Reset(int(m.numberRows(b)))
	m.cells, m.at, m.cell, m.digit = m.cells[:0], m.at[:0], m.cell[:0], m.digit[:0]
	for c, v := range b.value {
		if v == 0 {
			m.cells, m.at = append(m.cells, int32(c)), append(m.at, int32(len(m.cell)))
			for d := range b.cand[c].All {
				m.addVariable(int32(c), d)
			}
		}
	}
	m.at = append(m.at, int32(len(m.cell)))
	for _, r := range m.slacks {
		m.a.AddColumn(r)
	}
}

// addVariable adds the column of a candidate: its cell and its houses.
func (m *model) addVariable(c int32, d int) {
	rows := m.buffer[:0]
	if r := m.rowOf[c]; r >= 0 {
		rows = append(rows, r)
	}
	for _, h := range m.f.housesOf[c] {
		if r := m.rowOf[m.f.cells+int(h)*m.f.n+d-1]; r >= 0 {
			rows = append(rows, r)
		}
	}
	m.a.AddColumn(rows...)
	m.cell, m.digit, m.buffer = append(m.cell, c), append(m.digit, uint8(d)), rows
}

// numberRows numbers the rows that the board leaves open and returns how many there are.
func (m *model) numberRows(b *board) (next int32) {
	for i := range m.rowOf {
		m.rowOf[i] = rowAbsent
	}
	m.count(b)
	m.follow(b, func(row int) { m.rowOf[row] = rowDropped })
	m.slacks = m.slacks[:0]
	for c, v := range b.value {
		if v == 0 && m.rowOf[c] != rowDropped {
			m.rowOf[c] = next
			next++
		}
	}
	for i, n := range m.places {
		full, row := m.f.full[i/m.f.n], &m.rowOf[m.f.cells+i]
		if n == 0 || *row == rowDropped || !full && n < 2 {
			continue
		}
		if !full {
			m.slacks = append(m.slacks, next)
		}
		*row = next
		next++
	}
	return next
}

// count counts the places of the digits that the board leaves open.
func (m *model) count(b *board) {
	clear(m.places)
	for h, cells := range m.f.houses {
		places := m.places[h*m.f.n : (h+1)*m.f.n]
		for _, c := range cells {
			for d := range b.cand[c].All {
				places[d-1]++
			}
		}
		for _, c := range cells {
			if v := b.value[c]; v != 0 {
				places[v-1] = 0
			}
		}
	}
}

// rounded fills grid with the board's values and the rounded point [x]: in undecided cells the digit whose variable
// is at least one half. It reports whether that is a solution of the full system, dropped rows included: A[x] = 1.
func (m *model) rounded(b *board, x []float64, grid sudoku.Grid) bool {
	copy(grid, b.value)
	for i, c := range m.cells {
		for j := m.at[i]; j < m.at[i+1]; j++ {
			switch {
			case x[j] < 0.5:
			case grid[c] != 0:
				return false
			default:
				grid[c] = m.digit[j]
			}
		}
		if grid[c] == 0 {
			return false
		}
	}
	return m.f.consistent(grid)
}

// drawn fills grid by geometric rounding (D. Ge et al. 2008): luck is one exponential number for each digit, the same
// for all cells, and a cell takes the digit of the least luck by probability. Each digit is then drawn with its
// probability, and equal cells draw equally. It reports whether that is a solution.
func (m *model) drawn(b *board, x, luck []float64, grid sudoku.Grid) bool {
	copy(grid, b.value)
	for i, c := range m.cells {
		least := math.Inf(1)
		for j := m.at[i]; j < m.at[i+1]; j++ {
			if v := luck[m.digit[j]-1] / x[j]; v < least {
				least, grid[c] = v, m.digit[j]
			}
		}
	}
	return m.f.consistent(grid)
}

// consistent reports whether a filled grid has no digit twice in a house.
func (f *frame) consistent(grid sudoku.Grid) bool {
	for _, cells := range f.houses {
		seen := sudoku.Digits(0)
		for _, c := range cells {
			if seen.Has(int(grid[c])) {
				return false
			}
			seen = seen.With(int(grid[c]))
		}
	}
	return true
}

// mostHouses is the number of houses up to which dependent rows are looked for; beyond it the factorisation skips
// their pivots.
const mostHouses = 160

// relations are the linear dependencies among the rows of the polytope that houses imply. They are shared by all
// boards.
//
// Let M be the incidence matrix of full houses and cells. Every vector k with kᵀM = 0 makes, for each digit d,
// Σ k_h row(h,d) vanish: the three rows of a band are the three boxes of the band. And for each full house
// Σ_d row(h,d) = Σ_{c in h} row(c), so that cell rows whose columns of M are independent follow from the others. On the
// classic 9×9 that is 9·6 + 21 = 75 of 324 rows.
type relations struct {
	basis [][]float64 // of the vectors k, one coefficient a house
	rank  int         // of M
}

// newRelations finds the linear relations between houses, for geometries of not too many houses.
func newRelations(f *frame) *relations {
	r := &relations{}
	if len(f.houses) > mostHouses {
		return r
	}
	var rows echelon
	for h, of := range f.houses {
		if !f.full[h] {
			continue
		}
		row := make([]float64, f.cells+len(f.houses))
		for _, c := range of {
			row[c] = 1
		}
		row[f.cells+h] = 1 // remembers which houses were combined
		if !rows.add(row, f.cells) {
			r.basis = append(r.basis, row[f.cells:])
		}
	}
	r.rank = len(rows.rows)
	return r
}

// follow calls drop with rows of the model that follow from the others: for each relation of a digit that of the
// densest undecided house, and those of undecided cells, densest first, whose columns of M are independent. Rows are
// numbered as in rowOf.
func (m *model) follow(b *board, drop func(row int)) {
	f, basis, columns := m.f, m.basis, &m.columns
	for d := range f.n {
		for i, k := range f.relations.basis {
			basis[i] = append(basis[i][:0], k...)
		}
		for i, r := range basis {
			best, most := -1, int32(0)
			for h, k := range r {
				if n := m.places[h*f.n+d]; k != 0 && n > most {
					best, most = h, n
				}
			}
			if best >= 0 {
				drop(f.cells + best*f.n + d)
				eliminate(basis[i+1:], r, best)
			}
		}
	}
	columns.rows, columns.pivots = columns.rows[:0], columns.pivots[:0]
	for n := f.n; n > 0; n-- {
		for c, v := range b.value {
			if v != 0 || b.cand[c].Len() != n {
				continue
			}
			if len(columns.rows) == f.relations.rank {
				return
			}
			column := m.vectors[len(columns.rows)*len(f.houses):][:len(f.houses)]
			clear(column)
			for _, h := range f.housesOf[c] {
				if f.full[h] {
					column[h] = 1
				}
			}
			if columns.add(column, len(column)) {
				drop(c)
			}
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

// echelon is a set of independent vectors in echelon form.
type echelon struct {
	rows   [][]float64
	pivots []int
}

// add reduces v in place by the rows so far and keeps it, not copied, if its first `width` entries do not vanish.
func (r *echelon) add(v []float64, width int) bool {
	for i, row := range r.rows {
		if s := v[r.pivots[i]]; s != 0 {
			for j, x := range row {
				v[j] -= s * x
			}
		}
	}
	best := 0
	for j, x := range v[:width] {
		if math.Abs(x) > math.Abs(v[best]) {
			best = j
		}
	}
	if math.Abs(v[best]) < 1e-9 {
		return false
	}
	scale := 1 / v[best]
	for j := range v {
		v[j] *= scale
	}
	r.rows, r.pivots = append(r.rows, v), append(r.pivots, best)
	return true
}
