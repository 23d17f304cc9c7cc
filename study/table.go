package study

import (
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// Table is a table of texts, and what has to be said about it. No two columns have the same name.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Notes   []string   `json:"notes,omitempty"`
	Timed   bool       `json:"-"` // holds times, which differ each time
}

// Row appends a row, a text for each column.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// Note appends a remark.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// Check finds columns of the same name, whose values a reader could not distinguish.
func (t *Table) Check() error {
	for i, name := range t.Columns {
		if slices.Contains(t.Columns[:i], name) {
			return fmt.Errorf("table %q has two columns %q", t.Title, name)
		}
	}
	return nil
}

// Drawing is a picture that belongs to the tables of a paper.
type Drawing struct {
	Name    string // "fig4"
	Picture *picture.Picture
}
