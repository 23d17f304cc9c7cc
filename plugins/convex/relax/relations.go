package relax

import "math"

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
