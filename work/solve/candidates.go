package solve

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A CandidatesRequest asks which candidates of puzzles are in a solution.
type CandidatesRequest struct {
	Inputs     []*input.Input
	Solver     string // id of a complete solver, "" for a fast one
	sudoku.Ask        // Limit is how many solutions of a puzzle are counted
}

// CandidatesRecord says of each empty cell which digits are in a solution. Its keys are stable.
type CandidatesRecord struct {
	Name       string           `json:"name"`
	Puzzle     string           `json:"puzzle"`
	Geometry   string           `json:"geometry"`
	Verdict    string           `json:"verdict"`
	Count      int64            `json:"count"`
	Complete   bool             `json:"count_complete"` // false: there are at least Count solutions
	Candidates []CandidateCount `json:"candidates"`
	Error      string           `json:"error"`
}

// CandidateCount is a digit that a cell has in at least one solution. Its keys are stable.
type CandidateCount struct {
	Cell  string `json:"cell"`
	Digit int    `json:"digit"`
	Count int64  `json:"count"` // solutions among those counted; 1 for one that was looked for apart
}

// Candidates calls show with the true candidates of each puzzle. Those that no counted solution has are looked for one by
// one, so the list is complete even if the count is not.
func Candidates(ctx context.Context, env *work.Env, req CandidatesRequest, progress work.Progress,
	show func(*CandidatesRecord) error) (bad int, err error) {
	solver, err := env.CompleteSolver(ctx, req.Solver)
	if err != nil {
		return 0, err
	}
	return Run(ctx, env, Request{Inputs: req.Inputs, Solver: req.Solver, Ask: req.Ask}, progress,
		func(info sudoku.Info, r *sudoku.Result) error {
			c, err := newCandidatesRecord(ctx, solver, req, info, r)
			if err != nil {
				return err
			}
			return show(c)
		})
}

func newCandidatesRecord(ctx context.Context, solver job.Plugin, req CandidatesRequest, info sudoku.Info,
	r *sudoku.Result) (*CandidatesRecord, error) {
	p := r.Puzzle
	c := &CandidatesRecord{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry().String(), Verdict: r.Verdict.String(), Count: r.Count,
		Complete: record.CountComplete(info, r, req.Limit), Candidates: []CandidateCount{}}
	if r.Err != nil {
		c.Error = r.Err.Error()
	}
	counts := make([][]int64, p.Geometry().Cells())
	for cell := range counts {
		counts[cell] = make([]int64, p.Geometry().N()+1)
	}
	add := func(solutions []sudoku.Grid) {
		for _, grid := range solutions {
			for cell, digit := range grid {
				counts[cell][digit]++
			}
		}
	}
	add(r.Solutions)
	if (r.Verdict == sudoku.Multiple || r.Verdict == sudoku.Solved) && !(c.Complete && int64(len(r.Solutions)) == r.Count) {
		if err := eachMissing(ctx, solver, req, p, counts, add); err != nil {
			return nil, fmt.Errorf("looking for the candidates of %s: %w", p.Name, err)
		}
	}
	for cell, digits := range counts {
		for digit, n := range digits {
			if n > 0 && p.Givens()[cell] == 0 {
				c.Candidates = append(c.Candidates, CandidateCount{p.Geometry().CellName(cell), digit, n})
			}
		}
	}
	return c, nil
}

// eachMissing solves the puzzle once with each candidate that no solution has had so far.
func eachMissing(ctx context.Context, solver job.Plugin, req CandidatesRequest, p *sudoku.Puzzle, counts [][]int64,
	add func([]sudoku.Grid)) error {
	ask := req.Ask
	ask.Limit = 1
	for cell, marks := range p.Candidates() {
		if p.Givens()[cell] != 0 {
			continue
		}
		for digit := range marks.All {
			if counts[cell][digit] > 0 {
				continue
			}
			givens := p.Givens().Clone()
			givens[cell] = uint8(digit)
			result, err := runner.SolveOne(ctx, solver, p.WithGivens(givens), ask)
			if err != nil {
				return err
			}
			add(result.Solutions)
		}
	}
	return nil
}
