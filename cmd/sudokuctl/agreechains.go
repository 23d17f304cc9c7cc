package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// chainSteps is how many clues are added to each generated puzzle.
const chainSteps = 12

// monotony grades puzzles to which clues are added one by one.
func (t *trial) monotony(ctx context.Context, out *tables) error {
	puzzles, err := t.chainPuzzles(ctx)
	if err != nil {
		return err
	}
	grades, err := t.grades(ctx, "grading chains", puzzles)
	if err != nil {
		return err
	}
	var pairs [][2]map[string]float64
	for i := 1; i < len(grades); i++ {
		if i%(chainSteps+1) != 0 {
			pairs = append(pairs, [2]map[string]float64{grades[i-1], grades[i]})
		}
	}
	counts := t.tally(pairs, func(m runs.StoredMetric, fewer, more float64) bool {
		return m.Sign()*(more-fewer) > rounding
	})
	table := t.tallyTable(fmt.Sprintf("Equation 1: %d chains of %d clues added to a minimal puzzle", t.chains,
		chainSteps), "steps", "harder with a clue more", counts)
	return out.show(table)
}

// chainPuzzles returns generated minimal puzzles, each followed by chainSteps puzzles with a random clue
// more.
func (t *trial) chainPuzzles(ctx context.Context) ([]*sudoku.Puzzle, error) {
	s := &study{app: t.App, paperOptions: paperOptions{seed: t.seed}}
	starts, err := s.generate(ctx, sudoku.Order{Count: t.chains, Minimal: true, Seed: t.seed})
	if err != nil {
		return nil, err
	}
	solver, err := s.open(ctx, "dlx", nil)
	if err != nil {
		return nil, err
	}
	results, err := s.solve(ctx, solver, "solving", starts, host.SolveOptions{Ask: sudoku.Ask{Limit: 1}})
	if err != nil {
		return nil, err
	}
	var all []*sudoku.Puzzle
	for i, p := range starts {
		if len(results[i].Solutions) == 0 {
			return nil, fmt.Errorf("solving generated puzzle %q: %s", p, results[i].Verdict)
		}
		all = append(all, addClues(p, results[i].Solutions[0], t.rng)...)
	}
	return all, nil
}

// addClues returns p and chainSteps puzzles, each with one more digit of the solution than the one before.
func addClues(p *sudoku.Puzzle, solution sudoku.Grid, rng *rand.Rand) []*sudoku.Puzzle {
	all := []*sudoku.Puzzle{p}
	for _, cell := range rng.Perm(len(solution)) {
		if p.Givens[cell] != 0 {
			continue
		}
		if len(all) > chainSteps {
			break
		}
		next := *p
		next.Givens = append(sudoku.Grid(nil), p.Givens...)
		next.Givens[cell] = solution[cell]
		p = &next
		all = append(all, p)
	}
	return all
}
