package screen

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work"
)

// Tables writes tables of a study as soon as they are there, as text or a JSON record a line; as json, all in one
// array.
type Tables struct {
	on     *Streams
	format string
	all    []*study.Table
}

// NewTables begins tables in the format asked for.
func NewTables(on *Streams) (*Tables, error) {
	t := &Tables{on: on, format: on.Format("table", "table")}
	if t.format != "table" && t.format != "json" && t.format != "jsonl" {
		return nil, usageErrorf("--output %s does not fit tables: table, json or jsonl", t.format)
	}
	return t, nil
}

// Head writes a line above text.
func (t *Tables) Head(text string) {
	if t.format == "table" {
		fmt.Fprintln(t.on.Stdout, text)
	}
}

// Show writes a table.
func (t *Tables) Show(p *study.Table) error {
	switch t.format {
	case "json":
		t.all = append(t.all, p)
		return nil
	case "jsonl":
		return work.WriteLine(t.on.Stdout, p)
	}
	fmt.Fprintf(t.on.Stdout, "\n%s\n\n", p.Title)
	headings := make([]string, len(p.Columns))
	for i, name := range p.Columns {
		headings[i] = strings.ToUpper(name)
	}
	left, err := t.on.Table(t.on.Stdout, headings, p.Rows)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		t.on.Remark("left out to fit the terminal: %s; -o json shows everything", strings.ToLower(strings.Join(left, ", ")))
	}
	for i, note := range p.Notes {
		if i == 0 {
			fmt.Fprintln(t.on.Stdout)
		}
		fmt.Fprintln(t.on.Stdout, note)
	}
	return nil
}

// End writes what is still held back.
func (t *Tables) End() error {
	if t.format != "json" {
		return nil
	}
	return work.WriteIndented(t.on.Stdout, t.all)
}
