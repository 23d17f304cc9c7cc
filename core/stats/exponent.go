package stats

import "math"

// Exponent fits y = c·x^e to points with positive coordinates, by least squares of the logarithms. It returns e and half of
// its 95 % interval, which takes the logarithms' deviations for normal ones and more than a few points. Both are NaN
// for fewer than three points or if all x are equal.
func Exponent(x, y []float64) (e, half float64) {
	var lx, ly []float64
	for i := range x {
		lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
	}
	mx, my := Mean(lx), Mean(ly)
	var xy, xx, yy float64
	for i := range lx {
		dx, dy := lx[i]-mx, ly[i]-my
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	if len(x) < 3 || xx == 0 {
		return math.NaN(), math.NaN()
	}
	e = xy / xx
	rest := max(0, yy-e*xy) / float64(len(x)-2)
	return e, 1.96 * math.Sqrt(rest/xx)
}
