package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

var graders = []store.Plugin{
	pluginOf("entropybt", "1.0.0", "information_entropy", "empty_cells"),
	pluginOf("rules", "1.0.0", "se", "ep", "ed", "maji_level"),
	pluginOf("redundancy", "1.0.0", "r_average", "r_bipart", "r_min2"),
}

// BenchmarkRun stores 100,000 puzzles, the results of one solver and the metrics of three graders, as a run does.
func BenchmarkRun(b *testing.B) {
	const puzzles = 100_000
	made, grids := make([]store.Entry, puzzles), make([]sudoku.Grid, puzzles)
	for i := range made {
		made[i].Puzzle, grids[i] = puzzleOf("file", i)
	}
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "bench.db")
		s := openLibrary(b, path)
		must(s.Import(b.Context(), store.Source{Name: "file"}, slices.Values(made)))(b)
		run := startRun(b, s)
		solver := startTask(b, s, run, store.Work{Plugin: graders[0], Limit: 2})
		solveAll(b.Context(), b, s, solver, func(i store.Item) sudoku.Grid { return grids[i.ID-1] })
		for _, g := range graders {
			gradeAll(b.Context(), b, s, startTask(b, s, run, store.Work{Plugin: g, Grade: true}))
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		info := must(os.Stat(path))(b)
		b.ReportMetric(float64(info.Size())/puzzles, "bytes/puzzle")
	}
	b.ReportMetric(float64(puzzles*b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

// BenchmarkImport stores 100,000 new puzzles.
func BenchmarkImport(b *testing.B) {
	const puzzles = 100_000
	made := make([]store.Entry, puzzles)
	for i := range made {
		made[i].Puzzle, _ = puzzleOf("file", i)
	}
	for b.Loop() {
		s := newLibrary(b)
		must(s.Import(b.Context(), store.Source{Name: "file"}, slices.Values(made)))(b)
		s.Close()
	}
	b.ReportMetric(float64(puzzles*b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
