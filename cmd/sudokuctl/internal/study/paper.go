// Package study has the commands that compute the tables of papers again and divide puzzles into levels.
package study

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/study/papers"
	"github.com/sudokuctl/sudokuctl/work"
)

type paperOptions struct {
	app     *app.App
	request papers.Request
	svg     string
	out     *screen.Tables
}

// Paper is the command that reproduces a paper.
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
	f.DurationVar(&o.request.Timeout, "timeout", 0, "time limit for each puzzle in the table of solvers by size (maji2010; default 2s)")
	f.Uint64Var(&o.request.Seed, "seed", 1, "of generated puzzles and of algorithms that use random numbers")
	f.StringVar(&o.svg, "svg", "", "draw the pictures that belong to the tables into `FOLDER`")
	f.BoolVar(&o.request.Untimed, "untimed", false, "leave out times, and what is done within a time, which differ with each run")
	f.BoolVar(&o.request.Fresh, "fresh", false, "begin anew, whatever an interrupted run has left")
	return c
}

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
