package store_test

import (
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

func TestStatsSayWhatIsMissing(t *testing.T) {
	s := documentedLibrary(t)
	rules := startTask(t, s, 1, store.Work{Plugin: pluginOf("rules", "1.1.0", "se", "maji_level"), Grade: true})
	if err := rules.SaveGrades(t.Context(), []store.Graded{{ID: 30,
		Err: sudoku.ErrUnsupported}}); err != nil {
		t.Fatal(err)
	}
	want := &store.Stats{Puzzles: 30, Verdicts: map[sudoku.Verdict]int64{sudoku.Unknown: 10, sudoku.Unique: 20},
		Graders: []store.GraderStats{{Plugin: "rules", Graded: 20, Ungradable: 1, Missing: 9}}}
	if got := must(s.Stats(t.Context()))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("stats %+v, want %+v", got, want)
	}
}

func TestValuesOfMetrics(t *testing.T) {
	s := gradedLibrary(t, 100)
	must(s.Import(t.Context(), store.Source{Name: "b"}, entriesOf("b", 100, 101)))(t)
	var se []float64
	for v, err := range s.Values(t.Context(), store.Filter{}, "se", "clues") {
		if err != nil {
			t.Fatal(err)
		}
		if v[1] < 1 {
			t.Errorf("%v clues", v[1])
		}
		se = append(se, v[0])
	}
	if len(se) != 101 || se[44] != 4.5 || !math.IsNaN(se[100]) {
		t.Errorf("%d values: %v", len(se), se)
	}
	for _, unknown := range []string{"nothing", "verdict"} {
		for _, err := range s.Values(t.Context(), store.Filter{}, unknown) {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: got %v, want %v", unknown, err, store.ErrNotFound)
			}
		}
	}
}

func TestSamplesComeBack(t *testing.T) {
	s := documentedLibrary(t)
	older := startTask(t, s, 1, store.Work{Plugin: pluginOf("ga", "0.9.0"), Limit: 2})
	r := sudoku.Result{Verdict: sudoku.Timeout, Stats: sudoku.Stats{Elapsed: 5, Guesses: 3,
		Extra: []sudoku.Measure{{Name: "generations", Value: 7}}}}
	if err := older.SaveResults(t.Context(), []store.Answered{{ID: 1, Result: r}}); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	var last stats.Sample
	for x, err := range s.Samples(t.Context(), 1) {
		if err != nil {
			t.Fatal(err)
		}
		counts[x.Solver]++
		last = x
	}
	if !maps.Equal(counts, map[string]int{"entropybt": 20, "ga@1.0.0": 1, "ga@0.9.0": 1}) {
		t.Errorf("samples %v", counts)
	}
	want := stats.Sample{Solver: "ga@0.9.0", Puzzle: 1, Run: 1, Verdict: sudoku.Timeout, Self: 5, Guesses: 3,
		Measures: r.Stats.Extra}
	if !reflect.DeepEqual(last, want) {
		t.Errorf("last sample %+v, want %+v", last, want)
	}
}

func TestRunsComeBack(t *testing.T) {
	s := newLibrary(t)
	for _, sel := range []store.Selection{{}, {Sources: []int64{}}, {Sources: []int64{3, 1}}} {
		r := store.NewRun("run")
		r.Seed, r.Options = 1<<63+5, map[string]any{"limit": 2.0}
		id := must(s.StartRun(t.Context(), r, sel))(t)
		got, gotSel, err := s.Run(t.Context(), id)
		if err != nil || got.Seed != r.Seed || got.CPU != r.CPU || !maps.Equal(got.Options, r.Options) {
			t.Errorf("run %+v, %v", got, err)
		}
		if (gotSel.Sources == nil) != (sel.Sources == nil) || !slices.Equal(gotSel.Sources, sel.Sources) {
			t.Errorf("selection %#v became %#v", sel, gotSel)
		}
	}
	if _, _, err := s.Run(t.Context(), 99); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("run 99: %v, want %v", err, store.ErrNotFound)
	}
}
