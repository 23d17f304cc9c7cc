package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/study/papers"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// paperOptions are the flags of paper.
type paperOptions struct {
	app     *app.App
	request papers.Request
	svg     string
	out     *screen.Tables
}

// Paper returns the command that computes the tables of a paper again.
func Paper(a *app.App) *cobra.Command {
	o := &paperOptions{app: a}
	var names []string
	list := ""
	for _, p := range papers.All() {
		names = append(names, p.Name)
		list += "\n  " + p.Name + ": " + p.Reference
	}
	c := app.Command("paper", func(ctx context.Context, args []string) error {
		o.request.Paper = args[0]
		return o.run(ctx)
	})
	c.Long, c.ValidArgs = c.Long+list, names
	f := c.Flags()
	f.IntVar(&o.request.PerLevel, "per-level", 0,
		"generated puzzles in each level (default: zhai2013 10, as the paper; gunther2012 50; maji2010 250)")
	f.IntVar(&o.request.Runs, "runs", 0, "runs of the genetic algorithm on each puzzle (rodriguez2018; default 10)")
	app.Renamed(c, map[string]string{"number": "count"})
	f.IntVarP(&o.request.Puzzles, "count", "n", 0, "generated puzzles (kranawetter2013; default 3000, as the paper)")
	f.DurationVar(&o.request.Timeout, "timeout", 0,
		"time limit for each puzzle in the table of solvers by size (maji2010; default 2s)")
	f.Uint64Var(&o.request.Seed, "seed", 1, "of generated puzzles and of algorithms that use random numbers")
	f.StringVar(&o.svg, "svg", "", "draw the pictures that belong to the tables into `FOLDER`")
	f.BoolVar(&o.request.Untimed, "untimed", false,
		"leave out times, and what is done within a time, which differ with each run")
	f.BoolVar(&o.request.Fresh, "fresh", false, "begin anew, whatever an interrupted run has left")
	return c
}

// run computes the tables of a paper and prints them.
func (o *paperOptions) run(ctx context.Context) error {
	data, err := app.DataFolder()
	if err != nil {
		return err
	}
	if o.out, err = screen.NewTables(o.app.Streams); err != nil {
		return err
	}
	o.request.Open, o.request.Settings = o.app.OpenBare, o.app.SetSettings()
	o.request.Journals, o.request.Drawings = filepath.Join(data, "papers"), o.svg != ""
	err = papers.Reproduce(ctx, o.request, o.progress(), o.show)
	if ctx.Err() != nil {
		fmt.Fprintf(o.app.Stderr, "interrupted; what was computed is kept. To go on: the same command again\n")
		return &app.Failure{Code: app.ExitError}
	}
	return cmp.Or(err, o.out.End())
}

// progress shows bars, and says what happens to the journal.
func (o *paperOptions) progress() work.Progress {
	bars := o.app.Screen()
	return func(e work.Event) {
		switch e := e.(type) {
		case papers.Resumed:
			o.app.Remark("going on: an interrupted run left %d %s", e, screen.Plural(int(e), "result"))
		case papers.Unkept:
			o.app.Remark("the same command is running already: this one keeps nothing to go on from")
		default:
			bars.Report(e)
		}
	}
}

// show writes a table, or a drawing into the folder of pictures.
func (o *paperOptions) show(part any) error {
	switch part := part.(type) {
	case *papers.Paper:
		o.out.Head(part.Reference)
	case *papers.Table:
		return o.out.Show(&screen.Table{Title: part.Title, Columns: part.Columns, Rows: part.Rows, Notes: part.Notes})
	case *papers.Drawing:
		return o.draw(part)
	}
	return nil
}

// draw writes a drawing into the folder of pictures, which it makes.
func (o *paperOptions) draw(d *papers.Drawing) error {
	if err := os.MkdirAll(o.svg, 0o755); err != nil {
		return fmt.Errorf("making the folder for pictures: %w", err)
	}
	name := o.request.Paper + "-" + d.Name + ".svg"
	return screen.DrawTo(o.app.Streams, filepath.Join(o.svg, strings.ReplaceAll(name, " ", "-")), d.Picture)
}

// levelsOptions are the flags of levels.
type levelsOptions struct {
	app    *app.App
	metric string
	where  string
	harder string
}

// Levels is the command that divides puzzles into levels.
func Levels(a *app.App) *cobra.Command {
	o := &levelsOptions{app: a}
	c := app.Command("levels", func(ctx context.Context, _ []string) error { return o.run(ctx) })
	c.Flags().StringVar(&o.metric, "metric", "information_entropy", "`NAME` of the metric")
	c.Flags().StringVar(&o.where, "where", "", "`CONDITION` on puzzles")
	app.OneOf(c.Flags(), &o.harder, "harder", "", []string{"higher", "lower"},
		"which values are harder, if neither declared nor learned")
	return c
}

