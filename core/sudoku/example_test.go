package sudoku_test

import (
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
