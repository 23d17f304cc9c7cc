package library

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// library holds n puzzles with 1 to n clues. A file states of each what stated returns, a grader says what graded
// returns; nil says nothing.
func library(t *testing.T, n int, stated, graded func(i int) []sudoku.Grade, metrics ...sudoku.Metric) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	solution, err := sudoku.Classic().ParseGrid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Import(t.Context(), store.Source{Name: "file"}, func(yield func(store.Entry) bool) {
		for i := range n {
			givens := make(sudoku.Grid, 81)
			copy(givens, solution[:i+1])
			p := sudoku.MustPuzzle(sudoku.Classic(), givens)
			p.Name = fmt.Sprintf("file:%d", i+1)
			e := store.Entry{Puzzle: p}
			if stated != nil {
				e.Stated = stated(i)
			}
			if !yield(e) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if graded != nil {
		grade(t, s, graded, metrics)
	}
	return s
}

func grade(t *testing.T, s *store.Store, graded func(i int) []sudoku.Grade, metrics []sudoku.Metric) {
	t.Helper()
	run, err := s.StartRun(t.Context(), store.NewRun("test"), store.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	task, err := s.StartTask(t.Context(), run, store.Work{Grade: true,
		Plugin: store.Plugin{Info: sudoku.Info{ID: "grader", Version: "1.0.0", Metrics: metrics}}})
	if err != nil {
		t.Fatal(err)
	}
	for lists, err := range store.Pending(t.Context(), []*store.Task{task}, store.Selection{}, 10_000) {
		if err != nil {
			t.Fatal(err)
		}
		var all []store.Graded
		for _, item := range lists[0] {
			all = append(all, store.Graded{ID: item.ID, Grades: graded(int(item.ID) - 1)})
		}
		if err := task.SaveGrades(t.Context(), all); err != nil {
			t.Fatal(err)
		}
	}
}

// depth is a metric of which higher is harder, and ease one of which lower is.
var depth, ease = sudoku.Metric{Name: "depth", Max: 100, HigherIsHarder: true, Source: "test", Summary: "depth"},
	sudoku.Metric{Name: "ease", Max: 100, Source: "test", Summary: "ease"}

func value(metric string, v float64) []sudoku.Grade {
	return []sudoku.Grade{{Metric: metric, Value: v}}
}

func TestTheDirectionOfAMetric(t *testing.T) {
	scattered := func(i int) float64 { return float64(i * 37 % 61) }
	for _, test := range []struct {
		name    string
		stated  func(i int) []sudoku.Grade
		graded  func(i int) []sudoku.Grade
		metrics []sudoku.Metric
		want    Direction
		from    string
	}{
		{"rises with a metric", func(i int) []sudoku.Grade { return value("rating", scattered(i)) },
			func(i int) []sudoku.Grade { return value("depth", scattered(i)+2) }, []sudoku.Metric{depth},
			HigherIsHarder, "depth"},
		{"falls with a metric", func(i int) []sudoku.Grade { return value("rating", -scattered(i)) },
			func(i int) []sudoku.Grade { return value("depth", scattered(i)) }, []sudoku.Metric{depth},
			LowerIsHarder, "depth"},
		{"falls with what may be no difficulty", func(i int) []sudoku.Grade { return value("rating", 100-scattered(i)) },
			func(i int) []sudoku.Grade { return value("ease", scattered(i)) }, []sudoku.Metric{ease},
			UnknownDirection, ""},
		{"falls with clues", func(i int) []sudoku.Grade { return value("rating", float64(-i*i)) }, nil, nil,
			HigherIsHarder, "clues"},
		{"has to do with nothing", func(i int) []sudoku.Grade { return value("rating", scattered(i)) }, nil, nil,
			UnknownDirection, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := library(t, 61, test.stated, test.graded, test.metrics...)
			got, err := learn(t.Context(), s, store.Filter{}, "rating")
			if err != nil || got.Direction != test.want || got.From != test.from {
				t.Errorf("%+v, %v; want %v from %q", got, err, test.want, test.from)
			}
		})
	}
}

func TestFewPuzzlesSayNothingOfADirection(t *testing.T) {
	s := library(t, fewestLearned-1, func(i int) []sudoku.Grade { return value("rating", float64(i)) }, nil)
	if got, err := learn(t.Context(), s, store.Filter{}, "rating"); err != nil || got.Direction != UnknownDirection {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestMetricsOfALibrary(t *testing.T) {
	s := library(t, 10, func(i int) []sudoku.Grade { return value("rating", float64(i)) },
		func(i int) []sudoku.Grade { return append(value("depth", 1), value("ease", 2)...) }, depth, ease)
	got, err := metricsOf(t.Context(), s)
	want := []Metric{{"depth", HigherIsHarder}, {"ease", LowerIsHarder}, {"rating", UnknownDirection}}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}

var bands = []store.Level{{Name: "shallow", Metric: "depth", Below: 5},
	{Name: "deep", Metric: "depth", Below: math.Inf(1)}}
