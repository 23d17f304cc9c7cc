package screen

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work"
)

// Tables writes tables of a study as soon as they are there, as text or a JSON record a line; as json, all in one
// array.
type Tables struct {
	out    io.Writer
	format string
	all    []*study.Table
}

// NewTables begins tables in the format asked for.
func NewTables(a *app.App) (*Tables, error) {
	t := &Tables{out: a.Stdout, format: a.Format("table", "table")}
	if t.format != "table" && t.format != "json" && t.format != "jsonl" {
		return nil, app.UsageErrorf("--output %s does not fit tables: table, json or jsonl", t.format)
	}
	return t, nil
}

// Head writes a line above text.
func (t *Tables) Head(text string) {
	if t.format == "table" {
		fmt.Fprintln(t.out, text)
	}
}

// Show writes a table.
func (t *Tables) Show(p *study.Table) error {
	switch t.format {
	case "json":
		t.all = append(t.all, p)
		return nil
	case "jsonl":
		return work.WriteLine(t.out, p)
	}
	fmt.Fprintf(t.out, "\n%s\n\n", p.Title)
	w := tabwriter.NewWriter(t.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, strings.ToUpper(strings.Join(p.Columns, "\t")))
	for _, row := range p.Rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i, note := range p.Notes {
		if i == 0 {
			fmt.Fprintln(t.out)
		}
		fmt.Fprintln(t.out, note)
	}
	return nil
}

// End writes what is still held back.
func (t *Tables) End() error {
	if t.format != "json" {
		return nil
	}
	return work.WriteIndented(t.out, t.all)
}
