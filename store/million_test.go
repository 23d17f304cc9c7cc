package store_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// BenchmarkMillion asks questions of a library of a million graded puzzles.
func BenchmarkMillion(b *testing.B) {
	if testing.Short() {
		b.Skip("makes a million puzzles")
	}
	s := open(b)
	must(s.Import(b.Context(), store.Source{Name: "a"}, entries("a", 0, 1_000_000)))(b)
	grader := startTask(b, s, startRun(b, s), store.Work{Plugin: plugin("rules", "1", "se"), Grade: true})
	for items, err := range s.Pending(b.Context(), grader, store.Selection{}, 20_000) {
		if err != nil {
			b.Fatal(err)
		}
		graded := make([]store.Graded, len(items))
		for i, item := range items {
			value := float64(item.ID%9973) / 1000
			graded[i] = store.Graded{ID: item.ID, Grades: []sudoku.Grade{{Metric: "se", Value: value}}}
		}
		if err := s.SaveGrades(b.Context(), grader, graded); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.IndexMetrics(b.Context(), "se"); err != nil {
		b.Fatal(err)
	}
	for name, f := range map[string]store.Filter{
		"rare":      {Where: "se>=9.97"},
		"two":       {Where: "se>=9.9 && clues<=24", Limit: 100},
		"frequent":  {Where: "se>=4.5 && clues<=24", Limit: 100},
		"clues":     {Where: "clues<24"},
		"disputed":  {Where: "disputed"},
		"tag":       {Where: `tag=="none"`},
		"all-first": {Limit: 100},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, err := range s.List(b.Context(), f) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
	for name, where := range map[string]string{"any": "", "frequent": "se>=4.5", "rare": "se>=9.97"} {
		b.Run("random-100-"+name, func(b *testing.B) {
			for seed := uint64(0); b.Loop(); seed++ {
				must(s.Random(b.Context(), store.Filter{Where: where}, 100, seed))(b)
			}
		})
	}
}
