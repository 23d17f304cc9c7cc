package belief

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Census is what all grids say together.
type Census struct {
	Grids     int
	Marginals []float64   // n for each cell
	Entropy   float64     // of the grids, in nats
	Best      sudoku.Grid // of the greatest weight; nil if there is no grid
}

// Entropy returns −Σ p log p, in nats; 0 log 0 is 0. Of all marginals it is the sum of the entropies of the cells, of a
// point of the polytope its H(x) (9).
func Entropy(ps []float64) float64 {
	h := 0.0
	for _, p := range ps {
		if p > 0 {
			h -= p * math.Log(p)
		}
	}
	return h
}

// Enumerate visits all grids of a puzzle whose digits have a prior above 0: prior has n numbers for each cell. It
// reports false, and the census of those that it has visited, if there are more than most or stop asks to end.
func Enumerate(p *sudoku.Puzzle, prior []float64, most int, stop func() bool) (census Census, all bool) {
	census.Marginals = make([]float64, len(prior))
	n, total, surely, best := p.Geometry().N(), 0.0, 0.0, 0.0 // Σ w, Σ w log w, the greatest w
	e := search.New(p.Geometry())
	e.Guess, e.Late = func() bool { return !stop() }, stop
	if !e.Load(p) {
		return census, !stop()
	}
	all = e.Search(func(grid sudoku.Grid) bool {
		w := 1.0
		for c, d := range grid {
			w *= prior[c*n+int(d)-1]
		}
		if w == 0 {
			return true
		}
		if census.Grids == most {
			return false
		}
		census.Grids++
		total += w
		surely += w * math.Log(w)
		for c, d := range grid {
			census.Marginals[c*n+int(d)-1] += w
		}
		if w > best {
			best, census.Best = w, append(census.Best[:0], grid...)
		}
		return true
	})
	if total > 0 {
		for i := range census.Marginals {
			census.Marginals[i] /= total
		}
		census.Entropy = math.Log(total) - surely/total
	}
	return census, all
}
