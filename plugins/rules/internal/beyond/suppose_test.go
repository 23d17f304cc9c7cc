package beyond

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// follow draws naked and hidden singles, and what cages leave, until nothing moves; false says that something is impossible.
func (k *killerBoard) follow(cand []uint64, totals []int) bool {
	for before := []uint64(nil); !slices.Equal(before, cand); {
		before = slices.Clone(cand)
		for c, vs := range cand {
			if vs == 0 {
				return false
			}
			for b := range cand {
				if bits.OnesCount64(vs) == 1 && k.sees(b, c) {
					cand[b] &^= vs
				}
			}
		}
		for _, h := range k.Geometry.Houses() {
			for v := range k.N {
				places := slices.DeleteFunc(slices.Clone(h.Cells), func(c int) bool { return cand[c]>>v&1 == 0 })
				switch len(places) {
				case 0:
					return false
				case 1:
					cand[places[0]] = 1 << v
				}
			}
		}
		for i, cage := range k.cages {
			left, grid := map[int]uint64{}, make(sudoku.Grid, k.Cells)
			every(cage, func(c int) uint64 { return cand[c] }, grid, func() {
				sum := 0
				for _, c := range cage {
					sum += int(grid[c])
				}
				for _, c := range cage {
					if sum == totals[i] && differ(grid, cage) {
						left[c] |= 1 << (grid[c] - 1)
					}
				}
			})
			for _, c := range cage {
				cand[c] = left[c]
			}
		}
	}
	return true
}

// totals returns what the cages sum to.
func (k *killerBoard) totals() (totals []int) {
	for _, ways := range k.ways {
		total := 0
		for _, d := range ways[0] {
			total += int(d)
		}
		totals = append(totals, total)
	}
	return totals
}

// TestContradiction compares with the definition: a candidate goes if singles and cages lead from it to what cannot be.
func TestContradiction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, want := drawBoard(t), map[board.Mark]bool{}
		totals := k.totals()
		for c := range k.Cells {
			for m := k.Cand[c]; bits.OnesCount64(k.Cand[c]) > 1 && m != 0; m &= m - 1 {
				cand := slices.Clone(k.Cand)
				cand[c] = m & -m
				if !k.follow(cand, totals) {
					want[board.Mark{Cell: c, V: bits.TrailingZeros64(m)}] = true
				}
			}
		}
		k.compare(t, Contradiction, want)
	})
}
