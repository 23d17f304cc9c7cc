package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// paperTable is a table of a paper with our figures beside the printed ones, and what has to be said about
// it.
type paperTable struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Notes   []string   `json:"notes,omitempty"`
}

func (t *paperTable) row(cells ...string) { t.Rows = append(t.Rows, cells) }

func (t *paperTable) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// tables writes paperTables as soon as they are there, as text or a JSON record a line; as json, all in one
// array.
type tables struct {
	out    io.Writer
	format string
	all    []*paperTable
}

func newTables(a *app.App) (*tables, error) {
	t := &tables{out: a.Stdout, format: a.Format("table", "table")}
	if t.format != "table" && t.format != "json" && t.format != "jsonl" {
		return nil, app.UsageErrorf("--output %s does not fit tables of a paper: table, json or jsonl", t.format)
	}
	return t, nil
}

func (t *tables) head(text string) {
	if t.format == "table" {
		fmt.Fprintln(t.out, text)
	}
}

func (t *tables) show(p *paperTable) error {
	switch t.format {
	case "json":
		t.all = append(t.all, p)
		return nil
	case "jsonl":
		return json.NewEncoder(t.out).Encode(p)
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

func (t *tables) end() error {
	if t.format != "json" {
		return nil
	}
	e := json.NewEncoder(t.out)
	e.SetIndent("", "  ")
	return e.Encode(t.all)
}
