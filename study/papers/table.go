package papers

import (
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// Table is a table of texts with remarks below it. No two columns have the same name.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
	Notes   []string
	Times   []string // the columns that hold times, which differ with each run
}

// Row appends a row, a text for each column.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// Note appends a remark.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// check finds columns of the same name, whose values a reader could not distinguish.
func (t *Table) check() error {
	for i, name := range t.Columns {
		if slices.Contains(t.Columns[:i], name) {
			return fmt.Errorf("table %q has two columns %q", t.Title, name)
		}
	}
	return nil
}

// withoutTimes returns the table without the columns that hold times.
func (t *Table) withoutTimes() *Table {
	kept := *t
	keep := func(row []string) (cells []string) {
		for i, cell := range row {
			if !slices.Contains(t.Times, t.Columns[i]) {
				cells = append(cells, cell)
			}
		}
		return cells
	}
	kept.Columns, kept.Rows = keep(t.Columns), nil
	for _, row := range t.Rows {
		kept.Rows = append(kept.Rows, keep(row))
	}
	return &kept
}

// Drawing is a picture that belongs to the tables of a paper.
type Drawing struct {
	Name    string // "fig4"
	Picture *picture.Picture
}
