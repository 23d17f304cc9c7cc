package puzzles

import (
	"context"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// candidates is "check --candidates".
func (o *checkOptions) candidates(ctx context.Context, limited bool, in []*input.Input) error {
	req := ask.CandidatesRequest{Inputs: in, True: o.sure, Solver: o.solver,
		Ask: runner.Ask{Limit: 2, Timeout: o.timeout, Seed: 1}}
	if limited {
		req.Limit = o.most
	}
	if req.Limit < 2 || req.Timeout < 0 {
		return app.UsageErrorf("--limit must be 2 or more, --timeout not negative")
	}
	rows, err := (&screen.Columns[*ask.CandidatesRecord]{
		Grid: func(r *ask.CandidatesRecord) string {
			title := r.Name
			if o.sure {
				title += "  " + r.Verdict
			}
			replay := record.NewReplay(r.Source)
			for cell, v := range r.Source.Givens() {
				if v == 0 {
					replay.Marks[cell] = r.Digits[cell]
				}
			}
			return title + "\n" + screen.PictureOfStep(o.app.Streams, replay, sudoku.Step{}, true) + "\n"
		},
		Cells: func(r *ask.CandidatesRecord) []any {
			return []any{"name", r.Name, "puzzle", r.Puzzle, "verdict", r.Verdict, "count", r.Count,
				"candidates", candidateText(r.Source.Geometry(), r.Candidates), "error", r.Error}
		},
		Spare: []string{"error"},
	}).On(o.app.Streams)
	if err != nil {
		return err
	}
	return o.app.Over(ctx, in, func(report work.Progress) (int, error) {
		return ask.Candidates(ctx, o.app.Env(nil), req, report, func(r *ask.CandidatesRecord) error {
			remarkOpen(o.app, r)
			return rows.Show(r)
		})
	}, rows.End)
}

// remarkOpen says which digits the time was too short for.
func remarkOpen(a *app.App, r *ask.CandidatesRecord) {
	if len(r.Open) > 0 {
		a.Remark("%s: not decided within the time: %s", r.Name, candidateText(r.Source.Geometry(), r.Open))
	}
}

// candidateText writes candidates by cell: "r1c1=12 r1c3=4".
func candidateText(g *sudoku.Geometry, candidates []ask.CandidateCount) string {
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
