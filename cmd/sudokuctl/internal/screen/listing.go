package screen

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/work"
)

// OutputFormats are what --output takes.
var OutputFormats = []string{"table", "grid", "line", "json", "jsonl", "csv", "tsv", "markdown", "latex"}

// Format returns the output format: the one asked for, else the first for a terminal and the second for a
// pipe.
func (s *Streams) Format(onTerminal, inPipe string) string {
	switch {
	case s.Output != "":
		return s.Output
	case IsTerminal(s.Stdout):
		return onTerminal
	}
	return inPipe
}

// People names a column that only a table has: what it says is words made of other columns. Programs names one that only csv
// and tsv have.
type (
	People   string
	Programs string
)

// Listing writes rows of equal columns as table, markdown, latex, json, jsonl, csv or tsv. A table, also in Markdown and LaTeX, shows
// numbers in the way that people read them, csv and tsv write them plainly; json and jsonl write the values given with the
// rows. After an error nothing is written, and all methods return it: End is enough for who has no work to save.
type Listing struct {
	on     *Streams
	format string
	spare  []string
	cells  [][]string // of a table, the headings first
	csv    *csv.Writer
	values []any
	rows   int
	err    error
}

// Spare names columns that a narrow terminal can do without, the least important first.
func (l *Listing) Spare(columns ...string) {
	for _, name := range columns {
		l.spare = append(l.spare, heading(name))
	}
}

// Listing begins a listing in the format asked for; by default a table on a terminal and tsv in a pipe.
func (s *Streams) Listing() *Listing {
	l := &Listing{on: s, format: s.Format("table", "tsv")}
	switch l.format {
	case "csv", "tsv":
		l.csv = csv.NewWriter(s.Stdout)
		if l.format == "tsv" {
			l.csv.Comma = '\t'
		}
	case "table", "json", "jsonl", "markdown", "latex":
	default:
		l.err = usageErrorf("--output %s does not fit a listing: table, markdown, latex, json, jsonl, csv or tsv", l.format)
	}
	return l
}

// Err returns what is wrong, such as a format that is none of a listing.
func (l *Listing) Err() error { return l.err }

// Row writes one row; value is what json shows of it, cells are the names of columns, each with what the row has there. A name
// is what programs read, with the unit of its numbers at the end: "median_ns", "rss_bytes"; the heading of a table is made of it.
func (l *Listing) Row(value any, cells ...any) error {
	if l.err == nil {
		l.rows++
		l.err = l.row(value, cells)
	}
	return l.err
}

func (l *Listing) row(value any, cells []any) error {
	switch l.format {
	case "json":
		l.values = append(l.values, value)
		return nil
	case "jsonl":
		return work.WriteLine(l.on.Stdout, value)
	}
	names, texts := l.visible(cells)
	switch {
	case l.csv != nil:
		if l.rows == 1 {
			if err := l.csv.Write(names); err != nil {
				return err
			}
		}
		return l.csv.Write(texts)
	case l.format == "table":
		if l.rows == 1 {
			l.cells = append(l.cells, names)
		}
		l.cells = append(l.cells, texts)
		return nil
	case l.format == "latex":
		if l.rows == 1 {
			fmt.Fprintf(l.on.Stdout, "\\begin{tabular}{l%s}\n\\hline\n%s\n\\hline\n", strings.Repeat("r", len(names)-1), plain.LaTeXRow(names))
		}
		_, err := fmt.Fprintln(l.on.Stdout, plain.LaTeXRow(texts))
		return err
	case l.rows == 1:
		fmt.Fprintln(l.on.Stdout, markdownLine(names))
		fmt.Fprintln(l.on.Stdout, markdownLine(slices.Repeat([]string{"---"}, len(names))))
	}
	_, err := fmt.Fprintln(l.on.Stdout, markdownLine(texts))
	return err
}

// visible returns the headings and texts of the columns that the format has.
func (l *Listing) visible(cells []any) (names, texts []string) {
	names, texts = make([]string, 0, len(cells)/2), make([]string, 0, len(cells)/2)
	for i := 0; i+1 < len(cells); i += 2 {
		var name string
		switch column := cells[i].(type) {
		case string:
			name = column
		case People:
			if name = string(column); l.csv != nil {
				continue
			}
		case Programs:
			if name = string(column); l.csv == nil {
				continue
			}
		}
		text := plainText(cells[i+1])
		switch l.format {
		case "table":
			name, text = heading(name), plain.Line(shown(name, text))
		case "markdown", "latex":
			name, text = strings.ToLower(heading(name)), plain.Line(shown(name, text))
		case "csv":
			text = formats.Cell(text)
		}
		names, texts = append(names, name), append(texts, text)
	}
	return names, texts
}

// plainText writes a value plainly, in the unit of its column, bytes in SQLite's notation, X'0A'.
func plainText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return Number(v)
	case []byte:
		return fmt.Sprintf("X'%X'", v)
	}
	return fmt.Sprint(v)
}

// markdownLine writes a row of a table in Markdown.
func markdownLine(texts []string) string {
	escaped := make([]string, len(texts))
	for i, text := range texts {
		escaped[i] = strings.ReplaceAll(text, "|", "\\|")
	}
	return "| " + strings.Join(escaped, " | ") + " |"
}

// End writes what is still held back.
func (l *Listing) End() error {
	if l.err != nil {
		return l.err
	}
	switch l.format {
	case "json":
		if l.values == nil {
			l.values = []any{}
		}
		return work.WriteIndented(l.on.Stdout, l.values)
	case "table":
		if l.rows == 0 {
			return nil
		}
		left, err := l.on.Table(l.on.Stdout, l.cells[0], l.cells[1:], l.spare...)
		if len(left) > 0 {
			l.on.Remark("left out to fit the terminal: %s; -o json or -o csv shows everything", strings.ToLower(strings.Join(left, ", ")))
		}
		return err
	case "latex":
		if l.rows == 0 {
			return nil
		}
		_, err := fmt.Fprintln(l.on.Stdout, "\\hline\n\\end{tabular}")
		return err
	case "csv", "tsv":
		l.csv.Flush()
		return l.csv.Error()
	}
	return nil
}

// Table is a table of texts with remarks below it. Its JSON keys are stable.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Notes   []string   `json:"notes,omitempty"`
}

// Row appends a row, a text for each column.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// Tables writes each table as it comes, as text or as a line of JSON; the format json collects all in one array.
type Tables struct {
	on     *Streams
	format string
	all    []*Table
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
func (t *Tables) Show(p *Table) error {
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
