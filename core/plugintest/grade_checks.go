package plugintest

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

var gradeChecks = []Check{
	{"grade/easy", "Some easy puzzle gets a value of some metric within seconds.", gradeEasy},
	{"grade/declared", "Grades are of declared metrics, each once, within their range.", gradeDeclared},
	{"grade/labels", "Labels are made of the words that their metric declares.", gradeLabels},
	{"grade/alone", "A metric has the same value with the settings that measure it alone.", gradeAlone},
	{"grade/ceiling", "With a ceiling comes the value, or a bound between the ceiling and the value.", gradeCeiling},
	{"grade/same-again", "The same puzzle gets the same grades, also after it was solved.", gradeSame},
	{"grade/symmetry", "Equivalent puzzles get the same grades from a deterministic grader.", gradeSymmetry},
	{"grade/undeclared", "A size or shape that is not declared is unsupported.", gradeUndeclared},
}

// gradable are a few puzzles with one solution that the subject takes: three of a geometry at most, small ones.
func (p *probe) gradable() []*sudoku.Puzzle {
	const each, most = 3, 8
	var some []*sudoku.Puzzle
	of := map[*sudoku.Geometry]int{}
	for _, pr := range promises() {
		g := pr.puzzle.Geometry()
		if pr.count == 1 && p.info.Takes(g) && g.Cells() <= 81 && of[g] < each && len(some) < most {
			some = append(some, pr.puzzle)
			of[g]++
		}
	}
	return some
}

// grade grades puzzles with a seed and four times the usual budget.
func (p *probe) grade(puzzles []*sudoku.Puzzle, seed uint64) []Answer {
	return p.gradeWith(puzzles, runner.Ask{Seed: seed, Timeout: 4 * p.timeout})
}

// gradeWith grades puzzles, and skips the check if the subject does not grade.
func (p *probe) gradeWith(puzzles []*sudoku.Puzzle, ask runner.Ask) []Answer {
	if p.subject.Grade == nil {
		skip("it does not grade")
	}
	answers, err := p.subject.Grade(p.ctx, puzzles, ask)
	must(err, "grading %d puzzles", len(puzzles))
	for i, q := range puzzles {
		// unsupported may mean that no metric makes sense for a puzzle
		if err := answers[i].Err; err != nil && !excused(err) {
			fail(q.String(), err.Error(), fixEnding)
		}
		if len(answers[i].Grades) > 0 {
			p.subject.Graded++
		}
	}
	return answers
}

// gradeEasy checks that an easy puzzle gets a value.
func gradeEasy(p *probe) {
	easy := easyFor(&p.info)
	if len(easy) == 0 {
		skip("no easy puzzle is known of the shapes that it takes")
	}
	answers := p.gradeWith(easy, runner.Ask{Seed: 1, Timeout: 20 * p.timeout})
	if slices.ContainsFunc(answers, func(a Answer) bool { return len(a.Grades) > 0 }) {
		return
	}
	fail(fmt.Sprintf("%d easy puzzles, the first of them %v", len(easy), easy[0]), "no value; "+ending(&answers[0]),
		"grade at least one of them by one metric within seconds: what never has a value is no grader")
}

// eachGrade visits the grades of some puzzles, k being the number of a grade among those of its puzzle.
func (p *probe) eachGrade(visit func(q *sudoku.Puzzle, grades []sudoku.Grade, k int)) {
	puzzles := p.gradable()
	for i, a := range p.grade(puzzles, 1) {
		for k := range a.Grades {
			visit(puzzles[i], a.Grades, k)
		}
	}
}

