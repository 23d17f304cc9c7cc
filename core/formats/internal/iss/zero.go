package iss

import (
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// fromZero reads types in grids whose digits count from 0. Interactive Sudoku Solver counts places and heights from 1
// there too: no place is called 0, and nothing of height 0 is seen. Constraints here go by the rank of digits, so they
// would say something else.
var fromZero map[string]func(r *reader, args []string) list

func init() {
	fromZero = map[string]func(*reader, []string) list{
		"Indexing":      (*reader).indexingFromZero,
		"NumberedRoom":  (*reader).roomFromZero,
		"Skyscraper":    (*reader).skyscraperFromZero,
		"SumLine":       (*reader).sumLineFromZero,
		"ValueIndexing": (*reader).slingshotFromZero,
	}
}

// named has the digit of a cell name a place of a list, counted from 1, at which want stands. A want beyond N stands
// nowhere.
func (r *reader) named(control int, cells []int, want int) list {
	allowed := clause.All(r.N).Without(1)
	var all list
	for i, cell := range cells {
		a := i + 2 // the digit that is worth i+1
		switch {
		case cell != control:
			there := clause.NewRelation(r.N, func(digit, there int) bool { return digit != a || there == want })
			all = append(all, one("pair", there.Text(), []int{control, cell})...)
		case a != want:
			allowed = allowed.Without(a)
		}
	}
	return append(all, r.in(control, allowed)...)
}

// indexingFromZero reads indexing cells of puzzles whose digits begin with 0.
func (r *reader) indexingFromZero(args []string) (all list) {
	for _, c := range r.indexing(args) {
		for _, cell := range c.Lists[0] {
			row, col := cell/r.N, cell%r.N
			if c.Name == "row-index" {
				all = append(all, r.named(cell, draft.Line(r.N, 0, col, 1, 0), row+2)...)
			} else {
				all = append(all, r.named(cell, draft.Line(r.N, row, 0, 0, 1), col+2)...)
			}
		}
	}
	return all
}

// roomFromZero reads numbered rooms of puzzles whose digits begin with 0.
func (r *reader) roomFromZero(args []string) (all list) {
	for _, c := range forms[draft.Ends](r, "numbered-room", args) {
		worth, _ := strconv.ParseInt(c.Value, 36, 0)
		all = append(all, r.named(c.Lists[0][0], c.Lists[0], int(worth)+1)...)
	}
	return all
}

// skyscraperFromZero reads a clue of which the digit 0 is no part: it is of no height.
func (r *reader) skyscraperFromZero(args []string) (all list) {
	for _, c := range forms[draft.Ends](r, "skyscraper", args) {
		want, err := strconv.Atoi(c.Value)
		if !r.want(err == nil && want > 0, "a number of digits") {
			return nil
		}
		type state struct{ tallest, seen int }
		all = append(all, word(r, c.Lists[0], state{tallest: 1}, func(s state, digit int) (state, bool) {
			if digit > s.tallest {
				s = state{digit, s.seen + 1}
			}
			return s, s.seen <= want
		}, func(s state) bool { return s.seen == want })...)
	}
	return all
}

// sumLineFromZero reads a line of zeros as one that falls into no parts.
func (r *reader) sumLineFromZero(args []string) list {
	line := r.sumLine(args)
	if line == nil {
		return nil
	}
	cells := r.cells(slices.DeleteFunc(slices.Clone(args[1:]), func(arg string) bool { return arg == "LOOP" }))
	return list{{Name: "or", Either: append(line, one("sum", "0", cells)...)}}
}

// slingshotFromZero reads slingshots of puzzles whose digits begin with 0.
func (r *reader) slingshotFromZero(args []string) list {
	cells := r.cells(args)
	if !r.want(len(cells) > 1, "two cells or more") {
		return nil
	}
	return append(one("slingshot", "", cells), r.in(cells[1], clause.All(r.N).Without(1))...)
}
