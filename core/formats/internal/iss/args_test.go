package iss

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// meaning says what a type asks for on a 4×4 grid, in values as a person reads them: the value behind it, the values of its cells,
// and the least digit, 0 or 1.
type meaning struct {
	value       func(r *rand.Rand, least int) string // "" for none
	fewest, end int                                  // how many cells: fewest … end-1
	holds       func(value string, v []int, least int) bool
}

func number(low, high int) func(*rand.Rand, int) string {
	return func(r *rand.Rand, _ int) string { return strconv.Itoa(low + r.IntN(high-low+1)) }
}

// severalDigits returns one to three digits, parted by "_".
func severalDigits(r *rand.Rand, least int) string {
	text := strconv.Itoa(least + r.IntN(4))
	for range r.IntN(3) {
		text += "_" + strconv.Itoa(least+r.IntN(4))
	}
	return text
}

func sum(v []int) (sum int) {
	for _, x := range v {
		sum += x
	}
	return sum
}

func differ(v []int) bool { return len(slices.Compact(slices.Sorted(slices.Values(v)))) == len(v) }

// each reports whether something holds of all neighbours along a line.
func each(v []int, holds func(a, b int) bool) bool {
	for i := 1; i < len(v); i++ {
		if !holds(v[i-1], v[i]) {
			return false
		}
	}
	return true
}

func count(v []int, of func(x int) bool) (n int) {
	for _, x := range v {
		if of(x) {
			n++
		}
	}
	return n
}

func is(d int) func(int) bool { return func(x int) bool { return x == d } }

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// between returns what stands between the first and the last of two values; false if they are not there.
func between(v []int, a, b int) ([]int, bool) {
	i, k := slices.Index(v, a), slices.Index(v, b)
	if i < 0 || k < 0 || i == k {
		return nil, false
	}
	return v[min(i, k)+1 : max(i, k)], true
}

// parts reports whether a line falls into parts of a sum; a line of zeros does.
func parts(v []int, total int) bool {
	if sum(v) == 0 {
		return true
	}
	for i := 1; i <= len(v); i++ {
		if sum(v[:i]) == total && parts(v[i:], total) {
			return true
		}
	}
	return false
}

// seen counts heights from the front; nothing of height 0 is seen.
func seen(v []int) (n int) {
	tallest := 0
	for _, x := range v {
		if x > tallest {
			n, tallest = n+1, x
		}
	}
	return n
}

