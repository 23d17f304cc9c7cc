package puzzles

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/solve"
)

// Candidates is the command that prints the candidates of puzzles.
func Candidates(a *app.App) *cobra.Command {
	req := solve.CandidatesRequest{Ask: runner.Ask{Seed: 1}}
	c := &cobra.Command{
		Use:   "candidates [PUZZLE|FILE|-]…",
		Short: "Print the digits that cells may hold, or hold in a solution",
		Long: `Print the candidates of each empty cell: the digits that no given in sight excludes. With --true they
are the digits that the cell holds in a solution, whatever constraints the puzzle has: each search decides
something new, so a puzzle with very many solutions takes no longer than one with few. Digits that were
not decided within the time are named on standard error, and as "open" in JSON.`,
		Example: `  sudokuctl candidates 1.3............4
  sudokuctl candidates --true -o jsonl '9:~cage=3:r1c12~thermo:r2c123'`,
		RunE: func(c *cobra.Command, args []string) error { return candidates(c.Context(), a, req, args) },
	}
	f := c.Flags()
	f.BoolVar(&req.True, "true", false, "only digits that are in a solution")
	f.StringVar(&req.Solver, "solver", "", "`ID` of a complete solver that counts solutions first (default: a fast one)")
	f.IntVar(&req.Limit, "limit", 2, "solutions counted of each puzzle")
	f.DurationVar(&req.Timeout, "timeout", 10*time.Second, "time limit for each puzzle, 0 = no limit")
	a.LenientFlag(f)
	return c
}

func candidates(ctx context.Context, a *app.App, req solve.CandidatesRequest, args []string) (err error) {
	if req.Limit < 2 || req.Timeout < 0 {
		return app.UsageErrorf("--limit must be 2 or more, --timeout not negative")
	}
	if req.Inputs, err = a.Inputs(args); err != nil {
		return err
	}
	if req.Solver, err = a.ChosenPlugin(req.Solver); err != nil {
		return err
	}
	show, end, err := candidatesOutput(a, req.True)
	if err != nil {
		return err
	}
	talk := a.Screen()
	talk.Expect(ctx, req.Inputs)
	bad, err := solve.Candidates(ctx, a.Env(nil), req, talk.Report, show)
	talk.End()
	return cmp.Or(end(), app.UnpackHint(err), app.LeftOut(bad))
}

func candidatesOutput(a *app.App, sure bool) (show func(*solve.CandidatesRecord) error, end func() error, err error) {
	none := func() error { return nil }
	if a.Format("grid", "tsv") == "grid" {
		return func(r *solve.CandidatesRecord) error {
			remarkOpen(a, r)
			title := r.Name
			if sure {
				title += "  " + r.Verdict
			}
			replay := record.NewReplay(r.Source)
			for cell, v := range r.Source.Givens() {
				if v == 0 {
					replay.Marks[cell] = r.Digits[cell]
				}
			}
			_, err := fmt.Fprintf(a.Stdout, "%s\n%s\n", title, screen.PictureOfStep(a.Streams, replay, sudoku.Step{}, true))
			return err
		}, none, nil
	}
	l := a.Listing()
	l.Spare("error")
	return func(r *solve.CandidatesRecord) error {
		remarkOpen(a, r)
		return l.Row(r, "name", r.Name, "puzzle", r.Puzzle, "verdict", r.Verdict, "count", r.Count,
			"candidates", candidateText(r.Source.Geometry(), r.Candidates), "error", r.Error)
	}, l.End, l.Err()
}

// remarkOpen says which digits the time was too short for.
func remarkOpen(a *app.App, r *solve.CandidatesRecord) {
	if len(r.Open) > 0 {
		a.Remark("%s: not decided within the time: %s", r.Name, candidateText(r.Source.Geometry(), r.Open))
	}
}

// candidateText writes candidates by cell: "r1c1=12 r1c3=4".
func candidateText(g *sudoku.Geometry, candidates []solve.CandidateCount) string {
	var cells []string
	for _, c := range candidates {
		if last := len(cells) - 1; last >= 0 && strings.HasPrefix(cells[last], c.Cell+"=") {
			cells[last] += g.Alphabet().Symbol(c.Digit)
			continue
		}
		cells = append(cells, c.Cell+"="+g.Alphabet().Symbol(c.Digit))
	}
	return strings.Join(cells, " ")
}
