// Package fpuzzles reads and writes the JSON of f-puzzles, which SudokuPad reads too, with the keys of its extension of
// new constraints:
//
//	{"size": 9, "title": …, "author": …,
//	 "grid": [[{"value": 5, "given": true, "givenPencilMarks": [1, 2], "region": 0}, …], …],
//	 "solution": [1, 2, …], "antiknight": true, …,
//	 "thermometer": [{"lines": [["R1C1", "R1C2"]]}, …],
//	 "killercage": [{"cells": ["R1C1", "R1C2"], "value": "10"}, …],
//	 "sandwichsum": [{"cell": "R0C1", "value": "9"}, …]}
//
// Cells outside the grid, R0C1 above it or R10C1 below a grid of nine, are where clues stand. Lines, circles,
// rectangles, texts and cages that stand for nothing else are drawings. Their meaning is not stated, so they are not
// understood.
package fpuzzles

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Is reports whether the fields of a JSON object are those of such a puzzle.
func Is(fields map[string]json.RawMessage) bool {
	grid := strings.Join(strings.Fields(string(fields["grid"][:min(len(fields["grid"]), 16)])), "")
	return fields["size"] != nil && strings.HasPrefix(grid, "[[")
}

// silent are keys that ask for nothing, those of drawings aside.
var silent = []string{"size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts", "successMessage",
	"disabledlogic", "truecandidatesoptions", "fogofwar", "foglight"}

// drawings are the keys of drawn objects. An object says if it is part of a constraint.
var drawings = []string{"text", "line", "circle", "rectangle", "cage"}

// decoration are the fields of objects that say how they look.
var decoration = []string{"outlineC", "baseC", "fontC", "width", "height", "angle", "size", "opacity", "color",
	"colorDark", "lineWidth", "fromConstraint", "isLLConstraint", "isNewConstraint"}

// reader reads a puzzle.
type reader struct {
	*draft.Draft
	fields map[string]json.RawMessage
	err    error // the first that is wrong with the object at work
}

// Read reads a puzzle. An error names the key at fault.
func Read(data []byte) (*draft.Draft, error) {
	r := new(reader)
	if err := json.Unmarshal(data, &r.fields); err != nil {
		return nil, err
	}
	if err := r.grid(); err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(r.fields)) {
		if slices.Contains(silent, key) || isEmpty(r.fields[key]) {
			continue
		}
		if err := r.key(key); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	r.windows()
	return r.Draft, nil
}

// windows turns extra regions that are the windows of a windoku into its flag.
func (r *reader) windows() {
	size := r.Rows
	if size < 2 || size*size != r.N {
		return
	}
	rest := slices.Clone(r.Constraints)
	for i := range (size - 1) * (size - 1) {
		var window []int
		for k := range r.N {
			window = append(window, (i/(size-1)*(size+1)+1+k/size)*r.N+i%(size-1)*(size+1)+1+k%size)
		}
		at := slices.IndexFunc(rest, func(c constraint.Constraint) bool {
			return c.Name == "extra" && slices.Equal(slices.Sorted(slices.Values(c.Lists[0])), window)
		})
		if at < 0 {
			return
		}
		rest = slices.Delete(rest, at, at+1)
	}
	r.Constraints, r.Flags = rest, r.Flags+"w"
}

// isEmpty reports whether a value asks for nothing.
func isEmpty(value json.RawMessage) bool {
	return slices.Contains([]string{"null", "false", "[]", "{}", `""`}, string(value))
}

// text returns a field that is a text or a number, as a text; "" for others.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return strings.TrimSpace(s)
	}
	var n json.Number
	if json.Unmarshal(value, &n) == nil {
		return n.String()
	}
	return ""
}

// square is one cell of the grid. A digit or mark that is not given is a player's.
type square struct {
	Value  int             `json:"value"`
	Given  bool            `json:"given"`
	Marks  []int           `json:"givenPencilMarks"`
	Region json.RawMessage `json:"region"` // its number, or null
	Colour json.RawMessage `json:"c"`
}

