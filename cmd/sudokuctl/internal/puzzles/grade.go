package puzzles

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// gradeOptions are the flags of grade.
type gradeOptions struct {
	app     *app.App
	req     ask.GradeRequest
	save    bool
	failed  []string       // what graders said of puzzles that they could not measure in full
	lacking map[string]int // metrics that were asked for → puzzles to which they do not apply
}

// Grade returns the command that measures puzzles and stores nothing.
func Grade(a *app.App) *cobra.Command {
	o := &gradeOptions{app: a, lacking: map[string]int{}}
	c := app.Command("grade", o.run)
	f := c.Flags()
	f.StringSliceVar(&o.req.Graders, "grader", nil,
		"`IDs` of plugins, separated by commas (default run.graders of the config)")
	f.StringSliceVar(&o.req.Metrics, "metric", nil, "show only these metrics, separated by commas")
	f.DurationVar(&o.req.Timeout, "timeout", 0, "time limit for each puzzle and grader (default run.timeout of the config)")
	f.BoolVar(&o.save, "save", false, "save puzzles and grades in the database")
	c.MarkFlagsMutuallyExclusive("save", "metric")
	return c
}

// run grades the puzzles of the arguments.
func (o *gradeOptions) run(ctx context.Context, args []string) error {
	in, err := o.app.Inputs(args)
	if err != nil {
		return err
	}
	c, req := &o.app.Config.Run, &o.req
	req.Others, req.Seed, req.Timeout = len(req.Graders) == 0, c.Seed, cmp.Or(req.Timeout, c.Timeout)
	if req.Graders, err = o.app.ChosenPlugins(ctx, req.Graders, c.Graders, sudoku.PowerGrade); err != nil {
		return err
	}
	if o.save {
		return begin(ctx, o.app, run.Request{Command: "grade", Inputs: in, Solvers: []string{},
			Graders: req.Graders, Ask: req.Ask})
	}
	grading, err := ask.OpenGraders(ctx, o.app.Env(nil), *req)
	if err != nil {
		return err
	}
	out, err := o.output(grading)
	if err != nil {
		return err
	}
	return o.app.Over(ctx, in, func(report work.Progress) (int, error) {
		return grading.Each(ctx, in, report, func(r *record.Grade) error {
			if r.Error != "" {
				o.failed = append(o.failed, r.Name+": "+r.Error)
			} else {
				for _, metric := range req.Metrics {
					if _, ok := r.Grades[metric]; !ok {
						o.lacking[metric]++
					}
				}
			}
			return out.show(r)
		})
	}, func() error {
		for _, failure := range o.failed[:min(len(o.failed), app.MaxBadLines)] {
			o.app.Remark("%s", failure)
		}
		if more := len(o.failed) - app.MaxBadLines; more > 0 {
			o.app.Remark("%d more %s not measured in full", more, screen.Plural(more, "puzzle"))
		}
		// some do not apply to all puzzles, such as people's times to other boards than 9×9
		for _, metric := range req.Metrics {
			if n := o.lacking[metric]; n > 0 {
				o.app.Remark("%s does not apply to %d %s; it is: %s", metric, n, screen.Plural(n, "puzzle"),
					grading.Metric(metric).Summary)
			}
		}
		return out.end()
	})
}

// wideCard is how many columns a card needs to say who measured what, wordyCard how many to name metrics in words too.
const wideCard, wordyCard = 100, 80

// gradeOutput shows how puzzles were graded: on a terminal a single one as a card, several in a table.
type gradeOutput struct {
	app     *app.App
	grading *ask.Grading
	only    *record.Grade               // gets a card if no other puzzle follows
	rows    *screen.Rows[*record.Grade] // nil as long as that is open
}

// output returns the output in the wanted format.
func (o *gradeOptions) output(grading *ask.Grading) (*gradeOutput, error) {
	out := &gradeOutput{app: o.app, grading: grading}
	if o.app.Format("card", "") == "card" {
		return out, nil
	}
	return out, out.begin(out.card)
}

// begin begins a listing, of cards if card is not nil and no other format is asked for.
func (g *gradeOutput) begin(card func(*record.Grade) string) (err error) {
	g.rows, err = (&screen.Columns[*record.Grade]{Cells: g.cells, Grid: card}).On(g.app.Streams)
	return err
}

// show prints the grades of a puzzle.
func (g *gradeOutput) show(r *record.Grade) error {
	if g.rows == nil && g.only == nil {
		g.only = r
		return nil
	}
	if g.rows == nil {
		if err := g.begin(nil); err != nil {
			return err
		}
		if err := g.rows.Show(g.only); err != nil {
			return err
		}
	}
	return g.rows.Show(r)
}

