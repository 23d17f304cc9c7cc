package create

import (
	"maps"
	"runtime"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec describes the plugin generate.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:       "generate",
			Name:     "Puzzle generator",
			Version:  "2.0.0",
			Summary:  "draws solution grids and takes givens away while the solution stays the only one",
			Licence:  "MIT",
			Homepage: "https://github.com/sudokuctl/sudokuctl",
			Settings: settings(),
			Aims:     aims(),

			Neighbours: true,
		},
		Generator: func(s sudoku.Settings) (sudoku.Generator, error) { return New(s), nil },
	}
}

func aims() (all []sudoku.Aim) {
	for _, metric := range slices.Sorted(maps.Keys(measures)) {
		all = append(all, sudoku.Aim{Metric: metric, Exact: true})
	}
	for _, metric := range slices.Sorted(maps.Keys(rungs)) {
		all = append(all, sudoku.Aim{Metric: metric})
	}
	return all
}

func settings() []sudoku.Setting {
	return []sudoku.Setting{
		{Name: "attempts", Default: 1000, Min: 1, Max: 1e9,
			Summary: "how often to try to fit the order before saying that nothing fits"},
		{Name: "workers", Default: 0, Min: 0, Max: 1024,
			Summary: "puzzles made at the same time, 0 for one a processor; the puzzles do not depend on it"},
		{Name: "grid_bound", Default: 32768.0, Min: 1, Max: 1e9,
			Summary: "uniformity of 9×9 grids: 32768 is within 0.004, 65536 within 0.0005 and takes twice as long"},
	}
}

// New makes a generator from checked settings.
func New(s sudoku.Settings) *Generator {
	g := &Generator{attempts: s.Int("attempts"), workers: s.Int("workers"), bound: s.Float("grid_bound")}
	if g.workers == 0 {
		g.workers = runtime.GOMAXPROCS(0)
	}
	return g
}
