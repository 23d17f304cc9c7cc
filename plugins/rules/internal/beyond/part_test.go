package beyond

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// drawn are constraints of each kind of clauses, with cells and values to be drawn: # is a number, @ cells, ! one cell.
var drawn = []string{"cage=#:@", "sum=#:@", "little-killer=#:@", "arrow:!-@", "double-arrow:@", "thermo:@", "slow-thermo:@",
	"whisper=3:@", "renban:@", "nabner:@", "palindrome:@", "between:@", "parity:@", "white:!!", "black:!!", "difference=2:!!",
	"quad=1.4:@", "contain=2.2:@", "sandwich=#:r2", "skyscraper=3:c1", "x-sum=#:c2", "lunchbox=3:@", "region-sum:@",
	"or~cage=5:!!~thermo:@~end", "equal-sums:!!-@", "regex=1*[^3]2*[456]*:@", "entropic:@", "modular=3:@", "circles:@"}

// drawText draws the text of one or several constraints on six by six cells.
func drawText(t *rapid.T, most int) string {
	var text strings.Builder
	for range rapid.IntRange(1, most).Draw(t, "constraints") {
		form := rapid.SampledFrom(drawn).Draw(t, "form")
		row, col := rapid.IntRange(1, 6).Draw(t, "row"), rapid.IntRange(1, 6).Draw(t, "col")
		cells, used := "", map[int]bool{}
		next := func() string {
			for used[row*10+col] {
				row, col = row%6+1, (col+row)%6+1
			}
			used[row*10+col] = true
			cell := fmt.Sprintf("r%dc%d", row, col)
			step := rapid.SampledFrom([][2]int{{0, 1}, {1, 0}, {1, 1}, {0, 1}}).Draw(t, "step")
			row, col = (row+step[0]-1)%6+1, (col+step[1]-1)%6+1
			return cell
		}
		text.WriteByte('~')
		for _, r := range form {
			switch r {
			case '#':
				fmt.Fprint(&text, rapid.IntRange(2, 18).Draw(t, "number"))
			case '!':
				text.WriteString(next())
			case '@':
				cells = ""
				for range rapid.IntRange(3, 5).Draw(t, "cells") {
					cells += next()
				}
				text.WriteString(cells)
			default:
				text.WriteRune(r)
			}
		}
	}
	return text.String()
}

// drawPuzzle draws a puzzle of constraints alone.
func drawPuzzle(t *rapid.T, most int) *sudoku.Puzzle {
	text := "6/2x3:" + drawText(t, most)
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Skipf("%s: %v", text, err)
	}
	return p
}

// positionOf returns a position on a puzzle, from which some candidates are struck.
func positionOf(t *rapid.T, p *sudoku.Puzzle, spared sudoku.Grid) *board.Position {
	at := board.NewPosition(board.NewFrameOf(p))
	at.Verbose = true
	at.Set(context.Background(), p)
	at.Load(p)
	for c := range at.Cand {
		gone := rapid.Uint64Range(0, 63).Draw(t, "gone") & rapid.Uint64Range(0, 63).Draw(t, "too")
		for d := range clause.Digits(gone).All {
			if (spared == nil || int(spared[c]) != d) && ones(at.Cand[c]) > 1 {
				at.Strike(c, d-1)
			}
		}
	}
	return at
}

// every calls see with each way to put one of its candidates into each of some cells.
func every(cells []int, cand func(c int) uint64, grid sudoku.Grid, see func()) {
	if len(cells) == 0 {
		see()
		return
	}
	for d := range clause.Digits(cand(cells[0])).All {
		grid[cells[0]] = uint8(d)
		every(cells[1:], cand, grid, see)
	}
}

// groups parts cells into those that differ: each begins a group of all cells behind it that see each one of the group.
func groups(at *board.Position, cells []int) (all [][]int) {
	for len(cells) > 0 {
		group, rest := []int{cells[0]}, []int(nil)
		for _, c := range cells[1:] {
			if at.SeesAll(c, group) {
				group = append(group, c)
			} else {
				rest = append(rest, c)
			}
		}
		all, cells = append(all, group), rest
	}
	return all
}

func differ(grid sudoku.Grid, cells []int) bool {
	for i, c := range cells {
		if slices.ContainsFunc(cells[:i], func(b int) bool { return grid[b] == grid[c] }) {
			return false
		}
	}
	return true
}

// brute returns what the ways to fill the cells of clauses leave, by the definitions of the clauses.
func brute(at *board.Position, p *part, clauses []clause.Clause) (left map[int]uint64, ways int) {
	left, grid := map[int]uint64{}, make(sudoku.Grid, at.Cells)
	cells := slices.Compact(slices.Sorted(slices.Values(p.of)))
	apart := [][]int{}
	switch {
	case p.weights != nil:
		var order []int // as the clause names them
		for _, c := range clauses[0].Cells {
			if !slices.Contains(order, c) {
				order = append(order, c)
			}
		}
		apart = groups(at, order)
	case p.sets:
		apart = [][]int{cells}
	}
	v := &view{Position: at}
	every(cells, v.may, grid, func() {
		if !clause.AllHold(clauses, grid) || slices.ContainsFunc(apart, func(g []int) bool { return !differ(grid, g) }) {
			return
		}
		ways++
		for _, c := range cells {
			left[c] |= 1 << (grid[c] - 1)
		}
	})
	return left, ways
}

// TestPartsLeaveWhatSomeWayHas compares what parts of random constraints leave of random candidates with all ways.
func TestPartsLeaveWhatSomeWayHas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, 1)
		if len(p.Clauses()) == 0 {
			t.Skip("nothing is asked for")
		}
		at := positionOf(t, p, nil)
		v := &view{Position: at}
		clauses := p.Clauses()
		for i := 0; i < len(clauses); {
			run, made := 1, (*part)(nil)
			if clauses[i].Kind == clause.Pair {
				run = v.runOfPairs(clauses[i:])
				made = v.pairs(clauses[i : i+run])
			} else {
				made = v.single(&clauses[i])
			}
			left, ways := brute(at, made, clauses[i:i+run])
			a := v.read(made)
			if a.ok != (ways > 0) {
				t.Fatalf("%s: %d ways, but read says %v", p, ways, a.ok)
			}
			for k, c := range made.of {
				repeated := len(slices.Compact(slices.Sorted(slices.Values(made.of)))) < len(made.of)
				within := left[c]&^a.left[k] == 0
				if !within || a.left[k] != left[c] && !repeated && made.choice == nil {
					t.Fatalf("%s: %s keeps %b of %b, want %b", p, at.CellName(c), a.left[k], at.Cand[c], left[c])
				}
			}
			i += run
		}
	})
}
