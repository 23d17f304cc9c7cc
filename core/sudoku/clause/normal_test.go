package clause

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

const testCells = 6

// drawClause draws a clause of up to four of six cells and digits up to n.
func drawClause(t *rapid.T, n, depth int) Clause {
	kind := Kind(rapid.IntRange(0, int(Word)+min(depth, 1)).Draw(t, "kind"))
	c := Clause{Kind: kind}
	count := map[Kind]int{In: 1, Pair: 2}[kind]
	if count == 0 {
		count = rapid.IntRange(1, 4).Draw(t, "cells")
	}
	c.Cells = rapid.SliceOfNDistinct(rapid.IntRange(0, testCells-1), count, count, rapid.ID[int]).Draw(t, "cells")
	sets := rapid.Custom(func(t *rapid.T) Digits { return Digits(rapid.Uint64Range(1, uint64(All(n))).Draw(t, "digits")) })
	weights := rapid.Custom(func(t *rapid.T) int { return rapid.SampledFrom([]int{1, 1, -1, 2, -3}).Draw(t, "weight") })
	switch kind {
	case Sum, Count:
		if rapid.Bool().Draw(t, "again") {
			c.Cells = append(c.Cells, c.Cells[0])
		}
		if rapid.Bool().Draw(t, "weighted") {
			c.Weights = rapid.SliceOfN(weights, len(c.Cells), len(c.Cells)).Draw(t, "weights")
		}
		low := rapid.IntRange(-6, 8).Draw(t, "low")
		if c.Total = []Range{{low, low}}; rapid.Bool().Draw(t, "several") {
			c.Total = []Range{{low, low + 1}, {low + 4, low + 4}}
		}
	case Pair:
		bits := rapid.Uint64().Draw(t, "relation")
		c.Relation = NewRelation(n, func(a, b int) bool { return bits>>(a*n+b)&1 == 1 })
	case Word:
		c.Automaton = drawAutomaton(t, n)
	case Any:
		c.Cells = nil
		for range rapid.IntRange(2, 3).Draw(t, "lists") {
			c.Either = append(c.Either, []Clause{drawClause(t, n, depth-1), drawClause(t, n, depth-1)})
		}
	}
	if kind == In || kind == Count {
		c.Digits = rapid.SliceOfN(sets, len(c.Cells), len(c.Cells)).Draw(t, "sets")
	}
	return c
}

func drawGrid(t *rapid.T, n int) []uint8 {
	return rapid.SliceOfN(rapid.Uint8Range(1, uint8(n)), testCells, testCells).Draw(t, "grid")
}

// TestNormalMeansTheSame compares clauses with their normal form, where cells 0 and 1, 1 and 2 differ anyway.
func TestNormalMeansTheSame(t *testing.T) {
	differ := func(a, b int) bool { return max(a, b) <= 2 && max(a-b, b-a) == 1 }
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(t, "n")
		var clauses []Clause
		for range rapid.IntRange(1, 4).Draw(t, "clauses") {
			clauses = append(clauses, drawClause(t, n, 2))
		}
		normal := Normal(n, differ, clauses)
		for range 20 {
			grid := drawGrid(t, n)
			if grid[0] == grid[1] || grid[1] == grid[2] {
				continue
			}
			holds := AllHold(clauses, grid)
			if AllHold(normal, grid) != holds {
				t.Fatalf("%v: %v, normal %v", grid, holds, !holds)
			}
		}
		again := Normal(n, differ, normal)
		slices.Reverse(clauses)
		for _, other := range [][]Clause{again, Normal(n, differ, append(clauses, clauses...))} {
			if !slices.EqualFunc(normal, other, func(a, b Clause) bool { return string(a.AppendText(nil)) == string(b.AppendText(nil)) }) {
				t.Fatalf("the normal form of the same is another one: %s; %s; %s", texts(clauses), texts(normal), texts(other))
			}
		}
	})
}

// TestEquationsHaveOneForm states that lists of cells have one sum from each of them, and from each two.
func TestEquationsHaveOneForm(t *testing.T) {
	lists := [][]int{{0, 1}, {1, 2}, {3}, {4, 5}}
	for _, kind := range []Kind{Sum, Count} {
		equal := func(a, b int) Clause {
			c := Clause{Kind: kind, Cells: slices.Concat(lists[a], lists[b]), Total: []Range{{}}}
			c.Weights = slices.Concat(slices.Repeat([]int{2}, len(lists[a])), slices.Repeat([]int{-2}, len(lists[b])))
			if kind == Count {
				c.Digits = slices.Repeat([]Digits{3}, len(c.Cells))
			}
			return c
		}
		var forms []string
		for hub := range lists {
			var star []Clause
			for other := range lists {
				if other != hub {
					star = append(star, equal(other, hub))
				}
			}
			forms = append(forms, texts(Normal(4, func(a, b int) bool { return false }, star)))
		}
		if forms = slices.Compact(forms); len(forms) != 1 {
			t.Errorf("%s: %q", kind, forms)
		}
	}
}

