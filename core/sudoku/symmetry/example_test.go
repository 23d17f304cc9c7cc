package symmetry_test

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

func ExampleTransform_Puzzle() {
	p, _ := sudoku.ParsePuzzle("4:12..............")
	t := symmetry.Transpose(p.Geometry())
	for _, u := range []symmetry.Transform{t, t.Then(t.Inverse())} {
		image, err := u.Puzzle(p)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(image)
	}
	// Output:
	// 1...2...........
	// 12..............
}
