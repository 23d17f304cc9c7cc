package beyond

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// drawKiller draws a killer of six by six cells and a solution of it.
func drawKiller(t *rapid.T) (*sudoku.Puzzle, sudoku.Grid) {
	grid := sudoku.Grid{1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2}
	digits := rapid.Permutation([]uint8{1, 2, 3, 4, 5, 6}).Draw(t, "digits")
	for c, d := range grid {
		grid[c] = digits[d-1]
	}
	var text strings.Builder
	taken := make([]bool, 36)
	for c := range 36 {
		if taken[c] {
			continue
		}
		cells, held := []int{}, clause.Digits(0)
		for at, left := c, rapid.IntRange(2, 4).Draw(t, "size"); left > 0 && at < 36 && !taken[at] && !held.Has(int(grid[at])); left-- {
			taken[at], cells, held = true, append(cells, at), held.With(int(grid[at]))
			if step := rapid.SampledFrom([]int{1, 6}).Draw(t, "step"); step == 6 || at%6 < 5 {
				at += step
			}
		}
		sum := 0
		name := ""
		for _, cell := range cells {
			sum += int(grid[cell])
			name += fmt.Sprintf("r%dc%d", cell/6+1, cell%6+1)
		}
		fmt.Fprintf(&text, "~cage=%d:%s", sum, name)
	}
	p, err := sudoku.ParsePuzzle("6/2x3:" + text.String())
	if err != nil {
		t.Fatal(err)
	}
	return p, grid
}

// A killerBoard is a board of a killer with few candidates, its cages, and the ways to fill each.
type killerBoard struct {
	*board.Position
	puzzle *sudoku.Puzzle
	cages  [][]int
	ways   [][][]uint8 // by cage: digits of its cells
}

func drawBoard(t *rapid.T) *killerBoard {
	p, solution := drawKiller(t)
	k := &killerBoard{Position: positionOf(t, p, solution), puzzle: p}
	for c := range k.Cells {
		few := rapid.Uint64Range(0, 63).Draw(t, "few") | 1<<(solution[c]-1)
		for m := k.Cand[c] &^ few; m != 0; m &= m - 1 {
			k.Strike(c, bits.TrailingZeros64(m))
		}
	}
	clauses := p.Clauses()
	for i := range clauses {
		if clauses[i].Kind != clause.Sum {
			continue
		}
		var ways [][]uint8
		k.waysOf(clauses[i].Cells, func(grid sudoku.Grid) {
			if clauses[i].Holds(grid) {
				ways = append(ways, k.digits(grid, clauses[i].Cells))
			}
		})
		k.cages, k.ways = append(k.cages, clauses[i].Cells), append(k.ways, ways)
	}
	return k
}

// waysOf calls see with each way to put different candidates into cells.
func (k *killerBoard) waysOf(cells []int, see func(grid sudoku.Grid)) {
	grid := make(sudoku.Grid, k.Cells)
	every(cells, func(c int) uint64 { return k.Cand[c] }, grid, func() {
		if differ(grid, cells) {
			see(grid)
		}
	})
}

func (k *killerBoard) digits(grid sudoku.Grid, cells []int) (digits []uint8) {
	for _, c := range cells {
		digits = append(digits, grid[c])
	}
	return digits
}

// sees reports whether two cells share a house or a cage.
func (k *killerBoard) sees(a, b int) bool {
	return a != b && (slices.Contains(k.Geometry.Peers(a), b) ||
		slices.ContainsFunc(k.cages, func(cage []int) bool { return slices.Contains(cage, a) && slices.Contains(cage, b) }))
}

func (k *killerBoard) seesAll(a int, all []int) bool {
	return !slices.ContainsFunc(all, func(b int) bool { return !k.sees(a, b) })
}

// places returns the cells among some that may hold v.
func (k *killerBoard) places(cells []int, v int) (places []int) {
	for _, c := range cells {
		if k.Can(c, v) {
			places = append(places, c)
		}
	}
	return places
}

// compare compares all that a technique strikes with what is wanted; what it argues with the 45 rule is left out.
func (k *killerBoard) compare(t *rapid.T, make board.Maker, want map[board.Mark]bool) {
	got := map[board.Mark]bool{}
	make(k.Position).Each(func() bool {
		if len(k.Hint.Houses) == 0 || k.Hint.Technique != "cage_needs" && k.Hint.Technique != "constraint_sees" {
			for _, m := range k.Hint.Strikes {
				got[m] = true
			}
		}
		return false
	})
	if !maps.Equal(got, want) {
		t.Fatalf("%s with %v: struck %v, want %v", k.puzzle, k.Cand, got, want)
	}
}

// TestCageNeeds compares with the definition: a digit of all ways leaves the cells outside that see all its places.
func TestCageNeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, want := drawBoard(t), map[board.Mark]bool{}
		for i, cage := range k.cages {
			for v := range k.N {
				places := k.places(cage, v)
				if len(cage) < 2 || slices.ContainsFunc(k.ways[i], func(way []uint8) bool { return !slices.Contains(way, uint8(v+1)) }) {
					continue
				}
				for c := range k.Cells {
					if !slices.Contains(cage, c) && k.Can(c, v) && k.seesAll(c, places) {
						want[board.Mark{Cell: c, V: v}] = true
					}
				}
			}
		}
		k.compare(t, CageNeeds, want)
	})
}

// TestConstraintSees compares with the definition: each way to fill a cage has the digit in a cell that the candidate's sees.
func TestConstraintSees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, want := drawBoard(t), map[board.Mark]bool{}
		for i, cage := range k.cages {
			for c := range k.Cells {
				for v := range k.N {
					seen := slices.DeleteFunc(k.places(cage, v), func(q int) bool { return !k.sees(c, q) })
					if len(cage) < 2 || slices.Contains(cage, c) || !k.Can(c, v) || len(seen) < 2 {
						continue
					}
					free := slices.ContainsFunc(k.ways[i], func(way []uint8) bool {
						at := slices.Index(way, uint8(v+1))
						return at < 0 || !slices.Contains(seen, cage[at])
					})
					if !free {
						want[board.Mark{Cell: c, V: v}] = true
					}
				}
			}
		}
		k.compare(t, ConstraintSees, want)
	})
}

// TestConstraintSeesEnds has the technique read nothing more when its time is over.
func TestConstraintSeesEnds(t *testing.T) {
	p, err := sudoku.ParsePuzzle(strings.Repeat(".", 9*9) + "~white:r1c12")
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx   context.Context
		finds bool
	}{{t.Context(), true}, {over, false}} {
		at := board.NewPosition(board.NewFrameOf(p))
		at.Set(c.ctx, p)
		at.Load(p)
		for v := 2; v < at.N; v++ { // 1 or 2, and 1 to 3: one of them is 2
			at.Strike(0, v)
			if v > 2 {
				at.Strike(1, v)
			}
		}
		if found := ConstraintSees(at).Each(func() bool { return true }); found != c.finds {
			t.Errorf("finds %v, time over %v", found, c.ctx.Err())
		}
	}
}
