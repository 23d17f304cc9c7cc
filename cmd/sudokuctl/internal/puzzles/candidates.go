package puzzles

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
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
	show, end, err := candidatesOutput(o.app, req.True)
	if err != nil {
		return err
	}
	talk := o.app.Screen()
	talk.Expect(ctx, req.Inputs)
	bad, err := ask.Candidates(ctx, o.app.Env(nil), req, talk.Report, show)
	talk.End()
	return cmp.Or(end(), app.UnpackHint(err), app.LeftOut(bad))
}

func candidatesOutput(a *app.App, sure bool) (show func(*ask.CandidatesRecord) error, end func() error, err error) {
	none := func() error { return nil }
	if a.Format("grid", "tsv") == "grid" {
		return func(r *ask.CandidatesRecord) error {
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
	return func(r *ask.CandidatesRecord) error {
		remarkOpen(a, r)
		return l.Row(r, "name", r.Name, "puzzle", r.Puzzle, "verdict", r.Verdict, "count", r.Count,
			"candidates", candidateText(r.Source.Geometry(), r.Candidates), "error", r.Error)
	}, l.End, l.Err()
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
