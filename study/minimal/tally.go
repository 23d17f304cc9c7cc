package minimal

import (
	"math"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
)

// metrics are studied together; clues is the number of givens.
var metrics = []string{"clues", "se", "human_seconds", "techniques", "information_entropy",
	"r_average", "r_ge2", "r_bipart", "lp_off_solution"}

// Places of metrics.
const (
	clues = iota
	se
	lpOffSolution = 8
)

// tally sums up puzzles, those with the same number of givens together.
type tally struct {
	By      map[int]*sums `json:"by"`                // number of givens
	Weights study.Weights `json:"weights,omitempty"` // of puzzles with a controlled bias
}

// sums are those of some puzzles, or weighted ones.
type sums struct {
	Puzzles    float64            `json:"puzzles"`
	Incomplete float64            `json:"incomplete,omitempty"` // lack a metric; they count in Puzzles alone
	Sum        []float64          `json:"sum"`                  // of each metric
	Product    []float64          `json:"product"`              // of metrics i and j, at place
	Rated      map[int]float64    `json:"rated"`                // rating se in tenths → puzzles
	Point      float64            `json:"point"`                // whose polytope is a point
	Hardest    map[string]float64 `json:"hardest"`              // the technique that sets se
	Uses       map[string]float64 `json:"uses"`                 // techniques on the way to the solution
}

func newTally() *tally { return &tally{By: map[int]*sums{}} }

func newSums() *sums {
	return &sums{Sum: make([]float64, len(metrics)), Product: make([]float64, len(metrics)*len(metrics)),
		Rated: map[int]float64{}, Hardest: map[string]float64{}, Uses: map[string]float64{}}
}

// place is where the products of metrics i and j are.
func place(i, j int) int { return min(i, j)*len(metrics) + max(i, j) }

// count adds a puzzle.
func (t *tally) count(givens int, grades []sudoku.Grade) {
	s := t.By[givens]
	if s == nil {
		s = newSums()
		t.By[givens] = s
	}
	s.Puzzles++
	values, labels := map[string]float64{"clues": float64(givens)}, map[string]string{}
	for _, g := range grades {
		values[g.Metric], labels[g.Metric] = g.Value, g.Label
	}
	x := make([]float64, len(metrics))
	for i, name := range metrics {
		v, ok := values[name]
		if !ok {
			s.Incomplete++
			return
		}
		x[i] = v
	}
	for i := range x {
		s.Sum[i] += x[i]
		for j := range i + 1 {
			s.Product[place(i, j)] += x[i] * x[j]
		}
	}
	s.Rated[int(math.Round(10*x[se]))]++
	if x[lpOffSolution] == 0 {
		s.Point++
	}
	s.Hardest[labels["se"]]++
	for name := range strings.SplitSeq(labels["techniques"], ",") {
		s.Uses[name]++
	}
}

// add adds the sums of others, each counted so many times.
func (s *sums) add(o *sums, times float64) {
	s.Puzzles += times * o.Puzzles
	s.Incomplete += times * o.Incomplete
	s.Point += times * o.Point
	for i := range s.Sum {
		s.Sum[i] += times * o.Sum[i]
	}
	for i := range s.Product {
		s.Product[i] += times * o.Product[i]
	}
	addTo(s.Rated, o.Rated, times)
	addTo(s.Hardest, o.Hardest, times)
	addTo(s.Uses, o.Uses, times)
}

func addTo[K comparable](to, from map[K]float64, times float64) {
	for k, v := range from {
		to[k] += times * v
	}
}

// add adds the sums of another tally; times −1 takes them away.
func (t *tally) add(o *tally, times float64) {
	for n, s := range o.By {
		if t.By[n] == nil {
			t.By[n] = newSums()
		}
		t.By[n].add(s, times)
	}
}

// pooled returns the sums of all puzzles, those with n givens counted weight(n) times.
func (t *tally) pooled(weight func(n int) float64) *sums {
	all := newSums()
	for n, s := range t.By {
		all.add(s, weight(n))
	}
	return all
}

// measured is how many puzzles have all metrics.
func (s *sums) measured() float64 { return s.Puzzles - s.Incomplete }

func (s *sums) mean(i int) float64 { return s.Sum[i] / s.measured() }

func (s *sums) covariance(i, j int) float64 {
	return s.Product[place(i, j)]/s.measured() - s.mean(i)*s.mean(j)
}

func (s *sums) deviation(i int) float64 { return math.Sqrt(max(0, s.covariance(i, i))) }

// correlation is Pearson's.
func (s *sums) correlation(i, j int) float64 {
	return s.covariance(i, j) / (s.deviation(i) * s.deviation(j))
}

// skewness is that of the rating.
func (s *sums) skewness() float64 {
	mean, deviation, cubes := s.mean(se), s.deviation(se), 0.0
	for tenths, n := range s.Rated {
		cubes += n * math.Pow(float64(tenths)/10-mean, 3)
	}
	return cubes / s.measured() / math.Pow(deviation, 3)
}

// ratedFrom is the share of puzzles with a rating, in tenths, of at least low and below high.
func (s *sums) ratedFrom(low, high int) float64 {
	n := 0.0
	for tenths, puzzles := range s.Rated {
		if tenths >= low && tenths < high {
			n += puzzles
		}
	}
	return n / s.measured()
}
