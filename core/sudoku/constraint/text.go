package constraint

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// SyntaxError says where a text stopped being constraints.
type SyntaxError struct {
	At  int // byte offset
	Err error
}

// Error says what is wrong without the place, which callers add in their own way: column, key or cell.
func (e *SyntaxError) Error() string { return e.Err.Error() }

// Unwrap lets callers find the cause, such as an UnknownError.
func (e *SyntaxError) Unwrap() error { return e.Err }

// UnknownError says that there is no constraint of this name.
type UnknownError struct{ Name string }

// Error quotes the name as it was written, and those that are probably meant.
func (e *UnknownError) Error() string {
	var near []string
	for _, name := range meant(e.Name) {
		near = append(near, strconv.Quote(name))
	}
	text := fmt.Sprintf("no constraint %q", e.Name)
	if near != nil {
		text += "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return text
}

// Names returns the names of all constraints in alphabetical order, as texts and conditions use them.
func Names() []string {
	return slices.Sorted(maps.Keys(table))
}

// Takes reports whether a constraint may have a value, and how many lists of cells it has at least.
func Takes(name string) (value bool, lists int) {
	row := table[name]
	return row.value.normal != nil, row.lists.least
}

// Parse reads constraints, each behind a "~". Errors are *SyntaxError with the place.
func Parse(b *Board, text string) (Set, error) {
	if len(text) > MaxText {
		return Set{}, &SyntaxError{At: MaxText, Err: fmt.Errorf("constraints of more than %d bytes", MaxText)}
	}
	p := parser{board: b, text: text}
	read, err := p.list(0)
	if err == nil && p.pos < len(p.text) {
		err = errors.New(`"~end" without "~or" or "~and"`)
	}
	if err != nil {
		return Set{}, &SyntaxError{At: p.pos, Err: err}
	}
	return p.set(read)
}

// Flag returns the letter that says the same as a constraint behind "+" in the head of a geometry, 0 if there is none.
func Flag(name string) byte { return table[name].flag }

// Read reads one constraint in short notation, without "~" in front and without compiling it, for its name, value and
// cells. One that is not known has its whole text for a name.
func Read(b *Board, text string) Constraint {
	p := parser{board: b, text: "~" + text}
	c, err := p.constraint(0)
	if err == nil {
		err = p.check(&c)
	}
	if err != nil || p.pos < len(p.text) {
		return Constraint{Name: text}
	}
	return c
}

// Begins reports whether a text begins as a constraint does: "~", a name, and a value, cells, another constraint or
// nothing.
func Begins(text string) bool {
	if text == "" || text[0] != '~' {
		return false
	}
	p := parser{text: text, pos: 1}
	_, known := table[p.name()]
	return known && (p.pos == len(text) || strings.IndexByte("=:~", text[p.pos]) >= 0)
}

// parser reads the text of constraints.
type parser struct {
	board *Board
	text  string
	pos   int
	count int   // of constraints
	at    []int // where those outside of groups begin
	flags string
}

// set compiles constraints and puts them in order.
func (p *parser) set(read []Constraint) (Set, error) {
	m := &maker{board: p.board, all: read, seen: map[*clause.Automaton]bool{}, built: map[string]bool{}}
	clauses := make([][]clause.Clause, len(read))
	order := make([]int, len(read))
	for i := range read {
		var err error
		if clauses[i], err = m.make(&read[i]); err != nil {
			return Set{}, &SyntaxError{At: p.at[i], Err: fmt.Errorf("constraint %q: %w", read[i].Name, err)}
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(read[i], read[j]) })
	s := Set{Flags: p.flags}
	for k, i := range order {
		if k > 0 && compare(read[i], read[order[k-1]]) == 0 {
			continue
		}
		numbered(clauses[i], len(s.Constraints))
		s.Constraints, s.Clauses = append(s.Constraints, read[i]), append(s.Clauses, clauses[i]...)
	}
	return s, nil
}

// numbered says of clauses which constraint they come from.
func numbered(clauses []clause.Clause, constraint int) {
	for i := range clauses {
		clauses[i].Constraint = constraint
		for _, list := range clauses[i].Either {
			numbered(list, constraint)
		}
	}
}

// list reads constraints up to the end of the text or "~end". Those of a group are put in order.
func (p *parser) list(depth int) ([]Constraint, error) {
	var list []Constraint
	for p.pos < len(p.text) && !p.atEnd() {
		start := p.pos + 1
		c, err := p.constraint(depth)
		if err != nil {
			return nil, err
		}
		if err := p.check(&c); err != nil {
			p.pos = start
			return nil, fmt.Errorf("constraint %q: %w", c.Name, err)
		}
		if p.count++; p.count > MaxConstraints {
			p.pos = start
			return nil, fmt.Errorf("more than %d constraints", MaxConstraints)
		}
		if flag := table[c.Name].flag; flag == 0 {
			list = append(list, c)
		} else if p.flags += string(flag); depth > 0 {
			p.pos = start
			return nil, fmt.Errorf("%q holds for the whole grid and cannot stand in a group", c.Name)
		}
		if depth == 0 && len(list) > len(p.at) {
			p.at = append(p.at, start)
		}
	}
	if depth > 0 {
		slices.SortStableFunc(list, compare)
		list = slices.CompactFunc(list, func(a, b Constraint) bool { return compare(a, b) == 0 })
	}
	return list, nil
}

// check says what is wrong with a constraint that has been read, and puts it into normal form.
func (p *parser) check(c *Constraint) error {
	if c.Name == "or" || c.Name == "and" {
		if len(c.Either) == 0 {
			return errors.New("there is nothing in the group")
		}
		return nil
	}
	row := table[c.Name]
	if err := row.value.check(p.board, c); err != nil {
		return err
	}
	if err := row.lists.check(c.Lists); err != nil {
		return err
	}
	row.lists.normal(c.Lists)
	return nil
}

// constraint reads a constraint or a group, from its "~" on.
func (p *parser) constraint(depth int) (c Constraint, err error) {
	if !p.skip('~') {
		return c, fmt.Errorf("%q instead of the \"~\" before a constraint", p.text[p.pos:][:1])
	}
	start := p.pos
	c.Name = p.name()
	if c.Name == "or" || c.Name == "and" {
		return p.group(c, depth)
	}
	if _, known := table[c.Name]; !known {
		p.pos = start
		name := shortened(p.while(func(b byte) bool { return strings.IndexByte("=:~", b) < 0 }))
		if p.pos = start; name == "" {
			return c, errors.New(`the name of a constraint is missing behind "~"`)
		}
		return c, &UnknownError{name}
	}
	if p.skip('=') {
		if c.Value, err = p.value(); err != nil {
			return c, err
		}
	}
	for more := p.skip(':'); more; more = p.skip('-') {
		cells, err := p.cells()
		if err != nil {
			return c, err
		}
		c.Lists = append(c.Lists, cells)
	}
	return c, nil
}

// group reads the constraints of a group up to its end.
func (p *parser) group(c Constraint, depth int) (Constraint, error) {
	if depth == MaxDepth {
		return c, fmt.Errorf("groups more than %d deep", MaxDepth)
	}
	var err error
	if c.Either, err = p.list(depth + 1); err != nil {
		return c, err
	}
	if p.pos == len(p.text) {
		return c, fmt.Errorf("%q without \"~end\"", "~"+c.Name)
	}
	p.pos += len("~end")
	return c, nil
}

// atEnd reports whether a group ends here.
func (p *parser) atEnd() bool {
	rest, found := strings.CutPrefix(p.text[p.pos:], "~end")
	return found && (rest == "" || rest[0] == '~')
}

// value reads a value, in which %hh is a byte.
func (p *parser) value() (string, error) {
	start := p.pos
	text := p.while(func(b byte) bool { return b != ':' && b != '~' })
	if text == "" {
		return "", errors.New("a value is missing behind \"=\"")
	}
	first, rest, more := strings.Cut(text, "%")
	value := []byte(first)
	for more {
		code, err := strconv.ParseUint(rest[:min(2, len(rest))], 16, 8)
		if err != nil || len(rest) < 2 {
			p.pos = start
			return "", fmt.Errorf("value %q: a byte is written as %% and two hexadecimal digits", text)
		}
		value = append(value, byte(code))
		first, rest, more = strings.Cut(rest[2:], "%")
		value = append(value, first...)
	}
	return string(value), nil
}

// skip reads b if it comes next, and reports whether it did.
func (p *parser) skip(b byte) bool {
	if p.pos < len(p.text) && p.text[p.pos] == b {
		p.pos++
		return true
	}
	return false
}

// name reads the name of a constraint.
func (p *parser) name() string {
	return p.while(func(b byte) bool { return 'a' <= b && b <= 'z' || isDigit(b) || b == '-' })
}

// while reads bytes as long as they fit.
func (p *parser) while(fits func(b byte) bool) string {
	start := p.pos
	for p.pos < len(p.text) && fits(p.text[p.pos]) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// cells reads runs of cells.
func (p *parser) cells() (cells []int, err error) {
	for {
		start := p.pos
		isRow := p.skip('r')
		if !isRow && !p.skip('c') {
			if cells == nil {
				return nil, errors.New("cells are missing, such as r1c23")
			}
			return cells, nil
		}
		rows, err := p.indexes()
		cols := along(p.board.Cols, 1, 1)
		one := rows
		if !isRow {
			rows, cols, one = along(p.board.Rows, 1, 1), rows, rows
		} else if err == nil && p.skip('c') {
			if cols, err = p.indexes(); len(cols) == 1 {
				one = cols
			}
		}
		if err != nil {
			return nil, err
		}
		if len(one) > 1 {
			p.pos = start
			return nil, errors.New("cells in a run share their row or their column")
		}
		for _, r := range rows {
			for _, c := range cols {
				if r > p.board.Rows || c > p.board.Cols {
					p.pos = start
					return nil, fmt.Errorf("cell r%dc%d is outside the grid", r, c)
				}
				cells = append(cells, (r-1)*p.board.Cols+c-1)
			}
		}
		if len(cells) > MaxCells {
			return nil, fmt.Errorf("a list of more than %d cells", MaxCells)
		}
	}
}

// indexes reads the numbers of rows or columns.
func (p *parser) indexes() ([]int, error) {
	if p.board.Rows <= 9 && p.board.Cols <= 9 {
		var indexes []int
		for _, d := range []byte(p.while(isDigit)) {
			indexes = append(indexes, int(d-'0'))
		}
		if slices.Contains(indexes, 0) {
			return nil, fmt.Errorf("rows and columns are counted from 1 to %d, a digit each", p.board.Rows)
		}
		return indexes, known(indexes)
	}
	var indexes []int
	for more := true; more; more = p.skip('.') {
		i, err := strconv.Atoi(p.while(isDigit))
		if err != nil {
			return nil, errors.New("the number of a row or column is missing")
		}
		indexes = append(indexes, i)
	}
	return indexes, known(indexes)
}

// isDigit reports whether b is 0 … 9.
func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// known refuses rows and columns below 1.
func known(indexes []int) error {
	if len(indexes) == 0 || slices.Min(indexes) < 1 {
		return errors.New("rows and columns are counted from 1")
	}
	return nil
}

// Append writes constraints as Parse reads them.
func Append(to []byte, b *Board, constraints ...Constraint) []byte {
	for i := range constraints {
		c := &constraints[i]
		to = append(append(to, '~'), c.Name...)
		if c.Name == "or" || c.Name == "and" {
			to = append(Append(to, b, c.Either...), "~end"...)
			continue
		}
		if c.Value != "" {
			to = appendValue(append(to, '='), c.Value, table[c.Name].value.text)
		}
		for k, list := range c.Lists {
			to = append(to, ":-"[min(k, 1)])
			to = appendCells(to, b, list)
		}
	}
	return to
}

// appendValue writes a value: numbers as they are, of all else letters, digits and "_"; other bytes as %hh.
func appendValue(to []byte, value string, isText bool) []byte {
	parts := []string{value}
	if !isText {
		parts = strings.Split(value, ".")
	}
	for i, part := range parts {
		if i > 0 {
			to = append(to, '.')
		}
		_, err := strconv.Atoi(part)
		for _, c := range []byte(part) {
			if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '-' && !isText && err == nil {
				to = append(to, c)
			} else {
				to = fmt.Appendf(to, "%%%02X", c)
			}
		}
	}
	return to
}

// appendCells writes cells in runs as long as can be, those along a row before those along a column.
func appendCells(to []byte, b *Board, cells []int) []byte {
	for len(cells) > 0 {
		row, col := func(c int) int { return c / b.Cols }, func(c int) int { return c % b.Cols }
		along, down := shared(cells, row), shared(cells, col)
		switch rest := cells[max(along, down):]; {
		case along >= down && isWhole(cells[:along], b.Cols, 1) && !startsWithColumn(b, rest):
			to = b.appendIndexes(append(to, 'r'), cells[:1], row)
		case along >= down:
			to = b.appendIndexes(append(to, 'r'), cells[:1], row)
			to = b.appendIndexes(append(to, 'c'), cells[:along], col)
		case isWhole(cells[:down], b.Rows, b.Cols):
			to = b.appendIndexes(append(to, 'c'), cells[:1], col)
		default:
			to = b.appendIndexes(append(to, 'r'), cells[:down], row)
			to = b.appendIndexes(append(to, 'c'), cells[:1], col)
		}
		cells = cells[max(along, down):]
	}
	return to
}

// shared returns how many cells from the first on have the same index.
func shared(cells []int, index func(c int) int) int {
	n := 1
	for n < len(cells) && index(cells[n]) == index(cells[0]) {
		n++
	}
	return n
}

// isWhole reports whether cells are a whole line of n, each so far from the one before.
func isWhole(cells []int, n, step int) bool {
	return len(cells) == n && slices.Equal(cells, along(n, cells[0], step))
}

// startsWithColumn reports whether the next run is written as a whole column: behind "r3" that would name one cell.
func startsWithColumn(b *Board, cells []int) bool {
	if len(cells) == 0 {
		return false
	}
	down := shared(cells, func(c int) int { return c % b.Cols })
	return down > shared(cells, func(c int) int { return c / b.Cols }) && isWhole(cells[:down], b.Rows, b.Cols)
}

// appendIndexes writes rows or columns, parted by dots on boards that are larger than nine.
func (b *Board) appendIndexes(to []byte, cells []int, index func(cell int) int) []byte {
	for i, c := range cells {
		if i > 0 && (b.Rows > 9 || b.Cols > 9) {
			to = append(to, '.')
		}
		to = strconv.AppendInt(to, int64(index(c)+1), 10)
	}
	return to
}

// compare orders constraints: by name, value and cells, groups last.
func compare(a, b Constraint) int {
	return cmp.Or(cmp.Compare(min(len(a.Either), 1), min(len(b.Either), 1)), strings.Compare(a.Name, b.Name),
		compareValues(a.Value, b.Value), slices.CompareFunc(a.Lists, b.Lists, slices.Compare[[]int]),
		slices.CompareFunc(a.Either, b.Either, compare))
}

// compareValues orders values part by part, numbers by size.
func compareValues(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(a, b string) int {
		x, errX := strconv.Atoi(a)
		y, errY := strconv.Atoi(b)
		if errX == nil && errY == nil && x != y {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a, b)
	})
}
