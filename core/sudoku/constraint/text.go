package constraint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// SyntaxError says where a text stopped being constraints.
type SyntaxError struct {
	At  int // byte offset
	Err error
}

// Error returns what is wrong.
func (e *SyntaxError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// UnknownError says that no constraint has a name.
type UnknownError struct{ Name string }

// Error names it.
func (e *UnknownError) Error() string { return fmt.Sprintf("no constraint %q", e.Name) }

// Names returns the names of all constraints in order.
func Names() []string {
	names := []string{"and", "or"}
	for name := range table {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Parse reads constraints, each behind a "~", and returns them in normal form. Errors are *SyntaxError with the place.
func Parse(b *Board, text string) ([]Constraint, error) {
	p := parser{board: b, text: text}
	constraints, err := p.list(0)
	switch {
	case err != nil:
	case len(text) > MaxText:
		err = fmt.Errorf("constraints of more than %d bytes", MaxText)
	case p.pos < len(text):
		err = errors.New(`"~end" without "~or" or "~and"`)
	}
	if err != nil {
		return nil, &SyntaxError{At: p.pos, Err: err}
	}
	return normal(b, constraints), nil
}

// parser reads the text of constraints.
type parser struct {
	board *Board
	text  string
	pos   int
	count int // of constraints
}

// list reads constraints up to the end of the text or "~end".
func (p *parser) list(depth int) ([]Constraint, error) {
	var list []Constraint
	for p.pos < len(p.text) && !strings.HasPrefix(p.text[p.pos:]+"~", "~end~") {
		start := p.pos
		c, err := p.constraint(depth)
		if err != nil {
			return nil, err
		}
		if err := check(p.board, &c); err != nil {
			p.pos = start + 1
			return nil, fmt.Errorf("constraint %q: %w", c.Name, err)
		}
		list = append(list, c)
		if p.count++; p.count > MaxConstraints {
			return nil, fmt.Errorf("more than %d constraints", MaxConstraints)
		}
	}
	return list, nil
}

func (p *parser) constraint(depth int) (c Constraint, err error) {
	if !p.skip('~') {
		return c, fmt.Errorf("%q where a constraint begins with \"~\"", p.text[p.pos])
	}
	start := p.pos
	c.Name = p.while(func(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '-' })
	if c.Name == "or" || c.Name == "and" {
		if depth == MaxDepth {
			return c, fmt.Errorf("alternatives more than %d deep", MaxDepth)
		}
		if c.Either, err = p.list(depth + 1); err == nil && !p.skipEnd() {
			err = fmt.Errorf("%q without \"~end\"", "~"+c.Name)
		}
		return c, err
	}
	if _, known := table[c.Name]; !known {
		p.pos = start
		return c, &UnknownError{c.Name}
	}
	if p.skip('=') {
		c.Value = p.while(func(b byte) bool { return b != ':' && b != '~' })
		if c.Value == "" {
			return c, errors.New("a value is missing behind =")
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

func (p *parser) skip(b byte) bool {
	if p.pos < len(p.text) && p.text[p.pos] == b {
		p.pos++
		return true
	}
	return false
}

func (p *parser) skipEnd() bool {
	if p.pos == len(p.text) {
		return false
	}
	p.pos += len("~end")
	return true
}

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
		isRow := p.skip('r')
		if !isRow && !p.skip('c') {
			if cells == nil {
				return nil, errors.New("cells are missing, such as r1c23")
			}
			return cells, nil
		}
		first, err := p.indexes()
		if err != nil {
			return nil, err
		}
		rows, cols := first, []int(nil)
		switch {
		case !isRow:
			rows, cols = upTo(p.board.Rows), first
		case p.skip('c'):
			if cols, err = p.indexes(); err != nil {
				return nil, err
			}
		default:
			cols = upTo(p.board.Cols)
		}
		if len(rows) > 1 && len(cols) > 1 && isRow || len(first) > 1 && (!isRow || len(cols) == p.board.Cols) {
			return nil, errors.New("a run of cells needs one row or one column")
		}
		for _, r := range rows {
			for _, c := range cols {
				if r > p.board.Rows || c > p.board.Cols {
					return nil, fmt.Errorf("cell r%dc%d is outside the grid", r, c)
				}
				cells = append(cells, (r-1)*p.board.Cols+c-1)
			}
		}
		if len(cells) > MaxText {
			return nil, errors.New("a list of too many cells")
		}
	}
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// indexes reads the numbers of rows or columns.
func (p *parser) indexes() ([]int, error) {
	if p.board.Rows <= 9 && p.board.Cols <= 9 {
		var indexes []int
		for _, d := range []byte(p.while(isDigit)) {
			indexes = append(indexes, int(d-'0'))
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

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

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
		if c.Either != nil {
			to = append(Append(to, b, c.Either...), "~end"...)
			continue
		}
		if c.Value != "" {
			to = append(append(to, '='), c.Value...)
		}
		for k, list := range c.Lists {
			to = append(to, ":-"[min(k, 1)])
			to = appendCells(to, b, list)
		}
	}
	return to
}

// appendCells writes cells in runs as long as can be, those along a row before those along a column.
func appendCells(to []byte, b *Board, cells []int) []byte {
	for len(cells) > 0 {
		along, down := 1, 1
		for along < len(cells) && cells[along]/b.Cols == cells[0]/b.Cols {
			along++
		}
		for down < len(cells) && cells[down]%b.Cols == cells[0]%b.Cols {
			down++
		}
		rows, cols := cells[:1], cells[:1]
		if along >= down {
			cols = cells[:along]
		} else {
			rows = cells[:down]
		}
		to = append(to, 'r')
		to = b.appendIndexes(to, rows, func(c int) int { return c/b.Cols + 1 })
		to = append(to, 'c')
		to = b.appendIndexes(to, cols, func(c int) int { return c%b.Cols + 1 })
		cells = cells[max(along, down):]
	}
	return to
}

func (b *Board) appendIndexes(to []byte, cells []int, index func(cell int) int) []byte {
	for i, c := range cells {
		if i > 0 && (b.Rows > 9 || b.Cols > 9) {
			to = append(to, '.')
		}
		to = strconv.AppendInt(to, int64(index(c)), 10)
	}
	return to
}

// normal puts constraints in order, each in normal form, none twice.
func normal(b *Board, constraints []Constraint) []Constraint {
	for i := range constraints {
		c := &constraints[i]
		c.Either = normal(b, c.Either)
		form := table[c.Name].lists
		for _, list := range c.Lists {
			if form.set {
				slices.Sort(list)
			} else if turned := reversed(list); form.turns && slices.Compare(turned, list) < 0 {
				copy(list, turned)
			}
		}
	}
	slices.SortFunc(constraints, compare)
	return slices.CompactFunc(constraints, func(a, b Constraint) bool { return compare(a, b) == 0 })
}

func reversed(list []int) []int {
	turned := slices.Clone(list)
	slices.Reverse(turned)
	return turned
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
		if errX == nil && errY == nil {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a, b)
	})
}