// grid reads the size and the cells.
func (r *reader) grid() error {
	n, err := strconv.Atoi(text(r.fields["size"]))
	if err != nil {
		return errors.New("size: a number is missing")
	}
	var rows [][]square
	if err := json.Unmarshal(r.fields["grid"], &rows); err != nil {
		return fmt.Errorf("grid: %w", err)
	}
	if r.Draft, err = draft.New(n); err != nil {
		return err
	}
	if len(rows) != n {
		return fmt.Errorf("a puzzle of size %d with %d rows", n, len(rows))
	}
	var labels []string
	for i, row := range rows {
		if len(row) != n {
			return fmt.Errorf("a row of %d cells in a puzzle of size %d", len(row), n)
		}
		for k := range row {
			if err := r.square(i*n+k, &row[k]); err != nil {
				return err
			}
			labels = append(labels, r.label(i, k, row[k].Region))
		}
	}
	if r.Label(labels); r.Rows == 0 && slices.Equal(r.Regions, rowNumbers(n)) {
		r.Regions = nil
	}
	r.Title, r.Author = text(r.fields["title"]), text(r.fields["author"])
	r.Solution = r.solution()
	return nil
}

// square reads a cell: its given, its region and its marks.
func (r *reader) square(cell int, s *square) error {
	if s.Colour != nil && !isEmpty(s.Colour) {
		r.NotUnderstood("colours of cells")
	}
	if s.Given && s.Value != 0 {
		if s.Value < 1 || s.Value > r.N {
			return fmt.Errorf("grid: %d is not a digit", s.Value)
		}
		r.Givens[cell] = uint8(s.Value)
		return nil
	}
	var marks clause.Digits
	for _, v := range s.Marks {
		if v < 1 || v > r.N {
			return fmt.Errorf("grid: %d is not a digit", v)
		}
		marks = marks.With(v)
	}
	if marks == 0 {
		return nil
	}
	return r.Mark(cell, marks)
}

// label returns the region of a cell: the one that is stated, or its usual box. If N is prime, that is the row.
func (r *reader) label(row, col int, stated json.RawMessage) string {
	switch {
	case stated != nil:
		if i, err := strconv.Atoi(string(stated)); err == nil && i >= 0 && i < r.N {
			return strconv.Itoa(i)
		}
	default:
		rows := max(r.Rows, 1)
		return strconv.Itoa(row/rows*rows + col/(r.N/rows))
	}
	return ""
}

// rowNumbers returns the number of the row of each cell.
func rowNumbers(n int) []int {
	numbers := make([]int, n*n)
	for cell := range numbers {
		numbers[cell] = cell / n
	}
	return numbers
}

// solution returns the solution; nil if there is none, or if its values are no digits.
func (r *reader) solution() sudoku.Grid {
	var values []json.RawMessage
	if s := text(r.fields["solution"]); len(s) == r.N*r.N {
		for i := range s {
			values = append(values, json.RawMessage(s[i:i+1]))
		}
	} else if json.Unmarshal(r.fields["solution"], &values) != nil {
		return nil
	}
	grid := make(sudoku.Grid, len(values))
	for i, value := range values {
		v, err := strconv.Atoi(text(value))
		if err != nil || v < 1 || v > r.N {
			return nil
		}
		grid[i] = uint8(v)
	}
	if len(grid) != r.N*r.N {
		return nil
	}
	return grid
}

