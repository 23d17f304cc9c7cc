package puzzles

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// wideCard is how many columns a card needs to say who measured what.
const wideCard = 100

// gradeOutput shows what puzzles were graded: as cards, or in a listing.
type gradeOutput struct {
	app     *app.App
	grading *work.Grading
	cards   bool          // each puzzle gets a card
	only    *record.Grade // gets a card if no other puzzle follows
	alone   bool          // no puzzle has followed
	listing *screen.Listing
}

func (o *gradeOptions) output(grading *work.Grading) (*gradeOutput, error) {
	out := &gradeOutput{app: o.app, grading: grading, cards: o.app.Output == "grid",
		alone: o.app.Format("grid", "") == "grid" && o.app.Output == ""}
	if out.cards || out.alone {
		return out, nil
	}
	return out, out.list()
}

func (g *gradeOutput) list() (err error) {
	g.listing, err = g.app.Listing(append([]string{"name", "puzzle"}, g.grading.Metrics...)...)
	return err
}

func (g *gradeOutput) show(r *record.Grade) error {
	switch {
	case g.cards:
		return g.card(r)
	case g.alone && g.only == nil:
		g.only = r
		return nil
	case g.alone:
		g.alone = false
		if err := g.list(); err != nil {
			return err
		}
		if err := g.row(g.only); err != nil {
			return err
		}
	}
	return g.row(r)
}

func (g *gradeOutput) row(r *record.Grade) error {
	cells := []string{r.Name, r.Puzzle}
	for _, m := range g.grading.Metrics {
		cells = append(cells, screen.GradeText(r.Grades, r.Labels, m))
	}
	return g.listing.Row(r, cells...)
}

func (g *gradeOutput) end() error {
	switch {
	case g.listing != nil:
		return g.listing.End()
	case g.only != nil:
		return g.card(g.only)
	}
	return nil
}

// card draws the puzzle, says how hard it is, and lists what was measured.
func (g *gradeOutput) card(r *record.Grade) error {
	p, err := sudoku.ParsePuzzle(r.Puzzle)
	if err != nil {
		return fmt.Errorf("drawing %s: %w", r.Name, err)
	}
	fmt.Fprintf(g.app.Stdout, "%s%s\n\n", screen.PictureOf(g.app.Streams, p, p.Givens), plain.Line(g.headline(r)))
	columns := []string{"METRIC", "VALUE", "MEANING", "MEASURED BY"}
	if width := g.app.Width(); width > 0 && width < wideCard {
		columns = columns[:3]
	}
	var rows [][]string
	for _, name := range g.grading.Metrics {
		if _, graded := r.Grades[name]; !graded {
			continue
		}
		meaning := ""
		if m := g.grading.Metric(name); m != nil {
			meaning = m.Summary
		}
		rows = append(rows, []string{name, screen.GradeText(r.Grades, r.Labels, name), meaning, r.By[name]})
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := g.app.Table(g.app.Stdout, columns, rows); err != nil {
		return err
	}
	_, err = fmt.Fprintln(g.app.Stdout)
	return err
}

// headline says how hard a puzzle is: "hard · se 4.2 (XY-wing) · people take about 12 minutes".
func (g *gradeOutput) headline(r *record.Grade) string {
	var parts []string
	if level := work.LevelAt(g.app.Config.StoreLevels(), r.Grades); level != "" {
		parts = append(parts, level)
	}
	rating := g.app.Config.Levels.Metric
	if v, ok := r.Grades[rating]; ok {
		text := rating + " " + strconv.FormatFloat(v, 'g', 5, 64)
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
