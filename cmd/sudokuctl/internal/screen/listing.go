package screen

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// OutputFormats are the formats that --output takes. A command takes those that make sense for what it prints.
var OutputFormats = []string{"table", "grid", "line", "json", "jsonl", "csv", "tsv", "markdown", "latex"}

// Encode writes a record as JSON: on one line if the format is jsonl, else indented.
func (s *Streams) Encode(format string, record any) error { return encode(s.Stdout, format, record) }

func encode(w io.Writer, format string, record any) error {
	e := json.NewEncoder(w)
	if format == "json" {
		e.SetIndent("", "  ")
	}
	return e.Encode(record)
}

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

// People names a column that only a table has; its text is made of other columns. Programs names a column that only csv
// and tsv have.
type (
	People   string
	Programs string
)

// Columns declares how records of a kind are shown, once for all formats of --output.
type Columns[T any] struct {
	// Cells returns the names of columns, each with its value. A name is what programs read, with the unit of its numbers
	// at the end: "median_ns", "rss_bytes"; the heading of a table is made of it.
	Cells func(T) []any
	Grid  func(T) string // a picture, what a terminal shows unless a format is asked for; nil if there is none
	Line  func(T) string // what a pipe gets unless a format is asked for; nil if there is none
	JSON  func(T) any    // what JSON shows; nil for the record itself
	Spare []string       // columns that a narrow terminal can do without, the least important first
}

// Rows writes records in the format that was asked for. A table, also in Markdown and LaTeX, shows numbers in the way
// that people read them, csv and tsv write them plainly. After an error nothing is written, and all methods return it.
type Rows[T any] struct {
	*Columns[T]
	rows
}

// On begins a listing in the format asked for.
func (c *Columns[T]) On(s *Streams) (*Rows[T], error) {
	onTerminal, inPipe := "table", "tsv"
	if c.Grid != nil {
		onTerminal = "grid"
	}
	if c.Line != nil {
		inPipe = "line"
	}
	r := &Rows[T]{c, rows{on: s, format: s.Format(onTerminal, inPipe), out: bufio.NewWriterSize(s.Stdout, 64<<10)}}
	for _, name := range c.Spare {
		r.spare = append(r.spare, spoken(name))
	}
	switch r.format {
	case "csv", "tsv":
		r.csv = csv.NewWriter(s.Stdout)
		if r.format == "tsv" {
			r.csv.Comma = '\t'
		}
	case "grid", "line":
		if r.format == "grid" && c.Grid == nil || r.format == "line" && c.Line == nil {
			r.err = usageErrorf("--output %s does not fit a listing: table, markdown, latex, json, jsonl, csv or tsv", r.format)
		}
	}
	return r, r.err
}

// Show writes a record as a row, an object or a line. After an error it writes no more and returns the same error.
func (r *Rows[T]) Show(record T) error {
	if r.err != nil {
		return r.err
	}
	r.count++
	switch r.format {
	case "grid":
		_, r.err = r.out.WriteString(r.Grid(record))
	case "line":
		_, r.err = r.out.WriteString(r.Line(record) + "\n")
	case "json", "jsonl":
		var value any = record
		if r.JSON != nil {
			value = r.JSON(record)
		}
		r.err = r.encode(value)
	default:
		r.err = r.row(r.Cells(record))
	}
	if !r.Held {
		r.Flush()
	}
	return r.err
}

// Write lists records that are all at hand. On lists those that come one by one.
func (c Columns[T]) Write(s *Streams, records ...T) error {
	r, err := c.On(s)
	for i := 0; err == nil && i < len(records); i++ {
		err = r.Show(records[i])
	}
	return r.End()
}

// rows is what Rows of all kinds have in common.
type rows struct {
	Held bool // records are written when there are many, or with Flush

	on     *Streams
	format string
	out    *bufio.Writer
	spare  []string
	cells  [][]string // of a table, the headings first
	csv    *csv.Writer
	values []any // of json
	count  int
	err    error
}

// Flush writes records that were held back.
func (l *rows) Flush() {
	if l.err == nil {
		l.err = l.out.Flush()
	}
}

// encode writes a value as a line of JSON, or keeps it for one array.
func (l *rows) encode(value any) error {
	if l.format == "json" {
		l.values = append(l.values, value)
		return nil
	}
	return encode(l.out, l.format, value)
}

// row writes cells.
func (l *rows) row(cells []any) error {
	names, texts := l.visible(cells)
	switch l.format {
	case "csv", "tsv":
		if l.count == 1 {
			if err := l.csv.Write(names); err != nil {
				return err
			}
		}
		return l.csv.Write(texts)
	case "table":
		if l.count == 1 {
			l.cells = append(l.cells, names)
		}
		l.cells = append(l.cells, texts)
		return nil
	}
	markup := markdownRow
	if l.format == "latex" {
		markup = latexRow
	}
	_, err := l.out.WriteString(markup(names, texts, l.count == 1))
	return err
}