// The meanings of types, written from what Interactive Sudoku Solver says and does, and compared with it.
var meanings = map[string]meaning{
	"AllDifferent": {nil, 1, 6, func(_ string, v []int, _ int) bool { return differ(v) }},
	"Arrow":        {nil, 2, 5, func(_ string, v []int, _ int) bool { return v[0] == sum(v[1:]) }},
	"Between": {nil, 3, 6, func(_ string, v []int, _ int) bool {
		a, b := v[0], v[len(v)-1]
		return count(v[1:len(v)-1], func(x int) bool { return x > min(a, b) && x < max(a, b) }) == len(v)-2
	}},
	"Cage": {number(0, 9), 1, 5, func(value string, v []int, _ int) bool {
		return differ(v) && (value == "0" || sum(v) == atoi(value))
	}},
	"ContainAtLeast": {severalDigits, 1, 6, func(value string, v []int, _ int) bool {
		for d := range 5 {
			if count(v, is(d)) < strings.Count(value, strconv.Itoa(d)) {
				return false
			}
		}
		return true
	}},
	"ContainExact": {severalDigits, 1, 6, func(value string, v []int, _ int) bool {
		for d := range 5 {
			if n := strings.Count(value, strconv.Itoa(d)); n > 0 && count(v, is(d)) != n {
				return false
			}
		}
		return true
	}},
	"CountDistinct": {nil, 2, 6, func(_ string, v []int, _ int) bool {
		return v[0] == len(slices.Compact(slices.Sorted(slices.Values(v[1:]))))
	}},
	"CountingCircles": {nil, 1, 8, func(_ string, v []int, _ int) bool {
		return count(v, func(x int) bool { return count(v, is(x)) == x }) == len(v)
	}},
	"DoubleArrow": {nil, 3, 6, func(_ string, v []int, _ int) bool { return 2*(v[0]+v[len(v)-1]) == sum(v) }},
	"EqualityCage": {nil, 2, 5, func(_ string, v []int, least int) bool {
		return differ(v) && 2*count(v, func(x int) bool { return x&1 == 1 }) == len(v) &&
			2*count(v, func(x int) bool { return x-least < 2 }) == len(v)
	}},
	"Lockout": {number(0, 3), 2, 6, func(value string, v []int, _ int) bool {
		a, b := v[0], v[len(v)-1]
		return max(a, b)-min(a, b) >= max(1, atoi(value)) &&
			count(v[1:len(v)-1], func(x int) bool { return x >= min(a, b) && x <= max(a, b) }) == 0
	}},
	"LookAndSay": {func(r *rand.Rand, least int) string { return fmt.Sprint(r.IntN(3), least+r.IntN(4)) }, 2, 6,
		func(value string, v []int, _ int) bool {
			return count(v, is(int(value[len(value)-1]-'0'))) == int(value[0]-'0')
		}},
	"Lunchbox": {number(0, 6), 2, 6, func(value string, v []int, _ int) bool {
		inside, ok := between(v, slices.Min(v), slices.Max(v))
		return ok && differ(v) && sum(inside) == atoi(value)
	}},
	"Modular": {number(1, 4), 1, 6, func(value string, v []int, _ int) bool {
		m := atoi(value)
		for i, a := range v {
			for k, b := range v[:i] {
				if (a%m == b%m) != ((i-k)%m == 0) {
					return false
				}
			}
		}
		return true
	}},
	"Palindrome": {nil, 1, 7, func(_ string, v []int, _ int) bool {
		back := slices.Clone(v)
		slices.Reverse(back)
		return slices.Equal(v, back)
	}},
	"RellikCage": {number(1, 9), 1, 5, func(value string, v []int, _ int) bool {
		for some := 1; some < 1<<len(v); some++ {
			total := 0
			for i, x := range v {
				total += some >> i & 1 * x
			}
			if total == atoi(value) {
				return false
			}
		}
		return differ(v)
	}},
	"Renban": {nil, 1, 5, func(_ string, v []int, _ int) bool {
		return differ(v) && slices.Max(v)-slices.Min(v) == len(v)-1
	}},
	"Sum":     {number(0, 14), 1, 6, func(value string, v []int, _ int) bool { return sum(v) == atoi(value) }},
	"SumLine": {number(1, 8), 1, 7, func(value string, v []int, _ int) bool { return parts(v, atoi(value)) }},
	"Thermo":  {nil, 1, 5, func(_ string, v []int, _ int) bool { return each(v, func(a, b int) bool { return a < b }) }},
	"ValueIndexing": {nil, 2, 7, func(_ string, v []int, _ int) bool {
		return v[1] > 0 && v[1]+1 < len(v) && v[v[1]+1] == v[0]
	}},
	"Whisper": {number(0, 3), 1, 6, func(value string, v []int, _ int) bool {
		return each(v, func(a, b int) bool { return max(a, b)-min(a, b) >= atoi(value) })
	}},
	"Zipper": {nil, 1, 7, func(_ string, v []int, _ int) bool {
		total := v[0] + v[len(v)-1]
		if len(v)%2 == 1 {
			total = v[len(v)/2]
		}
		for i := range len(v) / 2 {
			if v[i]+v[len(v)-1-i] != total {
				return false
			}
		}
		return true
	}},
}

// outside are the types whose clue stands beside a row or column.
var outside = map[string]meaning{
	"HiddenSkyscraper": {digitOf, 0, 0, func(value string, v []int, _ int) bool {
		for i, x := range v {
			if i > 0 && x < slices.Max(v[:i]) {
				return x == atoi(value)
			}
		}
		return false
	}},
	"NumberedRoom": {digitOf, 0, 0, func(value string, v []int, _ int) bool { return v[0] > 0 && v[v[0]-1] == atoi(value) }},
	"Sandwich": {number(0, 5), 0, 0, func(value string, v []int, least int) bool {
		inside, _ := between(v, least, least+3)
		return sum(inside) == atoi(value)
	}},
	"Skyscraper": {number(1, 4), 0, 0, func(value string, v []int, _ int) bool { return seen(v) == atoi(value) }},
	"XSum":       {number(1, 10), 0, 0, func(value string, v []int, _ int) bool { return v[0] > 0 && sum(v[:v[0]]) == atoi(value) }},
}

func digitOf(r *rand.Rand, least int) string { return strconv.Itoa(least + r.IntN(4)) }

// indexing reads "C" or "R": a digit says at which place of its row or column the number of its own column or row stands.
func indexing(kind string, cell int, grid []int) bool {
	row, col, place := cell/4, cell%4, grid[cell]-1
	switch {
	case place < 0:
		return false
	case kind == "C":
		return grid[4*row+place] == col+1
	}
	return grid[4*place+col] == row+1
}

// neighbours are types of two neighbours.
var neighbours = map[string]func(a, b int) bool{
	"BlackDot": func(a, b int) bool { return a == 2*b || b == 2*a }, "GreaterThan": func(a, b int) bool { return a > b },
	"V": func(a, b int) bool { return a+b == 5 }, "WhiteDot": func(a, b int) bool { return a-b == 1 || b-a == 1 },
}

