package beyond

import (
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// TestSumGroupsExplains compares what is said of sums added up, taken away from each other, and left over by a house.
func TestSumGroupsExplains(t *testing.T) {
	for constraints, want := range map[string]string{
		"~arrow:r9c1-r1c12~arrow:r9c1-r2c12": "Added up, the arrow at r9c1-r1c12 and the arrow at r9c1-r2c12 come to r1c1 + " +
			"r1c2 + r2c1 + r2c2 = 2·r9c1. There r1c1, r1c2, r2c1 and r2c2, which see each other, make at least 10, r9c1 at most 9; " +
			"so this removes 1, 2, 3 and 4 from r9c1.",
		"~arrow:r2c1-r1c123": "Box 1 sums to 45; take away the arrow at r2c1-r1c123, and 2·r2c1 + r2c2 + r2c3 + r3c1 + r3c2 + " +
			"r3c3 = 45. There r2c1 makes at most 9, r2c2, r2c3, r3c1, r3c2 and r3c3, which see each other, at most 35; so this " +
			"removes 1, 2, 3 and 4 from r2c1.",
		"~cage=4:r1c12~arrow:r5c5-r1c123": "The arrow at r5c5-r1c123 less the cage 4 at r1c12 comes to 4 + r1c3 = r5c5. There " +
			"r1c3 makes at least 1, r5c5 at most 9; so this removes 1, 2, 3 and 4 from r5c5; 6, 7, 8 and 9 from r1c3.",
		"~little-killer=8:r2c1r1c2~little-killer=8:r3c1r2c2r1c3": "The little killer 8 at r2c1r1c2 and the little killer 8 at " +
			"r3c1r2c2r1c3 sum to 16 together. There r2c1, r1c2, r3c1, r2c2 and r1c3, which see each other, make at least 15; so this " +
			"removes 7, 8 and 9 from r1c2, r1c3, r2c1, r2c2 and r3c1.",
	} {
		p, err := sudoku.ParsePuzzle(strings.Repeat(".", 9*9) + constraints)
		if err != nil {
			t.Fatal(err)
		}
		at := board.NewPosition(board.NewFrameOf(p))
		at.Verbose = true
		at.Set(t.Context(), p)
		at.Load(p)
		if !SumGroups(at).Each(func() bool { return at.Hint.Text == want }) {
			t.Errorf("%s: not said", constraints)
		}
	}
}

// arrows is a puzzle of cages and arrows that cross, of which one holds the circle of another.
const arrows = "6/2x3:~cage=9:r1c12~arrow:r1c1-r2c12~arrow:r2c6-r1c56~arrow:r3c1-r4c12~cage=8:r3c12~arrow:r6c6-r5c56~arrow:r5c3-r6c23"

// TestJoinedSumsFollow compares the sums that are read with solutions: each holds in all of them.
func TestJoinedSumsFollow(t *testing.T) {
	for _, text := range []string{killer, arrows} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		at := board.NewPosition(board.NewFrameOf(p))
		all := (&together{view: viewOf(at)}).list()
		e, solutions := search.New(p.Geometry()), 0
		e.Load(p)
		e.Propagate()
		e.Search(func(g sudoku.Grid) bool {
			solutions++
			for _, j := range all {
				c := clause.Clause{Kind: clause.Sum, Cells: j.of, Weights: j.weights, Total: j.total}
				if !c.Holds(g) {
					t.Errorf("%v of %v with %v does not hold in %v", j.total, j.of, j.weights, g)
				}
			}
			return solutions < 100
		})
		if solutions == 0 || len(all) < 4 {
			t.Errorf("%d solutions, %d sums", solutions, len(all))
		}
	}
}

// TestExtent compares the bounds of cells that see each other with all ways to fill them.
func TestExtent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawBoard(t)
		cells := []int{0, 1, 2, 3, 4}[:rapid.IntRange(1, 5).Draw(t, "size")]
		without := uint64(1) << rapid.IntRange(0, 5).Draw(t, "without")
		but := rapid.IntRange(-1, len(cells)-1).Draw(t, "but")
		least, most := 1<<10, -1
		grid := make(sudoku.Grid, k.Cells)
		var read []int
		for i, c := range cells {
			if i != but {
				read = append(read, c)
			}
		}
		every(read, func(c int) uint64 { return k.Cand[c] &^ without }, grid, func() {
			sum, held := 0, uint64(0)
			for _, c := range read {
				sum, held = sum+int(grid[c]), held|1<<grid[c]
			}
			if bits.OnesCount64(held) == len(read) {
				least, most = min(least, sum), max(most, sum)
			}
		})
		low, high, ok := (&together{view: viewOf(k.Position)}).extent(cells, but, without)
		if most >= 0 && (!ok || low > least || high < most) {
			t.Fatalf("%d to %d %v, but there is %d to %d", low, high, ok, least, most)
		}
	})
}