// visible returns the headings and texts of the columns that the format has.
func (l *rows) visible(cells []any) (names, texts []string) {
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
			name, text = spoken(name), plain.Line(shown(name, text))
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

// End writes what is still held back.
func (l *rows) End() error {
	l.Flush()
	switch {
	case l.err != nil:
		return l.err
	case l.format == "json":
		if l.values == nil {
			l.values = []any{}
		}
		return l.on.Encode(l.format, l.values)
	case l.csv != nil:
		l.csv.Flush()
		return l.csv.Error()
	case l.count == 0:
	case l.format == "table":
		return l.on.showTable(l.cells[0], l.cells[1:], "-o json or -o csv", l.spare...)
	case l.format == "latex":
		_, err := io.WriteString(l.on.Stdout, latexEnd)
		return err
	}
	return nil
}

// showTable writes a table, and a remark about the columns that a narrow terminal has no room for.
func (s *Streams) showTable(headings []string, cells [][]string, all string, spare ...string) error {
	left, err := s.Table(s.Stdout, headings, cells, spare...)
	if len(left) > 0 {
		s.Remark("left out to fit the terminal: %s; %s shows everything", strings.ToLower(strings.Join(left, ", ")), all)
	}
	return err
}

// Table is a table of texts with remarks below it. Its JSON keys are stable.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Notes   []string   `json:"notes,omitempty"`
}

// Row appends a row: a text for each column, in their order.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// Tables writes each table as it comes, as text or as a line of JSON; the format json collects all in one array.
type Tables struct{ rows }

// NewTables begins a listing of tables in the format of --output. End has to follow the last.
func NewTables(on *Streams) (*Tables, error) {
	t := &Tables{rows{on: on, format: on.Format("table", "table"), out: bufio.NewWriter(on.Stdout)}}
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

// Show writes a table in the format of --output. Tables of JSON are kept until End, because they are one array.
func (t *Tables) Show(p *Table) error {
	if t.format != "table" {
		return cmp.Or(t.encode(p), t.out.Flush())
	}
	fmt.Fprintf(t.on.Stdout, "\n%s\n\n", p.Title)
	headings := make([]string, len(p.Columns))
	for i, name := range p.Columns {
		headings[i] = strings.ToUpper(name)
	}
	if err := t.on.showTable(headings, p.Rows, "-o json"); err != nil {
		return err
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
	return t.on.Encode("json", t.values)
}

// markdownRow writes a row of a table in Markdown, below its head if it is the first.
func markdownRow(names, texts []string, first bool) string {
	if first {
		return markdownLine(names) + markdownLine(slices.Repeat([]string{"---"}, len(names))) + markdownLine(texts)
	}
	return markdownLine(texts)
}

// markdownLine returns a row of a Markdown table.
func markdownLine(cells []string) string {
	escaped := make([]string, len(cells))
	for i, text := range cells {
		escaped[i] = strings.ReplaceAll(text, "|", "\\|")
	}
	return "| " + strings.Join(escaped, " | ") + " |\n"
}

const latexEnd = "\\hline\n\\end{tabular}\n"

// latexRow writes a row of a tabular in LaTeX, below its head if it is the first.
func latexRow(names, texts []string, first bool) string {
	text := plain.LaTeXRow(texts) + "\n"
	if first {
		text = "\\begin{tabular}{l" + strings.Repeat("r", len(names)-1) + "}\n\\hline\n" +
			plain.LaTeXRow(names) + "\n\\hline\n" + text
	}
	return text
}

// A unit is how the values of a column are shown to people. Programs get the plain number, in the unit that the name of
// the column ends with.
type unit struct {
	suffix string // of the column's name
	hidden bool   // from the heading of a table, because each value shows it
	show   func(float64) string
}

var units = []unit{
	{"_ns", true, func(v float64) string { return stats.Duration(time.Duration(v)) }},
	{"_s", true, func(v float64) string { return stats.Duration(time.Duration(v * float64(time.Second))) }},
	{"_bytes", true, func(v float64) string { return fmt.Sprintf("%.1f MiB", v/(1<<20)) }},
	{"per_second", false, stats.Figure},
	{"per_second_self", false, stats.Figure},
	{"per_second_wall", false, stats.Figure},
	{"_mean", false, stats.Figure},
}

// unitOf returns the unit of a column, nil if it holds texts or plain counts.
func unitOf(column string) *unit {
	for i := range units {
		if strings.HasSuffix(column, units[i].suffix) {
			return &units[i]
		}
	}
	return nil
}

// heading is what a table calls a column: "median_ns" becomes "MEDIAN".
func heading(column string) string {
	if u := unitOf(column); u != nil && u.hidden {
		column = strings.TrimSuffix(column, u.suffix)
	}
	return strings.ReplaceAll(strings.ToUpper(strings.ReplaceAll(column, "_", " ")), "Σ", "σ") // a sum is not a deviation
}

// spoken is the heading of a column on a terminal: words, if it is a metric that has some.
func spoken(column string) string {
	if word := record.Word("metric", column); word != column {
		return strings.ToUpper(word)
	}
	return heading(column)
}

// shown is a cell of a column as a table shows it.
func shown(column, cell string) string {
	u := unitOf(column)
	if u == nil {
		return cell
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return cell
	}
	return u.show(v)
}

// Number writes a value for a cell: the shortest text that reads back as the same number, "" for NaN.
func Number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// YesNo returns "yes" or "no" for the column of a table.
func YesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// GradeText writes a value and its label: "0.28395", "4 (extremely difficult)", "" if there is none.
func GradeText(grades map[string]float64, labels map[string]string, metric string) string {
	v, ok := grades[metric]
	text := strconv.FormatFloat(v, 'g', 5, 64)
	switch label := labels[metric]; {
	case !ok:
		return label
	case label != "" && label != text:
		return fmt.Sprintf("%s (%s)", text, label)
	}
	return text
}

// MetricNames returns the names of grades in the order in which people ask for them.
func MetricNames(grades map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(grades), record.CompareMetrics)
}

// Plural returns a word for n things, with an s unless n is 1.
func Plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// DidYouMean returns "; did you mean …?" for the nearest known name, or "" where none is near.
func DidYouMean(word string, known []string) string {
	best := plain.Nearest(word, known)
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
