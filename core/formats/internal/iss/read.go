// Package iss reads and writes the text in which Interactive Sudoku Solver keeps puzzles, in lines and in its
// addresses:
//
//	text  = { "." type { "~" argument } }
//	cell  = "R" row "C" column, each one digit of base 17, from 1
//
// A type is a constraint, a property of the grid (Shape, NoBoxes, Jigsaw, AntiKnight …) or a group that goes to ".End"
// (Or, And, Replicate); no type at all gives digits: ".~R1C1_5~R1C2_1_2". Without a Shape the grid is 9×9. Cells
// outside the grid (Var), regions to be found, ranks and grids that are not square are not understood.
package iss

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Limits of a text: bytes, types once groups are written out, groups within groups, cells in a list.
const (
	mostText  = constraint.MaxText
	mostItems = 1 << 16
	mostDeep  = 64
	mostCells = 1 << 10
)

// Is reports whether a line is such a text or an address with one.
func Is(s string) bool {
	if strings.HasPrefix(s, "http") {
		return strings.Contains(s, "?q=.") || strings.Contains(s, "&q=.") || strings.Contains(s, "q=%2E")
	}
	rest, ok := strings.CutPrefix(s, ".")
	if !ok {
		return false
	}
	name := rest[:end(rest)]
	if name == "" {
		return strings.HasPrefix(rest, "~R") || strings.HasPrefix(rest, "~r") || strings.HasPrefix(rest, "~V")
	}
	return strings.HasPrefix(rest[len(name):], "~") || known(name) && (strings.Contains(s, "~") || len(name) > 3)
}

// end returns where the name of a type ends.
func end(s string) int {
	if i := strings.IndexFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }); i >= 0 {
		return i
	}
	return len(s)
}

// known reports whether a type has a meaning here.
func known(name string) bool {
	return draft.InISS(name) != nil || frames[name] != nil || own[name] != nil || slices.Contains(foreign, name) ||
		slices.Contains(groups, name)
}

// groups are the types that hold others; foreign are those that are known but have no constraint.
var (
	groups  = []string{"Or", "And", "Replicate"}
	foreign = []string{"ChaosArrow", "ChaosConstruction", "ChaosCount", "ConnectedValues", "Doppelganger", "FullRank",
		"FullRankTies", "Var"}
)

// item is one type with its arguments.
type item struct {
	name  string
	args  []string
	at    int    // column, from 1
	items []item // of a group
}

// Read reads a line for which Is is true. Errors are *sudoku.ParseError with the column if one is to blame.
func Read(s string) (*draft.Draft, error) {
	at := 1
	if strings.HasPrefix(s, "http") {
		at = strings.Index(s, "q=") + len("q=") + 1
		query, _, _ := strings.Cut(s[at-1:], "#")
		query, _, _ = strings.Cut(query, "&")
		text, err := url.PathUnescape(query)
		if err != nil {
			return nil, &sudoku.ParseError{Column: at, Err: err}
		}
		s = text
	}
	if len(s) > mostText {
		return nil, fmt.Errorf("a text of more than %d bytes", mostText)
	}
	items, err := parse(s, at)
	if err != nil {
		return nil, err
	}
	return readItems(items)
}

var spaces = regexp.MustCompile(`\s+`)

// parse cuts a text into items, whose columns count from at on.
func parse(s string, at int) ([]item, error) {
	open := []item{{}} // the groups around, the text itself first
	for part := range strings.SplitSeq(strings.TrimPrefix(s, "."), ".") {
		args := strings.Split(spaces.ReplaceAllString(part, ""), "~")
		in := &open[len(open)-1]
		switch name := args[0]; {
		case name == "End":
			if len(open) == 1 {
				return nil, &sudoku.ParseError{Column: at, Err: errors.New(".End without a group")}
			}
			group := *in
			open = open[:len(open)-1]
			open[len(open)-1].items = append(open[len(open)-1].items, group)
		case len(open) > mostDeep:
			return nil, &sudoku.ParseError{Column: at, Err: fmt.Errorf("groups more than %d deep", mostDeep)}
		case slices.Contains(groups, name):
			open = append(open, item{name: name, args: args[1:], at: at})
		default:
			in.items = append(in.items, item{name: name, args: args[1:], at: at})
		}
		at += len(part) + 1
	}
	if group := open[len(open)-1]; len(open) > 1 {
		return nil, &sudoku.ParseError{Column: group.at, Err: fmt.Errorf(".%s without .End", group.name)}
	}
	return open[0].items, nil
}

