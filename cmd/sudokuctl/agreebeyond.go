package main

import (
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

// emptyCells is the metric that anyone can count.
const emptyCells = "empty_cells"

// beyond shows what metrics say of the metric of the levels beyond the number of empty cells.
func (o *agreeOptions) beyond(names []string, columns [][]float64, out *tables) error {
	target := o.App.Config.Levels.Metric
	to, empty := slices.Index(names, target), slices.Index(names, emptyCells)
	if to < 0 || empty < 0 || to == empty {
		return nil
	}
	t := &paperTable{Title: "What metrics say of " + target + " beyond the number of empty cells; Spearman",
		Columns: []string{"metric", "puzzles", "with " + emptyCells, "with " + target, "with " + target +
			" given " + emptyCells}}
	for i, name := range names {
		if i == to || i == empty {
			continue
		}
		known := screen.Together(columns[i], columns[to], columns[empty])
		if len(known[0]) < fewest {
			continue
		}
		x, y, z := known[0], known[1], known[2]
		cells := decimals([]float64{stats.Spearman(x, z), stats.Spearman(x, y), stats.Partial(x, y, z)})
		t.row(append([]string{name, fmt.Sprint(len(x))}, cells...)...)
	}
	return out.show(t)
}
