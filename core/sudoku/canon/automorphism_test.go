package canon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"

	"pgregory.net/rapid"
)

// fourGroup is all 128 · 24 symmetries of the 4×4.
var fourGroup = func() (group []symmetry.Transform) {
	g := sudoku.MustGeometry("4")
	swaps := [][]int{{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
		{2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}}
	for _, first := range []symmetry.Transform{symmetry.Identity(g), symmetry.Transpose(g)} {
		for _, rows := range swaps {
			for _, cols := range swaps {
				cells := first.Then(symmetry.PermuteRows(g, rows)).Then(symmetry.PermuteColumns(g, cols))
				for k := range 24 {
					digits := []int{1, 2, 3, 4}
					for i, n := range []int{k % 4, k / 4 % 3, k / 12} {
						digits[i], digits[i+n] = digits[i+n], digits[i]
					}
					relabelled := symmetry.Identity(g)
					for d, to := range digits {
						relabelled.Digits[d+1] = uint8(to)
					}
					group = append(group, cells.Then(relabelled))
				}
			}
		}
	}
	return group
}()

// fourGrids are the 288 grids of the 4×4.
var fourGrids = func() (grids []sudoku.Grid) {
	grid := make(sudoku.Grid, 16)
	var fill func(i int)
	fill = func(i int) {
		if i == 16 {
			grids = append(grids, grid.Clone())
			return
		}
		for d := uint8(1); d <= 4; d++ {
			grid[i] = d
			if sudoku.CheckGivens(sudoku.MustPuzzle(sudoku.MustGeometry("4"), grid)) == nil {
				fill(i + 1)
			}
			grid[i] = 0
		}
	}
	fill(0)
	return grids
}()

// bruteOrbits counts orbits by the whole group.
func bruteOrbits(p *sudoku.Puzzle, solutions []sudoku.Grid) (orbits int) {
	reached := map[string]bool{}
	for _, s := range solutions {
		if !reached[string(s)] {
			orbits++
		}
		for _, t := range fourGroup {
			if slices.Equal(t.Grid(p.Givens()), p.Givens()) {
				reached[string(t.Grid(s))] = true
			}
		}
	}
	return orbits
}

func TestEssentiallyDifferentEqualsBruteForce(t *testing.T) {
	g := sudoku.MustGeometry("4")
	rapid.Check(t, func(t *rapid.T) {
		full := rapid.SampledFrom(fourGrids).Draw(t, "grid")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		grid := make(sudoku.Grid, 16)
		for _, c := range rng.Perm(16)[:rapid.IntRange(1, 5).Draw(t, "clues")] {
			grid[c] = full[c]
		}
		p := sudoku.MustPuzzle(g, grid)
		var solutions []sudoku.Grid
		for _, s := range fourGrids {
			if sudoku.Verify(p, s) == nil {
				solutions = append(solutions, s)
			}
		}
		maps, ok := Automorphisms(p)
		if got, want := EssentiallyDifferent(p, maps, solutions), bruteOrbits(p, solutions); !ok || got != want {
			t.Fatalf("%s: %d of %d solutions are essentially different, want %d", p, got, len(solutions), want)
		}
	})
}

func TestEssentiallyDifferentOfTheEmptyGrid(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	maps, _ := Automorphisms(p)
	if n := EssentiallyDifferent(p, maps, fourGrids); n != 2 || len(maps) != 128 {
		t.Errorf("%d of %d grids are essentially different under %d maps, want 2 of 288 under 128", n,
			len(fourGrids), len(maps))
	}
}

// Both ways to find automorphisms agree on their number.
func TestAutomorphismsEqualCanonical(t *testing.T) {
	for _, text := range []string{"4", "6", "9", "9+x", "9/l"} {
		g := sudoku.MustGeometry(text)
		c := New(g)
		for _, line := range assorted {
			if text == "9/l" && line[0] != '.' {
				continue // takes long
			}
			grid := make(sudoku.Grid, g.Cells())
			for i := range grid {
				if row, col := i/g.N(), i%g.N(); row < 9 && col < 9 && line[9*row+col] != '.' {
					grid[i] = (line[9*row+col] - '0') % uint8(g.N()+1)
				}
			}
			maps, ok := Automorphisms(sudoku.MustPuzzle(g, grid))
			if want := c.lexer.run(grid); want != 0 && ok && int64(len(maps)) != want {
				t.Errorf("%s %s: %d automorphisms, want %d", text, line, len(maps), want)
			}
		}
	}
	if _, ok := Automorphisms(sudoku.MustPuzzle(sudoku.Classic(), nil)); ok {
		t.Error("the automorphisms of the empty grid are listed")
	}
}
