package sample

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// together is how many puzzles are measured at a time.
const together = 5000

// A meter measures puzzles and adds them to a sample.
type meter struct {
	*Sample
	backdoors
	graders      []job.Plugin
	paper, links job.Plugin // count guesses
}

func newMeter(ctx context.Context, s *Sample) (*meter, error) {
	m := &meter{Sample: s, backdoors: newBackdoors(sudoku.Classic())}
	for _, id := range []string{"rules", "entropybt", "redundancy", "convex"} {
		p, err := s.open(ctx, id, nil)
		if err != nil {
			return nil, err
		}
		m.graders = append(m.graders, p)
	}
	var err error
	if m.paper, err = s.open(ctx, "entropybt", map[string]any{"strategy": "paper"}); err != nil {
		return nil, err
	}
	m.links, err = s.open(ctx, "dlx", nil)
	return m, err
}

// measure adds the rows of those puzzles that have one solution.
func (m *meter) measure(ctx context.Context, drawn []formats.Record, progress work.Progress) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var (
		kept    []formats.Record
		puzzles []*sudoku.Puzzle
		sizes   []int
	)
	for _, r := range drawn {
		if size, unique := m.size(r.Puzzle); unique {
			kept, puzzles, sizes = append(kept, r), append(puzzles, r.Puzzle), append(sizes, size)
		}
	}
	grades, err := m.grades(ctx, puzzles)
	if err != nil {
		return err
	}
	byPaper, err := m.guesses(ctx, m.paper, puzzles)
	if err != nil {
		return err
	}
	byLinks, err := m.guesses(ctx, m.links, puzzles)
	if err != nil {
		return err
	}
	before := len(m.Rows)
	for i, r := range kept {
		row := Row{Puzzle: r.Puzzle, Hardest: grades[i]["se"].Label, Values: m.values(r, grades[i])}
		row.Values[guesses], row.Values[backtracks], row.Values[backdoor] = byPaper[i], byLinks[i], float64(sizes[i])
		if !slices.ContainsFunc(row.Values[:len(columns)], math.IsNaN) {
			m.Rows = append(m.Rows, row)
		}
	}
	m.LeftOut += len(drawn) - (len(m.Rows) - before)
	progress.Report(work.Advanced(int64(len(drawn))))
	return nil
}

// values are those that graders and the record know; NaN stands for what they do not.
func (m *meter) values(r formats.Record, grades map[string]sudoku.Grade) []float64 {
	values := make([]float64, len(m.Columns))
	for i, c := range m.Columns {
		values[i] = math.NaN()
		if g, ok := grades[c.metric]; ok {
			values[i] = g.Value
		}
		for _, f := range r.Fields {
			if v, ok := f.Number(); ok && i >= len(columns) && f.Name == c.Name {
				values[i] = v
			}
		}
	}
	values[clues] = float64(r.Puzzle.Clues())
	return values
}

// grades returns what the graders say of each puzzle, by the names of the metrics. What a puzzle lacks leaves it out.
func (m *meter) grades(ctx context.Context, puzzles []*sudoku.Puzzle) ([]map[string]sudoku.Grade, error) {
	grades := make([]map[string]sudoku.Grade, len(puzzles))
	for i := range grades {
		grades[i] = map[string]sudoku.Grade{}
	}
	for _, grader := range m.graders {
		results, err := runner.GradeAll(ctx, grader, puzzles, runner.Options{}, nil)
		if err != nil {
			return nil, err
		}
		for i, r := range results {
			for _, g := range r.Grades {
				grades[i][g.Metric] = g
			}
		}
	}
	return grades, nil
}

// guesses returns how many guesses a solver needs until it knows that there is no other solution.
func (m *meter) guesses(ctx context.Context, solver job.Plugin, puzzles []*sudoku.Puzzle) ([]float64, error) {
	counted := make([]float64, len(puzzles))
	results, err := runner.SolveAll(ctx, solver, puzzles, runner.Options{}, nil)
	for i, r := range results {
		counted[i], err = float64(r.Stats.Guesses), cmp.Or(err, r.Err)
	}
	return counted, err
}

// largestBackdoor is where the search for a backdoor ends: what needs more counts as one more.
const largestBackdoor = 3

// backdoors finds the least number of cells whose digits have to be given so that naked and hidden singles fill the rest:
// the strong backdoor of Williams, Gomes & Selman (2003) for the solution, with singles as the subsolver.
type backdoors struct{ singles, complete *search.Engine }

func newBackdoors(g *sudoku.Geometry) backdoors {
	b := backdoors{search.New(g), search.New(g)}
	b.singles.SinglesOnly = true
	return b
}

// size returns the size of the smallest backdoor, largestBackdoor + 1 for more, and whether the puzzle has one solution.
func (b backdoors) size(p *sudoku.Puzzle) (int, bool) {
	var solution sudoku.Grid
	if n, known := b.complete.Count(p, 2, math.MaxInt, func(g sudoku.Grid) { solution = g.Clone() }); !known || n != 1 {
		return 0, false
	}
	if !b.singles.Load(p) || !b.singles.Propagate() {
		return 0, false
	}
	for size := range largestBackdoor + 1 {
		if b.opens(solution, 0, size) {
			return size, true
		}
	}
	return largestBackdoor + 1, true
}

// opens reports whether some cells, as many as are left and none before from, open the rest to singles.
func (b backdoors) opens(solution sudoku.Grid, from, left int) bool {
	if b.singles.Open() == 0 {
		return true
	}
	if left == 0 {
		return false
	}
	before := b.singles.Mark()
	for cell := from; cell < len(solution); cell++ {
		if b.singles.Candidates(cell).Len() == 1 {
			continue
		}
		b.singles.Assign(cell, int(solution[cell]))
		opened := b.opens(solution, cell+1, left-1)
		b.singles.Undo(before)
		if opened {
			return true
		}
	}
	return false
}
