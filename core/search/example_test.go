package search_test

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Are there two solutions? A third is not looked for.
func ExampleEngine_Count() {
	p, err := sudoku.ParsePuzzle("4+x:12..............")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := search.New(p.Geometry())
	found, known := e.Count(p, 2, 1000, func(grid sudoku.Grid) { fmt.Println(p.Geometry().FormatGrid(grid)) })
	fmt.Println(found, known)
	// Output:
	// 1243431234212134
	// 1243342121344312
	// 2 true
}

// A cell is assigned, what follows is worked out, and all is taken back.
func ExampleEngine_Propagate() {
	g := sudoku.MustGeometry("4")
	e := search.New(g)
	e.Load(sudoku.MustPuzzle(g, make(sudoku.Grid, g.Cells())))
	mark := e.Mark()
	fmt.Println(e.Assign(0, 1) && e.Propagate(), e.Candidates(1).Len(), e.Open())
	e.Undo(mark)
	fmt.Println(e.Candidates(1).Len(), e.Open())
	// Output:
	// true 3 15
	// 4 16
}
