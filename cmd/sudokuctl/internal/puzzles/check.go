package puzzles

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// checkOptions are the flags of check.
type checkOptions struct {
	app *app.App
	req ask.CheckRequest

	listed, sure bool // candidates, those of solutions alone
}

// Check is the command that says whether puzzles are valid, unique and minimal.
func Check(a *app.App) *cobra.Command {
	o := &checkOptions{app: a}
	c := app.Command("check", nil)
	c.RunE = func(c *cobra.Command, args []string) error {
		return o.run(c.Context(), args, c.Flags().Changed("limit"))
	}
	f := c.Flags()
	f.BoolVar(&o.listed, "candidates", false, "print the digits that cells may hold")
	f.BoolVar(&o.sure, "true", false, "of --candidates: only digits that are in a solution")
	a.LenientFlag(f)
	f.StringVar(&o.req.Solver, "solver", "", "`ID` of a complete solver (default: a fast one)")
	app.Renamed(c, map[string]string{"most": "limit"})
	f.IntVar(&o.req.Most, "limit", record.MostCounted, "stop counting at this many solutions (of --candidates 2)")
	f.DurationVar(&o.req.Timeout, "timeout", 10*time.Second, "time limit for each puzzle, 0 = no limit")
	return c
}

// run checks the puzzles of the arguments.
func (o *checkOptions) run(ctx context.Context, args []string, limited bool) (err error) {
	if o.req.Inputs, err = o.app.Inputs(args); err != nil {
		return err
	}
	if o.req.Solver, err = o.app.ChosenPlugin(o.req.Solver); err != nil {
		return err
	}
	switch {
	case o.listed:
		return o.candidates(ctx, limited)
	case o.sure:
		return app.UsageErrorf("--true is for --candidates")
	}
	rows, err := (&screen.Columns[*record.Check]{
		Grid: func(r *record.Check) string { return checkText(o.app, r) },
		Cells: func(r *record.Check) []any {
			return []any{"name", r.Name, "puzzle", r.Puzzle, "verdict", r.Verdict, "count", countText(r),
				"minimal", screen.YesNo(r.Minimal), "superfluous", strings.Join(slices.Concat(r.Superfluous,
					r.SuperfluousConstraints), " "),
				"conflicts", conflictText(r), "symmetries", strings.Join(r.Symmetries, " "), "automorphisms", automorphismText(r),
				"canonical", r.Canonical}
		}}).On(o.app.Streams)
	if err != nil {
		return err
	}
	return o.app.Over(ctx, o.req.Inputs, func(report work.Progress) (int, error) {
		return ask.Check(ctx, o.app.Env(nil), o.req, report, rows.Show)
	}, rows.End)
}

// conflictText names givens that clash and, in one list, constraints that cannot all hold and the givens that it takes.
func conflictText(r *record.Check) string {
	conflicts := r.Conflicts
	if len(r.ClashingConstraints) > 0 {
		conflicts = append(slices.Clip(conflicts), strings.Join(slices.Concat(r.Contradiction, r.ClashingConstraints), ", "))
	}
	return strings.Join(conflicts, "; ")
}

// countText says how many solutions were counted.
func countText(r *record.Check) string {
	if !r.CountComplete {
		return fmt.Sprintf("at least %d", r.Count)
	}
	return fmt.Sprint(r.Count)
}

// automorphismText is empty for a puzzle whose automorphisms are not known.
func automorphismText(r *record.Check) string {
	if r.Automorphisms == 0 {
		return ""
	}
	return fmt.Sprint(r.Automorphisms)
}

// symmetryText says how many of several solutions differ up to the puzzle's own symmetries.
func symmetryText(r *record.Check) string {
	switch {
	case r.Count < 2 || r.Canonical == "":
		return ""
	case r.UpToSymmetry == nil:
		return " (too many to compare under the puzzle's own symmetries)"
	}
	return fmt.Sprintf(", up to the puzzle's own symmetries: %d", *r.UpToSymmetry)
}

