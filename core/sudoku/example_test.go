package sudoku_test

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func ExampleParsePuzzle() {
	p, err := sudoku.ParsePuzzle("4:12..............")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Geometry(), p.Clues(), p.Candidates()[2].Len())

	_, err = sudoku.ParsePuzzle("4:12.............5")
	fmt.Println(err)
	// Output:
	// 4 2 2
	// column 18: "5" is not one of 1234
}

// A geometry is a list of houses, whatever its text: here a 6×6 grid with both diagonals.
func ExampleParseGeometry() {
	g, err := sudoku.ParseGeometry("6+x")
	if err != nil {
		fmt.Println(err)
		return
	}
	houses := map[sudoku.HouseKind]int{}
	for _, h := range g.Houses() {
		houses[h.Kind]++
	}
	fmt.Println(g.N(), "digits,", g.Cells(), "cells,", houses[sudoku.Row], "rows,", houses[sudoku.Diagonal], "diagonals")
	fmt.Println(g.CellName(7), "is a peer of", len(g.Peers(7)), "cells")
	// Output:
	// 6 digits, 36 cells, 6 rows, 2 diagonals
	// r2c2 is a peer of 16 cells
}

// Digits that may stand in a cell without being given.
func ExampleSoft() {
	g := sudoku.MustGeometry("4")
	p, err := sudoku.NewPuzzle(g, make(sudoku.Grid, g.Cells()),
		sudoku.Soft(sudoku.SoftClue{Cell: 0, Allowed: sudoku.DigitSet(1, 2)}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Println(p.Allowed(0).Len(), p.Allowed(1).Len(), p.Plain())
	// Output:
	// {12}...............
	// 2 4 false
}

// A puzzle is not changed once it is made; one with other givens is another puzzle.
func ExamplePuzzle_WithGivens() {
	p, _ := sudoku.ParsePuzzle("4+x:12..............")
	givens := append(sudoku.Grid(nil), p.Givens()...)
	givens[15] = 4
	q := p.WithGivens(givens)
	fmt.Println(p)
	fmt.Println(q)
	// Output:
	// 4+x:12..............
	// 4+x:12.............4
}

func ExampleCheckGivens() {
	p, _ := sudoku.ParsePuzzle("4:1..1............")
	fmt.Println(sudoku.CheckGivens(p))
	// Output: 1 appears twice in r1: r1c1 and r1c4
}

func ExampleVerify() {
	p, _ := sudoku.ParsePuzzle("4:12..............")
	for _, text := range []string{"1234341221434321", "1234341221434312"} {
		grid, err := p.Geometry().ParseGrid(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(sudoku.Verify(p, grid))
	}
	// Output:
	// <nil>
	// verifying: house c3 holds 1 twice
}

// first tries the digits of the first empty cell, and so on.
type first struct{}

// Solve implements sudoku.Solver.
func (first) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	grid := append(sudoku.Grid(nil), p.Givens()...)
	var stats sudoku.Stats
	var try func(cell int) bool
	try = func(cell int) bool {
		if cell == len(grid) {
			return emit(grid)
		}
		if grid[cell] != 0 {
			return try(cell + 1)
		}
		for d := range p.WithGivens(grid).Candidates()[cell].All {
			grid[cell] = uint8(d)
			stats.Guesses++
			if !try(cell + 1) {
				return false
			}
		}
		grid[cell] = 0
		return true
	}
	try(0)
	return stats, ctx.Err()
}

// What a solver emits is verified, and the verdict follows from how many solutions it found and whether its search ended.
func ExampleSolve() {
	p, _ := sudoku.ParsePuzzle("4:1...3.....2.....")
	for _, limit := range []int{1, 2, 0} {
		r := sudoku.Solve(context.Background(), first{}, p, limit, true)
		fmt.Println(r.Verdict, r.Count)
	}
	// Output:
	// solved 1
	// multiple 2
	// multiple 6
}

// An image of a puzzle has the same solutions, moved.