// TestImageHoldsInImages compares clauses in a grid with their images in the image of the grid.
func TestImageHoldsInImages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(t, "n")
		c := drawClause(t, n, 2)
		cells := rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, "map")
		digits := []uint8{0}
		if rapid.Bool().Draw(t, "reversed") {
			for d := n; d > 0; d-- {
				digits = append(digits, uint8(d))
			}
		} else {
			digits = append(digits, rapid.Permutation([]uint8{1, 2, 3, 4}[:n]).Draw(t, "digits")...)
		}
		image, ok := c.Image(n, cells, digits)
		grid, moved := drawGrid(t, n), make([]uint8, testCells)
		for i, d := range grid {
			moved[cells[i]] = digits[d]
		}
		if ok && image.Holds(moved) != c.Holds(grid) {
			t.Fatalf("%s in %v: %v; %s in %v", c.AppendText(nil), grid, c.Holds(grid), image.AppendText(nil), moved)
		}
	})
}

// texts writes clauses one after the other.
func texts(clauses []Clause) (text string) {
	for i := range clauses {
		text += string(clauses[i].AppendText(nil)) + "\n"
	}
	return text
}

// backwards makes the automaton of the words of one of at most 64 states read backwards, however many states it takes.
func backwards(a *Automaton) (*Automaton, error) {
	ends := uint64(0)
	for s, accepts := range a.accepts {
		if accepts {
			ends |= 1 << s
		}
	}
	return Build(a.n, ends, func(set uint64, d int) (before uint64, ok bool) {
		for s := range int32(a.States()) {
			if to := a.Next(s, d); to >= 0 && set>>to&1 == 1 {
				before |= 1 << s
			}
		}
		return before, before != 0
	}, func(set uint64) bool { return set&1 == 1 })
}

// ofLength makes the automaton of the words of a that have k digits.
func ofLength(a *Automaton, k int) *Automaton {
	b, err := Build(a.n, [2]int32{}, func(s [2]int32, d int) ([2]int32, bool) {
		to := a.Next(s[0], d)
		return [2]int32{to, s[1] + 1}, to >= 0 && int(s[1]) < k
	}, func(s [2]int32) bool { return int(s[1]) == k && a.Accepts(s[0]) })
	if err != nil {
		panic(err) // it has few states
	}
	return b
}

// inOrder returns the digits of a word that stand in cells.
func inOrder(grid []uint8, cells []int) (word []uint8) {
	for _, cell := range cells {
		word = append(word, grid[cell])
	}
	return word
}

// TestReversed compares an automaton with its words read backwards. Normal forms mean the same, and in both directions they are one
// if all words are as long as there are cells.
func TestReversed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "n")
		a := drawAutomaton(t, n)
		back, err := backwards(a)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.reversed(); (got == nil) != (back.States() > a.States()) || got != nil && got.Text() != back.Text() {
			t.Fatalf("%s is not %s backwards", a.Text(), back.Text())
		}
		word := rapid.SliceOfN(rapid.Uint8Range(1, uint8(n)), 1, 7).Draw(t, "word")
		cells := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6}[:len(word)]).Draw(t, "cells")
		turned := slices.Clone(cells)
		slices.Reverse(turned)
		long := ofLength(a, len(word))
		longBack, err := backwards(long)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, c := range []Clause{{Kind: Word, Cells: cells, Automaton: a}, {Kind: Word, Cells: turned, Automaton: back},
			{Kind: Word, Cells: cells, Automaton: long}, {Kind: Word, Cells: turned, Automaton: longBack}} {
			least := c.leastWord()
			if c.Holds(word) != a.accept(inOrder(word, cells)) || least.Holds(word) != c.Holds(word) {
				t.Fatalf("%s: %d in cells %d; least %d", c.Automaton.Text(), word, c.Cells, least.Cells)
			}
			keys = append(keys, string(least.AppendText(nil)))
		}
		if keys[2] != keys[3] {
			t.Fatalf("%s and %s", keys[2], keys[3])
		}
	})
}

// TestReversedIsBounded reads words backwards whose n-th digit decides: that takes 2ⁿ states.
func TestReversedIsBounded(t *testing.T) {
	type state struct{ places, last int }
	for _, n := range []int{4, 40} {
		a, err := Build(2, state{}, func(s state, d int) (state, bool) {
			if s.places++; s.places == n {
				s.last = d
			}
			s.places = min(s.places, n+1)
			return s, true
		}, func(s state) bool { return s.last == 2 })
		if err != nil || a.States() > n+2 || a.reversed() != nil {
			t.Errorf("digit %d, %v: %d states, backwards %v", n, err, a.States(), a.reversed())
		}
	}
}