// run divides the library into levels.
func (o *levelsOptions) run(ctx context.Context) error {
	request := library.DivideRequest{Metric: o.metric, Filter: o.app.Env(nil).Filter(o.where),
		Bands: o.app.Config.StoreLevels()}
	switch o.harder {
	case "higher":
		request.Harder = library.HigherIsHarder
	case "lower":
		request.Harder = library.LowerIsHarder
	}
	return o.app.WithLibrary(ctx, func(s *store.Store) error {
		d, err := library.Divide(ctx, s, request)
		var undirected *library.UndirectedError
		if errors.As(err, &undirected) {
			return app.UsageErrorf("%w; say it with --harder higher or --harder lower", err)
		}
		if err != nil {
			return err
		}
		if d.Learned != nil {
			o.app.Remark("%s: %s", o.metric, d.Learned)
		}
		if o.app.Format("table", "table") == "table" {
			return o.table(ctx, s, d)
		}
		return o.list(ctx, s, d)
	})
}

// table prints the levels with their counts.
func (o *levelsOptions) table(ctx context.Context, s *store.Store, d *library.Division) error {
	counts, err := d.Count(ctx, s)
	if err != nil {
		return err
	}
	out, err := screen.NewTables(o.app.Streams)
	if err != nil {
		return err
	}
	if err := out.Show(o.levelTable(d, counts)); err != nil {
		return err
	}
	for _, c := range counts {
		if len(c.Maji) > 0 {
			return out.Show(majiTable(counts))
		}
	}
	return nil
}

// levelTable returns the table of levels.
func (o *levelsOptions) levelTable(d *library.Division, counts []library.LevelCount) *screen.Table {
	bands := o.app.Config.Levels
	t := &screen.Table{Title: "Levels by fuzzy c-means of " + d.Name, Columns: []string{"level", "puzzles", "centre",
		"from", "to", "sharp"}}
	for _, b := range bands.Bands {
		t.Columns = append(t.Columns, bands.Metric+" "+b.Name)
	}
	t.Columns = append(t.Columns, "no "+bands.Metric)
	for i, c := range counts {
		cells := []string{library.LevelNames[i], fmt.Sprint(c.Puzzles), shortNumber(c.Centre), shortNumber(c.Min),
			shortNumber(c.Max), fmt.Sprint(c.Sharp)}
		for _, b := range bands.Bands {
			cells = append(cells, fmt.Sprint(c.Bands[b.Name]))
		}
		t.Row(append(cells, fmt.Sprint(c.Bands[""]))...)
	}
	t.Notes = []string{"sharp: puzzles that belong to their level to 0.9 or more."}
	return t
}

// majiTable shows how many puzzles of each level Maji & Pal put where, by the number of empty cells alone.
func majiTable(counts []library.LevelCount) *screen.Table {
	t := &screen.Table{Title: "The same levels by maji_level: the number of empty cells", Columns: []string{
		"level", "0 below 40", "1 40-45", "2 46-49", "3 50-53", "4 54-58", "5 above"}}
	for i, c := range counts {
		cells := []string{library.LevelNames[i]}
		for level := range 6 {
			cells = append(cells, fmt.Sprint(c.Maji[level]))
		}
		t.Row(cells...)
	}
	return t
}

// levelRecord is one line of "levels -o jsonl". Its keys are stable.
type levelRecord struct {
	ID          int64              `json:"id"`
	Puzzle      string             `json:"puzzle"`
	Metric      string             `json:"metric"`
	Value       float64            `json:"value"`
	Level       string             `json:"level"`
	Memberships map[string]float64 `json:"memberships"`
	MajiLevel   *float64           `json:"maji_level"`
	BandMetric  string             `json:"band_metric"`
	BandValue   *float64           `json:"band_value"`
	Band        string             `json:"band"`
}

// list writes a record for each puzzle that has the metric.
func (o *levelsOptions) list(ctx context.Context, s *store.Store, d *library.Division) error {
	bands := o.app.Config.Levels.Metric
	rows, err := (&screen.Columns[*levelRecord]{Cells: func(r *levelRecord) []any {
		cells := []any{"id", r.ID, "puzzle", r.Puzzle, d.Name, shortNumber(r.Value), "level", r.Level}
		for _, name := range library.LevelNames {
			cells = append(cells, name, strconv.FormatFloat(r.Memberships[name], 'f', 3, 64))
		}
		return append(cells, library.MajiLevel, known(r.MajiLevel), bands, known(r.BandValue), "band", r.Band)
	}}).On(o.app.Streams)
	if err != nil {
		return err
	}
	err = d.List(ctx, s, func(p *library.Placed) error {
		return rows.Show(&levelRecord{ID: p.ID, Puzzle: p.Puzzle.String(), Metric: d.Name, Value: p.Value, Level: p.Level,
			Memberships: p.Degrees, MajiLevel: p.MajiLevel, BandMetric: bands, BandValue: p.BandValue, Band: p.Band})
	})
	return cmp.Or(err, rows.End())
}

// known writes a value with five digits, "" if there is none.
func known(v *float64) string {
	if v == nil {
		return ""
	}
	return shortNumber(*v)
}

// shortNumber writes five digits, "-" for NaN.
func shortNumber(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return strconv.FormatFloat(v, 'g', 5, 64)
}
