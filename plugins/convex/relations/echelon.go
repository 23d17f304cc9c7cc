package relations

import "math"

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
