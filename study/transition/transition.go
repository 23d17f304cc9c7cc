// Package transition measures how puzzles of the classic 9×9 come to have one solution as their clues become more.
//
// A puzzle is a random set of cells of a solution grid drawn uniformly, not carved and not chosen: the more cells are
// given, the more likely it has one solution, and the fewer cells are open to several digits. Of puzzles with one, the
// polytope of the linear relaxation may be a point: then propagation of subsets solves them. Each number of clues is a
// sample of its own, so that its interval is that of independent draws. How the shares differ from grid to grid is
// measured on some grids by themselves.
package transition

import (
	"context"
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Request says how much is measured.
type Request struct {
	Count int // puzzles of each number of clues
	Grids int // on which the spread is measured, 0 for none
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

// Point is what was measured with a number of clues.
type Point struct {
	Clues, Puzzles int
	Unique         int     // have one solution
	Tight          int     // of these the polytope is a point
	LogSolutions   float64 // mean of log10 of the number of solutions, counted up to mostSolutions
	Uncounted      int     // have more
	Frozen         float64 // mean share of the empty cells with the same digit in all solutions; NaN without empty cells
}

// Spread is how many puzzles of some grids have one solution.
type Spread struct {
	Clues, Puzzles int   // of each grid
	Unique         []int // of each grid
}

// Transition is what was measured.
type Transition struct {
	Request
	Points  []Point
	Spreads []Spread
	Plugins []string
}

// spreadClues are those for which grids are compared.
var spreadClues = []int{36, 40, 42, 44, 46, 48, 52}

// Measure draws the puzzles and measures them.
func Measure(ctx context.Context, r Request, progress work.Progress) (*Transition, error) {
	if r.Count < 2 || r.Grids < 0 || r.Grids == 1 {
		return nil, work.RequestErrorf("two puzzles of each number of clues, and no grids or two, are the least")
	}
	t := &Transition{Request: r}
	generator, err := r.Open(ctx, "generate", nil)
	if err != nil {
		return nil, err
	}
	convex, err := r.Open(ctx, "convex", nil)
	if err != nil {
		return nil, err
	}
	for _, p := range []job.Plugin{generator, convex} {
		t.Plugins = append(t.Plugins, p.ID()+" "+p.Info().Version)
	}
	engine := search.New(sudoku.Classic())
	defer progress.Stage(work.Begun{Stage: "measuring", Plugin: "generate", Total: int64(most-fewest+1) + int64(r.Grids)})()
	for clues := fewest; clues <= most; clues++ {
		puzzles, err := draw(ctx, generator, clues, r.Count, r.Seed)
		if err != nil {
			return nil, err
		}
		point, err := measure(ctx, engine, convex, clues, puzzles)
		if err != nil {
			return nil, err
		}
		t.Points = append(t.Points, point)
		progress.Report(work.Advanced(1))
	}
	return t, t.spread(ctx, generator, engine, progress)
}

// draw returns random parts of solution grids with so many clues.
func draw(ctx context.Context, generator job.Plugin, clues, count int, seed uint64) (puzzles []*sudoku.Puzzle, err error) {
	order := sudoku.Order{Geometry: sudoku.Classic(), CluesMin: clues, CluesMax: clues, Count: count, AllowMultiple: true,
		Seed: seed + uint64(clues)<<32}
	_, err = generator.Generate(ctx, order, func(p *sudoku.Puzzle) bool {
		puzzles = append(puzzles, p)
		return true
	})
	return puzzles, err
}

func measure(ctx context.Context, e *search.Engine, convex job.Plugin, clues int, puzzles []*sudoku.Puzzle) (Point, error) {
	point := Point{Clues: clues, Puzzles: len(puzzles)}
	var unique []*sudoku.Puzzle
	for _, p := range puzzles {
		n, frozen := solutions(e, p)
		point.LogSolutions += math.Log10(float64(n)) / float64(len(puzzles))
		point.Frozen += float64(frozen) / float64(len(p.Givens())-clues) / float64(len(puzzles))
		if n == 1 {
			unique = append(unique, p)
		}
		if n == mostSolutions {
			point.Uncounted++
		}
	}
	point.Unique = len(unique)
	err := convex.Grade(ctx, runner.Numbered(unique), runner.Options{}, func(_ uint64, r sudoku.Result) error {
		for _, g := range r.Grades {
			if g.Metric == "lp_off_solution" && g.Value == 0 {
				point.Tight++
			}
		}
		return r.Err
	})
	if err != nil {
		return point, fmt.Errorf("grading puzzles of %d clues: %w", clues, err)
	}
	return point, nil
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
func (t *Transition) spread(ctx context.Context, generator job.Plugin, e *search.Engine, progress work.Progress) error {
	if t.Grids == 0 {
		return nil
	}
	grids, err := draw(ctx, generator, most, t.Grids, t.Seed+1<<48)
	if err != nil {
		return err
	}
	for _, clues := range spreadClues {
		t.Spreads = append(t.Spreads, Spread{Clues: clues, Puzzles: t.Count})
	}
	for _, grid := range grids {
		of, err := t.Open(ctx, "generate", map[string]any{"grid": grid.String()})
		if err != nil {
			return err
		}
		for i, clues := range spreadClues {
			puzzles, err := draw(ctx, of, clues, t.Count, t.Seed)
			if err != nil {
				return err
			}
			unique := 0
			for _, p := range puzzles {
				if n, _ := e.Count(p, 2, math.MaxInt, nil); n == 1 {
					unique++
				}
			}
			t.Spreads[i].Unique = append(t.Spreads[i].Unique, unique)
		}
		if err := of.Close(); err != nil {
			return fmt.Errorf("closing the generator: %w", err)
		}
		progress.Report(work.Advanced(1))
	}
	return nil
}
