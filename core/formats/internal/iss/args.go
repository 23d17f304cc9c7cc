package iss

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

type list = []constraint.Constraint

// forms reads the arguments of types that have one constraint here, by their form.
var forms = map[draft.Args]func(r *reader, name string, args []string) (list, error){
	draft.Alone: func(_ *reader, name string, args []string) (list, error) {
		if len(args) > 0 {
			return nil, errors.New("it has no arguments")
		}
		return one(constraint.Constraint{Name: name})
	},
	draft.Cells: func(r *reader, name string, args []string) (list, error) { return r.with(name, "", args) },
	draft.Value: func(r *reader, name string, args []string) (list, error) {
		if len(args) > 0 && name == "whisper" && strings.HasPrefix(strings.ToLower(args[0]), "r") {
			args = slices.Insert(args, 0, "5")
		}
		if len(args) < 2 {
			return nil, errors.New("a value and cells are meant")
		}
		if last := len(args) - 1; args[last] == "LOOP" && name == "ten-line" {
			return r.loop(args[0], args[1:last])
		}
		return r.with(name, args[0], args[1:])
	},
	draft.Digits: func(r *reader, name string, args []string) (list, error) {
		if len(args) < 2 {
			return nil, errors.New("digits and cells are meant")
		}
		value, err := r.symbols(strings.Split(args[0], "_"))
		if err != nil {
			return nil, err
		}
		return r.with(name, value, args[1:])
	},
	draft.Neighbours: func(r *reader, name string, args []string) (list, error) {
		return r.neighbours(args, func(a, b int) constraint.Constraint {
			return constraint.Constraint{Name: name, Lists: [][]int{{a, b}}}
		})
	},
	draft.Ends: func(r *reader, name string, args []string) (all list, err error) {
		if len(args) < 2 || len(args) > 3 {
			return nil, errors.New("a row or column and one or two clues are meant")
		}
		cells, err := r.line(args[0])
		if err != nil {
			return nil, err
		}
		for _, value := range args[1:] {
			if value != "" {
				if name == "hidden-skyscraper" || name == "numbered-room" {
					if value, err = r.symbols([]string{value}); err != nil {
						return nil, err
					}
				}
				all = append(all, constraint.Constraint{Name: name, Value: value, Lists: [][]int{slices.Clone(cells)}})
			}
			slices.Reverse(cells)
		}
		return all, nil
	},
	draft.Start: func(r *reader, name string, args []string) (list, error) {
		if len(args) != 2 {
			return nil, errors.New("a clue and a row or column are meant")
		}
		cells, err := r.line(args[1])
		return list{{Name: name, Value: args[0], Lists: [][]int{cells}}}, err
	},
}

// with makes a constraint of a value and the names of cells.
func (r *reader) with(name, value string, names []string) (list, error) {
	cells, err := r.cells(names)
	return list{{Name: name, Value: value, Lists: [][]int{cells}}}, err
}

// loop reads a line without an end that is cut into segments of a sum: one of them begins at one of the cells.
func (r *reader) loop(value string, names []string) (list, error) {
	cells, err := r.cells(names)
	if err != nil {
		return nil, err
	}
	var either list
	for i := range cells {
		turned := slices.Concat(cells[i:], cells[:i])
		either = append(either, constraint.Constraint{Name: "ten-line", Value: value, Lists: [][]int{turned}})
	}
	return one(constraint.Constraint{Name: "or", Either: either})
}

// neighbours makes a constraint of each two cells that touch, in the order of their names.
func (r *reader) neighbours(names []string, of func(a, b int) constraint.Constraint) (all list, err error) {
	cells, err := r.cells(names)
	if err != nil {
		return nil, err
	}
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if draft.Touch(r.N, a, b) {
				all = append(all, of(a, b))
			}
		}
	}
	if all == nil {
		return nil, errors.New("no two of the cells touch")
	}
	return all, nil
}

// line returns the cells of a row from the left or of a column from the top.
func (r *reader) line(name string) ([]int, error) {
	if len(name) == 2 {
		i, err := strconv.ParseInt(name[1:], 17, 0)
		if err == nil && i >= 1 && int(i) <= r.N {
			switch name[0] {
			case 'R', 'r':
				return draft.Line(r.N, int(i)-1, 0, 0, 1), nil
			case 'C', 'c':
				return draft.Line(r.N, 0, int(i)-1, 1, 0), nil
			}
		}
	}
	return nil, fmt.Errorf("%q is no row or column of the grid", name)
}

// own reads types whose arguments have a form of their own.
var own map[string]func(r *reader, args []string) (list, error)

