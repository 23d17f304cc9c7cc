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
			Version:  "2.6.0",
			Summary:  "draws solution grids and takes givens and constraints away while the solution stays the only one",
			Licence:  "MIT",
			Homepage: "https://github.com/sudokuctl/sudokuctl",
			Settings: spec.Declare(usual),
			Aims:     aims(),
			Clauses:  []string{"differ", "pair", "sum", "count", "word"},

			Neighbours: true,
		},
		Generator: spec.With(newGenerator),
	}
}

func aims() (all []sudoku.Aim) {
	for _, metric := range slices.Sorted(maps.Keys(measures)) {
		all = append(all, sudoku.Aim{Metric: metric, Exact: true})
	}
	for _, metric := range slices.Sorted(maps.Keys(rungs)) {
		all = append(all, sudoku.Aim{Metric: metric})
	}
	return append(all, sudoku.Aim{Metric: variantMetric})
}

type settings struct {
	Method    string  `setting:"method" enum:"carve,wang" summary:"carve: take givens away while the solution stays the only one; wang: empty each cell with the probability that the order's difficulty says, and keep what singles fill, after one guess at most [wang2007]"`
	Attempts  int     `setting:"attempts" min:"1" max:"1e9" summary:"how often to try to fit the order before saying that nothing fits"`
	Workers   int     `setting:"workers" max:"1024" summary:"puzzles made at the same time, 0 for one a processor; the puzzles do not depend on it"`
	Grid      string  `setting:"grid" summary:"a solution grid: every puzzle is made of an image of it; without it grids are drawn"`
	GridBound float64 `setting:"grid_bound" min:"1" max:"1e9" summary:"uniformity of 9×9 grids: 32768 is within 0.004, 65536 within 0.0005 and takes twice as long"`
}

// The values of the setting method that the program asks for by name.
const (
	methodCarve = "carve"
	methodWang  = "wang"
)

var usual = settings{Method: methodCarve, Attempts: 1000, GridBound: 32768}

func newGenerator(s settings) (sudoku.Generator, error) {
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	return &Generator{s}, nil
}
