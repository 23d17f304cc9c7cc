// Command solve solves the puzzle that it is given.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/search"
)

func main() {
	if err := solve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func solve(text string) error {
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		return err
	}
	spec := search.Spec()
	settings, err := sudoku.ResolveSettings(spec.Info.Settings, nil)
	if err != nil {
		return err
	}
	solver, err := spec.Solver(settings)
	if err != nil {
		return err
	}
	r := sudoku.Solve(context.Background(), solver, p, 2, spec.Info.Complete)
	fmt.Println(r.Verdict)
	return nil
}
