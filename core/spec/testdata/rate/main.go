// Command rate solves and grades the puzzle that it is given.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/search"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
)

func main() {
	if err := rate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func rate(text string) error {
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		return err
	}
	fast, rules := search.Spec(), logic.Spec()
	settings, err := sudoku.ResolveSettings(fast.Info.Settings, nil)
	if err != nil {
		return err
	}
	solver, err := fast.Solver(settings)
	if err != nil {
		return err
	}
	fmt.Println(sudoku.Solve(context.Background(), solver, p, 2, fast.Info.Complete).Verdict)
	return grade(rules, p)
}

func grade(rules spec.Spec, p *sudoku.Puzzle) error {
	settings, err := sudoku.ResolveSettings(rules.Info.Settings, nil)
	if err != nil {
		return err
	}
	grader, err := rules.Grader(settings)
	if err != nil {
		return err
	}
	grades, err := grader.Grade(context.Background(), p)
	for _, g := range grades {
		fmt.Println(g.Metric, g.Value)
	}
	return err
}
