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

func (p *probe) grade(puzzles []*sudoku.Puzzle, seed uint64) ([]Answer, error) {
	return p.gradeWith(puzzles, runner.Ask{Seed: seed, Timeout: 4 * p.timeout})
}

func (p *probe) gradeWith(puzzles []*sudoku.Puzzle, ask runner.Ask) ([]Answer, error) {
	if p.subject.Grade == nil {
		return nil, skip("it does not grade")
	}
	answers, err := p.subject.Grade(p.ctx, puzzles, ask)
	if err != nil {
		return nil, fmt.Errorf("grading %d puzzles: %w", len(puzzles), err)
	}
	for i, q := range puzzles {
		if err := answers[i].Err; err != nil && !excused(err) { // it may find that no metric makes sense for a puzzle
			return nil, p.verifyError(q, err)
		}
		if len(answers[i].Grades) > 0 {
			p.subject.Graded++
		}
	}
	return answers, nil
}

func gradeEasy(p *probe) error {
	easy := easyFor(&p.info)
	if len(easy) == 0 {
		return skip("no easy puzzle is known of the shapes that it takes")
	}
	answers, err := p.gradeWith(easy, runner.Ask{Seed: 1, Timeout: 20 * p.timeout})
	if err != nil || slices.ContainsFunc(answers, func(a Answer) bool { return len(a.Grades) > 0 }) {
		return err
	}
	return fault(fmt.Sprintf("%d easy puzzles, the first of them %v", len(easy), easy[0]), "no value; "+ending(&answers[0]),
		"grade at least one of them by one metric within seconds: what never has a value is no grader")
}

// eachGrade visits the grades of some puzzles, k being the number of a grade among those of its puzzle.
func (p *probe) eachGrade(visit func(q *sudoku.Puzzle, grades []sudoku.Grade, k int) error) error {
	puzzles := p.gradable()
	answers, err := p.grade(puzzles, 1)
	for i, a := range answers {
		for k := range a.Grades {
			if err := visit(puzzles[i], a.Grades, k); err != nil {
				return err
			}
		}
	}
	return err
}

func gradeDeclared(p *probe) error {
	return p.eachGrade(func(q *sudoku.Puzzle, grades []sudoku.Grade, k int) error {
		g := grades[k]
		m := p.info.Metric(g.Metric)
		if m == nil || slices.ContainsFunc(grades[:k], func(h sudoku.Grade) bool { return h.Metric == g.Metric }) {
			return fault(q.String(), fmt.Sprintf("%+v", g), "grade each metric once, and declare it in metrics")
		}
		if math.IsNaN(g.Value) || math.IsInf(g.Value, 0) {
			return fault(q.String(), fmt.Sprintf("%+v", g), "leave out a metric that does not apply: NaN and infinity are no values")
		}
		if g.Value < m.Min || g.Value > m.Max {
			return fault(q.String(), fmt.Sprintf("%+v", g),
				fmt.Sprintf("declare the range that the metric has, not %v to %v", m.Min, m.Max))
		}
		return nil
	})
}

func gradeLabels(p *probe) error {
	return p.eachGrade(func(q *sudoku.Puzzle, grades []sudoku.Grade, k int) error {
		g := grades[k]
		m := p.info.Metric(g.Metric)
		if m == nil || m.Labels == nil || g.Label == "" {
			return nil
		}
		for word := range strings.SplitSeq(g.Label, ",") {
			if !slices.Contains(m.Labels, word) {
				return fault(q.String(), fmt.Sprintf("%s with label %q", g.Metric, g.Label),
					fmt.Sprintf("declare %q in the Labels of the metric, or leave Labels out", word))
			}
		}
		return nil
	})
}

