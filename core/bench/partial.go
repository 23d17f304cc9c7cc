package bench

import "math"

// Partial returns Spearman's rank correlation of x and y given z: what they have in common beyond what both
// have in common with z. It is NaN where one of them is constant or follows z exactly.
func Partial(x, y, z []float64) float64 {
	xy, xz, yz := Spearman(x, y), Spearman(x, z), Spearman(y, z)
	rest := (1 - xz*xz) * (1 - yz*yz)
	if rest < 1e-12 {
		return math.NaN()
	}
	return (xy - xz*yz) / math.Sqrt(rest)
}
