package formats

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Record is a puzzle of a file with all that the file says of it: solution, grades, tags, place and other fields.
type Record struct {
	Puzzle   *sudoku.Puzzle
	Solution sudoku.Grid // claimed by the file and not verified; nil if it claims none
	Name     string      // that people gave the puzzle, "" if it has none
	Level    string      // how hard a library says it is; written only
	Fields   []Field     // named values in the order of the file: rating, difficulty, author
	Grades   []Grade     // of a library; written only, and read as fields
	Entry    *Entry      // in a library; written only, nil if it is in none
	Tags     []string
	Origin   Origin
	Format   string // that was recognised: "csv"
}

// Field is a named value of a record that has no place of its own, such as a column that the reader does not know.
type Field struct{ Name, Text string }

// Grade is a number that a file claims for a puzzle. It is stored with the file as its source and never taken for our
// own.
type Grade struct {
	Metric string
	Value  float64
}

// Entry is what a library says of a puzzle beside its grades.
type Entry struct {
	ID          int64
	Verdict     string
	DuplicateOf int64 // 0 if it is not the image of another puzzle
}

// UID returns what identifies a puzzle in every library and export, by its text: the first 16 bytes of its SHA-256, in
// hexadecimal.
func UID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
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
	grid, err := r.Puzzle.Geometry().ParseGrid(text)
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
	grid, err := r.Puzzle.Geometry().ParseGrid(text[:cells])
	if err == nil && sudoku.Verify(r.Puzzle, grid) == nil {
		r.Solution = grid
	}
}

// Origin says where a puzzle was first, as the record states it: an export names the file that the library
// had it from, not the library. The zero Origin states nothing.
type Origin struct {
	File    string // file name, "sample:quick", …
	Line    int    // from 1, 0 if there is none
	SHA256  string // of the file's bytes in hexadecimal, "" where unknown
	Licence string // SPDX identifier or words, "" where unknown
}

// NewOrigin splits a place, file:line or a name alone.
func NewOrigin(place, sha256, licence string) Origin {
	o := Origin{File: oneLine(place), SHA256: sha256, Licence: oneLine(licence)}
	colon := strings.LastIndexByte(o.File, ':')
	if line, err := strconv.ParseUint(o.File[colon+1:], 10, 31); err == nil && colon > 0 && line > 0 &&
		o.File[colon+1] != '0' {
		o.File, o.Line = o.File[:colon], int(line)
	}
	return o
}

// take sets what a column of a table says of the origin; it returns false for other columns.
func (o *Origin) take(column, value string) bool {
	switch column {
	case "source":
		*o = NewOrigin(value, o.SHA256, o.Licence)
	case "sha256":
		o.SHA256 = value
	case "licence":
		o.Licence = value
	default:
		return false
	}
	return true
}

// Place returns file:line, or the file alone, for errors and for the name of a puzzle.
func (o Origin) Place() string {
	if o.Line == 0 {
		return o.File
	}
	return o.File + ":" + strconv.Itoa(o.Line)
}

// place is what the record states, else where it was read.
func (r *Record) place() string {
	if r.Origin.File != "" {
		return r.Origin.Place()
	}
	return r.Puzzle.Name
}
