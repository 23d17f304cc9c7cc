package papers

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
)

// wangsGrid is the solution grid in sudokoA.mat of github.com/analog-garage/dimple, demo/05_MultipleSudoku, which has a copy
// of Wang's program: in the file as first committed, written on 2 January 2010, and in the one of 2015. The program makes
// all puzzles of this grid, rows and columns exchanged, until it accepts one after a guess: then it stores the grid that
// the guess led to.
const wangsGrid = "683547192715923648492816375328154769574369821961782453837695214256431987149278536"

// guntherGrids is how many grids are compared.
const guntherGrids = 20

// grids shows how the shares of puzzles with one solution, which are what INIT solves, depend on the solution grid.
func (s gunther) grids(ctx context.Context, uniform, stored *guntherSet) error {
	n := len(uniform.levels[0].puzzles)
	t := &study.Table{Title: fmt.Sprintf("Puzzles of Wang's generator with one solution, %%, of %d, by solution grid", n),
		Columns: []string{"level", "n", "INIT, printed", "grids drawn anew", "Wang's stored grid", fmt.Sprintf("%d grids: mean", guntherGrids),
			"least-greatest", "deviation between grids", "95 % of grids"}}
	grids, err := s.generate(ctx, sudoku.Order{Count: guntherGrids, Seed: s.Seed + 9<<32, CluesMin: 81, AllowMultiple: true})
	if err != nil {
		return err
	}
	for l, o := range uniform.orders {
		o.Count = n
		var hits []int
		for i, grid := range grids {
			o.Seed = s.Seed + uint64(l)<<32 + uint64(i+1)<<40
			puzzles, err := s.generateWith(ctx, map[string]any{"method": "wang", "grid": grid.String()}, o)
			if err != nil {
				return err
			}
			unique, err := s.unique(ctx, "counting "+guntherNames[l], puzzles)
			if err != nil {
				return err
			}
			hits = append(hits, trues(unique))
		}
		percent := func(k float64) string { return fmt.Sprintf("%.1f", 100*k/float64(n)) }
		mean := 0.0
		for _, k := range hits {
			mean += float64(k) / guntherGrids
		}
		between := stats.Between(hits, n)
		p := mean / float64(n)
		half := 1.96 * between
		t.Row(guntherNames[l], fmt.Sprint(o.Difficulty), fmt.Sprintf("%.1f", float64(guntherInit[l])/guntherPrinted*100),
			stats.ShareOf(int64(trues(uniform.unique[l])), int64(n)).String(), stats.ShareOf(int64(trues(stored.unique[l])), int64(n)).String(),
			percent(mean), percent(float64(slices.Min(hits)))+"-"+percent(float64(slices.Max(hits))), fmt.Sprintf("%.1f", 100*between),
			fmt.Sprintf("%.1f-%.1f", 100*math.Max(0, p-half), 100*math.Min(1, p+half)))
	}
	t.Note("Wang's program makes its puzzles of one grid, so a printed share is one of a grid, and 1,000 puzzles more make it no surer.")
	t.Note("The stored grid is in sudokoA.mat beside a copy of his program (github.com/analog-garage/dimple, demo/05_MultipleSudoku), in a")
	t.Note("file of January 2010. The program stores another grid whenever it accepts a puzzle after a guess: " +
		"the authors may have had another.")
	return s.table(t)
}
