package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Record is a puzzle of a file and what the file says of it.
type Record struct {
	Puzzle   *sudoku.Puzzle
	Solution sudoku.Grid // claimed by the file and not verified; nil if it claims none
	Name     string      // that people gave the puzzle, "" if it has none
	Level    string      // how hard a library says it is; written only
	Fields   []Field     // named values in the order of the file: rating, difficulty, author
	Tags     []string
	Origin   Origin
	Format   string // that was recognised: "csv"
}

// Field is a named value.
type Field struct{ Name, Text string }

// named returns the fields, and after them level and name if there are any.
func (r *Record) named() []Field {
	all := slices.Clip(r.Fields)
	for _, f := range []Field{{"level", r.Level}, {"name", r.Name}} {
		if f.Text != "" {
			all = append(all, f)
		}
	}
	return all
}

// Number returns the value as a number; ok is false if it is a word.
func (f Field) Number() (v float64, ok bool) {
	v, err := strconv.ParseFloat(f.Text, 64)
	return v, err == nil
}

// FieldsText writes fields as name=text, separated by semicolons.
func FieldsText(fields []Field) string {
	texts := make([]string, len(fields))
	for i, f := range fields {
		texts[i] = f.Name + "=" + f.Text
	}
	return strings.Join(texts, ";")
}

// parseFields reads what FieldsText wrote.
func parseFields(text string) (fields []Field) {
	for part := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(part, "="); ok {
			fields = append(fields, Field{name, value})
		}
	}
	return fields
}

// claim sets the solution that a file claims; it must have the cells of the puzzle, all filled.
func (r *Record) claim(text string) error {
	if text == "" {
		return nil
	}
	grid, err := sudoku.ParseGrid(r.Puzzle.Geometry(), text)
	if err != nil {
		return err
	}
	if grid.Filled() != len(grid) {
		return fmt.Errorf("the solution leaves %d cells empty", len(grid)-grid.Filled())
	}
	r.Solution = grid
	return nil
}

// claimComment takes a comment that begins with a solution of the puzzle for what it is: a line
// "puzzle,solution" without a header is common, and so is "puzzle map" for a jigsaw. What is neither stays a comment.
func (r *Record) claimComment() {
	cells := len(r.Puzzle.Givens())
	text := r.Puzzle.Comment
	if len(text) < cells || len(text) > cells && text[cells] != ' ' && text[cells] != ',' {
		return
	}
	if jigsaw, ok := withMap(r.Puzzle, text[:cells]); ok {
		r.Puzzle = jigsaw
		jigsaw.Comment = strings.TrimLeft(text[cells:], " ,")
		return
	}
	grid, err := sudoku.ParseGrid(r.Puzzle.Geometry(), text[:cells])
	if err == nil && sudoku.Verify(r.Puzzle, grid) == nil {
		r.Solution = grid
	}
}
