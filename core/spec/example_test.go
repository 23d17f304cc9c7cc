package spec_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// free returns the digits that a cell can have in a grid.
func free(p *sudoku.Puzzle, grid sudoku.Grid, cell int) sudoku.Digits {
	left := p.Allowed(cell)
	for _, peer := range p.Geometry().Peers(cell) {
		if v := grid[peer]; v > 0 {
			left = left.Without(int(v))
		}
	}
	return left
}

// tries fills the cells one after the other.
type tries struct{}

func (tries) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	stats, grid := sudoku.Stats{}, p.Givens().Clone()
	var fill func() bool // false: no more is wanted
	fill = func() bool {
		cell := slices.Index(grid, 0)
		if cell < 0 {
			return emit(grid) // a copy is made of it
		}
		defer func() { grid[cell] = 0 }()
		for digit := range free(p, grid, cell).All {
			stats.Guesses++
			if grid[cell] = uint8(digit); ctx.Err() != nil || !fill() {
				return false
			}
		}
		return true
	}
	if sudoku.CheckGivens(p) == nil && fill() {
		return stats, nil // there are no others: with Info.Complete that is a proof
	}
	return stats, ctx.Err()
}

// A solver emits every solution until emit returns false.
func ExampleSpec_solver() {
	s := spec.Spec{
		Info:   sudoku.Info{ID: "tries", Name: "Tries", Version: "0.1.0", Summary: "tries digits", Licence: "MIT", Complete: true},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return tries{}, nil },
	}
	solver, _ := s.Solver(nil)
	p, _ := sudoku.ParsePuzzle("2.14........4..2")
	_, err := solver.Solve(context.Background(), p, func(g sudoku.Grid) bool {
		fmt.Println(p.Geometry().FormatGrid(g))
		return true
	})
	fmt.Println(err)
	// Output:
	// 2314142332414132
	// <nil>
}

type weight struct {
	Each float64 `setting:"each" min:"0.1" max:"10" summary:"what an empty cell counts"`
}

// empties weighs the empty cells.
type empties struct{ weight }

func (g empties) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	empty := p.Geometry().Cells() - p.Clues()
	return []sudoku.Grade{{Metric: "weighted_empties", Value: g.Each * float64(empty)}}, nil
}

// A grader returns a value of each metric that it declares and that makes sense for the puzzle. This one has a setting.
func ExampleSpec_grader() {
	s := spec.Spec{
		Info: sudoku.Info{ID: "empties", Name: "Empties", Version: "0.1.0", Summary: "weighs empty cells", Licence: "MIT",
			Settings: spec.Declare(weight{Each: 1}),
			Metrics: []sudoku.Metric{{Name: "weighted_empties", Max: 10 * 49 * 49, HigherIsHarder: true, Source: "counting",
				Summary: "empty cells, weighted"}}},
		Grader: spec.With(func(w weight) (sudoku.Grader, error) { return empties{w}, nil }),
	}
	settings, _ := s.Info.Resolve(map[string]any{"each": 0.5})
	grader, _ := s.Grader(settings)
	p, _ := sudoku.ParsePuzzle("1.3...2........4")
	fmt.Println(grader.Grade(context.Background(), p))
	// Output: [{weighted_empties 6 }] <nil>
}

// singles finds cells that only one digit fits.
type singles struct{}

func (singles) Explain(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	grid := p.Givens().Clone()
	for slices.Contains(grid, 0) {
		cell := 0
		for cell < len(grid) && (grid[cell] > 0 || free(p, grid, cell).Len() != 1) {
			cell++
		}
		if cell == len(grid) {
			return sudoku.ErrGaveUp // its techniques do not suffice
		}
		digit := free(p, grid, cell).Min()
		if !emit(sudoku.Step{Technique: "naked_single", Rating: 2.3, Cells: []int{cell},
			Place: []sudoku.Candidate{{Cell: cell, Digit: digit}},
			Text:  fmt.Sprintf("%s can only be %d.", p.Geometry().CellName(cell), digit)}) {
			return nil
		}
		grid[cell] = uint8(digit)
	}
	return nil
}

// An explainer emits steps, each of which follows from the puzzle and the steps before it.
func ExampleSpec_explainer() {
	s := spec.Spec{
		Info:      sudoku.Info{ID: "singles", Name: "Singles", Version: "0.1.0", Summary: "finds naked singles", Licence: "MIT"},
		Explainer: func(sudoku.Settings) (sudoku.Explainer, error) { return singles{}, nil },
	}
	explainer, _ := s.Explainer(nil)
	p, _ := sudoku.ParsePuzzle("1234341221434.2.")
	fmt.Println(explainer.Explain(context.Background(), p, func(s sudoku.Step) bool {
		fmt.Println(s.Text)
		return true
	}))
	// Output:
	// r4c2 can only be 3.
	// r4c4 can only be 1.
	// <nil>
}

// digger takes digits out of a solved grid as long as there is one solution.
type digger struct{}

func (digger) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	if o.Symmetry != "" || o.Pattern != nil || o.CluesMin+o.CluesMax > 0 || o.HasDifficulty || o.AllowMultiple {
		return sudoku.Stats{}, fmt.Errorf("%w: an order for more than a number of puzzles", sudoku.ErrUnsupported)
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	for made := 0; o.Count == 0 || made < o.Count; made++ { // a count of 0: until emit returns false
		start := make(sudoku.Grid, o.Geometry.Cells())
		for i, digit := range rng.Perm(o.Geometry.N()) {
			start[o.Geometry.Houses()[0].Cells[i]] = uint8(digit + 1)
		}
		full := solutions(ctx, o.Geometry, start, 1)
		for _, cell := range rng.Perm(o.Geometry.Cells()) {
			if ctx.Err() != nil {
				return sudoku.Stats{}, ctx.Err()
			}
			digit := full[0][cell]
			if full[0][cell] = 0; len(solutions(ctx, o.Geometry, full[0], 2)) > 1 {
				full[0][cell] = digit
			}
		}
		if !emit(sudoku.MustPuzzle(o.Geometry, full[0])) {
			break
		}
	}
	return sudoku.Stats{}, nil
}

func solutions(ctx context.Context, g *sudoku.Geometry, grid sudoku.Grid, limit int) (found []sudoku.Grid) {
	_, _ = tries{}.Solve(ctx, sudoku.MustPuzzle(g, grid), func(g sudoku.Grid) bool {
		found = append(found, g.Clone())
		return len(found) < limit
	})
	return found
}

// A generator makes as many puzzles as are ordered, or puzzles without end if the count is 0.
func ExampleSpec_generator() {
	s := spec.Spec{
		Info:      sudoku.Info{ID: "digger", Name: "Digger", Version: "0.1.0", Summary: "digs holes", Licence: "MIT", Shapes: []string{"4"}},
		Generator: func(sudoku.Settings) (sudoku.Generator, error) { return digger{}, nil },
	}
	generator, _ := s.Generator(nil)
	made := 0
	_, err := generator.Generate(context.Background(), sudoku.Order{Geometry: sudoku.MustGeometry("4")}, func(*sudoku.Puzzle) bool {
		made++
		return made < 5
	})
	fmt.Println(made, err)
	// Output: 5 <nil>
}
