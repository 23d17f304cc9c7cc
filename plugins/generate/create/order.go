package create

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/plugins/generate/easy"
)

// measures are the metrics that a generator can aim at by itself.
var measures = map[string]func(*sudoku.Puzzle) float64{
	"clues":               func(p *sudoku.Puzzle) float64 { return float64(p.Clues()) },
	"empty_cells":         func(p *sudoku.Puzzle) float64 { return float64(len(p.Givens()) - p.Clues()) },
	"information_entropy": entropy,
}

// Measures reports whether an order may ask for a range of this metric.
func Measures(metric string) bool { return measures[metric] != nil }

// entropy is the information entropy of Zhai & Zhang 2013, definition 2.
func entropy(p *sudoku.Puzzle) float64 {
	sum := 0
	for cell, may := range p.Candidates() {
		if p.Givens()[cell] == 0 {
			sum += may.Len()
		}
	}
	return float64(sum) / float64(p.Geometry().N()*len(p.Givens()))
}

// check refuses orders that contradict themselves or ask for what is not known here, and completes the others.
func check(o *sudoku.Order) error {
	if err := o.Check(); err != nil {
		return fmt.Errorf("reading the order: %w", err)
	}
	if o.CluesMax == 0 {
		o.CluesMax = o.Geometry.Cells()
	}
	if err := checkOrbits(o); err != nil {
		return err
	}
	if o.Metric != "" && !Measures(o.Metric) && !Bounds(o.Metric) && o.Constraints == nil {
		return fmt.Errorf("reading the order: metric %q is not one of clues, empty_cells, information_entropy, se, qqwing_level", o.Metric)
	}
	return nil
}

// checkOrbits refuses numbers of clues that no pattern with the symmetry has: it gives each orbit of cells as a whole
// or not at all.
func checkOrbits(o *sudoku.Order) error {
	if o.Symmetry == "" || o.Pattern != nil || o.CluesMin == 0 && o.CluesMax == o.Geometry.Cells() {
		return nil
	}
	orbits, err := symmetry.Orbits(o.Geometry, o.Symmetry)
	if err != nil {
		return fmt.Errorf("reading the order: %w", err)
	}
	possible := make([]bool, o.Geometry.Cells()+1)
	possible[0] = true
	for _, orbit := range orbits {
		for clues := len(possible) - 1; clues >= len(orbit); clues-- {
			possible[clues] = possible[clues] || possible[clues-len(orbit)]
		}
	}
	for clues := max(o.CluesMin, 0); clues <= min(o.CluesMax, len(possible)-1); clues++ {
		if possible[clues] {
			return nil
		}
	}
	return fmt.Errorf("reading the order: no pattern with symmetry %s has %s: its cells are given in sets of %s",
		o.Symmetry, cluesText(o), setSizes(orbits))
}

// cluesText names the numbers of clues that are ordered.
func cluesText(o *sudoku.Order) string {
	if o.CluesMin == o.CluesMax {
		return fmt.Sprintf("%d clues", o.CluesMin)
	}
	return fmt.Sprintf("%d to %d clues", o.CluesMin, o.CluesMax)
}

// setSizes names the sizes of orbits: "1 and 4".
func setSizes(orbits [][]int) string {
	var sizes []string
	for size := 1; size <= 8; size++ {
		if slices.ContainsFunc(orbits, func(orbit []int) bool { return len(orbit) == size }) {
			sizes = append(sizes, fmt.Sprint(size))
		}
	}
	return strings.Join(sizes, " and ")
}

// checkMethod refuses what a method of making puzzles knows nothing of.
func checkMethod(method string, o *sudoku.Order) error {
	switch {
	case method == methodWang && !o.HasDifficulty:
		return fmt.Errorf("reading the order: method %s empties cells with a probability, which is the difficulty: it must be given", method)
	case method == methodWang && (o.Symmetry != "" || o.Pattern != nil || o.Near != nil || o.Minimal):
		return fmt.Errorf("reading the order: method %s knows no symmetry, pattern, minimal puzzles or neighbours", method)
	}
	return nil
}

