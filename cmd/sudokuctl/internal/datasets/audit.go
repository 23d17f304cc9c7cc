package datasets

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
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/study/dataset"
	"github.com/sudokuctl/sudokuctl/work"
)

type auditOptions struct {
	app     *app.App
	bands   string
	strict  bool
	request dataset.AuditRequest
}

func auditCommand(a *app.App) *cobra.Command {
	o := &auditOptions{app: a}
	c := &cobra.Command{
		Use:   "audit FILE…",
		Short: "Find what is wrong with data sets: solutions, duplicates, leaks",
		Long: `Examine files of puzzles, in any format that import reads: whether each puzzle has one solution,
whether the solutions given are right, which puzzles are images of earlier ones, and how difficult a
sample is. Each file is compared with all before it: a leak is a puzzle with an image in an earlier
file, or whose solution grid has one there. Name the training files first.

A folder stands for its Parquet files, each split (train-*.parquet, test-*.parquet) being a file.
With --exit-status the command fails if anything is wrong. It keeps some 100 bytes in memory for each
puzzle.`,
		Example: `  sudokuctl dataset audit train.csv test.csv
  sudokuctl dataset audit set --exit-status
  sudokuctl dataset audit sample:famous --sample 0 -o json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringVar(&o.request.Solver, "solver", "", "`ID` of a complete solver (default: a fast one)")
	f.DurationVar(&o.request.Timeout, "timeout", 10*time.Second, "time limit for each puzzle, 0 = no limit")
	f.StringVar(&o.bands, "bands", dataset.UsualBands.String(), "metric and `BORDERS` of the bands of the sample")
	f.IntVar(&o.request.Sample, "sample", 1000, "puzzles of each file that are graded, 0 = none")
	f.Uint64Var(&o.request.Seed, "seed", 1, "seed of the sample")
	f.IntVar(&o.request.Examples, "examples", 3, "examples shown of each fault")
	f.BoolVar(&o.strict, "exit-status", false, "fail if anything is wrong")
	return c
}

func (o *auditOptions) run(ctx context.Context, args []string) (err error) {
	r := &o.request
	if r.Bands, err = stats.ParseBands(o.bands); err != nil {
		return app.UsageErrorf("--bands: %w", err)
	}
	if r.Sample < 0 || r.Examples < 0 {
		return app.UsageErrorf("--sample and --examples must not be negative")
	}
	if r.Sources, err = dataset.ParseSources(args, o.app.Stdin); err != nil {
		return err
	}
	r.Graders = o.app.Config.Run.Graders
	talk := o.app.Screen()
	record, err := dataset.Audit(ctx, o.app.Env(nil), *r, talk.Report)
	talk.End()
	if err != nil {
		return app.UnpackHint(err)
	}
	if err := o.show(record); err != nil {
		return err
	}
	if o.strict && !record.Sound() {
		return errors.New("the data is not sound")
	}
	return nil
}

func (o *auditOptions) show(record *dataset.AuditRecord) error {
	switch f := o.app.Format("table", "table"); f {
	case "json":
		return work.WriteIndented(o.app.Stdout, record)
	case "jsonl":
		return work.WriteLine(o.app.Stdout, record)
	case "table":
	default:
		return app.UsageErrorf("--output %s does not fit an audit: table, json or jsonl", f)
	}
	return o.tables(record)
}

// tables shows a record to people.
func (o *auditOptions) tables(record *dataset.AuditRecord) error {
	parts := []func(*dataset.AuditRecord) error{o.files, o.solutions}
	if len(record.Leaks) > 0 {
		parts = append(parts, o.leaks)
	}
	if o.request.Sample > 0 {
		parts = append(parts, o.samples)
	}
	for _, part := range parts {
		if err := part(record); err != nil {
			return err
		}
		fmt.Fprintln(o.app.Stdout)
	}
	return o.examples(record)
}

// table shows a table. A narrow terminal can do without the spare columns.
func (o *auditOptions) table(headings []string, rows [][]string, spare ...string) error {
	left, err := o.app.Table(o.app.Stdout, headings, rows, spare...)
	if len(left) > 0 {
		o.app.Remark("left out to fit the terminal: %s; -o json shows everything", strings.ToLower(strings.Join(left, ", ")))
	}
	return err
}

func (o *auditOptions) files(record *dataset.AuditRecord) error {
	var rows [][]string
	for _, f := range record.Files {
		rows = append(rows, []string{f.Name, fmt.Sprint(f.Puzzles), fmt.Sprint(f.Bad), fmt.Sprint(f.Unique), fmt.Sprint(f.Multiple),
			fmt.Sprint(f.Impossible), fmt.Sprint(f.Unknown)})
	}
	return o.table([]string{"FILE", "PUZZLES", "UNREAD", "UNIQUE", "MULTIPLE", "IMPOSSIBLE", "UNKNOWN"}, rows, "UNKNOWN", "UNREAD")
}

func (o *auditOptions) solutions(record *dataset.AuditRecord) error {
	var rows [][]string
	for _, f := range record.Files {
		rows = append(rows, []string{f.Name, fmt.Sprint(f.Right), fmt.Sprint(f.Wrong), fmt.Sprint(f.Missing), fmt.Sprint(f.Duplicates),
			fmt.Sprint(f.Exact), fmt.Sprint(f.Solutions)})
	}
	return o.table([]string{"SOLUTIONS", "RIGHT", "WRONG", "MISSING", "IMAGES", "SAME TEXT", "DIFFERENT GRIDS"}, rows,
		"DIFFERENT GRIDS", "SAME TEXT")
}

func (o *auditOptions) leaks(record *dataset.AuditRecord) error {
	var rows [][]string
	for _, l := range record.Leaks {
		rows = append(rows, []string{l.From, l.Into, percent(l.Puzzles), percent(l.Solutions)})
	}
	return o.table([]string{"LEAKS FROM", "INTO", "PUZZLES", "SOLUTION GRIDS"}, rows)
}

func percent(s stats.Share) string {
	if s.Hits == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%.2f %%)", s.Hits, 100*s.Value)
}

func (o *auditOptions) samples(record *dataset.AuditRecord) error {
	var rows [][]string
	var metrics []string
	for _, f := range record.Files {
		name := f.Name
		if metric := strings.ToUpper(f.Sample.Bands.Metric); !slices.Contains(metrics, metric) {
			metrics = append(metrics, metric)
		}
		for _, s := range f.Sample.Shares {
			rows = append(rows, []string{name, s.Band, fmt.Sprint(s.Hits), s.Share.String()})
			name = ""
		}
		rows = append(rows, []string{name, "unrated", fmt.Sprint(f.Sample.Unrated), ""})
	}
	return o.table([]string{"SAMPLE", strings.Join(metrics, ", "), "PUZZLES", "SHARE OF THOSE RATED"}, rows)
}

// examples shows some of the puzzles with a fault.
func (o *auditOptions) examples(record *dataset.AuditRecord) error {
	show := func(other string, found []dataset.Finding) error {
		for _, f := range found {
			text := f.Fault
			if f.Other > 0 {
				text = fmt.Sprintf("%s: number %d%s", f.Fault, f.Other, other)
			}
			if _, err := fmt.Fprintf(o.app.Stdout, "%s: %s\n  %s\n", f.Name, text, f.Puzzle); err != nil {
				return err
			}
		}
		return nil
	}
	if record.Sound() {
		_, err := fmt.Fprintf(o.app.Stdout, "nothing is wrong with %s\n", filesText(len(record.Files)))
		return err
	}
	for _, f := range record.Files {
		if err := show("", f.Found); err != nil {
			return err
		}
	}
	for _, l := range record.Leaks {
		if err := show(" of "+l.From, l.Found); err != nil {
			return err
		}
	}
	return nil
}

func filesText(n int) string { return fmt.Sprintf("%d %s", n, screen.Plural(n, "file")) }