func init() {
	own = map[string]func(*reader, []string) (list, error){
		"": (*reader).givenInGroup, "Cage": (*reader).cage, "Sum": (*reader).sum, "LittleKiller": (*reader).littleKiller,
		"Arrow": (*reader).arrow, "PillArrow": (*reader).pillArrow, "EqualSum": (*reader).equalSum, "SameValues": (*reader).sameValues,
		"Quad": (*reader).quad, "Indexing": (*reader).indexing, "LookAndSay": (*reader).lookAndSay, "Lunchbox": (*reader).lunchbox,
		"GreaterThan": (*reader).greaterThan, "Regex": (*reader).regex, "NFA": (*reader).nfa,
		"Pair":    func(r *reader, args []string) (list, error) { return r.pairs(args, false) },
		"PairX":   func(r *reader, args []string) (list, error) { return r.pairs(args, true) },
		"Binary":  func(r *reader, args []string) (list, error) { return r.pairs(swapped(args), false) },
		"BinaryX": func(r *reader, args []string) (list, error) { return r.pairs(swapped(args), true) },
	}
}

// givenInGroup reads digits of cells as one alternative among others.
func (r *reader) givenInGroup(args []string) (all list, err error) {
	for _, arg := range args {
		cell, digits, err := r.cellDigits(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, r.in(cell, digits))
	}
	return all, nil
}

// cage reads a cage. A cell named twice counts twice and differs once.
func (r *reader) cage(args []string) (list, error) {
	if len(args) < 2 {
		return nil, errors.New("a sum and cells are meant")
	}
	value := args[0]
	if value == "0" {
		value = ""
	}
	cells, err := r.cells(args[1:])
	if err != nil {
		return nil, err
	}
	once := slices.Sorted(slices.Values(cells))
	if once = slices.Compact(once); len(once) == len(cells) {
		return one(constraint.Constraint{Name: "cage", Value: value, Lists: [][]int{cells}})
	}
	all := list{{Name: "cage", Lists: [][]int{once}}}
	if value != "" {
		all = append(all, constraint.Constraint{Name: "sum", Value: value, Lists: [][]int{cells}})
	}
	return all, nil
}

// sum reads a sum, whose value may go on with weights: 0_=_1_1_-10.
func (r *reader) sum(args []string) (list, error) {
	if len(args) < 2 {
		return nil, errors.New("a sum and cells are meant")
	}
	cells, err := r.cells(args[1:])
	if err != nil {
		return nil, err
	}
	value, text, weighted := strings.Cut(args[0], "_=_")
	if !weighted {
		return one(constraint.Constraint{Name: "sum", Value: value, Lists: [][]int{cells}})
	}
	weights := strings.Split(text, "_")
	total, err := strconv.Atoi(value)
	if err != nil || len(weights) != len(cells) {
		return nil, fmt.Errorf("%q is no sum with a weight for each of %d cells", args[0], len(cells))
	}
	var plus, minus []int
	for i, text := range weights {
		weight, err := strconv.Atoi(text)
		if err != nil || weight < -100 || weight > 100 {
			return nil, fmt.Errorf("weight %q is not a number from -100 to 100", text)
		}
		plus = append(plus, slices.Repeat(cells[i:i+1], max(weight, 0))...)
		minus = append(minus, slices.Repeat(cells[i:i+1], max(-weight, 0))...)
	}
	if plus == nil {
		plus, minus, total = minus, nil, -total
	}
	c := constraint.Constraint{Name: "sum", Value: strconv.Itoa(total), Lists: [][]int{plus}}
	if minus != nil {
		c.Lists = append(c.Lists, minus)
	}
	return one(c)
}

// littleKiller reads the sum of a diagonal, which its first cell names.
func (r *reader) littleKiller(args []string) (list, error) {
	if len(args) != 2 {
		return nil, errors.New("a sum and a cell are meant")
	}
	cell, err := r.cell(args[1])
	if err != nil {
		return nil, err
	}
	cells := diagonal(r.N, cell)
	if cells == nil {
		return nil, fmt.Errorf("%s is not where a diagonal begins", args[1])
	}
	return one(constraint.Constraint{Name: "little-killer", Value: args[0], Lists: [][]int{cells}})
}

// diagonal returns the diagonal that a cell at the edge names; nil for other cells.
func diagonal(n, cell int) []int {
	switch row, col := cell/n, cell%n; {
	case col == 0 && row < n-1:
		return draft.Line(n, row, col, 1, 1)
	case row == 0 && col > 0:
		return draft.Line(n, row, col, 1, -1)
	case col == n-1 && row < n-1:
		return draft.Line(n, row, col, -1, -1)
	case row == n-1 && col > 0 && col < n-1:
		return draft.Line(n, row, col, -1, 1)
	}
	return nil
}

