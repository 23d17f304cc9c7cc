package puzzles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study/verify"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/record"
)

type verifyOptions struct {
	app     *app.App
	steps   string
	solver  string
	strict  bool
	timeout time.Duration
	unsound bool // something claimed is wrong
}

// Verify is the command that judges claimed deductions.
func Verify(a *app.App) *cobra.Command {
	o := &verifyOptions{app: a}
	c := &cobra.Command{
		Use:   "verify [PUZZLE] --steps FILE",
		Short: "Check claimed deductions one by one",
		Long: `Check the deductions of a person, a program or a language model, each against the state that those
before it have led to. FILE, or - for standard input, holds one JSON object per line:

  {"place": [["r1c6", 8]], "strike": ["r2c3<>4"], "technique": "naked_pair"}

place has values, strike has candidates that are ruled out; technique may be missing. A line with
{"puzzle": "…"} begins another puzzle. What "explain -o jsonl" prints is understood.

Each claim is proved (a technique gives it, the one named if one is), other technique (another one
does), unproved (it is true, but no technique gives it in one step), known (it says nothing new),
false (the solution says otherwise) or unreadable. What is true is entered before the next one is
judged; what is false is left out. With --exit-status the command fails unless every claim is proved
or known.`,
		Example: `  sudokuctl explain -o jsonl 2.14........4..2 | sudokuctl verify 2.14........4..2 --steps -
  sudokuctl verify 2.14........4..2 --steps claims.jsonl -o jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringVar(&o.steps, "steps", "", "`FILE` with the claims, - for standard input")
	f.StringVar(&o.solver, "solver", "", "`ID` of the plugin whose techniques count (default: the first that lists steps)")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "time limit for finding a technique, for each claim, 0 = no limit")
	f.BoolVar(&o.strict, "exit-status", false, "fail unless every claim is proved or known")
	return c
}

func (o *verifyOptions) run(ctx context.Context, args []string) error {
	if o.steps == "" {
		return app.UsageErrorf("--steps names the file with the claims, - for standard input")
	}
	format := o.app.Format("line", "line")
	if format != "line" && format != "jsonl" {
		return app.UsageErrorf("--output %s does not fit judgements: line or jsonl", format)
	}
	request := verify.Request{Claims: o.app.Stdin, Explainer: o.solver, Timeout: o.timeout}
	if len(args) > 0 {
		p, err := sudoku.ParsePuzzle(args[0])
		if err != nil {
			return app.UsageErrorf("%q is not a puzzle: %w", args[0], err)
		}
		request.Puzzle = p
	}
	if o.steps != "-" {
		f, err := os.Open(o.steps)
		if err != nil {
			return fmt.Errorf("reading claims: %w", err)
		}
		defer f.Close()
		request.Claims = f
	}
	err := verify.Claims(ctx, o.app.Env(nil), request,
		func(r *verify.Record) error { return o.show(format, r, claimText(r)) },
		func(s *verify.SumRecord) error {
			o.unsound = o.unsound || !s.Sound()
			return o.show(format, s, sumText(s))
		})
	var several *verify.NotUniqueError
	switch {
	case errors.As(err, &several) && several.Verdict == sudoku.Multiple:
		return &app.Failure{Code: app.ExitMultiple, Cause: err}
	case errors.As(err, &several):
		return &app.Failure{Code: app.ExitImpossible, Cause: err}
	case err == nil && o.strict && o.unsound:
		return errors.New("not every claim is proved")
	}
	return err
}

// show writes a record, as text or as JSON.
func (o *verifyOptions) show(format string, record any, text string) error {
	if format == "jsonl" {
		return work.WriteLine(o.app.Stdout, record)
	}
	_, err := io.WriteString(o.app.Stdout, plain.Text(text)+"\n")
	return err
}

func claimText(r *verify.Record) string {
	text := fmt.Sprintf("%d. %s", r.N, r.Judgement)
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	if len(r.Technique) == 0 {
		return text
	}
	names := make([]string, len(r.Technique))
	for i, t := range r.Technique {
		names[i] = record.TechniqueText(t)
	}
	join := map[bool]string{true: ": ", false: "; "}[r.Reason == ""]
	return text + join + fmt.Sprintf("%s (%.1f)", record.Enumerate(names), r.Rating)
}

func sumText(s *verify.SumRecord) string {
	var counts []string
	for _, j := range verify.Judgements {
		if n := s.Counts[j]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, j))
		}
	}
	text := fmt.Sprintf("%d %s", s.Claims, screen.Plural(s.Claims, "claim"))
	if len(counts) > 0 {
		text += ": " + strings.Join(counts, ", ")
	}
	if s.Solved {
		text += "; the puzzle is solved"
	}
	if s.First > 0 {
		text += fmt.Sprintf("; the first that is wrong: %d (%s)", s.First, s.Reason)
	}
	return text
}
