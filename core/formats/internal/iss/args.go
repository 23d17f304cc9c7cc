package iss

import (
	"encoding/base64"
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

// noneOfOne are lines that ask for nothing of one cell alone.
var noneOfOne = []string{"thermo", "palindrome", "zipper", "region-sum", "whisper", "modular"}

// forms reads the arguments of types that have one constraint here, by their form. What is wrong stands in r.err then.
var forms = map[draft.Args]func(r *reader, name string, args []string) list{
	draft.Alone: func(r *reader, name string, args []string) list {
		r.want(len(args) == 0, "nothing")
		return one(name, "")
	},
	draft.Cells: func(r *reader, name string, args []string) list {
		cells := r.cells(args)
		if len(cells) == 1 && slices.Contains(noneOfOne, name) || name == "region-sum" && r.noRegions() {
			return nil
		}
		return one(name, "", cells)
	},
	draft.Value: func(r *reader, name string, args []string) list {
		if len(args) > 0 && name == "whisper" && strings.HasPrefix(strings.ToLower(args[0]), "r") {
			args = slices.Insert(args, 0, "5")
		}
		if !r.want(len(args) > 1, "a value and cells") {
			return nil
		}
		cells := r.cells(args[1:])
		switch {
		case len(cells) == 1 && slices.Contains(noneOfOne, name):
			return nil
		case args[0] == "0" && name == "lockout": // its ends differ whatever it says
			args = []string{"1"}
		}
		r.want(args[0] != "0" || name != "no-sum", "a sum of 1 or more")
		return one(name, args[0], cells)
	},
	draft.Digits: func(r *reader, name string, args []string) list {
		if !r.want(len(args) > 1, "digits and cells") {
			return nil
		}
		return one(name, r.symbols(strings.Split(args[0], "_")), r.cells(args[1:]))
	},
	draft.Neighbours: func(r *reader, name string, args []string) list {
		return r.neighbours(args, func(a, b int) list { return one(name, "", []int{a, b}) })
	},
	draft.Ends: func(r *reader, name string, args []string) (all list) {
		if !r.want(len(args) == 2 || len(args) == 3, "a row or column and one or two clues") {
			return nil
		}
		cells := r.line(args[0])
		for _, value := range args[1:] {
			if value != "" {
				if name == "hidden-skyscraper" || name == "numbered-room" {
					value = r.symbols([]string{value})
				}
				all = append(all, one(name, value, slices.Clone(cells))...)
			}
			slices.Reverse(cells)
		}
		return all
	},
	draft.Start: func(r *reader, name string, args []string) list {
		if !r.want(len(args) == 2, "a clue and a row or column") {
			return nil
		}
		return one(name, args[0], r.line(args[1]))
	},
}

// word has cells hold the digits along which step leads from start to a state that accepts.
func word[S comparable](r *reader, cells []int, start S, step func(S, int) (S, bool), accepts func(S) bool) list {
	a, err := clause.Build(r.N, start, step, accepts)
	if err != nil {
		r.fail(err)
		return nil
	}
	return one("word", a.Text(), cells)
}

// one returns a list of a single constraint.
func one(name, value string, lists ...[]int) list {
	return list{{Name: name, Value: value, Lists: lists}}
}

// fail remembers the first thing that is wrong.
func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// want reports whether arguments are as they are meant, and remembers if they are not.
func (r *reader) want(is bool, meant string) bool {
	if !is {
		r.fail(fmt.Errorf("%s is meant behind it", meant))
	}
	return is && r.err == nil
}

// sumLine reads a line that is cut into segments of a sum. A segment of a loop begins at one of its first cells, of
// which there are no more than the sum unless digits are worth nothing.
func (r *reader) sumLine(args []string) list {
	if !r.want(len(args) > 1, "a sum and cells") {
		return nil
	}
	last := len(args) - 1
	if args[last] != "LOOP" {
		cells := r.cells(args[1:])
		if len(cells) == 1 {
			return one("sum", args[0], cells)
		}
		return one("ten-line", args[0], cells)
	}
	var either list
	cells := r.cells(args[1:last])
	begins := len(cells)
	if sum, err := strconv.Atoi(args[0]); err == nil && r.Least > 0 {
		begins = min(begins, max(sum, 2))
	}
	for i := range begins {
		either = append(either, one("ten-line", args[0], slices.Concat(cells[i:], cells[:i]))...)
	}
	return list{{Name: "or", Either: either}}
}

// countDistinct reads a cell that says how many digits the others hold. The cell comes last for the automaton, which
// has to remember no more than the set of digits then.
func (r *reader) countDistinct(args []string) list {
	cells := r.cells(args)
	if !r.want(len(cells) > 1, "a cell and others that it counts") {
		return nil
	}
	type state struct {
		place int
		seen  clause.Digits
		fits  bool
	}
	others := len(cells) - 1
	return word(r, slices.Concat(cells[1:], cells[:1]), state{}, func(s state, digit int) (state, bool) {
		if s.place == others {
			return state{place: others + 1, fits: true}, s.seen.Len() == digit+r.Least-1
		}
		return state{place: s.place + 1, seen: s.seen.With(digit)}, s.place < others
	}, func(s state) bool { return s.fits })
}

// neighbours makes a constraint of each two cells that touch, in the order of their names.
func (r *reader) neighbours(names []string, of func(a, b int) list) (all list) {
	cells := r.cells(names)
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if draft.Touch(r.N, a, b) && r.want(len(all) < constraint.MaxConstraints, "fewer cells") {
				all = append(all, of(a, b)...)
			}
		}
	}
	r.want(all != nil, "cells that touch")
	return all
}

