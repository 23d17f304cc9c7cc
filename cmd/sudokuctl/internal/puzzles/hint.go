package puzzles

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

type hintOptions struct {
	app     *app.App
	say     string
	solver  string
	timeout time.Duration
}

func Hint(a *app.App) *cobra.Command {
	o := &hintOptions{app: a}
	c := app.Command("hint", func(ctx context.Context, args []string) error { return o.run(ctx, args[0]) })
	app.Renamed(c, map[string]string{"level": "say"})
	app.OneOf(c.Flags(), &o.say, "say", "where", []string{"where", "what", "why"}, "how much to reveal")
	c.Flags().StringVar(&o.solver, "solver", "", "`ID` of the plugin (default: the first that explains)")
	c.Flags().DurationVar(&o.timeout, "timeout", 0, "time limit for finding a hint, 0 = no limit")
	return c
}

func (o *hintOptions) run(ctx context.Context, arg string) error {
	p, err := o.first(ctx, arg)
	if err != nil {
		return err
	}
	if o.solver, err = o.app.ChosenPlugin(o.solver); err != nil {
		return err
	}
	h, err := ask.Hint(ctx, o.app.Env(nil), ask.HintRequest{Puzzle: p, Explainer: o.solver, Timeout: o.timeout})
	switch {
	case err != nil:
		return err
	case h.Full:
		o.app.Remark("already solved, with no mistakes")
		return nil
	case h.Step == nil:
		return o.noHint(p, h)
	case h.Verdict == sudoku.Multiple:
		o.app.Remark("the puzzle has several solutions: %s", h.TwoWays)
	}
	return o.show(p, h)
}

// first returns the first puzzle of an argument.
func (o *hintOptions) first(ctx context.Context, arg string) (*sudoku.Puzzle, error) {
	in, err := o.app.Inputs([]string{arg})
	if err != nil {
		return nil, err
	}
	talk := o.app.Screen()
	defer talk.End()
	for r, err := range input.Walk(ctx, in, talk.Report) {
		return r.Puzzle, app.UnpackHint(err)
	}
	return nil, app.UsageErrorf("no puzzle in %s", in[0].Name)
}

// noHint says why there is none.
func (o *hintOptions) noHint(p *sudoku.Puzzle, h *record.Hinted) error {
	failure := &app.Failure{Code: app.ExitUnknown, Cause: errors.New(h.Missing())}
	switch h.Verdict {
	case sudoku.Invalid:
		failure.Code, failure.Cause = app.ExitImpossible, sudoku.CheckGivens(p)
	case sudoku.Impossible:
		failure.Code = app.ExitImpossible
	case sudoku.Multiple:
		failure.Code = app.ExitMultiple
	}
	return failure
}

func (o *hintOptions) show(p *sudoku.Puzzle, h *record.Hinted) error {
	if format := o.app.Format("grid", "grid"); format == "json" || format == "jsonl" {
		return work.WriteLine(o.app.Stdout, h.Record(p, o.say))
	}
	_, err := fmt.Fprint(o.app.Stdout, o.text(p, *h.Step))
	return err
}

func (o *hintOptions) text(p *sudoku.Puzzle, s sudoku.Step) string {
	switch o.say {
	case "where":
		_, place, _ := strings.Cut(record.PlaceText(p.Geometry(), s), " ")
		return "look at " + place + "\n"
	case "what":
		return record.TechniqueText(s.Technique) + " " + record.PlaceText(p.Geometry(), s) + "\n"
	}
	return screen.PictureOfStep(o.app.Streams, record.NewReplay(p), s, true) + stepText(s) + "\n" + chainText(o.app, p.Geometry(), s)
}
