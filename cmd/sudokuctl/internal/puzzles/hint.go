package puzzles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

var hintLevels = []string{"where", "what", "why"}

type hintOptions struct {
	app     *app.App
	level   string
	solver  string
	timeout time.Duration
}

func Hint(a *app.App) *cobra.Command {
	o := &hintOptions{app: a}
	c := &cobra.Command{
		Use:   "hint PUZZLE",
		Short: "Get a hint: where to look, what to look for, or why",
		Long: `Tell the next step as far as wanted: --level where names the place, what names the
technique as well, why says it all and shows the grid.

A puzzle with no solution gets no hint (exit code 3), nor does one that no technique helps with (5;
4 where that is so because it has several solutions).`,
		Example: "  sudokuctl hint --level what 2.14........4..2\n  sudokuctl hint --level why -o jsonl 2.14........4..2",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(hintLevels, o.level) {
				return app.UsageErrorf("--level %q is none of %s%s", o.level, strings.Join(hintLevels, ", "),
					app.DidYouMean(o.level, hintLevels))
			}
			return o.run(c.Context(), args[0])
		},
	}
	c.Flags().StringVar(&o.level, "level", "where", "how much to reveal: where, what or why")
	c.Flags().StringVar(&o.solver, "solver", "", "`ID` of the plugin (default: the first that explains)")
	c.Flags().DurationVar(&o.timeout, "timeout", 0, "time limit for finding a hint, 0 = no limit")
	return c
}

func (o *hintOptions) run(ctx context.Context, arg string) error {
	p, err := sudoku.ParsePuzzle(arg)
	if err != nil {
		return app.UsageErrorf("reading puzzle: %w", err)
	}
	h, err := work.Hint(ctx, o.app.Env(nil), work.HintRequest{Puzzle: p, Explainer: o.solver, Timeout: o.timeout})
	switch {
	case err != nil:
		return err
	case h.Full:
		o.app.Remark("already solved, with no mistakes")
		return nil
	case h.Step == nil:
		return noHint(p, h)
	case h.Verdict == sudoku.Multiple:
		o.app.Remark("the puzzle has several solutions: %s", h.TwoWays)
	}
	return o.show(p, *h.Step)
}

// noHint says why there is none.
func noHint(p *sudoku.Puzzle, h *work.Hinted) error {
	switch {
	case h.Verdict == sudoku.Invalid:
		return &app.Failure{Code: app.ExitImpossible, Cause: sudoku.CheckGivens(p)}
	case h.Verdict == sudoku.Impossible:
		return &app.Failure{Code: app.ExitImpossible,
			Cause: errors.New("the puzzle has no solution: some value in it is wrong")}
	case h.Verdict == sudoku.Multiple:
		return &app.Failure{Code: app.ExitMultiple,
			Cause: fmt.Errorf("no step can decide between the puzzle's solutions: %s", h.TwoWays)}
	case h.Late:
		return &app.Failure{Code: app.ExitUnknown, Cause: errors.New("no hint found in time")}
	}
	return &app.Failure{Code: app.ExitUnknown,
		Cause: errors.New("beyond this solver: none of its techniques helps here")}
}

func (o *hintOptions) show(p *sudoku.Puzzle, s sudoku.Step) error {
	if format := o.app.Format("grid", "grid"); format == "json" || format == "jsonl" {
		var record any = work.NewStepRecord(p.Geometry, s, 1)
		switch o.level {
		case "where":
			record = work.HintRecord{Where: work.PlaceText(p.Geometry, s)}
		case "what":
			record = work.HintRecord{Where: work.PlaceText(p.Geometry, s), Technique: s.Technique, Rating: s.Rating}
		}
		return work.WriteLine(o.app.Stdout, record)
	}
	_, err := fmt.Fprint(o.app.Stdout, o.text(p, s))
	return err
}

func (o *hintOptions) text(p *sudoku.Puzzle, s sudoku.Step) string {
	switch o.level {
	case "where":
		return "look at " + work.PlaceText(p.Geometry, s) + "\n"
	case "what":
		return "there is " + aTechnique(s.Technique) + " at " + work.PlaceText(p.Geometry, s) + "\n"
	}
	return screen.PictureOfStep(o.app, work.NewReplay(p), s, true) + stepText(s) + "\n"
}

// aTechnique writes a technique's name with its article: "an x wing", "dynamic forcing chains".
func aTechnique(technique string) string {
	name := strings.ReplaceAll(technique, "_", " ")
	switch {
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "fish"):
		return name
	case strings.HasPrefix(name, "x ") || strings.HasPrefix(name, "xy") ||
		strings.ContainsRune("aeio", rune(name[0])):
		return "an " + name
	}
	return "a " + name
}