// line returns the cells of a row from the left or of a column from the top.
func (r *reader) line(name string) []int {
	if len(name) == 2 {
		i, err := strconv.ParseInt(name[1:], 17, 0)
		if err == nil && i >= 1 && int(i) <= r.N {
			switch name[0] {
			case 'R', 'r':
				return draft.Line(r.N, int(i)-1, 0, 0, 1)
			case 'C', 'c':
				return draft.Line(r.N, 0, int(i)-1, 1, 0)
			}
		}
	}
	r.fail(fmt.Errorf("%q is no row or column of the grid", name))
	return nil
}

// own reads types whose arguments have a form of their own.
var own map[string]func(r *reader, args []string) list

func init() {
	own = map[string]func(*reader, []string) list{
		"": (*reader).givenInGroup, "Cage": (*reader).cage, "Sum": (*reader).sum, "LittleKiller": (*reader).littleKiller,
		"Arrow": (*reader).arrow, "PillArrow": (*reader).pillArrow, "SameValues": (*reader).sameValues,
		"Quad":     (*reader).quad,
		"Indexing": (*reader).indexing, "LookAndSay": (*reader).lookAndSay, "Regex": (*reader).regex, "NFA": (*reader).nfa,
		"SumLine": (*reader).sumLine, "CountDistinct": (*reader).countDistinct,
		"Pair":    func(r *reader, args []string) list { return r.pairs(args, false) },
		"PairX":   func(r *reader, args []string) list { return r.pairs(args, true) },
		"Binary":  func(r *reader, args []string) list { return r.pairs(swapped(args), false) },
		"BinaryX": func(r *reader, args []string) list { return r.pairs(swapped(args), true) },
		"EqualSum": func(r *reader, args []string) list {
			lists := slices.DeleteFunc(r.segments(args), func(list []int) bool { return len(list) == 0 })
			return one("equal-sums", "", lists...)
		},
		"GreaterThan": func(r *reader, args []string) list { // each is greater than those named later that touch it
			return r.neighbours(args, func(a, b int) list { return one("less", "", []int{b, a}) })
		},
		"Lunchbox": func(r *reader, args []string) list { // whose digits differ there
			box := forms[draft.Value](r, "lunchbox", args)
			if box == nil {
				return nil
			}
			return append(box, one("extra", "", slices.Clone(box[0].Lists[0]))...)
		},
	}
}

// givenInGroup reads digits of cells as one alternative among others.
func (r *reader) givenInGroup(args []string) (all list) {
	for _, arg := range args {
		all = append(all, r.in(r.cellDigits(arg))...)
	}
	return all
}

// in leaves a cell some digits.
func (r *reader) in(cell int, digits clause.Digits) list {
	var values []string
	for digit := range digits.All {
		values = append(values, strconv.Itoa(digit+r.Least-1))
	}
	return one("sum", strings.Join(values, "."), []int{cell})
}

