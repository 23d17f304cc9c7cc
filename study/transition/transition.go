// Package transition measures how puzzles of the classic 9×9 come to have one solution as their clues become more.
//
// A path is a solution grid, drawn uniformly, whose cells are given one by one in random order. A clue more never makes
// a second solution, so a path has a first number of clues with which there is one, and halving finds it with seven
// puzzles at most. With so many clues each path is a random part of a random grid, independent of the other paths: the
// share of those that have one solution has the interval of independent draws. The shares for two numbers of clues are
// of the same paths.
//
// Of some paths more is measured: how many solutions there are before that, how many cells are frozen, the same in all
// of them, and with how many clues the polytope of the linear relaxation is a point, so that propagation of subsets
// solves the puzzle. That polytope only shrinks too. How the shares differ from grid to grid is measured on paths of some
// grids by themselves.
package transition

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Request says how much is measured.
type Request struct {
	Count int // paths, each a puzzle of each number of clues
	Whole int // of which everything is measured, at most: solutions that are counted take a thousand times as long
	Grids int // on which the spread is measured, with as many paths again for all together; 0 for none
	Seed  uint64
	Open  job.Open
}

// Fewest and most clues that are measured; 17 is the least with which a puzzle can have one solution.
const (
	fewest = 17
	most   = 81
)

// mostSolutions is where counting ends.
const mostSolutions = 1000

// UsualWhole is a Whole that takes a minute.
const UsualWhole = 1500

// whole returns of how many paths everything is measured.
func (r Request) whole() int { return min(r.Count, r.Whole) }

// eachGrid returns the number of paths of a grid on which the spread is measured.
func (r Request) eachGrid() int { return max(2, r.Count/max(1, r.Grids)) }

// Point is what was measured with a number of clues.
type Point struct {
	Clues, Puzzles int
	Unique         int     // have one solution
	Whole          int     // of how many puzzles the rest is measured
	WholeUnique    int     // of these have one solution
	Tight          int     // of these the polytope is a point
	LogSolutions   float64 // mean of log10 of the number of solutions, counted up to mostSolutions
	Uncounted      int     // have more
	Frozen         float64 // mean share of the empty cells with the same digit in all solutions; NaN without empty cells
	ByGrid         []int   // how many puzzles of each grid have one solution, of Request.eachGrid
}

// Transition is what was measured.
type Transition struct {
	Request
	Points  []Point
	Plugins []string
}

// together is how many paths are asked about at a time.
const together = 10_000

// meter measures paths.
type meter struct {
	*Transition
	generator, solver, convex job.Plugin
	engine                    *search.Engine
	progress                  work.Progress
}

// Measure draws the paths and measures them.
func Measure(ctx context.Context, r Request, progress work.Progress) (*Transition, error) {
	if r.Count < 2 || r.Whole < 1 || r.Grids < 0 || r.Grids == 1 {
		return nil, work.RequestErrorf("two puzzles of each number of clues, and no grids or two, are the least")
	}
	m := &meter{Transition: &Transition{Request: r}, engine: search.New(sudoku.Classic()), progress: progress}
	for clues := fewest; clues <= most; clues++ {
		m.Points = append(m.Points, Point{Clues: clues, Puzzles: r.Count, Whole: r.whole()})
	}
	for _, plugin := range []struct {
		to *job.Plugin
		id string
	}{{&m.generator, "generate"}, {&m.solver, "entropybt"}, {&m.convex, "convex"}} {
		p, err := r.Open(ctx, plugin.id, nil)
		if err != nil {
			return nil, err
		}
		*plugin.to, m.Plugins = p, append(m.Plugins, p.ID()+" "+p.Info().Version)
	}
	if err := m.shares(ctx); err != nil {
		return nil, err
	}
	return m.Transition, m.spread(ctx)
}

// shares measures the points on paths of a grid each.
func (m *meter) shares(ctx context.Context) error {
	defer m.progress.Stage(work.Begun{Stage: "measuring", Plugin: m.solver.ID(), Total: int64(m.Count)})()
	rng, done := rand.New(rand.NewPCG(m.Seed, 1)), 0
	return m.grids(ctx, m.Count, m.Seed, func(grids []sudoku.Grid) error {
		paths := make([]*path, len(grids))
		for i, g := range grids {
			paths[i] = &path{grid: g, order: rng.Perm(most)}
		}
		if err := m.first(ctx, paths); err != nil {
			return err
		}
		for _, p := range paths {
			for clues := p.first; clues <= most; clues++ {
				m.Points[clues-fewest].Unique++
			}
		}
		whole := paths[:max(0, min(len(paths), m.whole()-done))]
		done += len(paths)
		m.progress.Report(work.Advanced(int64(len(paths))))
		if err := m.tight(ctx, whole); err != nil {
			return err
		}
		return m.before(ctx, whole)
	})
}

