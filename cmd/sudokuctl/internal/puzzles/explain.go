package puzzles

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/explain"
	"github.com/sudokuctl/sudokuctl/work/record"
)

type explainOptions struct {
	app     *app.App
	solver  string
	path    string // of a plugin that is not installed
	marks   bool
	timeout time.Duration
	grids   bool
	step    bool
	json    bool
	title   bool // several puzzles may come: name each
}

func Explain(a *app.App) *cobra.Command {
	o := &explainOptions{app: a}
	c := &cobra.Command{
		Use:   "explain PUZZLE|FILE|-",
		Short: "Solve step by step, the way a person would",
		Long: `Solve puzzles step by step: each step with its technique, its rating, one sentence, and a
picture of the grid on a terminal or with -o grid. With --marks the picture shows pencil marks. A long
explanation goes through a pager, which $PAGER names; --step shows one step at a time.

An explanation that ends before the solution says why: the puzzle has no solution (exit code 3), or
several (4), or it is beyond the techniques, or time ran out (5). What was reached until then is
shown, but it is not a rating.`,
		Example: `  sudokuctl explain 2.14........4..2
  sudokuctl explain --marks sample:famous
  sudokuctl explain --step --marks 2.14........4..2
  sudokuctl explain -o jsonl 2.14........4..2
  sudokuctl explain --timeout 5s -o line 2.14........4..2
  sudokuctl explain --set rules.techniques=hodoku,-uniqueness 2.14........4..2`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	c.Flags().StringVar(&o.solver, "solver", "", "`ID` of the plugin (default: the first that explains)")
	c.Flags().StringVar(&o.path, "plugin", "", "run the plugin at `PATH`, a file or a folder, without installing it")
	c.MarkFlagsMutuallyExclusive("solver", "plugin")
	c.Flags().BoolVar(&o.marks, "marks", false, "show pencil marks")
	c.Flags().BoolVar(&o.step, "step", false, "show one step at a time, forwards and backwards by key")
	c.Flags().DurationVar(&o.timeout, "timeout", 0, "time limit for each puzzle, 0 = no limit")
	return c
}

func (o *explainOptions) run(ctx context.Context, args []string) error {
	in, err := o.app.Inputs(args)
	if err != nil {
		return err
	}
	format := o.app.Format("grid", "line")
	if format != "grid" && format != "line" && format != "jsonl" {
		return app.UsageErrorf("--output %s does not fit an explanation: grid, line or jsonl", format)
	}
	o.json, o.grids = format == "jsonl", format == "grid" || o.marks && format == "line"
	o.title = len(in) > 1 || !in[0].IsText()
	if o.step {
		return o.walk(ctx, in)
	}
	whole, end := ctx, func() {}
	if o.grids && !in[0].IsStdin() {
		ctx, end = o.app.Page(ctx)
	}
	worst := app.ExitDone
	talk := o.app.Screen()
	bad, err := explain.Puzzles(ctx, o.app.EnvAt(o.path), explain.Request{Inputs: in, Explainer: cmp.Or(o.path, o.solver),
		Timeout: o.timeout}, talk.Report, record.Events{
		Puzzle: o.begin,
		Step:   o.show,
		End: func(state *record.Replay, sum *record.Outcome) error {
			worst = max(worst, codeOf(sum.Ended))
			return o.end(state, sum)
		},
	})
	talk.End()
	left := ctx.Err() != nil && whole.Err() == nil // somebody has seen enough
	end()
	if left {
		return nil
	}
	if err := cmp.Or(app.UnpackHint(err), app.LeftOut(bad)); err != nil || worst == app.ExitDone {
		return err
	}
	return &app.Failure{Code: worst}
}

// begin names the puzzle if several may come.
func (o *explainOptions) begin(p *sudoku.Puzzle) error {
	if !o.title || o.json {
		return nil
	}
	_, err := fmt.Fprintf(o.app.Stdout, "%s  %s\n", plain.Line(p.Name), p)
	return err
}

func (o *explainOptions) show(state *record.Replay, s sudoku.Step, n int) error {
	if o.json {
		return work.WriteLine(o.app.Stdout, record.NewStep(state.Puzzle, s, n))
	}
	if o.grids {
		fmt.Fprint(o.app.Stdout, screen.PictureOfStep(o.app.Streams, state, s, o.marks))
	}
	_, err := fmt.Fprintf(o.app.Stdout, "%d. %s\n%s", n, stepText(s), chainText(o.app, state.Puzzle.Geometry(), s))
	return err
}

func stepText(s sudoku.Step) string {
	name := record.TechniqueText(s.Technique)
	if s.Rating > 0 {
		name += fmt.Sprintf(" (%.1f)", s.Rating)
	}
	return plain.Text(name + ": " + s.Text)
}

func (o *explainOptions) end(state *record.Replay, sum *record.Outcome) error {
	if o.json {
		return work.WriteLine(o.app.Stdout, sum)
	}
	if o.grids {
		fmt.Fprint(o.app.Stdout, screen.PictureOf(o.app.Streams, state.Puzzle, state.Values))
	}
	_, err := fmt.Fprintln(o.app.Stdout, outcomeText(state.Puzzle, sum))
	return err
}