// variantMetric is the metric that puzzles with constraints can be ordered in a range of: then what is superfluous may
// stay in them, and who ordered them grades them.
const variantMetric = "variant_step"

// firstOfKillers is the rating of the easiest step that argues from a cage: the first on an empty grid.
const firstOfKillers = 1.5

// largestKiller is the N of the largest grid of which cages alone can be proved to leave one solution.
const largestKiller = 12

// checkConstraints refuses what nothing is known of beside constraints.
func checkConstraints(s settings, o *sudoku.Order) error {
	if o.Constraints == nil {
		return nil
	}
	for what, ordered := range map[string]bool{
		"method " + s.Method: s.Method != methodCarve, "setting grid": s.Grid != "", "a pattern": o.Pattern != nil,
		"a difficulty": o.HasDifficulty, "several solutions": o.AllowMultiple,
		"metric " + o.Metric:              o.Metric != "" && o.Metric != variantMetric,
		"minimal puzzles with a symmetry": o.Minimal && o.Symmetry != "",
	} {
		if ordered {
			return fmt.Errorf("reading the order: %s cannot be ordered beside constraints", what)
		}
	}
	killers := slices.Contains(o.Constraints, constraint.Wanted{Name: "cage"}) && o.CluesMin == 0
	if killers && o.Metric != "" && o.MetricMax <= firstOfKillers {
		return fmt.Errorf("reading the order: the first step of a killer without givens is rated %g or more, and so no %s is below %g; "+
			"the nearest level is the one above", firstOfKillers, o.Metric, o.MetricMax)
	}
	if killers && o.Geometry.N() > largestKiller {
		return fmt.Errorf("reading the order: killers without givens are made up to %d×%[1]d: in larger ones order a number of "+
			"cages, such as cage=%d, and givens come beside them", largestKiller, o.Geometry.Cells()/10)
	}
	return nil
}

// miss says how far a puzzle is from the order, 0 if it fits, and what it is like.
func (m *maker) miss(p *sudoku.Puzzle) (distance float64, what string) {
	clues := p.Clues()
	d := outside(float64(clues), float64(m.o.CluesMin), float64(m.o.CluesMax))
	if d > 0 && m.o.Pattern == nil {
		return d, fmt.Sprintf("a puzzle with %d clues", clues)
	}
	if !Measures(m.o.Metric) {
		return 0, ""
	}
	v := measures[m.o.Metric](p)
	d = outside(v, m.o.MetricMin, m.o.MetricMax)
	if d == 0 && v == m.o.MetricMax {
		d = math.SmallestNonzeroFloat64
	}
	return d, fmt.Sprintf("a puzzle with %s %.5g", m.o.Metric, v)
}

// outside returns how far v is from the interval.
func outside(v, low, high float64) float64 { return max(0, low-v, v-high) }

// describe names what an order asks for.
func describe(o *sudoku.Order) string {
	var parts []string
	switch {
	case o.CluesMin == o.CluesMax:
		parts = append(parts, fmt.Sprintf("%d clues", o.CluesMin))
	case o.CluesMin > 0 || o.CluesMax < o.Geometry.Cells():
		parts = append(parts, fmt.Sprintf("%d to %d clues", o.CluesMin, o.CluesMax))
	}
	if o.Symmetry != "" {
		parts = append(parts, "symmetry "+o.Symmetry)
	}
	if o.Minimal {
		parts = append(parts, "minimal")
	}
	if o.Pattern != nil {
		parts = append(parts, "the given pattern")
	}
	if o.Metric != "" {
		parts = append(parts, fmt.Sprintf("%s from %.5g to below %.5g", o.Metric, o.MetricMin, o.MetricMax))
	}
	for _, w := range o.Constraints {
		parts = append(parts, w.String())
	}
	if parts == nil {
		return "any puzzle"
	}
	return strings.Join(parts, ", ")
}

// A rung is a set of techniques and the limits, both inclusive, of a metric for 9×9 puzzles that need it: it solves
// them, and the rung before does not.
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
