package beyond

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// TestCountGroupsExplains compares what is said of a count whose cells stand in a column and beside it.
func TestCountGroupsExplains(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat(".", 9*9) + "~contain=1.2.3:r1c1r2c1r3c9": "The outline that contains 1 and 2 and 3 at r12c1r3c9 needs 3 of 1, " +
			"2 and 3, of which its other cells can give 1. So r1c1 and r2c1, which see each other, hold at least 2 of 1, 2 and 3; this removes 4, 5, 6, " +
			"7, 8 and 9 from r1c1 and r2c1.",
		"4" + strings.Repeat(".", 9*9-1) + "~contain=1.2.3:r1c1r2c1r3c1r9c9": "The outline that contains 1 and 2 and 3 at r123c1r9c9 " +
			"needs 3 of 1, 2 and 3, of which its other cells can give 1. So r1c1, r2c1 and r3c1, which see each other, hold at least " +
			"2 of 1, 2 and 3 in r2c1 and r3c1; this removes 5, 6, 7, 8 and 9 from r2c1 and r3c1.",
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		at := board.NewPosition(board.NewFrameOf(p))
		at.Verbose = true
		at.Set(t.Context(), p)
		at.Load(p)
		if !CountGroups(at).Each(func() bool { return true }) || at.Hint.Text != want {
			t.Errorf("%s: %s", text, at.Hint.Text)
		}
	}
}

// TestCountGroups compares with all ways to fill the cells of a count: none has what is struck there, and each has what is struck
// beside it in a cell that sees that.
func TestCountGroups(t *testing.T) {
	struck := 0
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for c := range 18 {
				if !yield(c) {
					return
				}
			}
		})).Draw(t, "cells")[:rapid.IntRange(2, 5).Draw(t, "size")]
		digits := rapid.Permutation([]string{"1", "2", "3", "4", "5", "6"}).Draw(t, "digits")
		digits = digits[:rapid.IntRange(1, len(cells)).Draw(t, "few")]
		name := rapid.SampledFrom([]string{"contain", "contain-exactly"}).Draw(t, "name")
		text := "6:~" + name + "=" + strings.Join(digits, ".") + ":"
		for _, c := range cells {
			text += fmt.Sprintf("r%dc%d", c/6+1, c%6+1)
		}
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		at := positionOf(t, p, nil)
		at.Broken = false
		var ways []sudoku.Grid
		grid := make(sudoku.Grid, at.Cells)
		every(cells, func(c int) uint64 { return at.Cand[c] }, grid, func() {
			for i, c := range cells {
				for _, b := range cells[:i] {
					if grid[b] == grid[c] && at.PeerSets[b].Has(c) {
						return
					}
				}
			}
			if clause.AllHold(p.Clauses(), grid) {
				ways = append(ways, grid.Clone())
			}
		})
		CountGroups(at).Each(func() bool {
			for _, m := range at.Hint.Strikes {
				struck++
				for _, way := range ways {
					inside := slices.Contains(cells, m.Cell)
					if inside && int(way[m.Cell]) == m.V+1 || !inside && !slices.ContainsFunc(cells, func(c int) bool {
						return int(way[c]) == m.V+1 && at.PeerSets[m.Cell].Has(c)
					}) {
						t.Fatalf("%s: %s, but there is %v", text, at.Hint.Text, way)
					}
				}
			}
			return false
		})
		if at.Broken && len(ways) > 0 {
			t.Fatalf("%s: %d ways, but said to have none", text, len(ways))
		}
	})
	if struck < 20 {
		t.Errorf("%d candidates struck", struck)
	}
}
