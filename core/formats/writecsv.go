package formats

import (
	"bufio"
	"slices"
	"strconv"
	"strings"
)

// csvWriter writes a table. Its columns are set, or the fields of the first record become columns; what records have
// besides goes into the column fields.
type csvWriter struct {
	out     *bufio.Writer
	columns []string
	begun   bool
}

var fixedColumns = []string{"tags", "comment", "fields", "source", "sha256", "licence"}

// A Columner is a Writer of tables whose columns can be set: else they are the fields of the first record.
type Columner interface {
	// SetColumns says which fields are columns, in their order. It comes before the first record.
	SetColumns(names []string)
}

// SetColumns writes the header.
func (w *csvWriter) SetColumns(names []string) {
	w.begun = true
	for _, name := range names {
		if !w.reserved(name) {
			w.columns = append(w.columns, name)
		}
	}
	w.line(slices.Concat([]string{"puzzle", "solution"}, w.columns, fixedColumns))
}

// Write writes one line, and the header before the first.
func (w *csvWriter) Write(r Record) error {
	if !w.begun {
		var names []string
		for _, f := range r.named() {
			names = append(names, f.Name)
		}
		w.SetColumns(names)
	}
	solution := ""
	if r.Solution != nil {
		solution = r.Puzzle.Geometry().FormatGrid(r.Solution)
	}
	values := make([]string, len(w.columns))
	var others []Field
	for _, f := range r.named() {
		if i := slices.Index(w.columns, f.Name); i >= 0 && values[i] == "" {
			values[i] = f.Text
			continue
		}
		others = append(others, f)
	}
	return w.line(slices.Concat([]string{r.Puzzle.String(), solution}, values,
		[]string{strings.Join(r.Tags, ";"), r.Puzzle.Comment, FieldsText(others), r.place(), r.Origin.SHA256,
			r.Origin.Licence}))
}

// reserved reports whether a field cannot be a column of its own: the reader would take it for something else.
func (w *csvWriter) reserved(name string) bool {
	lower := strings.ToLower(name)
	return slices.Contains(w.columns, name) || slices.Contains(fixedColumns, lower) ||
		slices.Contains(puzzleColumns, lower) || slices.Contains(solutionColumns, lower)
}

// Close writes a header if there was no record.
func (w *csvWriter) Close() error {
	if !w.begun {
		w.SetColumns(nil)
	}
	return w.out.Flush()
}

func (w *csvWriter) line(values []string) error {
	for i, v := range values {
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.out.WriteString(quote(Cell(v)))
	}
	return w.out.WriteByte('\n')
}

// Cell returns a text of a stranger as a value of a table for spreadsheets, which take what begins with =, +, - or @ for a
// formula: an apostrophe before it makes it a text. Numbers stay as they are. Read takes the apostrophe away.
func Cell(s string) string {
	if len(s) < 2 || !strings.ContainsRune("=+-@\t'", rune(s[0])) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil || s[0] == '\'' && !strings.ContainsRune("=+-@\t'", rune(s[1])) {
		return s
	}
	return "'" + s
}

// textOf is the inverse of Cell.
func textOf(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && Cell(rest) == cell {
		return rest
	}
	return cell
}

// quote puts a value in quotes if it needs them. Line ends become blanks: a record is one line.
func quote(s string) string {
	if strings.ContainsAny(s, "\r\n") {
		s = oneLine(s)
	}
	if strings.ContainsAny(s, `",`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
