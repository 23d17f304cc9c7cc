package create

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// general is the engine of every geometry, with a budget of guesses for each search.
type general struct {
	search   *search.Engine
	puzzle   sudoku.Slot    // at work
	beside   *sudoku.Puzzle // nil, or a puzzle whose constraints stand beside all givens: other looks near the solution first
	found    sudoku.Grid    // the solution that other found
	check    int            // guesses of a uniqueness check
	budget   int            // guesses left
	rng      *rand.Rand     // of random
	solution []uint8        // of avoidSolution
	over     func() bool    // nobody waits for the puzzle: searches end undecided
}

const (
	checkGuesses = 3000 // of a uniqueness check, before it is given up
	quickGuesses = 60   // likewise in large geometries: 1 % more clues in a ninth of the time
	fillGuesses  = 2000 // of the search for a full grid larger than 9×9, before it starts again
	fillSooner   = 100  // likewise up to 9×9: with an anti-knight grids come in a third of the guesses
)

// newGeneral returns a solver with a budget of guesses for each check, whose searches end with the context.
func newGeneral(ctx context.Context, g *sudoku.Geometry) *general {
	s := &general{search: search.New(g), check: checkGuesses, over: func() bool { return ctx.Err() != nil }}
	s.search.Guess = func() bool { s.budget--; return s.budget >= 0 && !s.over() }
	return s
}

// load begins with the givens, and the constraints if there are some.
func (s *general) load(givens sudoku.Grid) bool {
	if s.beside != nil {
		return s.search.Load(s.beside.WithGivens(givens))
	}
	return s.search.Load(s.puzzle.Fill(s.search.Geometry(), givens, nil))
}

// other looks for a second solution by the general search.
func (s *general) other(givens, solution []uint8, changed int) answer {
	if s.over() {
		return undecided
	}
	s.budget, s.solution, s.search.Order = s.check, solution, s.avoidSolution
	if s.beside != nil {
		s.search.Order = s.preferSolution
	}
	if !s.load(givens) || changed >= 0 && !s.search.Strike(changed, int(solution[changed])) {
		return no
	}
	found := no
	all := s.search.Search(func(grid sudoku.Grid) bool {
		if bytes.Equal(grid, solution) {
			return true
		}
		found, s.found = yes, append(s.found[:0], grid...)
		return false
	})
	if !all && found == no {
		return undecided
	}
	return found
}

// avoidSolution has the digits of the solution come last in a guess.
func (s *general) avoidSolution(choices []search.Choice) {
	last := len(choices) - 1
	for i := 0; i < last; {
		if c := choices[i]; s.solution[c.Cell] == c.Digit {
			choices[i], choices[last] = choices[last], c
			last--
			continue
		}
		i++
	}
}

// preferSolution has the digits of the solution come first in a guess. With constraints other solutions are often near:
// they come below the last guesses.
func (s *general) preferSolution(choices []search.Choice) {
	for i, c := range choices {
		if s.solution[c.Cell] == c.Digit {
			choices[0], choices[i] = c, choices[0]
			return
		}
	}
}

// count implements engine. A search given up counts as limit.
func (s *general) count(givens []uint8, limit int, last []uint8) int {
	s.budget, s.search.Order = checkGuesses, nil
	if !s.load(givens) {
		return 0
	}
	found := 0
	all := s.search.Search(func(grid sudoku.Grid) bool {
		found++
		copy(last, grid)
		return found < limit
	})
	if !all {
		return limit
	}
	return found
}

// grid implements engine by a search that takes the choices of a guess in random order. Every solution grid can come,
// not all equally often.
func (s *general) grid(rng *rand.Rand) sudoku.Grid {
	const guesses = 400_000
	found, _ := s.fill(rng, guesses)
	return found
}

// fill is grid with so many guesses. If there is no grid, it says whether that is sure.
func (s *general) fill(rng *rand.Rand, guesses int) (found sudoku.Grid, sure bool) {
	empty, each := make(sudoku.Grid, s.search.Geometry().Cells()), fillGuesses
	if s.search.Geometry().N() <= 9 {
		each = fillSooner
	}
	for ; guesses > 0 && !s.over(); guesses -= each {
		s.budget, s.rng, s.search.Order = each, rng, s.random
		if !s.load(empty) {
			return nil, true
		}
		all := s.search.Search(func(grid sudoku.Grid) bool { found = grid.Clone(); return false })
		if all || found != nil {
			return found, all
		}
	}
	return nil, false
}

// random puts choices in random order.
func (s *general) random(choices []search.Choice) {
	s.rng.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
}

// base is an engine whose grids are images of one: digits relabelled, bands, stacks and the lines inside them
// exchanged, the whole reflected. None of these changes how many puzzles of a grid have one solution, or what solves
// them, so the puzzles are a sample of those of that grid.
type base struct {
	engine
	geometry *sudoku.Geometry
	given    sudoku.Grid
}

// grid draws a random image of the grid that the setting gives.
func (b base) grid(rng *rand.Rand) sudoku.Grid {
	return symmetry.RandomTransform(b.geometry, rng).Grid(b.given)
}

// readBase reads the setting grid, nil if it is empty, and refuses orders for which the grid would change.
func readBase(text string, o *sudoku.Order) (sudoku.Grid, error) {
	if text == "" {
		return nil, nil
	}
	grid, err := o.Geometry.ParseGrid(text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading setting grid %q: %w", text, err)
	case grid.Filled() < len(grid) || sudoku.CheckGivens(sudoku.MustPuzzle(o.Geometry, grid)) != nil:
		return nil, fmt.Errorf("reading setting grid %q: no solution grid of geometry %q", text, o.Geometry)
	case o.Pattern != nil || o.Near != nil:
		return nil, fmt.Errorf("reading the order: a pattern and neighbours leave the grid of setting grid %q", text)
	}
	return grid, nil
}