// reader reads items. Constraints of groups are collected like those outside: into the list that is returned.
type reader struct {
	*draft.Draft
	noBoxes     bool
	jigsaw      []string // labels
	down, right int      // how far Replicate moves cells
	count       int      // of items read
	err         error    // the first that is wrong with the item at work
}

// unknownError says that an item is not understood.
type unknownError struct{ name string }

func (e *unknownError) Error() string { return e.name + " is not understood" }

// readItems makes a draft of the items of a puzzle, the shape first.
func readItems(items []item) (*draft.Draft, error) {
	r := new(reader)
	shape := item{at: 1}
	if i := slices.IndexFunc(items, func(it item) bool { return it.name == "Shape" }); i >= 0 {
		shape = items[i]
	}
	if err := r.shape(shape.args); err != nil {
		return nil, &sudoku.ParseError{Column: shape.at, Err: err}
	}
	for i := range items {
		if read := frames[items[i].name]; read != nil {
			if err := r.soften(read(r, items[i].args), &items[i]); err != nil {
				return nil, err
			}
		}
	}
	if err := r.regions(); err != nil {
		return nil, err
	}
	for i := range items {
		if items[i].name == "" {
			if err := r.soften(r.givens(items[i].args), &items[i]); err != nil {
				return nil, err
			}
			continue
		}
		if frames[items[i].name] != nil {
			continue
		}
		constraints, err := r.item(&items[i])
		if err == nil {
			r.Constraints = append(r.Constraints, constraints...)
		} else if err := r.soften(err, &items[i]); err != nil {
			return nil, err
		}
	}
	return r.Draft, nil
}

// soften remembers what is not understood, and gives other errors a place.
func (r *reader) soften(err error, it *item) error {
	var unknown *unknownError
	var placed *sudoku.ParseError
	switch {
	case errors.As(err, &unknown):
		r.NotUnderstood(unknown.name)
		return nil
	case err == nil || errors.As(err, &placed):
		return err
	}
	return &sudoku.ParseError{Column: it.at, Err: fmt.Errorf(".%s: %w", it.name, err)}
}

// shape reads the arguments of Shape: rows and columns, and perhaps the values, as how many or from one to another.
func (r *reader) shape(args []string) error {
	var rows, cols int
	spec := strings.Join(args, "~")
	if spec == "" {
		args = []string{"9x9"}
	}
	if _, err := fmt.Sscanf(args[0]+" ", "%dx%d ", &rows, &cols); err != nil || rows != cols {
		return fmt.Errorf("grid %q is not N×N", spec)
	}
	d, err := draft.New(rows)
	if err != nil {
		return err
	}
	first, last := 1, rows
	if len(args) > 1 && args[1] != "" {
		from, to, isRange := strings.Cut(args[1], "-")
		if !isRange {
			from, to = "1", from
		}
		first, _ = strconv.Atoi(from)
		last, _ = strconv.Atoi(to)
	}
	if len(args) > 2 && args[2] != "Sudoku" || last-first+1 != rows || first < 0 || first > 1 ||
		len(args) > 1 && args[1] == "0-" {
		return fmt.Errorf("grid %q is not N×N with N digits", spec)
	}
	d.Least, r.Draft = first, d
	return nil
}

// frames reads what says something of the whole grid.
var frames map[string]func(r *reader, args []string) error