func (r *reader) arrow(args []string) (list, error) {
	cells, err := r.cells(args)
	if err != nil || len(cells) < 2 {
		return nil, cmpErr(err, "a circle and a shaft are meant")
	}
	return one(constraint.Constraint{Name: "arrow", Lists: [][]int{cells[:1], cells[1:]}})
}

// pillArrow reads an arrow whose circle is a number of several digits. Beyond nine, the digits behind the first are below ten.
func (r *reader) pillArrow(args []string) (all list, err error) {
	if len(args) < 1 || args[0] != "2" && args[0] != "3" {
		return nil, errors.New("2 or 3 cells of a pill are meant")
	}
	size := int(args[0][0] - '0')
	cells, err := r.cells(args[1:])
	if err != nil || len(cells) <= size {
		return nil, cmpErr(err, "a pill and a shaft are meant")
	}
	slices.Sort(cells[:size])
	for _, cell := range cells[1:size] {
		if r.N+r.Least-1 > 9 {
			all = append(all, r.in(cell, clause.All(10-r.Least)))
		}
	}
	return append(all, constraint.Constraint{Name: "arrow", Lists: [][]int{cells[:size], cells[size:]}}), nil
}

// cmpErr returns err, or an error of a text if it is nil.
func cmpErr(err error, text string) error {
	if err != nil {
		return err
	}
	return errors.New(text)
}

// equalSum reads segments parted by "-".
func (r *reader) equalSum(args []string) (list, error) {
	lists, err := r.segments(args)
	if err != nil {
		return nil, err
	}
	return one(constraint.Constraint{Name: "equal-sums", Lists: lists})
}

func (r *reader) segments(args []string) (lists [][]int, err error) {
	for len(args) > 0 {
		end := slices.Index(args, "-")
		if end < 0 {
			end = len(args)
		}
		cells, err := r.cells(args[:end])
		if err != nil {
			return nil, err
		}
		lists, args = append(lists, cells), args[min(end+1, len(args)):]
	}
	return lists, nil
}

// sameValues reads sets of one size, how many of them first.
func (r *reader) sameValues(args []string) (list, error) {
	if len(args) < 2 {
		return nil, errors.New("a number of sets and cells are meant")
	}
	sets, err := strconv.Atoi(args[0])
	cells, cellsErr := r.cells(args[1:])
	if cellsErr != nil {
		return nil, cellsErr
	}
	if err != nil || sets < 2 || len(cells)%sets != 0 {
		return nil, fmt.Errorf("%d cells are not %s sets of one size", len(cells), args[0])
	}
	if sets == len(cells) {
		return one(constraint.Constraint{Name: "equal", Lists: [][]int{cells}})
	}
	return one(constraint.Constraint{Name: "same-digits", Lists: slices.Collect(slices.Chunk(cells, len(cells)/sets))})
}

func (r *reader) quad(args []string) (list, error) {
	if len(args) < 2 {
		return nil, errors.New("a cell and digits are meant")
	}
	cell, err := r.cell(args[0])
	if err != nil {
		return nil, err
	}
	if cell/r.N == r.N-1 || cell%r.N == r.N-1 {
		return nil, fmt.Errorf("%s is not the first cell of a square", args[0])
	}
	value, err := r.symbols(args[1:])
	return list{{Name: "quad", Value: value, Lists: [][]int{{cell, cell + 1, cell + r.N, cell + r.N + 1}}}}, err
}

func (r *reader) indexing(args []string) (list, error) {
	if len(args) == 0 || args[0] != "C" && args[0] != "R" {
		return nil, errors.New("a sort, C or R, and cells are meant")
	}
	return r.with(map[string]string{"C": "column-index", "R": "row-index"}[args[0]], "", args[1:])
}

// lookAndSay reads pairs of a count and a digit. A digit that is counted zero times is in none of the cells.
func (r *reader) lookAndSay(args []string) (all list, err error) {
	if len(args) < 2 || len(args[0]) == 0 || len(args[0])%2 != 0 {
		return nil, errors.New("counts and digits, then cells are meant")
	}
	cells, err := r.cells(args[1:])
	if err != nil {
		return nil, err
	}
	var counts []string
	for pair := range slices.Chunk([]byte(args[0]), 2) {
		digit, err := r.digit(string(pair[1:]))
		if err != nil {
			return nil, err
		}
		if pair[0] != '0' {
			counts = append(counts, string(pair[:1]), draft.Symbol(digit+r.Least-1))
			continue
		}
		for _, cell := range cells {
			all = append(all, r.in(cell, clause.All(r.N).Without(digit)))
		}
	}
	if counts != nil {
		all = append(all, constraint.Constraint{Name: "look-and-say", Value: strings.Join(counts, "."), Lists: [][]int{cells}})
	}
	return all, nil
}

