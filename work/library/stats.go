package library

import (
	"maps"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// CountRecord is how many puzzles of the library something is said of. Its keys are stable.
type CountRecord struct {
	Count int64  `json:"count"`
	What  string `json:"what"`
}

// Counts returns the numbers of puzzles by verdict, of those that solvers disagree upon, and of those graded, ungraded and ungradable.
func Counts(s *store.Stats) []CountRecord {
	counts := []CountRecord{{s.Puzzles, "puzzles"}}
	for _, v := range slices.Sorted(maps.Keys(s.Verdicts)) {
		counts = append(counts, CountRecord{s.Verdicts[v], sudoku.Verdict(v).String()})
	}
	counts = append(counts, CountRecord{s.Disputed, "disputed"}, CountRecord{s.Duplicates, "duplicates"},
		CountRecord{s.Deleted, "deleted"})
	for _, g := range s.Graders {
		counts = append(counts, CountRecord{g.Graded, "graded by " + g.Plugin},
			CountRecord{g.Ungradable, "could not be graded by " + g.Plugin}, CountRecord{g.Missing, "not graded by " + g.Plugin})
	}
	return counts
}
