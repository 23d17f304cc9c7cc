package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

type explainOptions struct {
	app    *app
	solver string
	marks  bool
	grids  bool
}

func (a *app) explainCommand() *cobra.Command {
	o := &explainOptions{app: a}
	c := &cobra.Command{
		Use:   "explain PUZZLE|FILE|-",
		Short: "solve step by step, as a person would",
		Long: `Solve puzzles step by step: each step with its technique, its rating, one sentence, and a picture of the grid on a
terminal or with -o grid. With --marks the picture shows pencil marks.`,
		Example: `  sudokuctl explain 1.3............4
  sudokuctl explain --marks sample:famous
  sudokuctl explain -o jsonl 1.3............4
  sudokuctl explain --set rules.techniques=hodoku,-uniqueness 1.3............4`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	c.Flags().StringVar(&o.solver, "solver", "rules", "plugin `ID`")
	c.Flags().BoolVar(&o.marks, "marks", false, "show pencil marks")
	return c
}

// stepRecord is a line of "explain -o jsonl". Its keys are stable.
type stepRecord struct {
	N         int      `json:"n"`
	Technique string   `json:"technique"`
	Rating    float64  `json:"rating"`
	Place     [][2]any `json:"place"`
	Strike    [][2]any `json:"strike"`
	Why       []string `json:"why"`
	Text      string   `json:"text"`
}

// explainRecord is the last line of a puzzle.
type explainRecord struct {
	Solved  bool     `json:"solved"`
	SE      seRecord `json:"se"`
	Hardest string   `json:"hardest"`
}

// seRecord sums up the ratings of the steps: the hardest, the hardest up to the first value, the first.
type seRecord struct {
	ER float64 `json:"er"`
	EP float64 `json:"ep"`
	ED float64 `json:"ed"`

	placed bool
}

func (o *explainOptions) run(ctx context.Context, args []string) error {
	in, err := o.app.puzzles(args)
	if err != nil {
		return err
	}
	format := o.app.format("grid", "line")
	if format != "grid" && format != "line" && format != "jsonl" {
		return usageErrorf("--output %s does not fit an explanation: grid, line or jsonl", format)
	}
	o.grids = format == "grid" || o.marks && format == "line"
	var failed error
	walkErr := in.each(ctx, func(p *sudoku.Puzzle) bool {
		failed = o.explain(ctx, p, format == "jsonl")
		return failed == nil
	})
	return firstError(failed, walkErr, in.verdict())
}

func (o *explainOptions) explain(ctx context.Context, p *sudoku.Puzzle, asJSON bool) error {
	if err := sudoku.CheckGivens(p); err != nil {
		return fmt.Errorf("explaining %s: %w", p.Name, err)
	}
	plugin, err := o.app.open(ctx, o.solver, "")
	if err != nil {
		return err
	}
	if info := plugin.Info(); !info.Has("explain") {
		return usageErrorf("plugin %q cannot explain; it can %s", o.solver, strings.Join(info.Powers, ", "))
	}
	state, sum, n := newReplay(p), explainRecord{}, 0
	var writeErr error
	err = plugin.Explain(ctx, p, func(s sudoku.Step) bool {
		n++
		sum.add(s)
		writeErr = o.show(state, s, n, asJSON)
		state.apply(s)
		return writeErr == nil
	})
	if err != nil && !errors.Is(err, sudoku.ErrGaveUp) {
		return fmt.Errorf("explaining %s: %w", p.Name, err)
	}
	sum.Solved = state.solved()
	return firstError(writeErr, o.end(state, sum, n, asJSON))
}

func (r *explainRecord) add(s sudoku.Step) {
	if r.SE.ED == 0 {
		r.SE.ED = s.Rating
	}
	if s.Rating > r.SE.ER {
		r.SE.ER, r.Hardest = s.Rating, s.Technique
	}
	if !r.SE.placed {
		r.SE.EP = max(r.SE.EP, s.Rating)
		r.SE.placed = len(s.Place) > 0
	}
}

func (o *explainOptions) show(state *replay, s sudoku.Step, n int, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(o.app.stdout).Encode(newStepRecord(state.puzzle.Geometry, s, n))
	}
	if o.grids {
		fmt.Fprint(o.app.stdout, o.app.pictureOfStep(state, s, o.marks))
	}
	_, err := fmt.Fprintf(o.app.stdout, "%d. %s\n", n, stepText(s))
	return err
}

func stepText(s sudoku.Step) string {
	name := strings.ReplaceAll(s.Technique, "_", " ")
	if s.Rating > 0 {
		name += fmt.Sprintf(" (%.1f)", s.Rating)
	}
	return name + ": " + s.Text
}

func newStepRecord(g *sudoku.Geometry, s sudoku.Step, n int) stepRecord {
	r := stepRecord{N: n, Technique: s.Technique, Rating: s.Rating, Place: [][2]any{}, Strike: [][2]any{},
		Why: s.Why, Text: s.Text}
	if r.Why == nil {
		r.Why = []string{}
	}
	for _, c := range s.Place {
		r.Place = append(r.Place, [2]any{g.CellName(c.Cell), c.Digit})
	}
	for _, c := range s.Strike {
		r.Strike = append(r.Strike, [2]any{g.CellName(c.Cell), c.Digit})
	}
	return r
}

func (o *explainOptions) end(state *replay, sum explainRecord, n int, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(o.app.stdout).Encode(sum)
	}
	if o.grids {
		fmt.Fprint(o.app.stdout, o.app.pictureOf(state.puzzle, state.values))
	}
	outcome := "solved"
	if !sum.Solved {
		outcome = fmt.Sprintf("not solved: %d of %d cells are filled, and no technique helps", state.values.Filled(),
			len(state.values))
	}
	_, err := fmt.Fprintf(o.app.stdout, "%s in %d %s; ER %.1f, EP %.1f, ED %.1f; hardest: %s\n", outcome, n,
		plural(n, "step"), sum.SE.ER, sum.SE.EP, sum.SE.ED, strings.ReplaceAll(sum.Hardest, "_", " "))
	return err
}