// grids draws solution grids and passes them on, so many at a time.
func (m *meter) grids(ctx context.Context, count int, seed uint64, use func([]sudoku.Grid) error) error {
	var (
		held   []sudoku.Grid
		failed error
	)
	order := sudoku.Order{Geometry: sudoku.Classic(), CluesMin: most, CluesMax: most, Count: count, AllowMultiple: true, Seed: seed}
	_, err := m.generator.Generate(ctx, order, func(p *sudoku.Puzzle) bool {
		if held = append(held, p.Givens()); len(held) == together {
			failed = use(held)
			held = held[:0]
		}
		return failed == nil
	})
	if failed != nil || err != nil {
		return errors.Join(failed, err)
	}
	return use(held)
}

// A path is a grid whose cells are given in an order.
type path struct {
	grid  sudoku.Grid
	order []int
	first int // number of clues with which there is one solution
	low   int // with fewer there are several
}

// puzzle returns the path with some clues.
func (p *path) puzzle(clues int) *sudoku.Puzzle {
	givens := make(sudoku.Grid, most)
	for _, cell := range p.order[:clues] {
		givens[cell] = p.grid[cell]
	}
	return sudoku.MustPuzzle(sudoku.Classic(), givens)
}

// first finds where the paths begin to have one solution, all of them by halving side by side.
func (m *meter) first(ctx context.Context, paths []*path) error {
	for _, p := range paths {
		p.low, p.first = fewest, most
	}
	for {
		var open []*path
		var puzzles []*sudoku.Puzzle
		for _, p := range paths {
			if p.low < p.first {
				open, puzzles = append(open, p), append(puzzles, p.puzzle((p.low+p.first)/2))
			}
		}
		if len(open) == 0 {
			return nil
		}
		results, err := runner.SolveAll(ctx, m.solver, puzzles, runner.Options{Ask: sudoku.Ask{Limit: 2}}, nil)
		for i, r := range results {
			if err = cmp.Or(err, r.Err); err != nil {
				return fmt.Errorf("looking for a second solution: %w", err)
			}
			p := open[i]
			if at := (p.low + p.first) / 2; r.Count == 1 {
				p.first = at
			} else {
				p.low = at + 1
			}
		}
	}
}

