package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestFitIsThatOfAnotherLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x [][]float64
	var y, flat []float64
	for range 50 {
		row := []float64{1, rng.Float64() * 40, rng.NormFloat64()}
		x, flat = append(x, row), append(flat, row...)
		y = append(y, 3+0.2*row[1]-7*row[2]+rng.NormFloat64())
	}
	var want mat.VecDense
	if err := want.SolveVec(mat.NewDense(50, 3, flat), mat.NewVecDense(50, y)); err != nil {
		t.Fatal(err)
	}
	for i, w := range Fit(x, y) {
		if math.Abs(w-want.AtVec(i)) > 1e-9 {
			t.Errorf("weight %d is %v, want %v", i, w, want.AtVec(i))
		}
	}
}

func TestFitOfAColumnThatAddsNothing(t *testing.T) {
	w := Fit([][]float64{{1, 2, 0, 5}, {1, 2, 0, 7}, {1, 2, 0, 9}}, []float64{1, 2, 3})
	for i, want := range []float64{-1.5, 0, 0, 0.5} {
		if math.Abs(w[i]-want) > 1e-9 {
			t.Errorf("weights %v: that of column %d is not %v", w, i, want)
		}
	}
}

func TestBetterThan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var y, near, far []float64
	for range 300 {
		v := rng.NormFloat64()
		y, near, far = append(y, v), append(near, v+rng.NormFloat64()/2), append(far, v+3*rng.NormFloat64())
	}
	if b := BetterThan(near, far, y); b.Low < 0.2 || b.Value < b.Low || b.Value > b.High {
		t.Errorf("a close column is better than a loose one by %+v", b)
	}
	if b := BetterThan(near, near, y); b != (Better{}) {
		t.Errorf("a column is better than itself by %+v", b)
	}
}