// cells returns the cells of a row.
func (g *gradeOutput) cells(r *record.Grade) []any {
	cells := []any{"name", r.Name, "puzzle", r.Puzzle}
	if g.levels() {
		cells = append(cells, "level", r.Level)
	}
	for _, name := range g.grading.Metrics {
		number := ""
		if v, ok := r.Grades[name]; ok {
			number = strconv.FormatFloat(v, 'g', -1, 64)
		}
		cells = append(cells, screen.People(name), screen.GradeText(r.Grades, r.Labels, name), screen.Programs(name), number)
		if m := g.grading.Metric(name); m != nil && len(m.Labels) > 0 {
			cells = append(cells, screen.Programs(name+"_label"), r.Labels[name])
		}
	}
	return cells
}

// levels reports whether the measured metrics give a puzzle a level.
func (g *gradeOutput) levels() bool {
	metric := g.app.Config.Levels.Metric
	return slices.Contains(g.grading.Metrics, metric) || slices.Contains(g.grading.Metrics,
		store.BesideConstraints(metric))
}

// end ends the listing.
func (g *gradeOutput) end() error {
	if g.rows == nil && g.only == nil {
		return nil
	}
	if g.rows == nil {
		if err := g.begin(g.card); err != nil {
			return err
		}
		_ = g.rows.Show(g.only) // End returns its error
	}
	return g.rows.End()
}

// card draws the puzzle, says how hard it is, and lists what was measured.
func (g *gradeOutput) card(r *record.Grade) string {
	p, err := sudoku.ParsePuzzle(r.Puzzle)
	if err != nil {
		panic(fmt.Sprintf("drawing %s: %v", r.Name, err)) // it was written by the puzzle itself
	}
	head := screen.PictureOf(g.app.Streams, p, p.Givens()) + plain.Line(g.headline(p, r)) + "\n\n"
	rows := [][]string{{"METRIC", "NAME", "VALUE", "MEASURED BY", "MEANING"}}
	for _, name := range slices.SortedFunc(slices.Values(g.grading.Metrics), record.CompareMetrics) {
		if v, graded := r.Grades[name]; graded {
			rows = append(rows, []string{record.Word("metric", name), name, strconv.FormatFloat(v, 'g', 5, 64),
				r.By[name], g.meaning(r, name)})
		}
	}
	if len(rows) == 1 {
		return head
	}
	if width := g.app.Width(); width > 0 && width < wideCard {
		for i, row := range rows {
			if rows[i] = slices.Delete(row, 3, 4); width < wordyCard {
				rows[i] = rows[i][1:]
			}
		}
	}
	return head + g.app.Wrapped(rows) + "\n"
}

// meaning says what was measured, behind the value's label. Words of a scale that has one of the config's levels too
// are left out: on one card a puzzle cannot be both medium and easy.
func (g *gradeOutput) meaning(r *record.Grade, name string) string {
	m := g.grading.Metric(name)
	if m == nil {
		return ""
	}
	label := r.Labels[name]
	isLevel := func(word string) bool {
		return slices.ContainsFunc(g.app.Config.StoreLevels(),
			func(l store.Level) bool { return strings.EqualFold(l.Name, word) })
	}
	if label == "" || slices.ContainsFunc(m.Labels, isLevel) {
		return m.Summary
	}
	return record.TechniquesText(label) + " · " + m.Summary
}

// headline says how hard a puzzle is: "hard · rating (SE) 4.2 (XY-wing) · people take about 12 minutes".
func (g *gradeOutput) headline(p *sudoku.Puzzle, r *record.Grade) string {
	var parts []string
	if r.Level != "" {
		parts = append(parts, r.Level)
	}
	rating := g.app.Config.Levels.Metric
	if p.Clauses() != nil {
		rating = store.BesideConstraints(rating)
	}
	if v, ok := r.Grades[rating]; ok {
		text := record.Lower(record.Word("metric", rating)) + " " + strconv.FormatFloat(v, 'g', 5, 64)
		if label := r.Labels[rating]; label != "" {
			text += " (" + record.TechniqueText(label) + ")"
		}
		parts = append(parts, text)
	}
	for _, name := range g.grading.Metrics {
		v, ok := r.Grades[name]
		if m := g.grading.Metric(name); ok && m != nil && m.Unit == "s" {
			parts = append(parts, "people take "+aboutTime(v))
			break // what follows in seconds is a part of it
		}
	}
	if len(parts) == 0 {
		return "not graded by " + rating
	}
	return strings.Join(parts, " · ")
}

// aboutTime writes a time as people say it: "about 12 minutes".
func aboutTime(seconds float64) string {
	switch minutes := math.Round(seconds / 60); {
	case seconds < 90:
		return fmt.Sprintf("about %.0f seconds", seconds)
	case minutes < 90:
		return fmt.Sprintf("about %.0f minutes", minutes)
	}
	return fmt.Sprintf("about %.1f hours", seconds/3600)
}