// cage reads a cage. A cell named twice counts twice and differs once.
func (r *reader) cage(args []string) list {
	if !r.want(len(args) > 1, "a sum and cells") {
		return nil
	}
	value := args[0]
	if value == "0" {
		value = ""
	}
	cells := r.cells(args[1:])
	once := slices.Compact(slices.Sorted(slices.Values(cells)))
	switch {
	case len(once) == len(cells):
		return one("cage", value, cells)
	case value == "":
		return one("cage", "", once)
	}
	return append(one("cage", "", once), one("sum", value, cells)...)
}

// sum reads a sum, whose value may go on with weights: 0_=_1_1_-10.
func (r *reader) sum(args []string) list {
	if !r.want(len(args) > 1, "a sum and cells") {
		return nil
	}
	cells := r.cells(args[1:])
	value, text, weighted := strings.Cut(args[0], "_=_")
	if !weighted {
		return one("sum", value, cells)
	}
	weights := strings.Split(text, "_")
	total, err := strconv.Atoi(value)
	if !r.want(err == nil && len(weights) == len(cells), "a sum with a weight for each cell") {
		return nil
	}
	var plus, minus []int
	for i, text := range weights {
		weight, err := strconv.Atoi(text)
		if !r.want(err == nil && weight >= -100 && weight <= 100, "weights from -100 to 100") {
			return nil
		}
		plus = append(plus, slices.Repeat(cells[i:i+1], max(weight, 0))...)
		minus = append(minus, slices.Repeat(cells[i:i+1], max(-weight, 0))...)
	}
	switch {
	case minus == nil:
		return one("sum", value, plus)
	case plus == nil:
		return one("sum", strconv.Itoa(-total), minus)
	}
	return one("sum", value, plus, minus)
}

