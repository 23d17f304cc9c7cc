package puzzles

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

type explainOptions struct {
	app     *app.App
	solver  string
	marks   bool
	timeout time.Duration
	grids   bool
	json    bool
	title   bool // several puzzles may come: name each
}

func Explain(a *app.App) *cobra.Command {
	o := &explainOptions{app: a}
	c := &cobra.Command{
		Use:   "explain PUZZLE|FILE|-",
		Short: "solve step by step, as a person would",
		Long: `Solve puzzles step by step: each step with its technique, its rating, one sentence, and a
picture of the grid on a terminal or with -o grid. With --marks the picture shows pencil marks.

An explanation that ends before the solution says why: the puzzle has no solution (exit code 3), or
several (4), or it is beyond the techniques, or the time was up (5). What was reached until then is
shown, but is no rating.`,
		Example: `  sudokuctl explain 2.14........4..2
  sudokuctl explain --marks sample:famous
  sudokuctl explain -o jsonl 2.14........4..2
  sudokuctl explain --timeout 5s -o line 2.14........4..2
  sudokuctl explain --set rules.techniques=hodoku,-uniqueness 2.14........4..2`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	c.Flags().StringVar(&o.solver, "solver", "rules", "plugin `ID`")
	c.Flags().BoolVar(&o.marks, "marks", false, "show pencil marks")
	c.Flags().DurationVar(&o.timeout, "timeout", 0, "time for each puzzle, 0 for any")
	return c
}

// StepRecord is a line of "explain -o jsonl". Its keys are stable.
type StepRecord struct {
	N         int      `json:"n"`
	Technique string   `json:"technique"`
	Rating    float64  `json:"rating"`
	Place     [][2]any `json:"place"`
	Strike    [][2]any `json:"strike"`
	Why       []string `json:"why"`
	Text      string   `json:"text"`
	Cells     []string `json:"cells"`
}

func (o *explainOptions) run(ctx context.Context, args []string) error {
	in, err := o.app.Puzzles(args)
	if err != nil {
		return err
	}
	format := o.app.Format("grid", "line")
	if format != "grid" && format != "line" && format != "jsonl" {
		return app.UsageErrorf("--output %s does not fit an explanation: grid, line or jsonl", format)
	}
	o.json, o.grids = format == "jsonl", format == "grid" || o.marks && format == "line"
	o.title = !in.IsText()
	plugin, err := o.app.Open(ctx, o.solver, "")
	if err != nil {
		return err
	}
	if info := plugin.Info(); !info.Has("explain") {
		return app.UsageErrorf("plugin %q cannot explain; it can %s", o.solver, strings.Join(info.Powers, ", "))
	}
	var failed error
	worst := app.ExitDone
	walkErr := in.Each(ctx, func(p *sudoku.Puzzle) bool {
		var code int
		code, failed = o.explain(ctx, plugin, p)
		worst = max(worst, code)
		return failed == nil
	})
	if err := cmp.Or(failed, walkErr, in.Verdict()); err != nil || worst == app.ExitDone {
		return err
	}
	return &app.Failure{Code: worst}
}

// explain shows the steps for one puzzle and how they ended, and returns the exit code that this asks for.
func (o *explainOptions) explain(ctx context.Context, plugin *host.Plugin,
	p *sudoku.Puzzle) (code int, err error) {
	if o.title && !o.json {
		fmt.Fprintf(o.app.Stdout, "%s  %s\n", p.Name, p)
	}
	state, sum := screen.NewReplay(p), newOutcome(p)
	if clash := sudoku.CheckGivens(p); clash != nil {
		sum.Ended, sum.reason = endedImpossible, clash.Error()
		return app.ExitImpossible, o.end(state, sum)
	}
	budget, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	var writeErr error
	err = plugin.Explain(budget, p, func(s sudoku.Step) bool {
		sum.add(s)
		writeErr = o.show(state, s, sum.Steps)
		state.Apply(s)
		return writeErr == nil
	})
	if writeErr != nil {
		return 0, writeErr
	}
	if code, err = conclude(ctx, o.app, sum, state, err); err != nil {
		return 0, fmt.Errorf("explaining %s: %w", p.Name, err)
	}
	return code, cmp.Or(o.end(state, sum), ctx.Err())
}

// withTimeout limits a context to a time, 0 for any.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}

func (o *explainOptions) show(state *screen.Replay, s sudoku.Step, n int) error {
	if o.json {
		return json.NewEncoder(o.app.Stdout).Encode(newStepRecord(state.Puzzle.Geometry, s, n))
	}
	if o.grids {
		fmt.Fprint(o.app.Stdout, screen.PictureOfStep(o.app, state, s, o.marks))
	}
	_, err := fmt.Fprintf(o.app.Stdout, "%d. %s\n", n, stepText(s))
	return err
}

func stepText(s sudoku.Step) string {
	name := strings.ReplaceAll(s.Technique, "_", " ")
	if s.Rating > 0 {
		name += fmt.Sprintf(" (%.1f)", s.Rating)
	}
	return name + ": " + s.Text
}

func newStepRecord(g *sudoku.Geometry, s sudoku.Step, n int) StepRecord {
	r := StepRecord{N: n, Technique: s.Technique, Rating: s.Rating, Place: [][2]any{}, Strike: [][2]any{},
		Why: s.Why, Text: s.Text, Cells: []string{}}
	if r.Why == nil {
		r.Why = []string{}
	}
	for _, c := range s.Cells {
		r.Cells = append(r.Cells, g.CellName(c))
	}
	for _, c := range s.Place {
		r.Place = append(r.Place, [2]any{g.CellName(c.Cell), c.Digit})
	}
	for _, c := range s.Strike {
		r.Strike = append(r.Strike, [2]any{g.CellName(c.Cell), c.Digit})
	}
	return r
}

func (o *explainOptions) end(state *screen.Replay, sum *outcome) error {
	if o.json {
		return json.NewEncoder(o.app.Stdout).Encode(sum)
	}
	if o.grids {
		fmt.Fprint(o.app.Stdout, screen.PictureOf(o.app, state.Puzzle, state.Values))
	}
	_, err := fmt.Fprintln(o.app.Stdout, sum.text())
	return err
}