// cases makes a random text of each type, and what it means of a grid.
func cases(r *rand.Rand, least int) map[string]func(grid []int) bool {
	all := map[string]func(grid []int) bool{}
	cellName := func(cell int) string { return fmt.Sprintf("R%dC%d", cell/4+1, cell%4+1) }
	text := func(name, value string, cells []int) string {
		text := "." + name
		if value != "" {
			text += "~" + value
		}
		for _, cell := range cells {
			text += "~" + cellName(cell)
		}
		return text
	}
	at := func(grid, cells []int) []int {
		v := make([]int, len(cells))
		for i, cell := range cells {
			v[i] = grid[cell]
		}
		return v
	}
	for name, m := range meanings {
		value, cells := "", r.Perm(16)[:m.fewest+r.IntN(m.end-m.fewest)]
		if m.value != nil {
			value = m.value(r, least)
		}
		all[text(name, value, cells)] = func(grid []int) bool { return m.holds(value, at(grid, cells), least) }
	}
	for name, m := range outside {
		value, i, isColumn, behind := m.value(r, least), r.IntN(4), r.IntN(2), r.IntN(2)
		cells := draft.Line(4, i*(1-isColumn), i*isColumn, isColumn, 1-isColumn)
		line := "RC"[isColumn:isColumn+1] + strconv.Itoa(i+1)
		switch {
		case name == "Sandwich":
			all[".Sandwich~"+value+"~"+line] = func(grid []int) bool { return m.holds(value, at(grid, cells), least) }
			continue
		case behind == 1:
			slices.Reverse(cells)
		}
		all["."+name+"~"+line+strings.Repeat("~", 1+behind)+value] = func(grid []int) bool { return m.holds(value, at(grid, cells), least) }
	}
	for name, holds := range neighbours {
		a := r.IntN(12)
		all[text(name, "", []int{a, a + 4})] = func(grid []int) bool { return holds(grid[a], grid[a+4]) }
	}
	for _, kind := range []string{"C", "R"} {
		cell := r.IntN(16)
		all[text("Indexing", kind, []int{cell})] = func(grid []int) bool { return indexing(kind, cell, grid) }
	}
	corner, digit := r.IntN(3)*4+r.IntN(3), least+r.IntN(4)
	all[text("Quad", "", []int{corner})+fmt.Sprint("~", digit)] = func(grid []int) bool {
		return slices.Contains(at(grid, []int{corner, corner + 1, corner + 4, corner + 5}), digit)
	}
	return all
}

// TestMeanings reads random texts of each type on grids of 4×4, with digits from 1 and from 0, and asks of all 288 grids whether
// they obey; what is written of the puzzle and read again says the same.
func TestMeanings(t *testing.T) {
	grids := fourByFour(nil)
	if len(grids) != 288 {
		t.Fatal(len(grids))
	}
	for least, shape := range []string{".Shape~4x4~0-3", ".Shape~4x4"} {
		for seed := range uint64(25) {
			for text, holds := range cases(rand.New(rand.NewPCG(seed, uint64(least))), least) {
				p := puzzleOf(t, shape+text)
				written, ok := Write(p)
				if !ok {
					t.Errorf("%s cannot be written", shape+text)
					continue
				}
				for _, p := range []*sudoku.Puzzle{p, puzzleOf(t, written)} {
					for _, grid := range grids {
						values := make([]int, len(grid))
						for cell, digit := range grid {
							values[cell] = int(digit) + least - 1
						}
						if holds(values) != (sudoku.Verify(p, grid) == nil) {
							t.Fatalf("%s, which is %s: %v is judged wrongly", shape+text, p, values)
						}
					}
				}
			}
		}
	}
}

func puzzleOf(t *testing.T, text string) *sudoku.Puzzle {
	t.Helper()
	d, err := Read(text)
	if err == nil {
		err = d.Incomplete()
	}
	if err != nil {
		t.Fatal(text, err)
	}
	p, err := d.Puzzle()
	if err != nil {
		t.Fatal(text, err)
	}
	return p
}

// fourByFour returns the grids of 4×4 that begin so.
func fourByFour(begin sudoku.Grid) (all []sudoku.Grid) {
	at := len(begin)
	if at == 16 {
		return []sudoku.Grid{slices.Clone(begin)}
	}
digits:
	for digit := uint8(1); digit <= 4; digit++ {
		for cell, other := range begin {
			if other == digit && (cell/4 == at/4 || cell%4 == at%4 || cell/8 == at/8 && cell%4/2 == at%4/2) {
				continue digits
			}
		}
		all = append(all, fourByFour(append(begin[:at:at], digit))...)
	}
	return all
}

// TestPlaces refuses what has no clear meaning.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]string{
		".Shape~4x4~0-3.Skyscraper~R1~0~":                            "a number of digits is meant",
		".RellikCage~0~R1C1~R1C2":                                    "a sum of 1 or more is meant",
		".Shape~4x4.BinaryX~__H~_a~R1C1~R1C2":                        "a symmetric relation is meant",
		".Shape~4x4.Jigsaw~0011001122332233.Jigsaw~0011001122332233": "one map of pieces is meant",
		".Shape~4x4.NFA~BRp0pEMdRmW6SCRAcA~_a~-":                     "cells is meant",
	} {
		if got := readText(text); !strings.Contains(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
}