func init() {
	flag := func(flag string) func(*reader, []string) error {
		return func(r *reader, _ []string) error {
			r.Flags += flag
			return nil
		}
	}
	frames = map[string]func(*reader, []string) error{
		"Shape":        func(*reader, []string) error { return nil },
		"AntiKnight":   flag("n"),
		"AntiKing":     flag("k"),
		"Windoku":      flag("w"),
		"DisjointSets": flag("g"),
		"NoBoxes": func(r *reader, _ []string) error {
			r.noBoxes = true
			return nil
		},
		"RegionSize": func(r *reader, args []string) error {
			if len(args) != 1 || args[0] != strconv.Itoa(r.N) {
				return &unknownError{"RegionSize"}
			}
			return nil
		},
		"RegionSameValues": func(*reader, []string) error { return nil }, // each house holds all digits
		"SearchPriority":   func(*reader, []string) error { return nil },
		"Diagonal": func(r *reader, args []string) error {
			flag := map[string]string{"1": "/", "-1": `\`}[strings.Join(args, "~")]
			if flag == "" {
				return errors.New("1 or -1 is meant")
			}
			r.Flags += flag
			return nil
		},
		"Jigsaw": func(r *reader, args []string) error {
			if r.jigsaw != nil {
				return errors.New("one map of pieces is meant")
			}
			if len(args) == 0 || len(args) > 2 || len(args[len(args)-1]) != r.N*r.N {
				return fmt.Errorf("one label for each of %d cells is meant", r.N*r.N)
			}
			r.jigsaw = strings.Split(args[len(args)-1], "")
			return nil
		},
	}
}

// noRegions reports whether the grid has neither boxes nor pieces.
func (r *reader) noRegions() bool {
	return r.Rows == 0 && (r.Regions == nil || slices.Max(r.Regions) < 0)
}

// regions settles boxes and jigsaw when all that says something of them has been read.
func (r *reader) regions() error {
	if r.noBoxes {
		if err := r.Unbox(); err != nil {
			return err
		}
	}
	if r.jigsaw == nil {
		return nil
	}
	pieces := map[string][]int{}
	for cell, label := range r.jigsaw {
		pieces[label] = append(pieces[label], cell)
	}
	odd := ""
	for cell, label := range r.jigsaw {
		switch piece := pieces[label]; {
		case len(piece) != r.N && odd != "" && odd != label:
			return fmt.Errorf(".Jigsaw: pieces %q and %q do not have %d cells", odd, label, r.N)
		case len(piece) != r.N:
			r.jigsaw[cell], odd = "", label
		case r.Rows > 0 && piece[0] == cell:
			r.Add("extra", "", piece)
		}
	}
	if r.Rows == 0 {
		r.Label(r.jigsaw)
	}
	return nil
}

// givens reads cells with the digits that are left, outside groups.
func (r *reader) givens(args []string) error {
	r.err = nil
	for _, arg := range args {
		cell, digits := r.cellDigits(arg)
		if r.err == nil {
			r.err = r.Mark(cell, digits)
		}
	}
	return r.err
}

// cellDigits reads a cell and the digits that it may have: R1C1_2_3.
func (r *reader) cellDigits(arg string) (cell int, digits clause.Digits) {
	name, values, _ := strings.Cut(arg, "_")
	for value := range strings.SplitSeq(values, "_") {
		digits = digits.With(r.digit(value))
	}
	return r.cell(name), digits
}

// digit reads a digit; a wrong one is taken for the first.
func (r *reader) digit(text string) int {
	v, err := strconv.Atoi(text)
	if digit, ok := r.Digit(v); err == nil && ok && strconv.Itoa(v) == text {
		return digit
	}
	r.fail(fmt.Errorf("%q is not a digit of the grid", text))
	return 1
}

// symbols returns digits as the values of constraints name them.
func (r *reader) symbols(texts []string) string {
	symbols := make([]string, len(texts))
	for i, text := range texts {
		symbols[i] = draft.Symbol(r.digit(text) + r.Least - 1)
	}
	return strings.Join(symbols, ".")
}

// cell reads the name of a cell and moves it to where it is meant; a wrong one is taken for the first.
func (r *reader) cell(name string) int {
	lower := strings.ToLower(name)
	switch {
	case len(name) > 1 && lower[0] == 'v' || strings.HasPrefix(name, "CC") || strings.HasPrefix(name, "DG"):
		r.fail(&unknownError{"cells outside the grid"})
		return 0
	case len(lower) != 4 || lower[0] != 'r' || lower[2] != 'c':
		r.fail(fmt.Errorf("%q is not a cell", name))
		return 0
	}
	row, rowErr := strconv.ParseInt(lower[1:2], 17, 0)
	col, colErr := strconv.ParseInt(lower[3:], 17, 0)
	down, right := int(row)-1, int(col)-1
	outside := func() bool { return down < 0 || right < 0 || down >= r.N || right >= r.N }
	if rowErr != nil || colErr != nil || outside() {
		r.fail(fmt.Errorf("cell %s is outside the grid", name))
		return 0
	}
	down, right = down+r.down, right+r.right
	if outside() {
		r.fail(fmt.Errorf("cell %s is moved out of the grid", name))
		return 0
	}
	return down*r.N + right
}

// cells returns the cells with these names.
func (r *reader) cells(names []string) []int {
	if !r.want(len(names) > 0, "cells") || !r.want(len(names) <= mostCells, "a list of fewer cells") {
		return nil
	}
	cells := make([]int, len(names))
	for i, name := range names {
		cells[i] = r.cell(name)
	}
	return cells
}

// item reads an item that is not about the whole grid. It may become several constraints.
func (r *reader) item(it *item) (list, error) {
	if r.count++; r.count > mostItems {
		return nil, fmt.Errorf("more than %d types", mostItems)
	}
	switch it.name {
	case "Or":
		return r.or(it)
	case "And":
		return r.all(it)
	case "Replicate":
		return r.replicate(it)
	}
	var all list
	r.err = nil
	row, read := draft.InISS(it.name), own[it.name]
	if other := fromZero[it.name]; other != nil && r.Least == 0 {
		read = other
	}
	switch {
	case read != nil:
		all = read(r, it.args)
	case row != nil:
		all = forms[row.Args](r, row.Name, it.args)
	case slices.Contains(foreign, it.name):
		r.err = &unknownError{it.name}
	default:
		r.err = errors.New("no such type")
	}
	return all, r.err
}

// all reads the items of a group one after the other.
func (r *reader) all(group *item) (all list, err error) {
	for i := range group.items {
		members, err := r.item(&group.items[i])
		if err != nil {
			var unknown *unknownError
			if !errors.As(err, &unknown) {
				err = r.soften(err, &group.items[i])
			}
			return nil, err
		}
		all = append(all, members...)
	}
	return all, nil
}

// or reads alternatives. One that asks for nothing makes the whole group ask for nothing.
func (r *reader) or(group *item) (list, error) {
	var either list
	empty := false
	for i := range group.items {
		members, err := r.all(&item{items: group.items[i : i+1]})
		switch {
		case err != nil:
			return nil, err
		case len(members) == 0:
			empty = true
		case len(members) == 1:
			either = append(either, members[0])
		default:
			either = append(either, constraint.Constraint{Name: "and", Either: members})
		}
	}
	if empty {
		return nil, nil
	}
	if len(either) == 1 && either[0].Name == "and" {
		return either[0].Either, nil
	}
	if len(either) == 1 {
		return either, nil
	}
	return list{{Name: "or", Either: either}}, nil
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// sixBits reads letters of six bits each, the least first.
func sixBits(letters string) ([]bool, error) {
	all := make([]bool, 0, 6*len(letters))
	for _, letter := range letters {
		v := strings.IndexRune(base64Letters, letter)
		if v < 0 {
			return nil, fmt.Errorf("%q is not a letter of base64", letter)
		}
		for i := range 6 {
			all = append(all, v>>i&1 == 1)
		}
	}
	return all, nil
}

// replicate reads a group once for each target, its cells moved from the origin there.
func (r *reader) replicate(group *item) (all list, err error) {
	args := append(slices.Clone(group.args), "", "")
	down, right := r.down, r.right
	defer func() { r.down, r.right = down, right }()
	origin := 0
	r.err = nil
	if r.down, r.right = 0, 0; args[1] != "" {
		origin = r.cell(args[1])
	}
	targets, err := sixBits(args[0])
	if err = cmp.Or(r.err, err); err != nil {
		return nil, err
	}
	for i, is := range targets {
		target := origin + i
		if !is {
			continue
		}
		if target >= r.N*r.N {
			return nil, fmt.Errorf("target %d is outside the grid", i)
		}
		r.down, r.right = down+target/r.N-origin/r.N, right+target%r.N-origin%r.N
		members, err := r.all(group)
		if err != nil {
			return nil, err
		}
		all = append(all, members...)
	}
	return all, nil
}

// IsGroup reports whether a line begins or ends a group of constraints.
func IsGroup(s string) bool {
	name, _, _ := strings.Cut(s[1:], "~")
	name, _, _ = strings.Cut(name, ".")
	return name == "End" || slices.Contains(groups, name)
}

// Constraints counts the constraints of a line that stand in no group, and returns how many groups are open behind it.
// A line of one constraint may be a part of a puzzle, one of several is a puzzle.
func Constraints(s string, open int) (constraints, after int) {
	for part := range strings.SplitSeq(strings.TrimPrefix(s, "."), ".") {
		name, _, _ := strings.Cut(part, "~")
		if name == "End" {
			open--
			continue
		}
		if open == 0 {
			constraints++
		}
		if slices.Contains(groups, name) {
			open++
		}
	}
	return constraints, max(0, open)
}

// Givens returns how many givens a line of ISS text begins with. Several on one line are all of a puzzle's.
func Givens(s string) int {
	givens, isGivens := strings.CutPrefix(s, ".~")
	if !isGivens {
		return 0
	}
	givens, _, _ = strings.Cut(givens, ".")
	return 1 + strings.Count(givens, "~")
}
