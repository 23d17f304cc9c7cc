package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestExact has cages, renban lines, pairs, sums of two and words strike all that brute force does, when each works alone.
func TestExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	g := sudoku.MustGeometry("6")
	e := New(g)
	e.Load(sudoku.MustPuzzle(g, nil))
	near := clause.NewRelation(6, func(a, b int) bool { return a != b && a-b < 4 && b-a < 4 })
	for range 4000 {
		cells := rng.Perm(36)[:1+rng.IntN(5)]
		var list []clause.Clause
		switch total := 3 + rng.IntN(18); rng.IntN(4) {
		case 0:
			list = []clause.Clause{{Kind: clause.Differ, Cells: cells},
				{Kind: clause.Sum, Cells: cells, Total: []clause.Range{{Low: total, High: total}, {Low: total + 3, High: total + 4}}}}
		case 1:
			list = []clause.Clause{{Kind: clause.Differ, Cells: cells}}
			for i, a := range cells {
				for _, b := range cells[:i] {
					list = append(list, clause.Clause{Kind: clause.Pair, Cells: []int{a, b}, Relation: near})
				}
			}
		case 2:
			list = []clause.Clause{{Kind: clause.Sum, Cells: cells, Weights: slices.Repeat([]int{1, -1}, 3)[:len(cells)],
				Total: []clause.Range{{Low: total / 6, High: total / 6}}}}
		case 3:
			a, err := clause.Build(6, 0, func(s, d int) (int, bool) { return (s*2 + d) % 5, (s+d)%4 != 0 },
				func(s int) bool { return s < 3 })
			if err != nil {
				t.Fatal(err)
			}
			list = []clause.Clause{{Kind: clause.Word, Cells: cells, Automaton: a}}
		}
		exactly(t, e, list, cells, rng)
	}
}

// TestSumOfTwo compares what two cells of up to 49 digits keep with all their pairs.
func TestSumOfTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		n := 2 + rng.IntN(48)
		a, b, total := rng.Uint64N(1<<n), rng.Uint64N(1<<n), rng.IntN(2*n+4)-1
		var wantA, wantB uint64
		for x := range n {
			for y := range n {
				if x != y && x+y+2 == total && a>>x&1 != 0 && b>>y&1 != 0 {
					wantA, wantB = wantA|1<<x, wantB|1<<y
				}
			}
		}
		if keptA, keptB := sumOfTwo(a, b, total); keptA != wantA || keptB != wantB {
			t.Fatalf("%b and %b with the sum %d keep %b and %b instead of %b and %b", a, b, total, keptA, keptB, wantA, wantB)
		}
	}
}

// exactly gives the cells random candidates and compares what the clauses leave with what brute force does.
func exactly(t *testing.T, e *Engine, list []clause.Clause, cells []int, rng *rand.Rand) {
	t.Helper()
	k := e.newCompiler()
	for c := range k.sees {
		clear(k.sees[c]) // no houses
	}
	k.see(list)
	k.list(list)
	if len(cells) > 2 && list[0].Kind == clause.Differ && len(list) > 1 && len(k.made) != 1 {
		t.Fatalf("%+v: %d propagators instead of a cage", list, len(k.made))
	}
	e.clauses = k.index(list)
	before, mark := make([]uint64, 36), e.Mark()
	for _, c := range cells {
		digits := rng.Uint64N(63) + 1
		e.keep(int32(c), digits|rng.Uint64N(64))
	}
	for c := range before {
		before[c] = e.cand[c]
	}
	left := make([]uint64, 36)
	grid := make(sudoku.Grid, 36)
	var fill func(i int)
	fill = func(i int) {
		if i < len(cells) {
			for d := range sudoku.Digits(before[cells[i]]).All {
				grid[cells[i]] = uint8(d)
				fill(i + 1)
			}
			return
		}
		if clause.AllHold(list, grid) {
			for _, c := range cells {
				left[c] |= 1 << (grid[c] - 1)
			}
		}
	}
	fill(0)
	alive := e.settle(k.made)
	for _, c := range cells {
		if alive && e.cand[c] != left[c] || alive != (left[cells[0]] != 0) {
			t.Fatalf("%+v on %b: cell %d keeps %b instead of %b, %v", list, before, c, e.cand[c], left[c], alive)
		}
	}
	e.stop()
	e.Undo(mark)
}
