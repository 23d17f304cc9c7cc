package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

var outputFormats = []string{"table", "grid", "line", "json", "jsonl", "csv", "tsv"}

func checkFormat(f string) error {
	if f != "" && !slices.Contains(outputFormats, f) {
		return usageErrorf("output format %q is none of %s%s", f, strings.Join(outputFormats, ", "),
			didYouMean(f, outputFormats))
	}
	return nil
}

// format returns the output format: the one asked for, else the first for a terminal and the second for a
// pipe.
func (a *app) format(onTerminal, inPipe string) string {
	switch {
	case a.output != "":
		return a.output
	case terminal(a.stdout):
		return onTerminal
	}
	return inPipe
}

// listing writes rows of equal columns as table, json, jsonl, csv or tsv; json and jsonl write the values
// given with the rows.
type listing struct {
	out     io.Writer
	format  string
	columns []string
	table   *tabwriter.Writer
	csv     *csv.Writer
	values  []any
	rows    int
}

// listing begins a listing in the format asked for; by default a table on a terminal and tsv in a pipe.
func (a *app) listing(columns ...string) (*listing, error) {
	l := &listing{out: a.stdout, format: a.format("table", "tsv"), columns: columns}
	switch l.format {
	case "table":
		l.table = tabwriter.NewWriter(a.stdout, 0, 4, 2, ' ', 0)
	case "csv", "tsv":
		l.csv = csv.NewWriter(a.stdout)
		if l.format == "tsv" {
			l.csv.Comma = '\t'
		}
	case "json", "jsonl":
	default:
		return nil, usageErrorf("--output %s does not fit a listing: table, json, jsonl, csv or tsv", l.format)
	}
	return l, nil
}

// row writes one row; value is what json shows of it, cells are the texts of the columns.
func (l *listing) row(value any, cells ...string) error {
	l.rows++
	switch l.format {
	case "json":
		l.values = append(l.values, value)
		return nil
	case "jsonl":
		return json.NewEncoder(l.out).Encode(value)
	case "table":
		if l.rows == 1 {
			fmt.Fprintln(l.table, strings.ToUpper(strings.Join(l.columns, "\t")))
		}
		_, err := fmt.Fprintln(l.table, strings.Join(cells, "\t"))
		return err
	}
	if l.rows == 1 {
		if err := l.csv.Write(l.columns); err != nil {
			return err
		}
	}
	return l.csv.Write(cells)
}

// end writes what is still held back.
func (l *listing) end() error {
	switch l.format {
	case "json":
		if l.values == nil {
			l.values = []any{}
		}
		e := json.NewEncoder(l.out)
		e.SetIndent("", "  ")
		return e.Encode(l.values)
	case "table":
		return l.table.Flush()
	case "csv", "tsv":
		l.csv.Flush()
		return l.csv.Error()
	}
	return nil
}
