package sudoku

import (
	"math/rand/v2"
	"testing"
)

// TestVectorsSayWhatWordsSay has both look at solutions, and at solutions that were changed: in some cells at random, or so that
// houses of one kind alone are wrong.
func TestVectorsSayWhatWordsSay(t *testing.T) {
	if !vectors {
		t.Skip("this CPU has no AVX2")
	}
	const grids = 200_000
	r := rand.New(rand.NewPCG(7, 8))
	good := 0
	for range grids {
		grid, givens := solvedGrid(r)
		for range r.IntN(3) {
			cell, line, band := r.IntN(81), r.IntN(9), 3*r.IntN(3)
			a, b := band+r.IntN(3), band+r.IntN(3)
			switch r.IntN(7) {
			case 0:
				grid[cell] = uint8(r.IntN(256))
			case 1:
				grid[cell] = uint8(r.IntN(11))
			case 2:
				givens[cell] = uint8(r.IntN(10))
			case 3:
				givens[cell] = uint8(r.IntN(256))
			case 4: // two cells of a box in one column: rows
				exchange(&grid, 9*a+line, 9*b+line)
			case 5: // two cells of a box in one row: columns
				exchange(&grid, 9*line+a, 9*line+b)
			case 6: // two rows: boxes
				other := r.IntN(9)
				for column := range 9 {
					exchange(&grid, 9*line+column, 9*other+column)
				}
			}
		}
		want := solvesByWord(&grid, &givens)
		if solvesByVector(&grid, &givens) != want {
			t.Fatalf("grid %v of %v: %t by word", grid, givens, want)
		}
		if want {
			good++
		}
	}
	if good < grids/10 || good > grids/2 {
		t.Errorf("%d of %d grids are good", good, grids)
	}
}

// solvedGrid returns a solution, and givens of which it has a third.
func solvedGrid(r *rand.Rand) (grid, givens [81]uint8) {
	digits, rows, columns := r.Perm(9), linesInBands(r), linesInBands(r)
	for i := range grid {
		row, column := rows[i/9], columns[i%9]
		grid[i] = uint8(digits[(3*row+row/3+column)%9] + 1)
		if r.IntN(3) == 0 {
			givens[i] = grid[i]
		}
	}
	return grid, givens
}

// linesInBands returns an order of nine lines in which those of a band are neighbours.
func linesInBands(r *rand.Rand) (order []int) {
	for _, band := range r.Perm(3) {
		for _, line := range r.Perm(3) {
			order = append(order, 3*band+line)
		}
	}
	return order
}

func exchange(grid *[81]uint8, a, b int) { grid[a], grid[b] = grid[b], grid[a] }

func FuzzSolvesByVector(f *testing.F) {
	if !vectors {
		f.Skip("this CPU has no AVX2")
	}
	r := rand.New(rand.NewPCG(9, 10))
	for range 4 {
		grid, givens := solvedGrid(r)
		f.Add(grid[:], givens[:])
	}
	f.Fuzz(func(t *testing.T, grid, givens []byte) {
		if len(grid) != 81 || len(givens) != 81 {
			return
		}
		cells, clues := (*[81]uint8)(grid), (*[81]uint8)(givens)
		if vector, word := solvesByVector(cells, clues), solvesByWord(cells, clues); vector != word {
			t.Errorf("grid %v of %v: %t by vector, %t by word", grid, givens, vector, word)
		}
	})
}
