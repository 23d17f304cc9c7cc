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
		checker := NewChecker(testCells, clauses, differ)
		for range 20 {
			grid := drawGrid(t, n)
			if grid[0] == grid[1] || grid[1] == grid[2] {
				continue
			}
			holds := AllHold(clauses, grid)
			if AllHold(normal, grid) != holds || checker.Hold(grid) != holds {
				t.Fatalf("%v: %v, normal %v, checker %v", grid, holds, AllHold(normal, grid), checker.Hold(grid))
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
