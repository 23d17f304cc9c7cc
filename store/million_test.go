//go:build unix

package store_test

import (
	"syscall"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// reportCPU reports the processor time from now until what it returns is called: on a busy machine the wall
// clock says little.
func reportCPU(b *testing.B) func() {
	used := func() int64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return u.Utime.Nano() + u.Stime.Nano()
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/1e6/float64(b.N), "cpu-ms/op") }
}

// BenchmarkMillion asks questions of a library of a million graded puzzles.
func BenchmarkMillion(b *testing.B) {
	if testing.Short() {
		b.Skip("makes a million puzzles")
	}
	s := newLibrary(b)
	must(s.Import(b.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 1_000_000)))(b)
	grader := startTask(b, s, startRun(b, s), store.Work{Plugin: pluginOf("rules", "1", "se", "techniques"),
		Grade: true})
	for items, err := range grader.Pending(b.Context(), store.Selection{}, 20_000) {
		if err != nil {
			b.Fatal(err)
		}
		graded := make([]store.Graded, len(items))
		for i, item := range items {
			value := float64(item.ID%9973) / 1000
			label := "naked_single,naked_pair"
			if item.ID%997 == 0 {
				label = "naked_single,x_wing"
			}
			graded[i] = store.Graded{ID: item.ID, Grades: []sudoku.Grade{{Metric: "se", Value: value},
				{Metric: "techniques", Value: 2, Label: label}}}
		}
		if err := grader.SaveGrades(b.Context(), graded); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.IndexMetrics(b.Context(), "se", "techniques"); err != nil {
		b.Fatal(err)
	}
	for name, f := range map[string]store.Filter{
		"rare":      {Where: "se>=9.97"},
		"two":       {Where: "se>=9.9 && clues<=24", Limit: 100},
		"frequent":  {Where: "se>=4.5 && clues<=24", Limit: 100},
		"clues":     {Where: "clues<24"},
		"disputed":  {Where: "disputed"},
		"uses":      {Where: `se>=4.5 && clues<=24 && uses("x_wing") && !dup`},
		"tag":       {Where: `tag=="none"`},
		"all-first": {Limit: 100},
	} {
		b.Run(name, func(b *testing.B) {
			defer reportCPU(b)()
			for b.Loop() {
				for _, err := range s.List(b.Context(), f) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
	for name, where := range map[string]string{"any": "", "frequent": "se>=4.5", "four-percent": "se>=9.6",
		"one-percent": "se>=9.87", "rare": "se>=9.97"} {
		b.Run("random-100-"+name, func(b *testing.B) {
			defer reportCPU(b)()
			for seed := uint64(0); b.Loop(); seed++ {
				must(s.Random(b.Context(), store.Filter{Where: where}, 100, seed))(b)
			}
		})
	}
}