// checkText is what people read of a record: the grid with the cells in which two solutions differ, and a
// line for each finding.
func checkText(a *app.App, r *record.Check) string {
	var b strings.Builder
	b.WriteString(r.Name + "  " + r.Source.Comment + "\n" + r.Puzzle + "\n")
	b.WriteString(checkPicture(a, r))
	b.WriteString("verdict        " + r.Verdict + ", solutions: " + countText(r) + symmetryText(r) + "\n")
	for _, c := range r.Conflicts {
		b.WriteString("conflict       " + c + "\n")
	}
	if r.Verdict == sudoku.Unique.String() {
		minimal := screen.YesNo(r.Minimal)
		if r.Late && len(r.Superfluous)+len(r.SuperfluousConstraints) == 0 {
			minimal = "not known: the time was up"
		}
		b.WriteString("minimal        " + minimal + "\n")
	}
	for _, line := range append(contradictionLines(r), [][2]string{
		{"superfluous", strings.Join(slices.Concat(r.Superfluous, r.SuperfluousConstraints), ", ")},
		{"symmetries", strings.Join(r.Symmetries, ", ")},
		{"automorphisms", automorphismText(r)}, {"canonical", r.Canonical},
		{"of solution", r.CanonicalSolution},
	}...) {
		if line[1] != "" {
			fmt.Fprintf(&b, "%-14s %s\n", line[0], a.Indented(line[1], 15))
		}
	}
	b.WriteString("\n")
	return b.String()
}

// checkPicture draws the givens, or where there are two solutions what they have in common and both digits
// elsewhere.
func checkPicture(a *app.App, r *record.Check) string {
	if len(r.Grids) < 2 {
		return screen.PictureOf(a.Streams, r.Source, r.Source.Givens())
	}
	step, state := sudoku.Step{}, record.NewReplay(r.Source)
	for cell, v := range r.Grids[0] {
		if v == r.Grids[1][cell] {
			state.Values[cell] = v
			continue
		}
		state.Marks[cell] = sudoku.DigitSet(int(v), int(r.Grids[1][cell]))
		step.Cells = append(step.Cells, cell)
	}
	return screen.PictureOfStep(a.Streams, state, step, true)
}

// contradictionLines are what people read of a contradiction.
func contradictionLines(r *record.Check) [][2]string {
	fault := strings.Join(slices.Concat(r.AtFault, r.ConstraintsAtFault), ", ")
	if r.Verdict == sudoku.Impossible.String() && fault == "" {
		fault = "no single given"
		if r.Source.Constraints() != nil {
			fault += " or constraint"
		}
	}
	clash := strings.Join(slices.Concat(r.Contradiction, r.ClashingConstraints), ", ")
	if r.Late && clash != "" {
		clash += " (the time was up before a smallest set was found)"
	}
	return [][2]string{{"dead end", strings.Join(r.DeadEnds, "; ")},
		{"contradiction", clash}, {"at fault", fault}}
}

// candidates is "check --candidates".
func (o *checkOptions) candidates(ctx context.Context, limited bool) error {
	req := ask.CandidatesRequest{Inputs: o.req.Inputs, True: o.sure, Solver: o.req.Solver,
		Ask: runner.Ask{Limit: 2, Timeout: o.req.Timeout, Seed: 1}}
	if limited {
		req.Limit = o.req.Most
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
	return o.app.Over(ctx, req.Inputs, func(report work.Progress) (int, error) {
		return ask.Candidates(ctx, o.app.Env(nil), req, report, func(r *ask.CandidatesRecord) error {
			if len(r.Open) > 0 {
				o.app.Remark("%s: not decided within the time: %s", r.Name, candidateText(r.Source.Geometry(), r.Open))
			}
			return rows.Show(r)
		})
	}, rows.End)
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
