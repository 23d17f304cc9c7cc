package beyond

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// cellsOf returns the cells of houses, by kind and numbers of the geometry's.
func (k *killerBoard) cellsOf(kind sudoku.HouseKind, chosen uint) (cells []int) {
	n := 0
	for _, h := range k.Geometry.Houses() {
		if h.Kind == kind {
			if chosen>>n&1 == 1 {
				cells = append(cells, h.Cells...)
			}
			n++
		}
	}
	return cells
}

// inOnePiece reports whether boxes of cells touch, each another by a side.
func inOnePiece(cells []int) bool {
	seen, queue := map[int]bool{cells[0]: true}, []int{cells[0]}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, q := range []int{c - 6, c + 6, c - 1, c + 1} {
			if slices.Contains(cells, q) && !seen[q] && (q/6 == c/6 || q%6 == c%6) {
				seen[q], queue = true, append(queue, q)
			}
		}
	}
	return len(seen) == len(cells)
}

// fillings returns what each way to fill a side has in each cell, by how often it has each digit.
func (k *killerBoard) fillings(side []int, inside []int) map[[6]int][]map[int]uint8 {
	alike := true
	for i, c := range side {
		alike = alike && k.seesAll(c, side[:i])
	}
	ways, grid := map[[6]int][]map[int]uint8{}, make(sudoku.Grid, k.Cells)
	every(side, func(c int) uint64 { return k.Cand[c] }, grid, func() {
		if alike && !differ(grid, side) {
			return
		}
		for _, i := range inside {
			if !slices.ContainsFunc(k.ways[i], func(way []uint8) bool { return slices.Equal(way, k.digits(grid, k.cages[i])) }) {
				return
			}
		}
		var count [6]int
		way := map[int]uint8{}
		for _, c := range side {
			count[grid[c]-1]++
			way[c] = grid[c]
		}
		ways[count] = append(ways[count], way)
	})
	return ways
}

// TestSumOfHouses compares with the definition: what is in no way to fill both sides with the same digits equally often.
func TestSumOfHouses(t *testing.T) {
	exchanges := 0
	rapid.Check(t, func(t *rapid.T) {
		k, want := drawBoard(t), map[board.Mark]bool{}
		known := map[string]bool{}
		for _, kind := range []sudoku.HouseKind{sudoku.Row, sudoku.Column} {
			for lines := uint(1); lines < 64; lines++ {
				run := lines >> bits.TrailingZeros(lines)
				if run&(run+1) != 0 || bits.OnesCount(run) > mostBoxes {
					continue
				}
				for boxes := uint(1); boxes < 64; boxes++ {
					if bits.OnesCount(boxes) != bits.OnesCount(lines) || !inOnePiece(k.cellsOf(sudoku.Box, boxes)) {
						continue
					}
					if k.exchange(k.cellsOf(kind, lines), k.cellsOf(sudoku.Box, boxes), known, want) {
						exchanges++
					}
				}
			}
		}
		k.compare(t, SumOfHouses, want)
	})
	if exchanges == 0 {
		t.Error("no exchange")
	}
}

// exchange adds what goes from the cells that two groups do not share, and reports whether they have a cage.
func (k *killerBoard) exchange(here, there []int, known map[string]bool, want map[board.Mark]bool) bool {
	var sides, inside [2][]int
	for i, group := range [][]int{here, there} {
		other := [][]int{there, here}[i]
		sides[i] = slices.DeleteFunc(slices.Clone(group), func(c int) bool { return slices.Contains(other, c) })
		for n, cage := range k.cages {
			if len(cage) > 1 && !slices.ContainsFunc(cage, func(c int) bool { return !slices.Contains(sides[i], c) }) {
				inside[i] = append(inside[i], n)
			}
		}
	}
	key := fmt.Sprint(sides)
	if n := len(sides[0]); n == 0 || n > mostSide || len(inside[0])+len(inside[1]) == 0 || known[key] {
		return false
	}
	known[key] = true
	first, second := k.fillings(sides[0], inside[0]), k.fillings(sides[1], inside[1])
	kept := map[board.Mark]bool{}
	for count, ways := range first {
		for _, way := range slices.Concat(ways, second[count]) {
			for c, d := range way {
				if second[count] != nil {
					kept[board.Mark{Cell: c, V: int(d) - 1}] = true
				}
			}
		}
	}
	for _, c := range slices.Concat(sides[0], sides[1]) {
		for v := range k.N {
			if m := (board.Mark{Cell: c, V: v}); k.Can(c, v) && !kept[m] {
				want[m] = true
			}
		}
	}
	return true
}
