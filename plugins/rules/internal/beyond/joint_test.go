package beyond

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// TestCagePair compares with the definition: what no way has that fills two cages of a house, or one and the rest of the
// house, with different digits.
func TestCagePair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, want := drawBoard(t), map[board.Mark]bool{}
		sum := func(grid sudoku.Grid, cells []int) (sum int) {
			for _, c := range cells {
				sum += int(grid[c])
			}
			return sum
		}
		total := func(cage int) (total int) {
			for _, d := range k.ways[cage][0] {
				total += int(d)
			}
			return total
		}
		leave := func(cells []int, fits func(grid sudoku.Grid) bool) {
			kept := map[board.Mark]bool{}
			k.waysOf(cells, func(grid sudoku.Grid) {
				for _, c := range cells {
					if fits(grid) {
						kept[board.Mark{Cell: c, V: int(grid[c]) - 1}] = true
					}
				}
			})
			for _, c := range cells {
				for v := range k.N {
					if m := (board.Mark{Cell: c, V: v}); k.Can(c, v) && !kept[m] {
						want[m] = true
					}
				}
			}
		}
		for _, h := range k.Geometry.Houses() {
			var inside []int
			for i, cage := range k.cages {
				if len(cage) > 1 && !slices.ContainsFunc(cage, func(c int) bool { return !slices.Contains(h.Cells, c) }) {
					inside = append(inside, i)
				}
			}
			for at, i := range inside {
				leave(h.Cells, func(grid sudoku.Grid) bool { return sum(grid, k.cages[i]) == total(i) })
				for _, j := range inside[:at] {
					leave(slices.Concat(k.cages[i], k.cages[j]), func(grid sudoku.Grid) bool {
						return sum(grid, k.cages[i]) == total(i) && sum(grid, k.cages[j]) == total(j)
					})
				}
			}
		}
		k.compare(t, CagePair, want)
	})
}

// TestNakedSetAcross compares with the definition: k cells that see each other, not all in a house or cage, hold k digits.
func TestNakedSetAcross(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, want := drawBoard(t), map[board.Mark]bool{}
		var extend func(set []int, union uint64)
		extend = func(set []int, union uint64) {
			if n := len(set); n >= 2 && bits.OnesCount64(union) == n && k.CommonHouse(set, 0) < 0 {
				for c := range k.Cells {
					for v := range k.N {
						if places := k.places(set, v); len(places) > 0 && !slices.Contains(set, c) && k.Can(c, v) && k.seesAll(c, places) {
							want[board.Mark{Cell: c, V: v}] = true
						}
					}
				}
			}
			for c := range k.Cells {
				if len(set) < mostAcross && (len(set) == 0 || c > set[len(set)-1]) && k.seesAll(c, set) {
					extend(append(slices.Clone(set), c), union|k.Cand[c])
				}
			}
		}
		extend(nil, 0)
		k.compare(t, NakedSetAcross, want)
	})
}