// shortcuts calls visit with each metric that can be measured alone and its full grades, a value for each of
// puzzles; NaN where it has none or time was up.
func (p *probe) shortcuts(visit func(m *sudoku.Metric, puzzles []*sudoku.Puzzle, full []float64) error) error {
	if !slices.ContainsFunc(p.info.Metrics, func(m sudoku.Metric) bool { return m.Alone != nil }) {
		return skip("it measures no metric alone")
	}
	defer p.subject.Configure(p.ctx, nil)
	puzzles := p.gradable()
	for i := range p.info.Metrics {
		m := &p.info.Metrics[i]
		if m.Alone == nil {
			continue
		}
		if err := p.subject.Configure(p.ctx, p.defaults()); err != nil {
			return err
		}
		full, _, err := p.valuesOf(m, puzzles)
		if err == nil {
			err = visit(m, puzzles, full)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// valuesOf grades puzzles and returns the values of a metric and of its bound, NaN if there is none.
func (p *probe) valuesOf(m *sudoku.Metric, puzzles []*sudoku.Puzzle) (values, bounds []float64, err error) {
	answers, err := p.grade(puzzles, 1)
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
	return values, bounds, err
}

func sameValue(a, b float64) bool { return math.Abs(a-b) <= 1e-10*(1+math.Abs(a)) }

func gradeAlone(p *probe) error {
	return p.shortcuts(func(m *sudoku.Metric, puzzles []*sudoku.Puzzle, full []float64) error {
		if err := p.subject.Configure(p.ctx, m.Alone); err != nil {
			return fault(fmt.Sprintf("Configure with %v", m.Alone), err.Error(), "accept what Alone declares")
		}
		values, _, err := p.valuesOf(m, puzzles)
		if err != nil {
			return err
		}
		for i, v := range values {
			if !math.IsNaN(full[i]) && !math.IsNaN(v) && !sameValue(v, full[i]) {
				return fault(fmt.Sprintf("%s with %v", puzzles[i], m.Alone), fmt.Sprintf("%s %v", m.Name, v),
					fmt.Sprintf("measure %v, as with the defaults", full[i]))
			}
		}
		return nil
	})
}

func gradeCeiling(p *probe) error {
	found := false
	err := p.shortcuts(func(m *sudoku.Metric, puzzles []*sudoku.Puzzle, full []float64) error {
		if m.Ceiling == "" {
			return nil
		}
		found = true
		for i, q := range puzzles {
			if math.IsNaN(full[i]) || full[i] <= 0 {
				continue
			}
			if err := p.checkCeiling(m, q, full[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && !found {
		return skip("no metric has a ceiling")
	}
	return err
}

// checkCeiling grades a puzzle with its value, and with half of it, as the ceiling.
func (p *probe) checkCeiling(m *sudoku.Metric, q *sudoku.Puzzle, value float64) error {
	for _, ceiling := range []float64{value, value / 2} {
		settings := maps.Clone(m.Alone)
		settings[m.Ceiling] = ceiling
		sent := fmt.Sprintf("%s with %v", q, settings)
		if err := p.subject.Configure(p.ctx, settings); err != nil {
			return fault(sent, err.Error(), "let the ceiling be any value of the metric")
		}
		values, bounds, err := p.valuesOf(m, []*sudoku.Puzzle{q})
		if err != nil {
			return err
		}
		v, b := values[0], bounds[0]
		if !math.IsNaN(v) && !sameValue(v, value) || !math.IsNaN(b) && (b < ceiling-1e-10 || b > value+1e-10) {
			return fault(sent, fmt.Sprintf("%s %v, %s %v", m.Name, v, m.Bound, b),
				fmt.Sprintf("report %v, or a bound between the ceiling and that", value))
		}
	}
	return nil
}

func gradeSame(p *probe) error {
	puzzles := p.gradable()
	one, err := p.grade(puzzles, 3)
	if err != nil {
		return err
	}
	if p.subject.Solve != nil { // what that comes to is the affair of other checks
		_, _ = p.subject.Solve(p.ctx, puzzles, runner.Ask{Limit: 2, Timeout: p.timeout})
	}
	two, err := p.grade(puzzles, 3)
	if err != nil {
		return err
	}
	return sameGrades(puzzles, puzzles, one, two, fixState)
}

func gradeSymmetry(p *probe) error {
	if !p.info.Deterministic {
		return skip("it is not deterministic")
	}
	puzzles := p.gradable()
	rng := rand.New(rand.NewPCG(4, 0))
	images := make([]*sudoku.Puzzle, len(puzzles))
	for i, q := range puzzles {
		images[i] = symmetry.RandomImage(q, rng)
	}
	one, err := p.grade(puzzles, 1)
	if err != nil {
		return err
	}
	two, err := p.grade(images, 1)
	if err != nil {
		return err
	}
	return sameGrades(puzzles, images, one, two, "do not let the order of cells and digits decide")
}

// sameGrades checks that puzzles got the grades of their images, as far as both were in time.
func sameGrades(puzzles, images []*sudoku.Puzzle, a, b []Answer, fix string) error {
	for i, q := range puzzles {
		if late(&a[i]) || late(&b[i]) || slices.EqualFunc(a[i].Grades, b[i].Grades, sameGrade) {
			continue
		}
		return fault(fmt.Sprintf("%s and %s", q, images[i]), fmt.Sprintf("%+v and %+v", a[i].Grades, b[i].Grades), fix)
	}
	return nil
}

// sameGrade compares to ten digits: sums in another order differ in the last ones.
func sameGrade(a, b sudoku.Grade) bool {
	return a.Metric == b.Metric && a.Label == b.Label && math.Abs(a.Value-b.Value) <= 1e-10*(1+math.Abs(a.Value))
}

func gradeUndeclared(p *probe) error {
	for _, pr := range promises() {
		if p.info.Takes(pr.puzzle.Geometry()) {
			continue
		}
		answers, err := p.grade([]*sudoku.Puzzle{pr.puzzle}, 1)
		if err != nil {
			return err
		}
		if a := answers[0]; a.Err == nil {
			return fault(pr.puzzle.String(), fmt.Sprintf("%+v", a.Grades), fixUndeclared)
		}
		return nil
	}
	return skip("it declares every geometry")
}
