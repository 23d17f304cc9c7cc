package relax

import (
	"math"
	"math/bits"
)

// maxRelated is the number of full houses up to which dependent rows are looked for; beyond it the
// factorisation skips their pivots.
const maxRelated = 160

// findRelations finds the linear dependencies among the rows of the model that the geometry implies.
//
// Let M be the incidence matrix of full houses and cells. Every vector k with kᵀM = 0 makes, for each digit
// d, Σ k_h row(h,d) vanish: the three rows of a band are the three boxes of the band. And for each full house
// Σ_d row(h,d) = Σ_{c in h} row(c), so that cell rows whose columns of M are independent follow from the
// others. On the classic 9×9 that is 9·6 + 21 = 75 of 324 rows. relations is a basis of the vectors k, one
// coefficient a house; houseRank the rank of M.
func (f *frame) findRelations() {
	if len(f.houses) > maxRelated {
		return
	}
	var basis echelon
	for h, cells := range f.houses {
		if !f.full[h] {
			continue
		}
		row := make([]float64, f.cells+len(f.houses))
		for _, c := range cells {
			row[c] = 1
		}
		row[f.cells+h] = 1 // remembers which houses were combined
		if !basis.add(row, f.cells) {
			f.relations = append(f.relations, row[f.cells:])
		}
	}
	f.houseRank = len(basis.rows)
}

// echelon is a set of independent vectors in echelon form.
type echelon struct {
	rows   [][]float64
	pivots []int
}

func (r *echelon) clear() { r.rows, r.pivots = r.rows[:0], r.pivots[:0] }

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

// dependence finds the rows that a model may drop. Its slices are kept from model to model.
type dependence struct {
	f       *frame
	scratch [][]float64 // copy of the relations
	basis   echelon
	vectors []float64 // memory of the basis
	byCount [][]int32 // open cells by number of candidates
}

func newDependence(f *frame) *dependence {
	d := &dependence{f: f, byCount: make([][]int32, f.n+1),
		vectors: make([]float64, (f.houseRank+1)*len(f.houses))}
	for range f.relations {
		d.scratch = append(d.scratch, make([]float64, len(f.houses)))
	}
	return d
}

// houses calls drop with a house for each relation of digit d: the densest undecided one.
func (d *dependence) houses(b *board, digit int, drop func(h int)) {
	for i, r := range d.f.relations {
		copy(d.scratch[i], r)
	}
	for i, r := range d.scratch {
		best, most := -1, 0
		for h, k := range r {
			if k == 0 || b.placed[h].Has(digit) {
				continue
			}
			if n := bits.OnesCount64(b.places[h*d.f.n+digit-1]); n > most {
				best, most = h, n
			}
		}
		if best >= 0 {
			drop(best)
			eliminate(d.scratch[i+1:], r, best)
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

// cells calls drop with undecided cells, densest first, whose columns of M are independent.
func (d *dependence) cells(b *board, drop func(c int32)) {
	for i := range d.byCount {
		d.byCount[i] = d.byCount[i][:0]
	}
	for c, v := range b.value {
		if v == 0 {
			n := b.cand[c].Len()
			d.byCount[n] = append(d.byCount[n], int32(c))
		}
	}
	d.basis.clear()
	for n := d.f.n; n > 0; n-- {
		for _, c := range d.byCount[n] {
			if len(d.basis.rows) == d.f.houseRank {
				return
			}
			if d.independent(c) {
				drop(c)
			}
		}
	}
}

// independent adds the column of a cell to the basis if it is independent of the columns there.
func (d *dependence) independent(c int32) bool {
	size := len(d.f.houses)
	v := d.vectors[len(d.basis.rows)*size:][:size]
	clear(v)
	for _, m := range d.f.housesOf(c) {
		if d.f.full[m.house] {
			v[m.house] = 1
		}
	}
	return d.basis.add(v, size)
}