// gradeDeclared checks that each metric is declared, in its range, and comes once.
func gradeDeclared(p *probe) {
	p.eachGrade(func(q *sudoku.Puzzle, grades []sudoku.Grade, k int) {
		g := grades[k]
		m := p.info.Metric(g.Metric)
		if m == nil || slices.ContainsFunc(grades[:k], func(h sudoku.Grade) bool { return h.Metric == g.Metric }) {
			fail(q.String(), fmt.Sprintf("%+v", g), "grade each metric once, and declare it in metrics")
		}
		if math.IsNaN(g.Value) || math.IsInf(g.Value, 0) {
			fail(q.String(), fmt.Sprintf("%+v", g), "leave out a metric that does not apply: NaN and infinity are no values")
		}
		if g.Value < m.Min || g.Value > m.Max {
			fail(q.String(), fmt.Sprintf("%+v", g),
				fmt.Sprintf("declare the range that the metric has, not %v to %v", m.Min, m.Max))
		}
	})
}

// gradeLabels checks that labels consist of declared words.
func gradeLabels(p *probe) {
	p.eachGrade(func(q *sudoku.Puzzle, grades []sudoku.Grade, k int) {
		g := grades[k]
		m := p.info.Metric(g.Metric)
		if m == nil || m.Labels == nil || g.Label == "" {
			return
		}
		for word := range strings.SplitSeq(g.Label, ",") {
			if !slices.Contains(m.Labels, word) {
				fail(q.String(), fmt.Sprintf("%s with label %q", g.Metric, g.Label),
					fmt.Sprintf("declare %q in the Labels of the metric, or leave Labels out", word))
			}
		}
	})
}

// shortcuts calls visit with each metric that can be measured alone and its full grades, a value for each of
// puzzles; NaN where it has none or time was up.
func (p *probe) shortcuts(visit func(m *sudoku.Metric, puzzles []*sudoku.Puzzle, full []float64)) {
	if !slices.ContainsFunc(p.info.Metrics, func(m sudoku.Metric) bool { return m.Alone != nil }) {
		skip("it measures no metric alone")
	}
	defer p.subject.Configure(p.ctx, nil)
	puzzles := p.gradable()
	for i := range p.info.Metrics {
		m := &p.info.Metrics[i]
		if m.Alone == nil {
			continue
		}
		must(p.subject.Configure(p.ctx, p.defaults()), "configuring the defaults")
		full, _ := p.valuesOf(m, puzzles)
		visit(m, puzzles, full)
	}
}

// valuesOf grades puzzles and returns the values of a metric and of its bound, NaN if there is none.
func (p *probe) valuesOf(m *sudoku.Metric, puzzles []*sudoku.Puzzle) (values, bounds []float64) {
	answers := p.grade(puzzles, 1)
	for i := range answers {
		value, bound := math.NaN(), math.NaN()
		for _, g := range answers[i].Grades {
			switch {
			case late(&answers[i]):
			case g.Metric == m.Name:
				value = g.Value
			case g.Metric == m.Bound:
				bound = g.Value
			}
		}
		values, bounds = append(values, value), append(bounds, bound)
	}
	return values, bounds
}

// sameValue compares values up to rounding.
func sameValue(a, b float64) bool { return math.Abs(a-b) <= 1e-10*(1+math.Abs(a)) }

// gradeAlone checks that a metric measured alone keeps its value.
func gradeAlone(p *probe) {
	p.shortcuts(func(m *sudoku.Metric, puzzles []*sudoku.Puzzle, full []float64) {
		if err := p.subject.Configure(p.ctx, m.Alone); err != nil {
			fail(fmt.Sprintf("Configure with %v", m.Alone), err.Error(), "accept what Alone declares")
		}
		values, _ := p.valuesOf(m, puzzles)
		for i, v := range values {
			if !math.IsNaN(full[i]) && !math.IsNaN(v) && !sameValue(v, full[i]) {
				fail(fmt.Sprintf("%s with %v", puzzles[i], m.Alone), fmt.Sprintf("%s %v", m.Name, v),
					fmt.Sprintf("measure %v, as with the defaults", full[i]))
			}
		}
	})
}

