package app

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/work"
)

var outputFormats = []string{"table", "grid", "line", "json", "jsonl", "csv", "tsv"}

func checkFormat(f string) error {
	if f != "" && !slices.Contains(outputFormats, f) {
		return UsageErrorf("output format %q is none of %s%s", f, strings.Join(outputFormats, ", "),
			DidYouMean(f, outputFormats))
	}
	return nil
}

// Format returns the output format: the one asked for, else the first for a terminal and the second for a
// pipe.
func (a *App) Format(onTerminal, inPipe string) string {
	switch {
	case a.Output != "":
		return a.Output
	case Terminal(a.Stdout):
		return onTerminal
	}
	return inPipe
}

// Listing writes rows of equal columns as table, json, jsonl, csv or tsv; json and jsonl write the values
// given with the rows.
type Listing struct {
	out     io.Writer
	format  string
	columns []string
	table   *tabwriter.Writer
	csv     *csv.Writer
	values  []any
	rows    int
}

// Listing begins a listing in the format asked for; by default a table on a terminal and tsv in a pipe.
func (a *App) Listing(columns ...string) (*Listing, error) {
	l := &Listing{out: a.Stdout, format: a.Format("table", "tsv"), columns: columns}
	switch l.format {
	case "table":
		l.table = tabwriter.NewWriter(a.Stdout, 0, 4, 2, ' ', 0)
	case "csv", "tsv":
		l.csv = csv.NewWriter(a.Stdout)
		if l.format == "tsv" {
			l.csv.Comma = '\t'
		}
	case "json", "jsonl":
	default:
		return nil, UsageErrorf("--output %s does not fit a listing: table, json, jsonl, csv or tsv", l.format)
	}
	return l, nil
}

// Row writes one row; value is what json shows of it, cells are the texts of the columns.
func (l *Listing) Row(value any, cells ...string) error {
	l.rows++
	switch l.format {
	case "json":
		l.values = append(l.values, value)
		return nil
	case "jsonl":
		return work.WriteLine(l.out, value)
	case "table":
		if l.rows == 1 {
			fmt.Fprintln(l.table, strings.ToUpper(strings.Join(l.columns, "\t")))
		}
		shown := make([]string, len(cells))
		for i, cell := range cells {
			shown[i] = plain.Line(cell)
		}
		_, err := fmt.Fprintln(l.table, strings.Join(shown, "\t"))
		return err
	}
	if l.rows == 1 {
		if err := l.csv.Write(l.columns); err != nil {
			return err
		}
	}
	if l.format == "csv" {
		cells = slices.Clone(cells)
		for i, text := range cells {
			cells[i] = formats.Cell(text)
		}
	}
	return l.csv.Write(cells)
}

// End writes what is still held back.
func (l *Listing) End() error {
	switch l.format {
	case "json":
		if l.values == nil {
			l.values = []any{}
		}
		return work.WriteIndented(l.out, l.values)
	case "table":
		return l.table.Flush()
	case "csv", "tsv":
		l.csv.Flush()
		return l.csv.Error()
	}
	return nil
}