// littleKiller reads the sum of a diagonal, which its first cell names.
func (r *reader) littleKiller(args []string) list {
	if !r.want(len(args) == 2, "a sum and a cell") {
		return nil
	}
	cells := diagonal(r.N, r.cell(args[1]))
	r.want(cells != nil, "a cell at which a diagonal begins")
	return one("little-killer", args[0], cells)
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

// arrow reads an arrow: its circle, then its shaft.
func (r *reader) arrow(args []string) list {
	cells := r.cells(args)
	if !r.want(len(cells) > 1, "a circle and a shaft") {
		return nil
	}
	return one("arrow", "", cells[:1], cells[1:])
}

// pillArrow reads an arrow whose circle is a number of several digits. Beyond nine, the digits behind the first are
// below ten.
func (r *reader) pillArrow(args []string) (all list) {
	if !r.want(len(args) > 0 && (args[0] == "2" || args[0] == "3"), "2 or 3 cells of a pill") {
		return nil
	}
	size, cells := int(args[0][0]-'0'), r.cells(args[1:])
	if !r.want(len(cells) > size, "a pill and a shaft") {
		return nil
	}
	slices.Sort(cells[:size])
	for _, cell := range cells[1:size] {
		if r.N+r.Least-1 > 9 {
			all = append(all, r.in(cell, clause.All(10-r.Least))...)
		}
	}
	return append(all, one("arrow", "", cells[:size], cells[size:])...)
}

// segments reads lists of cells parted by "-", which may be empty.
func (r *reader) segments(args []string) (lists [][]int) {
	var names []string
	for _, arg := range append(slices.Clone(args), "-") {
		if arg != "-" {
			names = append(names, arg)
			continue
		}
		var cells []int
		if names != nil {
			cells = r.cells(names)
		}
		lists, names = append(lists, cells), nil
	}
	return lists
}

// sameValues reads sets of one size, how many of them first.
func (r *reader) sameValues(args []string) list {
	if !r.want(len(args) > 1, "a number of sets and cells") {
		return nil
	}
	sets, err := strconv.Atoi(args[0])
	cells := r.cells(args[1:])
	switch {
	case !r.want(err == nil && sets > 1 && len(cells)%sets == 0, "sets of one size"):
		return nil
	case sets == len(cells):
		return one("equal", "", cells)
	}
	return one("same-digits", "", slices.Collect(slices.Chunk(cells, len(cells)/sets))...)
}

// quad reads a quadruple: its upper left cell, then its digits.
func (r *reader) quad(args []string) list {
	if !r.want(len(args) > 1, "a cell and digits") {
		return nil
	}
	cell := r.cell(args[0])
	r.want(cell/r.N < r.N-1 && cell%r.N < r.N-1, "the first cell of a square")
	return one("quad", r.symbols(args[1:]), []int{cell, cell + 1, cell + r.N, cell + r.N + 1})
}

// indexing reads cells that name a place in their row or column.
func (r *reader) indexing(args []string) list {
	if !r.want(len(args) > 0 && (args[0] == "C" || args[0] == "R"), "a sort, C or R, and cells") {
		return nil
	}
	return one(map[string]string{"C": "column-index", "R": "row-index"}[args[0]], "", r.cells(args[1:]))
}

// lookAndSay reads pairs of a count and a digit. A digit that is counted zero times is in none of the cells.
func (r *reader) lookAndSay(args []string) (all list) {
	if !r.want(len(args) > 1 && len(args[0]) > 0 && len(args[0])%2 == 0, "counts and digits, then cells") {
		return nil
	}
	cells := r.cells(args[1:])
	var counts []string
	for pair := range slices.Chunk([]byte(args[0]), 2) {
		digit := r.digit(string(pair[1:]))
		if pair[0] != '0' {
			counts = append(counts, string(pair[:1]), draft.Symbol(digit+r.Least-1))
			continue
		}
		for _, cell := range cells {
			all = append(all, r.in(cell, clause.All(r.N).Without(digit))...)
		}
	}
	if counts != nil {
		all = append(all, one("look-and-say", strings.Join(counts, "."), cells)...)
	}
	return all
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
	r.want(lines != nil, "cells")
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

// pairs reads a relation, one bit for each two digits, and lines along which it holds: between neighbours, or between
// each two.
func (r *reader) pairs(args []string, each bool) (all list) {
	if !r.want(len(args) > 1, "a relation and cells") {
		return nil
	}
	relation, err := sixBits(args[0])
	if err != nil {
		r.fail(err)
	}
	pairs := clause.NewRelation(r.N, func(a, b int) bool {
		i := (a-1)*r.N + b - 1
		return i < len(relation) && relation[i]
	})
	value := pairs.Text()
	r.want(!each || pairs.Key() == pairs.Turned().Key(), "a symmetric relation")
	for _, names := range r.lines(args[1:]) {
		cells := r.cells(names)
		if !each {
			if len(cells) > 1 {
				all = append(all, one("pair", value, cells)...)
			}
			continue
		}
		for i, a := range cells {
			for _, b := range cells[i+1:] {
				if r.want(len(all) < constraint.MaxConstraints, "fewer cells") {
					all = append(all, one("pair", value, []int{a, b})...)
				}
			}
		}
	}
	return all
}

// regex reads an expression, in base64 or with bytes as %hh, and lines that match it.
func (r *reader) regex(args []string) (all list) {
	if !r.want(len(args) > 1, "an expression and cells") {
		return nil
	}
	expression, err := url.PathUnescape(args[0])
	if !strings.Contains(args[0], "%") {
		var decoded []byte
		decoded, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(args[0], "="))
		expression = string(decoded)
	}
	if err != nil {
		r.fail(fmt.Errorf("expression %q: %w", args[0], err))
	}
	for _, names := range r.lines(args[1:]) {
		all = append(all, one("regex", expression, r.cells(names))...)
	}
	return all
}

// nfa reads an automaton and lines that it accepts. A line may have segments parted by "-", for which the automaton has
// a sign.
func (r *reader) nfa(args []string) (all list) {
	if !r.want(len(args) > 1, "an automaton and cells") {
		return nil
	}
	m, err := decodeMachine(args[0])
	values := map[string]string{} // by where segments begin
	for _, names := range r.lines(args[1:]) {
		var cells, breaks []int
		for _, segment := range r.segments(names) {
			breaks = append(breaks, len(cells))
			cells = append(cells, segment...)
		}
		if !r.want(len(cells) > 0, "cells") {
			return nil
		}
		key := fmt.Sprint(breaks)
		if _, known := values[key]; !known && err == nil {
			var a *clause.Automaton
			if a, err = m.automaton(r.N, breaks[1:]); err == nil {
				values[key] = a.Text()
			}
		}
		if err != nil {
			r.fail(err)
			return nil
		}
		all = append(all, one("word", values[key], cells)...)
	}
	return all
}
