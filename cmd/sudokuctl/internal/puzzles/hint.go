package puzzles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
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
		Short: "tell the next step: where to look, what to look for, or why",
		Long: `Tell the next step as far as wanted: --level where names the place, what names the
technique as well, why says it all and shows the grid.

A puzzle with no solution gets no hint (exit code 3), nor does one that no technique helps with (5;
4 where that is so because it has several solutions).`,
		Example: "  sudokuctl hint --level what 2.14........4..2\n  sudokuctl hint --level why -o jsonl " +
			"2.14........4..2",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(hintLevels, o.level) {
				return app.UsageErrorf("--level %q is none of %s%s", o.level, strings.Join(hintLevels, ", "),
					app.DidYouMean(o.level, hintLevels))
			}
			return o.run(c.Context(), args[0])
		},
	}
	c.Flags().StringVar(&o.level, "level", "where", "how much to tell: where, what or why")
	c.Flags().StringVar(&o.solver, "solver", "rules", "plugin `ID`")
	c.Flags().DurationVar(&o.timeout, "timeout", 0, "time to look for a hint, 0 for any")
	return c
}

func (o *hintOptions) run(ctx context.Context, arg string) error {
	p, err := sudoku.ParsePuzzle(arg)
	if err != nil {
		return app.UsageErrorf("reading puzzle: %w", err)
	}
	if err := sudoku.CheckGivens(p); err != nil {
		return &app.Failure{Code: app.ExitImpossible, Cause: err}
	}
	plugin, err := o.app.Open(ctx, o.solver, "")
	if err != nil {
		return err
	}
	result, err := solutionsOf(ctx, o.app, p)
	switch {
	case err != nil:
		return err
	case result.Verdict == sudoku.Impossible:
		return &app.Failure{Code: app.ExitImpossible, Cause: errors.New("the puzzle has no solution: some value in it is wrong")}
	case p.Clues() == p.Geometry.Cells():
		o.app.Remark("every cell is filled, and rightly")
		return nil
	}
	budget, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	var step *sudoku.Step
	err = plugin.Explain(budget, p, func(s sudoku.Step) bool {
		step = &s
		return false
	})
	if step == nil {
		return noHint(ctx, p.Geometry, result, err)
	}
	if result.Verdict == sudoku.Multiple {
		o.app.Remark("the puzzle has several solutions: %s", twoWays(p.Geometry, result.Solutions))
	}
	return o.show(p, *step)
}

// noHint says why there is none.
func noHint(ctx context.Context, g *sudoku.Geometry, result sudoku.Result, err error) error {
	late := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	switch {
	case err != nil && !late && !errors.Is(err, sudoku.ErrGaveUp):
		return err
	case result.Verdict == sudoku.Multiple:
		return &app.Failure{Code: app.ExitMultiple, Cause: fmt.Errorf("no step can decide between the puzzle's solutions: %s",
			twoWays(g, result.Solutions))}
	case late:
		return &app.Failure{Code: app.ExitUnknown, Cause: errors.New("no hint found in time")}
	}
	return &app.Failure{Code: app.ExitUnknown, Cause: errors.New("beyond this solver: none of its techniques helps here")}
}

// hintRecord is what "hint -o json" tells at the levels where and what; at the level why it is a stepRecord.
type hintRecord struct {
	Where     string  `json:"where"`
	Technique string  `json:"technique,omitempty"`
	Rating    float64 `json:"rating,omitempty"`
}

func (o *hintOptions) show(p *sudoku.Puzzle, s sudoku.Step) error {
	if format := o.app.Format("grid", "grid"); format == "json" || format == "jsonl" {
		var record any = newStepRecord(p.Geometry, s, 1)
		switch o.level {
		case "where":
			record = hintRecord{Where: placeText(p.Geometry, s)}
		case "what":
			record = hintRecord{placeText(p.Geometry, s), s.Technique, s.Rating}
		}
		return json.NewEncoder(o.app.Stdout).Encode(record)
	}
	_, err := fmt.Fprint(o.app.Stdout, o.text(p, s))
	return err
}

func (o *hintOptions) text(p *sudoku.Puzzle, s sudoku.Step) string {
	switch o.level {
	case "where":
		return "look at " + placeText(p.Geometry, s) + "\n"
	case "what":
		return "there is " + aTechnique(s.Technique) + " at " + placeText(p.Geometry, s) + "\n"
	}
	return screen.PictureOfStep(o.app, screen.NewReplay(p), s, true) + stepText(s) + "\n"
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

// widePattern is how many cells of a pattern are named as a place to look at; of a wider one, as of long
// chains, only the cells that it changes.
const widePattern = 8

// placeText names where a step is: its houses, else its cells.
func placeText(g *sudoku.Geometry, s sudoku.Step) string {
	if len(s.Why) > 0 {
		return strings.Join(s.Why, ", ")
	}
	var cells []string
	pattern := s.Cells
	if len(pattern) > widePattern {
		pattern = nil
	}
	for _, c := range pattern {
		cells = append(cells, g.CellName(c))
	}
	for _, c := range append(s.Place, s.Strike...) {
		if len(pattern) == 0 && !slices.Contains(cells, g.CellName(c.Cell)) {
			cells = append(cells, g.CellName(c.Cell))
		}
	}
	return strings.Join(cells, ", ")
}
