package plugintest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var gradeChecks = []Check{
	{"grade/declared", "Grades are of declared metrics, each once, within their range.", gradeDeclared},
	{"grade/same-again", "The same puzzle gets the same grades.", gradeSame},
	{"grade/symmetry", "Equivalent puzzles get the same grades from a deterministic grader.", gradeSymmetry},
	{"grade/undeclared", "A size or shape that is not declared is unsupported.", gradeUndeclared},
}

// gradable are a few puzzles with one solution that the subject takes: three of a geometry at most, small
// ones.
func (p *probe) gradable() []*sudoku.Puzzle {
	const each, most = 3, 8
	var some []*sudoku.Puzzle
	of := map[*sudoku.Geometry]int{}
	for _, pr := range promises() {
		g := pr.puzzle.Geometry
		if pr.count == 1 && p.info.Takes(g) && g.Cells() <= 81 && of[g] < each && len(some) < most {
			some = append(some, pr.puzzle)
			of[g]++
		}
	}
	return some
}

func (p *probe) grade(puzzles []*sudoku.Puzzle, seed uint64) ([]Answer, error) {
	if p.subject.Grade == nil {
		return nil, skip("it does not grade")
	}
	answers, err := p.subject.Grade(p.ctx, puzzles, Options{Seed: seed, Budget: 4 * p.budget})
	if err != nil {
		return nil, fmt.Errorf("grading %d puzzles: %w", len(puzzles), err)
	}
	for i, q := range puzzles {
		if err := p.verifyGradeError(q, answers[i].Err); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// verifyGradeError is verifyError for graders, which may find that no metric makes sense for a puzzle.
func (p *probe) verifyGradeError(q *sudoku.Puzzle, err error) error {
	if err == nil || excused(err) {
		return nil
	}
	return p.verifyError(q, err)
}

func gradeDeclared(p *probe) error {
	puzzles := p.gradable()
	answers, err := p.grade(puzzles, 1)
	if err != nil {
		return err
	}
	for i, a := range answers {
		seen := map[string]bool{}
		for _, g := range a.Grades {
			m := slices.IndexFunc(p.info.Metrics, func(m sudoku.Metric) bool { return m.Name == g.Metric })
			if m < 0 || seen[g.Metric] {
				return fault(puzzles[i].String(), fmt.Sprintf("%+v", g),
					"grade each metric once, and declare it in Info.Metrics")
			}
			seen[g.Metric] = true
			if d := p.info.Metrics[m]; math.IsNaN(g.Value) || g.Value < d.Min || g.Value > d.Max {
				return fault(puzzles[i].String(), fmt.Sprintf("%+v", g),
					fmt.Sprintf("declare the range that the metric has, not %v to %v", d.Min, d.Max))
			}
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
	two, err := p.grade(puzzles, 3)
	if err != nil {
		return err
	}
	return sameGrades(puzzles, puzzles, one, two, "keep no state between puzzles but what Seed sets")
}

func gradeSymmetry(p *probe) error {
	if !p.info.Deterministic {
		return skip("it is not deterministic")
	}
	puzzles := p.gradable()
	rng := rand.New(rand.NewPCG(4, 0))
	images := make([]*sudoku.Puzzle, len(puzzles))
	for i, q := range puzzles {
		images[i] = sudoku.RandomTransform(q.Geometry, rng).Puzzle(q)
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
		return fault(fmt.Sprintf("%s and %s", q, images[i]),
			fmt.Sprintf("%+v and %+v", a[i].Grades, b[i].Grades), fix)
	}
	return nil
}

// sameGrade compares to ten digits: sums in another order differ in the last ones.
func sameGrade(a, b sudoku.Grade) bool {
	return a.Metric == b.Metric && a.Label == b.Label && math.Abs(a.Value-b.Value) <= 1e-10*(1+math.Abs(a.Value))
}

func gradeUndeclared(p *probe) error {
	for _, pr := range promises() {
		if p.info.Takes(pr.puzzle.Geometry) {
			continue
		}
		answers, err := p.grade([]*sudoku.Puzzle{pr.puzzle}, 1)
		if err != nil {
			return err
		}
		if a := answers[0]; a.Err == nil {
			return fault(pr.puzzle.String(), fmt.Sprintf("%+v", a.Grades),
				"return sudoku.ErrUnsupported for what Info.Shapes does not name")
		}
		return nil
	}
	return skip("it declares every geometry")
}
