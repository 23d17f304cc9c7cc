package store_test

import (
	"maps"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestSamplesThatRunsRelyOn adds a solver to a run, which finds the answers of the others there: they count for it, if they are
// of its puzzles, to its question, and were there before it ended. Rounds of a benchmark rely on nothing.
func TestSamplesThatRunsRelyOn(t *testing.T) {
	s := newLibrary(t)
	for i, from := range []int{0, 10} {
		must(s.Import(t.Context(), store.Source{Name: string(rune('a' + i))}, entriesOf("", from, from+15)))(t)
	}
	begin := func(command string, sel store.Selection, limit int, solved map[string][]int64) int64 {
		t.Helper()
		run := must(s.StartRun(t.Context(), store.NewRun(command), sel))(t)
		for solver, puzzles := range solved {
			task := startTask(t, s, run, store.Work{Plugin: pluginOf(solver, "1"), Limit: limit, Repeat: command == "bench"})
			for _, id := range puzzles {
				p, grid := puzzleOf("", int(id-1))
				if err := task.SaveResults(t.Context(), []store.Answered{answerOf(id, p, grid)}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := s.SetRunState(t.Context(), run, store.StateDone); err != nil {
			t.Fatal(err)
		}
		return run
	}
	of := func(runs ...int64) map[string]int {
		t.Helper()
		counts := map[string]int{}
		for x, err := range s.Samples(t.Context(), runs...) {
			if err != nil {
				t.Fatal(err)
			}
			counts[x.Solver]++
		}
		return counts
	}
	first, second := store.Selection{Sources: []int64{1}}, store.Selection{Sources: []int64{2}}
	own := begin("run", first, 2, map[string][]int64{"x": {1, 2, 3, 11, 12}, "y": {1, 2, 3, 11, 12}}) // 11 to 15 are in both sources
	all := begin("run", store.Selection{}, 2, map[string][]int64{"x": nil})
	again := begin("run", second, 2, map[string][]int64{"x": nil, "z": {16}})
	chosen := begin("run", store.Selection{Puzzles: []int64{2, 16}}, 2, map[string][]int64{"x": nil, "z": nil})
	other := begin("run", first, 1, map[string][]int64{"x": {1}})
	bench := begin("bench", first, 2, map[string][]int64{"x": nil, "b": {1, 2, 2}})
	after := begin("run", first, 2, map[string][]int64{"b": {3}, "x": nil})
	for _, test := range []struct {
		what string
		runs []int64
		want map[string]int
	}{
		{"its own", []int64{own}, map[string]int{"x": 5, "y": 5}},
		{"all puzzles", []int64{all}, map[string]int{"x": 5}},
		{"a source", []int64{again}, map[string]int{"x": 2, "z": 1}},
		{"chosen puzzles", []int64{chosen}, map[string]int{"x": 1, "z": 1}},
		{"another limit", []int64{other}, map[string]int{"x": 1}},
		{"a benchmark", []int64{bench}, map[string]int{"b": 3}},
		{"a benchmark before", []int64{after}, map[string]int{"b": 3, "x": 5}},
		{"two runs", []int64{own, again}, map[string]int{"x": 5, "y": 5, "z": 1}},
	} {
		if got := of(test.runs...); !maps.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.what, got, test.want)
		}
	}
}
