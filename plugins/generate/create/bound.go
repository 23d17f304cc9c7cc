package create

import (
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/generate/easy"
)

// A rung is a set of techniques and the limits, both inclusive, of a metric for 9×9 puzzles that need it:
// those that it solves and the rung before does not.
type rung struct {
	means     easy.Means
	low, high float64
}

// rungs are the metrics that this package bounds without measuring them, the easiest puzzles first.
//
// The rating of Sudoku Explainer 1.2.1: its direct techniques, 1.7 to 2.0, place what locked candidates and
// hidden pairs would show. The direct hidden triplet, 2.5, is the easiest beyond these. The level of qqwing:
// 1 simple, 2 easy, 3 intermediate, 4 expert.
var rungs = map[string][]rung{
	"se": {{easy.BoxSingles, 1, 1.2}, {easy.LineSingles, 1.5, 1.5}, {easy.AllSingles, 1.7, 2.3}, {easy.Pairs, 1.7, 3.4},
		{easy.Anything, 2.5, 12}},
	"qqwing_level": {{easy.NakedSingles, 1, 1}, {easy.AllSingles, 2, 2}, {easy.Pairs, 3, 3}, {easy.Anything, 4, 4}},
}

// hardRungs take the place of rungs for ranges that lie above the first of them, whose technique is tried on
// what nine.Candidates leaves: that is quicker, and a triple, which it may have used, is rated 4.0 at most.
var hardRungs = map[string][]rung{
	"se": {{easy.Pairs, 1, 4}, {easy.Anything, 2.5, 12}},
}

// Bounds reports whether an order may ask for a range of this metric although puzzles outside it may come.
func Bounds(metric string) bool { return rungs[metric] != nil }

// noneTooHard reports whether the order asks for a range of a bounded metric that far finds no puzzle too hard for.
func (m *maker) noneTooHard() bool {
	rungs := rungs[m.o.Metric]
	return len(rungs) > 0 && rungs[len(rungs)-1].low < m.o.MetricMax
}

// tooEasy is less than any number of cells that easy techniques leave empty: the last one is always filled.
const tooEasy = 1

// far is 0 where the metric of a puzzle may be in the range of the order, as far as is known. Of a puzzle that
// is too hard it is the number of cells that the techniques which may be needed leave empty, else tooEasy.
func (m *maker) far(givens sudoku.Grid) int {
	if !m.o.Geometry.IsClassic() {
		return 0
	}
	rungs := rungs[m.o.Metric]
	if hard := hardRungs[m.o.Metric]; hard != nil && hard[0].high < m.o.MetricMin {
		rungs = hard
		m.people.LoadSettled(givens)
	} else {
		m.people.Load(givens)
	}
	for _, r := range rungs {
		if r.low >= m.o.MetricMax {
			return m.people.Left()
		}
		solved := m.people.Solve(r.means) || r.means == easy.Anything
		if solved && r.high < m.o.MetricMin {
			return tooEasy
		}
		if solved {
			break
		}
	}
	return 0
}
