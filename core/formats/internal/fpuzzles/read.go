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
var silent = []string{"size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts", "successMessage", "disabledlogic",
	"truecandidatesoptions", "fogofwar", "foglight"}

// drawings are keys of what is drawn; an object says if it is part of a constraint.
var drawings = []string{"text", "line", "circle", "rectangle", "cage"}

// decoration are the fields of objects that say how they look.
var decoration = []string{"outlineC", "baseC", "fontC", "width", "height", "angle", "size", "opacity", "color", "colorDark", "lineWidth",
	"fromConstraint", "isLLConstraint", "isNewConstraint"}

// reader reads a puzzle.
type reader struct {
	*draft.Draft
	fields map[string]json.RawMessage
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
	r.Label(labels)
	r.Title, r.Author = text(r.fields["title"]), text(r.fields["author"])
	r.Solution = r.solution()
	return nil
}

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

// label returns the region of a cell: the one that is stated, or its usual box.
func (r *reader) label(row, col int, stated json.RawMessage) string {
	switch {
	case stated != nil:
		if i, err := strconv.Atoi(string(stated)); err == nil && i >= 0 && i < r.N {
			return strconv.Itoa(i)
		}
	case r.Rows > 0:
		cols := r.N / r.Rows
		return strconv.Itoa(row/r.Rows*r.Rows + col/cols)
	}
	return ""
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
	flags := map[string]string{"diagonal+": "/", "diagonal-": `\`, "antiknight": "n", "antiking": "k", "disjointgroups": "g"}
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

// object reads one constraint.
func (r *reader) object(row *draft.Row, fields map[string]json.RawMessage) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) && !slices.Contains(decoration, name) && !isEmpty(fields[name]) {
			r.NotUnderstood(row.Key + " with " + name)
			return nil
		}
	}
	switch row.Form {
	case draft.Lines:
		return r.lines(row, fields)
	case draft.Set:
		return r.set(row, fields)
	case draft.Outside:
		return r.outside(row, fields)
	case draft.Each:
		return nil
	}
	switch row.Key {
	case "arrow":
		return r.arrow(fields)
	case "clone":
		return r.clone(fields)
	case "littlekillersum":
		return r.littleKiller(row, fields)
	case "quadruple":
		return r.quadruple(fields)
	}
	return r.xv(fields)
}

// value returns the number that an object has; ok is false if it has something else, which is then not understood.
func (r *reader) value(row *draft.Row, fields map[string]json.RawMessage) (value string, ok bool) {
	if fields["value"] == nil || isEmpty(fields["value"]) {
		return "", true
	}
	value = text(fields["value"])
	if _, err := strconv.Atoi(value); err != nil {
		r.NotUnderstood(fmt.Sprintf("%s with value %q", row.Key, value))
		return "", false
	}
	return value, true
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

func (r *reader) lines(row *draft.Row, fields map[string]json.RawMessage) error {
	lines, err := r.lists(fields["lines"])
	value, ok := r.value(row, fields)
	if err != nil || !ok {
		return err
	}
	if value == "" {
		value = r.withoutValue(row.Name)
	}
	for _, line := range lines {
		r.Add(row.Name, value, line)
	}
	return nil
}

func (r *reader) lists(data json.RawMessage) (lists [][]int, err error) {
	var names [][]string
	if data == nil {
		return nil, nil
	}
	if err := json.Unmarshal(data, &names); err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	for _, list := range names {
		cells, err := r.cellsOf(list)
		if err != nil {
			return nil, err
		}
		lists = append(lists, cells)
	}
	return lists, nil
}

func (r *reader) cells(data json.RawMessage) ([]int, error) {
	var names []string
	if data == nil {
		return nil, errors.New("cells are missing")
	}
	if err := json.Unmarshal(data, &names); err != nil {
		return nil, fmt.Errorf("cells: %w", err)
	}
	return r.cellsOf(names)
}

func (r *reader) cellsOf(names []string) ([]int, error) {
	cells := make([]int, len(names))
	for i, name := range names {
		row, col, err := place(name)
		if err != nil || row < 1 || col < 1 || row > r.N || col > r.N {
			return nil, fmt.Errorf("%q is no cell of the grid", name)
		}
		cells[i] = (row-1)*r.N + col - 1
	}
	return cells, nil
}

var placeName = regexp.MustCompile(`^[Rr](\d{1,2})[Cc](\d{1,2})$`)

// place reads the name of a cell, which may be outside the grid.
func place(name string) (row, col int, err error) {
	m := placeName.FindStringSubmatch(name)
	if m == nil {
		return 0, 0, fmt.Errorf("%q is not a cell", name)
	}
	row, _ = strconv.Atoi(m[1])
	col, _ = strconv.Atoi(m[2])
	return row, col, nil
}

func (r *reader) set(row *draft.Row, fields map[string]json.RawMessage) error {
	cells, err := r.cells(fields["cells"])
	value, ok := r.value(row, fields)
	if err != nil || !ok {
		return err
	}
	if row.Name == "white" && value == "1" || row.Name == "black" && value == "2" {
		value = ""
	}
	r.Add(row.Name, value, cells)
	return nil
}

// each reads objects of one cell as one constraint.
func (r *reader) each(row *draft.Row, objects []map[string]json.RawMessage) error {
	var names []string
	for _, fields := range objects {
		names = append(names, text(fields["cell"]))
	}
	cells, err := r.cellsOf(names)
	if err == nil {
		r.Add(row.Name, "", slices.Compact(slices.Sorted(slices.Values(cells))))
	}
	return err
}

// outside reads a clue of a row or column.
func (r *reader) outside(key *draft.Row, fields map[string]json.RawMessage) error {
	row, col, err := place(text(fields["cell"]))
	value, ok := r.value(key, fields)
	if err != nil || !ok {
		return err
	}
	if value == "" {
		r.NotUnderstood(key.Key + " without value")
		return nil
	}
	var cells []int
	switch {
	case row == 0:
		cells = draft.Line(r.N, 0, col-1, 1, 0)
	case row == r.N+1:
		cells = draft.Line(r.N, r.N-1, col-1, -1, 0)
	case col == 0:
		cells = draft.Line(r.N, row-1, 0, 0, 1)
	case col == r.N+1:
		cells = draft.Line(r.N, row-1, r.N-1, 0, -1)
	}
	if cells == nil {
		return fmt.Errorf("%s is not beside the grid", text(fields["cell"]))
	}
	r.Add(key.Name, value, cells)
	return nil
}

// directions are the steps of little killers, down and to the right.
var directions = map[string][2]int{"UR": {-1, 1}, "UL": {-1, -1}, "DR": {1, 1}, "DL": {1, -1}}

func (r *reader) littleKiller(key *draft.Row, fields map[string]json.RawMessage) error {
	row, col, err := place(text(fields["cell"]))
	value, ok := r.value(key, fields)
	if err != nil || !ok {
		return err
	}
	if value == "" {
		r.NotUnderstood(key.Key + " without value")
		return nil
	}
	step, ok := directions[text(fields["direction"])]
	if !ok {
		return fmt.Errorf("direction %q is none of UR, UL, DR and DL", text(fields["direction"]))
	}
	cells := draft.Line(r.N, row-1+step[0], col-1+step[1], step[0], step[1])
	if cells == nil || row > 0 && row <= r.N && col > 0 && col <= r.N {
		return fmt.Errorf("no diagonal begins at %s", text(fields["cell"]))
	}
	r.Add("little-killer", value, cells)
	return nil
}

// arrow reads a circle and shafts, which begin in it.
func (r *reader) arrow(fields map[string]json.RawMessage) error {
	circle, err := r.cells(fields["cells"])
	if err != nil {
		return err
	}
	shafts, err := r.lists(fields["lines"])
	if err != nil {
		return err
	}
	if shafts == nil {
		r.NotUnderstood("arrow without a shaft")
	}
	slices.Sort(circle)
	for _, shaft := range shafts {
		if len(shaft) < 2 {
			return errors.New("a shaft of fewer than two cells")
		}
		r.Add("arrow", "", circle, shaft[1:])
	}
	return nil
}

func (r *reader) clone(fields map[string]json.RawMessage) error {
	from, err := r.cells(fields["cells"])
	if err != nil {
		return err
	}
	to, err := r.cells(fields["cloneCells"])
	if err != nil {
		return err
	}
	if len(from) != len(to) {
		return fmt.Errorf("%d cells are cloned to %d", len(from), len(to))
	}
	for i := len(from) - 1; i >= 0; i-- {
		if from[i] == to[i] {
			from, to = slices.Delete(from, i, i+1), slices.Delete(to, i, i+1)
		}
	}
	if len(from) > 0 {
		r.Add("clone", "", from, to)
	}
	return nil
}

func (r *reader) quadruple(fields map[string]json.RawMessage) error {
	cells, err := r.cells(fields["cells"])
	if err != nil {
		return err
	}
	var values []json.RawMessage
	if err := json.Unmarshal(fields["values"], &values); err != nil {
		return fmt.Errorf("values: %w", err)
	}
	var symbols []string
	for _, value := range values {
		v, err := strconv.Atoi(text(value))
		if err != nil || v < 1 || v > r.N {
			return fmt.Errorf("%s is not a digit", value)
		}
		symbols = append(symbols, draft.Symbol(v))
	}
	if symbols != nil {
		r.Add("quad", strings.Join(symbols, "."), cells)
	}
	return nil
}

func (r *reader) xv(fields map[string]json.RawMessage) error {
	cells, err := r.cells(fields["cells"])
	if err != nil {
		return err
	}
	name := strings.ToLower(text(fields["value"]))
	if name != "x" && name != "v" {
		r.NotUnderstood(fmt.Sprintf("xv with value %q", name))
		return nil
	}
	r.Add(name, "", cells)
	return nil
}
