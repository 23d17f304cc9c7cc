package relax

import "math"

// entropy returns H(x) = −Σ x log x (9), in nats; 0 log 0 is 0.
func entropy(x []float64) float64 {
	h := 0.0
	for _, v := range x {
		if v > 0 {
			h -= v * math.Log(v)
		}
	}
	return h
}

// direction sets y to an ascent direction of the entropy at x, where probabilities below floor count as floor:
// the logarithm of 0 does not exist. The paper raises x itself, which takes it off the polytope by as much.
type direction func(x []float64, floor float64, y []float64)

// gradient sets y = −log x − 1 (12).
func gradient(x []float64, floor float64, y []float64) {
	for j, v := range x {
		y[j] = -math.Log(max(v, floor)) - 1
	}
}

// newton sets y = −x∘log x − x (13): the gradient times the inverse of the Hessian −diag(1/x), up to sign.
func newton(x []float64, floor float64, y []float64) {
	for j, v := range x {
		v = max(v, floor)
		y[j] = -v*math.Log(v) - v
	}
}
