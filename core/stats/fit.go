package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Fit returns the weights of the columns of x whose sum is nearest to y by least squares, one for each column; 0 for a
// column that is a sum of those before it, times weights. A column of ones stands for a constant.
func Fit(x [][]float64, y []float64) []float64 {
	n := len(x[0])
	rows := make([][]float64, n) // the normal equations, their right side last
	for i := range rows {
		rows[i] = make([]float64, n+1)
		for k, row := range x {
			for j, v := range row {
				rows[i][j] += row[i] * v
			}
			rows[i][n] += row[i] * y[k]
		}
	}
	weights, whole := make([]float64, n), make([]float64, n)
	for i := range rows {
		whole[i] = rows[i][i]
	}
	determined := func(i int) bool { return rows[i][i] > 1e-9*whole[i] }
	for i := range rows {
		for k := range rows {
			if k != i && determined(i) {
				subtract(rows[k], rows[i], rows[k][i]/rows[i][i])
			}
		}
	}
	for i, row := range rows {
		if determined(i) {
			weights[i] = row[n] / row[i]
		}
	}
	return weights
}

func subtract(from, row []float64, times float64) {
	for j, v := range row {
		from[j] -= times * v
	}
}

// Better is by how much x follows y more closely than base does: the difference of Spearman's correlations.
type Better struct{ Value, Low, High float64 }

// String returns "0.033 (0.019 to 0.048)".
func (b Better) String() string { return fmt.Sprintf("%.3f (%.3f to %.3f)", b.Value, b.Low, b.High) }

// BetterThan compares how x and base, neither of them constant, follow y, with the 95 % interval of a bootstrap over the
// points.
func BetterThan(x, base, y []float64) Better {
	const draws = 500
	rng := rand.New(rand.NewPCG(1, 1))
	var differences []float64
	drawn := [3][]float64{make([]float64, len(y)), make([]float64, len(y)), make([]float64, len(y))}
	for range draws {
		for i := range y {
			k := rng.IntN(len(y))
			drawn[0][i], drawn[1][i], drawn[2][i] = x[k], base[k], y[k]
		}
		if d := Spearman(drawn[0], drawn[2]) - Spearman(drawn[1], drawn[2]); !math.IsNaN(d) { // a draw can be of equal values
			differences = append(differences, d)
		}
	}
	slices.Sort(differences)
	return Better{Spearman(x, y) - Spearman(base, y), Quantile(differences, 0.025), Quantile(differences, 0.975)}
}

// Exponent fits y = c·x^e to points with positive coordinates, by least squares of the logarithms. It returns e and half of
// its 95 % interval, which takes the logarithms' deviations for normal ones and more than a few points. Both are NaN
// for fewer than three points or if all x are equal.
func Exponent(x, y []float64) (e, half float64) {
	var lx, ly []float64
	for i := range x {
		lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
	}
	xy, xx, yy := products(lx, ly)
	if len(x) < 3 || xx == 0 {
		return math.NaN(), math.NaN()
	}
	e = xy / xx
	rest := max(0, yy-e*xy) / float64(len(x)-2)
	return e, 1.96 * math.Sqrt(rest/xx)
}
