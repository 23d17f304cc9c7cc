package rate

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// forecast returns the predicted time, with the rating as the grader finds it.
func forecast(t testing.TB, e *rater, f *forecaster, p *sudoku.Puzzle) float64 {
	t.Helper()
	r, err := e.rate(p)
	if err != nil {
		t.Fatal(err)
	}
	return f.measure(p, r.er).seconds()
}

// TestHumanSeconds ranks the puzzles that the model was fitted on and compares with people; images of a
// puzzle that are rated alike must have the same time to the last bit.
func TestHumanSeconds(t *testing.T) {
	f, rng := &forecaster{}, rand.New(rand.NewPCG(3, 4))
	var times, predicted, rated []float64
	levels := make([]int, len(humanLevels)+1)
	for i, r := range rulestest.Records(t, "graded/human_even.tsv") {
		p := rulestest.Puzzle(t, r[1])
		er, _ := strconv.ParseFloat(r[6], 64)
		seconds, _ := strconv.ParseFloat(r[4], 64)
		got := f.grades(p, er, r[6])
		levels[int(got[1].Value)]++
		times, rated = append(times, seconds), append(rated, er)
		predicted = append(predicted, f.measure(p, er).seconds())
		image := symmetry.RandomImage(p, rng)
		if at := f.measure(image, er).seconds(); at != predicted[i] {
			t.Errorf("%s takes %v s, an image %v s", r[1], predicted[i], at)
		}
	}
	rho := stat.Correlation(ranks(predicted), ranks(times), nil)
	t.Logf("Spearman with people: %.3f, Sudoku Explainer's ER %.3f; puzzles a level %v",
		rho, stat.Correlation(ranks(rated), ranks(times), nil), levels[1:])
	if rho < 0.70 {
		t.Errorf("Spearman with people: %.3f", rho)
	}
}

// ranks returns the rank of each value, equal values sharing their mean rank.
func ranks(x []float64) []float64 {
	sorted := slices.Sorted(slices.Values(x))
	out := make([]float64, len(x))
	for i, v := range x {
		first, _ := slices.BinarySearch(sorted, v)
		last := first
		for last < len(x) && sorted[last] == v {
			last++
		}
		out[i] = float64(first+last-1) / 2
	}
	return out
}

// TestHumanTechnique expects that hidden singles cost nothing, and harder techniques the more the harder they are.
func TestHumanTechnique(t *testing.T) {
	f, p, last := &forecaster{}, rulestest.Puzzle(t, rulestest.Easy), 0.0
	for _, er := range []float64{1.2, 1.5, 2.3, 4.2, 7.0} {
		grades := f.grades(p, er, "a technique")
		cost := grades[len(grades)-1]
		if cost.Metric != "human_technique" || cost.Label != "a technique" || cost.Value >= grades[0].Value ||
			(er <= 1.5) != (cost.Value == 0) || er > 1.5 && cost.Value <= last {
			t.Errorf("ER %v: %v of %v", er, cost, grades[0])
		}
		last = cost.Value
	}
}

// TestHumanBeyond goes far above the ratings of the fit: the prediction must still exceed that of
// an easyPuzzle puzzle.
func TestHumanBeyond(t *testing.T) {
	e, f := newRater(12, 0), &forecaster{}
	p := rulestest.Puzzle(t, rulestest.Easy)
	quick, slow := forecast(t, e, f, p), rulestest.Puzzle(t, hardPuzzles[0].puzzle)
	if got := forecast(t, e, f, slow); got < 1.5*quick {
		t.Errorf("the hard puzzle takes %.0f s, the easyPuzzle one %.0f s", got, quick)
	}
}

func BenchmarkHumanSeconds(b *testing.B) {
	f, p := &forecaster{}, rulestest.Puzzle(b, rulestest.Easy)
	for b.Loop() {
		f.measure(p, 1.2)
	}
}

// sample is a puzzle with people's time; x are its features, after a 1 for the constant.
type sample struct {
	x                 [3]float64
	lnSeconds, weight float64
}

func samples(t *testing.T) []sample {
	var all []sample
	f := &forecaster{}
	for _, r := range rulestest.Records(t, "graded/human_even.tsv") {
		p := rulestest.Puzzle(t, r[1])
		completions, _ := strconv.ParseFloat(r[3], 64)
		seconds, _ := strconv.ParseFloat(r[4], 64)
		er, _ := strconv.ParseFloat(r[6], 64)
		m := f.measure(p, er)
		all = append(all, sample{[3]float64{1, m.lnEffort, m.lnER}, math.Log(seconds), completions / (completions + 8)})
	}
	return all
}

// fit returns the coefficients of the weighted regression over the samples that keep allows.
func fit(all []sample, keep func(i int) bool) [3]float64 {
	normal, right := mat.NewSymDense(3, nil), mat.NewVecDense(3, nil)
	for i, s := range all {
		if keep(i) {
			x := mat.NewVecDense(3, s.x[:])
			normal.SymRankOne(normal, s.weight, x)
			right.AddScaledVec(right, s.weight*s.lnSeconds, x)
		}
	}
	var solution mat.VecDense
	if err := solution.SolveVec(normal, right); err != nil {
		return [3]float64{}
	}
	return [3]float64(solution.RawVector().Data)
}

// TestHumanFit repeats the fit, and the cross-validation: ten folds, each predicted from the other nine.
func TestHumanFit(t *testing.T) {
	all := samples(t)
	want := [3]float64{humanBase, humanEffort, humanER}
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
					predicted[i] = mat.Dot(mat.NewVecDense(3, c[:]), mat.NewVecDense(3, s.x[:]))
					times[i] = s.lnSeconds
				}
			}
		}
		rho := stat.Correlation(ranks(predicted), ranks(times), nil)
		t.Logf("Spearman with people, on puzzles left out: %.3f", rho)
		if rho < 0.69 {
			t.Errorf("Spearman with people, on puzzles left out: %.3f", rho)
		}
	}
	var predicted []float64
	for _, s := range all {
		predicted = append(predicted, math.Exp(want[0]+want[1]*s.x[1]+want[2]*s.x[2]))
	}
	slices.Sort(predicted)
	t.Logf("fifths at %.0f, %.0f, %.0f and %.0f s", predicted[160], predicted[320], predicted[480], predicted[640])
}
