package rate

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// sample is a puzzle with people's time; x are its features, after a 1 for the constant.
type sample struct {
	x                 [5]float64
	lnSeconds, weight float64
}

func samples(t *testing.T) []sample {
	var all []sample
	e, f := &ladder.Engine{Ladder: ladder.ExplainerLadder(12)}, &forecaster{}
	for _, r := range rulestest.Records(t, "graded/human_even.tsv") {
		p := rulestest.Puzzle(t, r[1])
		completions, _ := strconv.ParseFloat(r[3], 64)
		seconds, _ := strconv.ParseFloat(r[4], 64)
		er, _ := strconv.ParseFloat(r[6], 64)
		m := f.measure(boardOf(e, p), er)
		all = append(all, sample{[5]float64{1, m.lnER, m.lnPatient, m.lnWide, m.naked},
			math.Log(seconds), math.Sqrt(min(completions, 20))})
	}
	return all
}

// fit returns the coefficients of the ridge regression over the samples that keep allows: penalty 0.1 for
// each feature in units of its standard deviation, none for the constant.
func fit(all []sample, keep func(i int) bool) [5]float64 {
	normal, right := mat.NewSymDense(5, nil), mat.NewVecDense(5, nil)
	for i, s := range all {
		if keep(i) {
			x := mat.NewVecDense(5, s.x[:])
			normal.SymRankOne(normal, s.weight, x)
			right.AddScaledVec(right, s.weight*s.lnSeconds, x)
		}
	}
	total := normal.At(0, 0)
	for j := 1; j < 5; j++ {
		mean := normal.At(0, j) / total
		normal.SetSym(j, j, normal.At(j, j)+0.1*(normal.At(j, j)-total*mean*mean))
	}
	var solution mat.VecDense
	if err := solution.SolveVec(normal, right); err != nil {
		return [5]float64{}
	}
	return [5]float64(solution.RawVector().Data)
}

// TestHumanFit repeats the fit, and the cross-validation: ten folds, each predicted from the other nine.
func TestHumanFit(t *testing.T) {
	all := samples(t)
	want := [5]float64{humanBase, humanER, humanPatient, humanWide, humanNaked}
	for j, c := range fit(all, func(int) bool { return true }) {
		if math.Abs(c-want[j]) > 1e-4 {
			t.Errorf("coefficient %d is %.5f, want %.4f", j, c, want[j])
		}
	}
	for seed := range uint64(5) {
		fold := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))
		predicted, times := make([]float64, len(all)), make([]float64, len(all))
		for k := range 10 {
			c := fit(all, func(i int) bool { return fold[i]%10 != k })
			for i, s := range all {
				if fold[i]%10 == k {
					predicted[i] = mat.Dot(mat.NewVecDense(5, c[:]), mat.NewVecDense(5, s.x[:]))
					times[i] = s.lnSeconds
				}
			}
		}
		rho := stat.Correlation(ranks(predicted), ranks(times), nil)
		t.Logf("Spearman with people, on puzzles left out: %.3f", rho)
		if rho < 0.67 {
			t.Errorf("Spearman with people, on puzzles left out: %.3f", rho)
		}
	}
}