// gradeCeiling checks that a ceiling reports the bound instead of a higher value.
func gradeCeiling(p *probe) {
	found := false
	p.shortcuts(func(m *sudoku.Metric, puzzles []*sudoku.Puzzle, full []float64) {
		if m.Ceiling == "" {
			return
		}
		found = true
		for i, q := range puzzles {
			if math.IsNaN(full[i]) || full[i] <= 0 {
				continue
			}
			p.checkCeiling(m, q, full[i])
		}
	})
	if !found {
		skip("no metric has a ceiling")
	}
}

// checkCeiling grades a puzzle with its value, and with half of it, as the ceiling.
func (p *probe) checkCeiling(m *sudoku.Metric, q *sudoku.Puzzle, value float64) {
	for _, ceiling := range []float64{value, value / 2} {
		settings := maps.Clone(m.Alone)
		settings[m.Ceiling] = ceiling
		sent := fmt.Sprintf("%s with %v", q, settings)
		if err := p.subject.Configure(p.ctx, settings); err != nil {
			fail(sent, err.Error(), "let the ceiling be any value of the metric")
		}
		values, bounds := p.valuesOf(m, []*sudoku.Puzzle{q})
		v, b := values[0], bounds[0]
		if !math.IsNaN(v) && !sameValue(v, value) || !math.IsNaN(b) && (b < ceiling-1e-10 || b > value+1e-10) {
			fail(sent, fmt.Sprintf("%s %v, %s %v", m.Name, v, m.Bound, b),
				fmt.Sprintf("report %v, or a bound between the ceiling and that", value))
		}
	}
}

// gradeSame checks that grades do not depend on earlier puzzles or seeds.
func gradeSame(p *probe) {
	puzzles := p.gradable()
	one := p.grade(puzzles, 3)
	if p.subject.Solve != nil { // what that comes to is the affair of other checks
		_, _ = p.subject.Solve(p.ctx, puzzles, runner.Ask{Limit: 2, Timeout: p.timeout})
	}
	two := p.grade(puzzles, 3)
	sameGrades(puzzles, puzzles, one, two, fixState)
}

// gradeSymmetry checks that images of a puzzle get the same grades.
func gradeSymmetry(p *probe) {
	if !p.info.Deterministic {
		skip("it is not deterministic")
	}
	puzzles := p.gradable()
	rng := rand.New(rand.NewPCG(4, 0))
	images := make([]*sudoku.Puzzle, len(puzzles))
	for i, q := range puzzles {
		images[i] = symmetry.RandomImage(q, rng)
	}
	one := p.grade(puzzles, 1)
	two := p.grade(images, 1)
	sameGrades(puzzles, images, one, two, "do not let the order of cells and digits decide")
}

// sameGrades checks that puzzles got the grades of their images, as far as both were in time.
func sameGrades(puzzles, images []*sudoku.Puzzle, a, b []Answer, fix string) {
	for i, q := range puzzles {
		if late(&a[i]) || late(&b[i]) || slices.EqualFunc(a[i].Grades, b[i].Grades, sameGrade) {
			continue
		}
		fail(fmt.Sprintf("%s and %s", q, images[i]), fmt.Sprintf("%+v and %+v", a[i].Grades, b[i].Grades), fix)
	}
}

// sameGrade compares to ten digits: sums in another order differ in the last ones.
func sameGrade(a, b sudoku.Grade) bool {
	return a.Metric == b.Metric && a.Label == b.Label && math.Abs(a.Value-b.Value) <= 1e-10*(1+math.Abs(a.Value))
}

// gradeUndeclared checks that a puzzle of an undeclared shape is refused.
func gradeUndeclared(p *probe) {
	q := p.undeclared()
	if a := p.grade([]*sudoku.Puzzle{q}, 1)[0]; a.Err == nil {
		fail(q.String(), fmt.Sprintf("%+v", a.Grades), fixUndeclared)
	}
}