// tight finds with how many clues the polytopes of paths become points, and counts.
func (m *meter) tight(ctx context.Context, paths []*path) error {
	for _, p := range paths {
		for clues := p.first; clues <= most; clues++ {
			m.Points[clues-fewest].WholeUnique++
		}
	}
	for extra := 0; len(paths) > 0; extra++ {
		var puzzles []*sudoku.Puzzle
		for _, p := range paths {
			puzzles = append(puzzles, p.puzzle(p.first+extra))
		}
		var wider []*path
		err := m.convex.Grade(ctx, runner.Numbered(puzzles), runner.Options{Ordered: true}, func(i uint64, r sudoku.Result) error {
			at := slices.IndexFunc(r.Grades, func(g sudoku.Grade) bool { return g.Metric == "lp_off_solution" })
			switch {
			case at < 0:
				return cmp.Or(r.Err, fmt.Errorf("%s does not say how wide the polytope of %s is", m.convex.ID(), puzzles[i]))
			case r.Grades[at].Value > 0:
				wider = append(wider, paths[i])
				return nil
			}
			for clues := paths[i].first + extra; clues <= most; clues++ {
				m.Points[clues-fewest].Tight++
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("grading puzzles: %w", err)
		}
		paths = wider
	}
	return nil
}

// before measures paths where they have several solutions, and counts what they have after that.
func (m *meter) before(ctx context.Context, paths []*path) error {
	for _, p := range paths {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for clues := fewest; clues <= most; clues++ {
			point, n, share := &m.Points[clues-fewest], 1, 1.0
			if clues < p.first {
				var frozen int
				n, frozen = solutions(m.engine, p.puzzle(clues))
				share = float64(frozen) / float64(most-clues)
			}
			if clues == most {
				share = math.NaN()
			}
			point.LogSolutions += math.Log10(float64(n)) / float64(point.Whole)
			point.Frozen += share / float64(point.Whole)
			if n == mostSolutions {
				point.Uncounted++
			}
		}
	}
	return nil
}

// solutions returns the number of solutions, up to mostSolutions, and that of the empty cells with the same digit in all
// solutions.
func solutions(e *search.Engine, p *sudoku.Puzzle) (n, frozen int) {
	var first sudoku.Grid
	same := make([]bool, len(p.Givens()))
	n, _ = e.Count(p, mostSolutions, math.MaxInt, func(g sudoku.Grid) {
		if first == nil {
			first = g.Clone()
			for cell, d := range p.Givens() {
				same[cell] = d == 0
			}
			return
		}
		for cell := range same {
			same[cell] = same[cell] && g[cell] == first[cell]
		}
	})
	for cell, still := range same {
		if still && (n < mostSolutions || !otherwise(e, p, cell, first[cell])) {
			frozen++
		}
	}
	return n, frozen
}

// otherwise reports whether some solution has another digit in a cell.
func otherwise(e *search.Engine, p *sudoku.Puzzle, cell int, digit uint8) (found bool) {
	e.Guess = nil
	if e.Load(p) && e.Strike(cell, int(digit)) {
		e.Search(func(sudoku.Grid) bool { found = true; return false })
	}
	return found
}

// spread measures on some grids, drawn uniformly, how many of their puzzles have one solution.
func (m *meter) spread(ctx context.Context) error {
	if m.Grids == 0 {
		return nil
	}
	each := m.eachGrid()
	defer m.progress.Stage(work.Begun{Stage: "comparing grids", Plugin: m.solver.ID(), Total: int64(m.Grids)})()
	rng := rand.New(rand.NewPCG(m.Seed, 2))
	return m.grids(ctx, m.Grids, m.Seed+1<<48, func(grids []sudoku.Grid) error {
		for _, g := range grids {
			unique := make([]int, len(m.Points))
			for done := 0; done < each; done += together {
				paths := make([]*path, min(together, each-done))
				for i := range paths {
					paths[i] = &path{grid: g, order: rng.Perm(most)}
				}
				if err := m.first(ctx, paths); err != nil {
					return err
				}
				for _, p := range paths {
					unique[p.first-fewest]++
				}
			}
			sum := 0
			for i, begin := range unique {
				sum += begin
				m.Points[i].ByGrid = append(m.Points[i].ByGrid, sum)
			}
			m.progress.Step()
		}
		return nil
	})
}

func (p Point) unique() stats.Share { return stats.ShareOf(int64(p.Unique), int64(p.Puzzles)) }
func (p Point) tight() stats.Share  { return stats.ShareOf(int64(p.Tight), int64(p.WholeUnique)) }

// Tables shows the transition, and the spread over grids if it was measured.
func (t *Transition) Tables() []*study.Table {
	points := &study.Table{Title: fmt.Sprintf("Random parts of uniform grids, %d of each number of clues", t.Count), Columns: []string{"clues",
		"one solution, %", "of these the polytope is a point", "log10 solutions, mean", "uncounted", "frozen cells, % of the empty ones"}}
	for _, p := range t.Points {
		share := p.unique()
		points.Row(fmt.Sprint(p.Clues), fmt.Sprintf("%.5g (%.5g–%.5g)", 100*share.Value, 100*share.Low, 100*share.High), p.tight().String(),
			fmt.Sprintf("%.3f", p.LogSolutions), fmt.Sprint(p.Uncounted), number(100*p.Frozen, 1))
	}
	points.Note("95 %% intervals. Each number of clues is of the same grids, and of the same cells and others.")
	points.Note("All but the share with one solution is of %d of them.", t.whole())
	points.Note("Solutions are counted up to %d: where puzzles are uncounted the mean is a lower bound.", mostSolutions)
	points.Note("Half of the puzzles have one solution at %.2f clues, by a line between the points beside.", t.half())
	if t.Grids == 0 {
		return []*study.Table{points}
	}
	each := t.eachGrid()
	spread := &study.Table{Title: fmt.Sprintf("Puzzles with one solution by grid, %% of %d, %d grids", each, t.Grids),
		Columns: []string{"clues", "mean", "least", "greatest", "deviation between grids"}}
	for _, p := range t.Points {
		s := p.spread(each)
		spread.Row(fmt.Sprint(p.Clues), number(100*s.mean, 2), number(100*s.least, 2), number(100*s.greatest, 2), number(100*s.deviation, 2))
	}
	spread.Note("The deviation is that of the grids alone: what chance makes of a share is taken off.")
	return []*study.Table{points, spread}
}

// spread is how the share of puzzles with one solution differs from grid to grid.
type spread struct{ mean, least, greatest, deviation float64 }

func (p Point) spread(each int) spread {
	sum := 0
	for _, k := range p.ByGrid {
		sum += k
	}
	n := float64(each)
	return spread{float64(sum) / n / float64(len(p.ByGrid)), float64(slices.Min(p.ByGrid)) / n, float64(slices.Max(p.ByGrid)) / n,
		stats.Between(p.ByGrid, each)}
}

func number(v float64, digits int) string {
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, v)
}

// half returns the number of clues with which half of the puzzles have one solution, NaN if no two points are about it.
func (t *Transition) half() float64 {
	for i := 1; i < len(t.Points); i++ {
		a, b := t.Points[i-1].unique().Value, t.Points[i].unique().Value
		if a < 0.5 && b >= 0.5 {
			return float64(t.Points[i-1].Clues) + (0.5-a)/(b-a)
		}
	}
	return math.NaN()
}

// Drawings shows the shares by the number of clues.
func (t *Transition) Drawings() []*study.Drawing {
	curves := []chart.Series{{Name: "one solution"}, {Name: "of these the polytope is a point"}, {Name: "frozen among empty cells"}}
	for _, p := range t.Points {
		for i, v := range []float64{p.unique().Value, p.tight().Value, p.Frozen} {
			if i == 1 && p.WholeUnique == 0 || math.IsNaN(v) {
				continue
			}
			curves[i].X, curves[i].Y = append(curves[i].X, float64(p.Clues)), append(curves[i].Y, 100*v)
		}
	}
	return []*study.Drawing{{Name: "clues", Picture: chart.Line(chart.Chart{Title: "Random parts of uniform solution grids",
		XLabel: "clues", YLabel: "%"}, curves...)}}
}

// Write writes the points and their card into a folder, which it makes, and returns the card.
func (t *Transition) Write(folder, program string) (*study.Card, error) {
	c := &study.Card{Made: fmt.Sprintf("%d uniform 9x9 solution grids, the cells of each given in random order", t.Count), Seed: t.Seed,
		Program: program, Plugins: t.Plugins, Licence: "CC0-1.0", Rows: len(t.Points), File: "transition.tsv", Columns: []study.Column{
			{Name: "clues", Meaning: "number of givens"}, {Name: "puzzles", Meaning: "puzzles drawn"},
			{Name: "unique", Meaning: "have one solution"}, {Name: "whole", Meaning: "puzzles of which the following is measured"},
			{Name: "whole_unique", Meaning: "of whole have one solution"},
			{Name: "tight", Meaning: "of these the polytope of the linear relaxation is a point"},
			{Name: "log10_solutions", Meaning: fmt.Sprintf("mean logarithm of the number of solutions, counted up to %d", mostSolutions)},
			{Name: "uncounted", Meaning: "have at least as many"},
			{Name: "frozen", Meaning: "mean share of the empty cells with the same digit in all solutions"}}}
	for i := range t.Grids {
		c.Columns = append(c.Columns, study.Column{Name: fmt.Sprintf("grid%d", i+1),
			Meaning: fmt.Sprintf("of %d puzzles of one grid have one solution", t.eachGrid())})
	}
	var b bytes.Buffer
	for i, column := range c.Columns {
		b.WriteString(strings.Repeat("\t", min(i, 1)) + column.Name)
	}
	b.WriteByte('\n')
	for _, p := range t.Points {
		fmt.Fprintf(&b, "%d\t%d\t%d\t%d\t%d\t%d\t%.6f\t%d\t%s", p.Clues, p.Puzzles, p.Unique, p.Whole, p.WholeUnique, p.Tight, p.LogSolutions,
			p.Uncounted, number(p.Frozen, 6))
		for _, k := range p.ByGrid {
			fmt.Fprintf(&b, "\t%d", k)
		}
		b.WriteByte('\n')
	}
	return c, c.Write(folder, b.Bytes())
}