// in leaves a cell some digits.
func (r *reader) in(cell int, digits clause.Digits) constraint.Constraint {
	var values []string
	for digit := range digits.All {
		values = append(values, strconv.Itoa(digit+r.Least-1))
	}
	return constraint.Constraint{Name: "sum", Value: strings.Join(values, "."), Lists: [][]int{{cell}}}
}

// lunchbox reads a lunchbox, whose digits differ there.
func (r *reader) lunchbox(args []string) (list, error) {
	all, err := forms[draft.Value](r, "lunchbox", args)
	if err != nil {
		return nil, err
	}
	return append(all, constraint.Constraint{Name: "extra", Lists: [][]int{slices.Clone(all[0].Lists[0])}}), nil
}

// greaterThan reads cells each of which is greater than those named later that touch it.
func (r *reader) greaterThan(args []string) (list, error) {
	return r.neighbours(args, func(a, b int) constraint.Constraint {
		return constraint.Constraint{Name: "less", Lists: [][]int{{b, a}}}
	})
}

// lines reads lines of cells parted by empty arguments or by names, which begin with "_".
func (r *reader) lines(args []string) (lines [][]string) {
	var line []string
	for _, arg := range append(slices.Clone(args), "") {
		switch {
		case arg != "" && arg[0] != '_':
			line = append(line, arg)
		case line != nil:
			lines, line = append(lines, line), nil
		}
	}
	return lines
}

// swapped returns the arguments of a type whose key has the last two letters of base64 the other way round.
func swapped(args []string) []string {
	args = slices.Clone(args)
	if len(args) > 0 {
		args[0] = strings.NewReplacer("-", "_", "_", "-").Replace(args[0])
	}
	return args
}

// pairs reads a relation, one bit for each two digits, and lines along which it holds: between neighbours, or between each two.
func (r *reader) pairs(args []string, each bool) (all list, err error) {
	if len(args) < 2 {
		return nil, errors.New("a relation and cells are meant")
	}
	relation, err := sixBits(args[0])
	if err != nil {
		return nil, err
	}
	value := draft.PairValue(r.N, func(a, b int) bool {
		i := (a-1)*r.N + b - 1
		return i < len(relation) && relation[i]
	})
	for _, names := range r.lines(args[1:]) {
		cells, err := r.cells(names)
		if err != nil {
			return nil, err
		}
		if !each {
			all = append(all, constraint.Constraint{Name: "pair", Value: value, Lists: [][]int{cells}})
			continue
		}
		for i, a := range cells {
			for _, b := range cells[i+1:] {
				all = append(all, constraint.Constraint{Name: "pair", Value: value, Lists: [][]int{{a, b}}})
			}
		}
	}
	return all, nil
}

// regex reads an expression, in base64 or with bytes as %hh, and lines that match it.
func (r *reader) regex(args []string) (all list, err error) {
	if len(args) < 2 {
		return nil, errors.New("an expression and cells are meant")
	}
	expression, err := url.PathUnescape(args[0])
	if !strings.Contains(args[0], "%") {
		var decoded []byte
		decoded, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(args[0], "="))
		expression = string(decoded)
	}
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", args[0], err)
	}
	for _, names := range r.lines(args[1:]) {
		cells, err := r.cells(names)
		if err != nil {
			return nil, err
		}
		all = append(all, constraint.Constraint{Name: "regex", Value: expression, Lists: [][]int{cells}})
	}
	return all, nil
}

// nfa reads an automaton and lines that it accepts. A line may have segments parted by "-", for which the automaton has a sign.
func (r *reader) nfa(args []string) (all list, err error) {
	if len(args) < 2 {
		return nil, errors.New("an automaton and cells are meant")
	}
	machine, err := decodeMachine(args[0])
	if err != nil {
		return nil, err
	}
	values := map[string]string{} // by the lengths of segments
	for _, names := range r.lines(args[1:]) {
		segments, err := r.segments(names)
		if err != nil {
			return nil, err
		}
		var cells, breaks []int
		for _, segment := range segments {
			breaks = append(breaks, len(cells))
			cells = append(cells, segment...)
		}
		key := fmt.Sprint(breaks)
		if _, known := values[key]; !known {
			a, err := machine.automaton(r.N, breaks[1:])
			if err != nil {
				return nil, err
			}
			values[key] = a.Text()
		}
		if values[key] == "" { // it accepts nothing
			return one(constraint.Constraint{Name: "sum", Value: "-1", Lists: [][]int{cells[:1]}})
		}
		all = append(all, constraint.Constraint{Name: "word", Value: values[key], Lists: [][]int{cells}})
	}
	return all, nil
}