// key reads what a key holds.
func (r *reader) key(key string) error {
	flags := map[string]string{"diagonal+": "/", "diagonal-": `\`, "antiknight": "n", "antiking": "k",
		"disjointgroups": "g"}
	if flag, ok := flags[key]; ok && string(r.fields[key]) == "true" {
		r.Flags += flag
		return nil
	}
	switch key {
	case "nonconsecutive":
		return r.nonconsecutive()
	case "negative":
		return r.negative()
	}
	row := draft.InFPuzzles(key)
	if row == nil && !slices.Contains(drawings, key) {
		r.NotUnderstood(key)
		return nil
	}
	var objects []map[string]json.RawMessage
	if err := json.Unmarshal(r.fields[key], &objects); err != nil {
		return err
	}
	for i, fields := range objects {
		if row == nil {
			if !slices.ContainsFunc([]string{"fromConstraint", "isLLConstraint", "isNewConstraint"}, func(f string) bool {
				return fields[f] != nil && !isEmpty(fields[f])
			}) && !isNote(fields) {
				r.NotUnderstood(key)
			}
			continue
		}
		if err := r.object(row, fields); err != nil {
			return fmt.Errorf("%d: %w", i+1, err)
		}
	}
	if row != nil && row.Form == draft.Each {
		return r.each(row, objects)
	}
	return nil
}

// note is what a cage without cells, or that nobody sees, says about the puzzle: "author: X".
var note = regexp.MustCompile(`^[a-zA-Z]+: `)

// isNote reports whether a text is a remark and no clue.
func isNote(fields map[string]json.RawMessage) bool {
	return note.MatchString(text(fields["value"])) || strings.HasPrefix(text(fields["value"]), "FO")
}

// nonconsecutive reads that neighbours are not consecutive, which spares pairs with a dot.
func (r *reader) nonconsecutive() error {
	var dots []map[string]json.RawMessage
	if data := r.fields["difference"]; data != nil && json.Unmarshal(data, &dots) != nil {
		return errors.New("difference is no list")
	}
	for _, dot := range dots {
		if value := text(dot["value"]); value != "" && value != "1" {
			r.NotUnderstood("nonconsecutive beside a difference of " + value)
			return nil
		}
	}
	if ratio := r.fields["ratio"]; len(dots) > 0 || ratio != nil && !isEmpty(ratio) {
		r.Add("all-white", "")
	} else {
		r.Add("nonconsecutive", "")
	}
	return nil
}

// negative reads which marks are meant to be complete.
func (r *reader) negative() error {
	var names []string
	if err := json.Unmarshal(r.fields["negative"], &names); err != nil {
		return err
	}
	for _, name := range names {
		switch {
		case name == "xv":
			r.Add("all-xv", "")
		case name == "ratio":
			r.Add("all-black", "")
		default:
			r.NotUnderstood("negative " + name)
		}
	}
	return nil
}

// known are the fields of objects that state something.
var known = []string{"cells", "cloneCells", "lines", "cell", "value", "values", "direction"}

// entry is one constraint as it stands under a key.
type entry struct {
	Cells, CloneCells []string
	Lines             [][]string
	Cell, Direction   string
	Value             json.RawMessage
	Values            []json.RawMessage
}

// object reads one constraint.
func (r *reader) object(row *draft.Row, fields map[string]json.RawMessage) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) && !slices.Contains(decoration, name) && !isEmpty(fields[name]) {
			r.NotUnderstood(row.Key + " with " + name)
			return nil
		}
	}
	data, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	var o entry
	if err := json.Unmarshal(data, &o); err != nil {
		return err
	}
	value := text(o.Value)
	if _, err := strconv.Atoi(value); err != nil && value != "" && row.Key != "xv" {
		r.NotUnderstood(fmt.Sprintf("%s with value %q", row.Key, value))
		return nil
	}
	r.err = nil
	lists := r.lists(row, &o)
	switch {
	case r.err != nil || lists == nil:
		return r.err
	case row.Form == draft.Lines && value == "":
		value = r.withoutValue(row.Name)
	case row.Name == "white" && value == "1", row.Name == "black" && value == "2":
		value = ""
	case value == "" && (row.Form == draft.Outside || row.Key == "littlekillersum"):
		r.NotUnderstood(row.Key + " without value")
		return nil
	case row.Key == "quadruple" && o.Values == nil:
		r.NotUnderstood("quadruple without values")
		return nil
	case row.Key == "quadruple":
		value = r.digits(o.Values)
	}
	switch name := strings.ToLower(value); {
	case row.Key == "xv" && (name == "x" || name == "v"):
		r.Add(name, "", lists[0])
	case row.Key == "xv":
		r.NotUnderstood(fmt.Sprintf("xv with value %q", value))
	case row.Form == draft.Lines:
		for _, line := range lists {
			r.Add(row.Name, value, line)
		}
	case row.Key == "arrow":
		for _, shaft := range lists[1:] {
			r.Add("arrow", "", lists[0], shaft)
		}
	default:
		r.Add(row.Name, value, lists...)
	}
	return r.err
}

// lists returns the lists of cells that an object has; nil if it says nothing, or nothing that is understood.
func (r *reader) lists(row *draft.Row, o *entry) (lists [][]int) {
	for _, line := range o.Lines {
		lists = append(lists, r.cells(line))
	}
	switch {
	case row.Form == draft.Lines, row.Form == draft.Each: // each is read with all others
		return lists
	case row.Form == draft.Outside:
		return [][]int{r.outside(o)}
	case row.Key == "littlekillersum":
		return [][]int{r.diagonal(o)}
	}
	cells := r.cells(o.Cells)
	switch {
	case len(cells) == 0:
		r.fail("cells are missing")
	case row.Key == "clone":
		return r.clone(cells, r.cells(o.CloneCells))
	case row.Key == "arrow" && lists == nil:
		r.NotUnderstood("arrow without a shaft")
		return nil
	case row.Key == "arrow": // each shaft begins in the circle
		slices.Sort(cells)
		for i, shaft := range lists {
			if len(shaft) < 2 {
				r.fail("a shaft of fewer than two cells")
				return nil
			}
			lists[i] = shaft[1:]
		}
	}
	return slices.Insert(lists, 0, cells)
}

// withoutValue returns the value of lines that state none.
func (r *reader) withoutValue(name string) string {
	switch name {
	case "whisper":
		return strconv.Itoa((r.N + 1) / 2)
	case "lockout":
		return strconv.Itoa((r.N+1)/2 - 1)
	case "modular":
		return "3"
	}
	return ""
}

// fail remembers the first thing that is wrong with an object.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// cells reads names of cells; one that is wrong is taken for the first.
func (r *reader) cells(names []string) []int {
	cells := make([]int, len(names))
	for i, name := range names {
		row, col := r.place(name)
		if row < 0 || col < 0 || row >= r.N || col >= r.N {
			r.fail("%q is no cell of the grid", name)
			continue
		}
		cells[i] = row*r.N + col
	}
	return cells
}

var placeName = regexp.MustCompile(`^[Rr](\d{1,2})[Cc](\d{1,2})$`)

// place reads the name of a cell, which may be outside the grid; rows and columns then count from 0.
func (r *reader) place(name string) (row, col int) {
	m := placeName.FindStringSubmatch(name)
	if m == nil {
		r.fail("%q is not a cell", name)
		return 0, 0
	}
	row, _ = strconv.Atoi(m[1])
	col, _ = strconv.Atoi(m[2])
	return row - 1, col - 1
}

// each reads objects of one cell as one constraint.
func (r *reader) each(row *draft.Row, objects []map[string]json.RawMessage) error {
	var names []string
	for _, fields := range objects {
		names = append(names, text(fields["cell"]))
	}
	r.err = nil
	cells := r.cells(names)
	r.Add(row.Name, "", slices.Compact(slices.Sorted(slices.Values(cells))))
	return r.err
}

// outside returns the row or column that is seen from a cell beside the grid.
func (r *reader) outside(o *entry) []int {
	row, col := r.place(o.Cell)
	switch {
	case col >= 0 && col < r.N && row == -1:
		return draft.Line(r.N, 0, col, 1, 0)
	case col >= 0 && col < r.N && row == r.N:
		return draft.Line(r.N, row-1, col, -1, 0)
	case row >= 0 && row < r.N && col == -1:
		return draft.Line(r.N, row, 0, 0, 1)
	case row >= 0 && row < r.N && col == r.N:
		return draft.Line(r.N, row, col-1, 0, -1)
	}
	r.fail("%q is not beside the grid", o.Cell)
	return nil
}

// directions are the steps of little killers, down and to the right.
var directions = map[string][2]int{"UR": {-1, 1}, "UL": {-1, -1}, "DR": {1, 1}, "DL": {1, -1}}

// diagonal returns the cells of a little killer from its place and direction.
func (r *reader) diagonal(o *entry) []int {
	row, col := r.place(o.Cell)
	step := directions[o.Direction]
	cells := draft.Line(r.N, row+step[0], col+step[1], step[0], step[1])
	if cells == nil || row >= 0 && row < r.N && col >= 0 && col < r.N {
		r.fail("no diagonal begins at %q in direction %q", o.Cell, o.Direction)
	}
	return cells
}

// clone leaves out cells that are cloned to themselves.
func (r *reader) clone(from, to []int) [][]int {
	if len(from) != len(to) {
		r.fail("%d cells are cloned to %d", len(from), len(to))
		return nil
	}
	for i := len(from) - 1; i >= 0; i-- {
		if from[i] == to[i] {
			from, to = slices.Delete(from, i, i+1), slices.Delete(to, i, i+1)
		}
	}
	if len(from) == 0 {
		return nil
	}
	return [][]int{from, to}
}

// digits returns the value of a quadruple.
func (r *reader) digits(values []json.RawMessage) string {
	var symbols []string
	for _, value := range values {
		v, err := strconv.Atoi(text(value))
		if err != nil || v < 1 || v > r.N {
			r.fail("%s is not a digit", value)
		}
		symbols = append(symbols, draft.Symbol(v))
	}
	return strings.Join(symbols, ".")
}
