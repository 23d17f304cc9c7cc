package library

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// A column of an imported file divides puzzles in the direction that the other metrics show, never inverted.
func TestLevelsByAnImportedMetric(t *testing.T) {
	times := func(i int) float64 { return float64(i * i) }
	s := library(t, 60, func(i int) []sudoku.Grade { return value("seconds", times(i)) },
		func(i int) []sudoku.Grade { return value("depth", float64(i)/10) }, depth)
	d, err := Divide(t.Context(), s, DivideRequest{Metric: "seconds", Bands: bands})
	if err != nil {
		t.Fatal(err)
	}
	if d.Direction != HigherIsHarder || d.Learned == nil || d.Learned.From != "depth" {
		t.Errorf("direction %v, learned %+v", d.Direction, d.Learned)
	}
	if easy, evil := d.level(times(0)), d.level(times(59)); easy != 0 || evil != 3 {
		t.Errorf("levels %d and %d, want 0 and 3", easy, evil)
	}
	counts, err := d.Count(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	puzzles, last := 0, -1.0
	for _, c := range counts {
		if c.Min <= last || c.Max < c.Min || c.Bands["shallow"]+c.Bands["deep"] != c.Puzzles {
			t.Errorf("%+v after %v", c, last)
		}
		puzzles, last = puzzles+c.Puzzles, c.Max
	}
	if puzzles != 60 {
		t.Errorf("%d puzzles, want 60", puzzles)
	}
	err = d.List(t.Context(), s, func(p *Placed) error {
		if p.Level != LevelNames[d.level(p.Value)] || p.BandValue == nil || p.Band == "" || p.MajiLevel != nil {
			t.Errorf("%+v", p)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A grader's metric of which higher is not declared to be harder is taken as one that falls with difficulty, unless
// it plainly rises with one.
func TestLevelsByAMetricThatIsNotHarderIfHigher(t *testing.T) {
	s := library(t, 60, nil, func(i int) []sudoku.Grade {
		return append(value("depth", float64(i)), value("ease", float64(i))...)
	}, depth, ease)
	for where, want := range map[string]Direction{"": HigherIsHarder, "clues<20": LowerIsHarder} {
		d, err := Divide(t.Context(), s, DivideRequest{Metric: "ease", Filter: store.Filter{Where: where}})
		if err != nil || d.Direction != want || (d.Learned == nil) != (want == LowerIsHarder) {
			t.Errorf("%q: %+v, %v; want %v", where, d, err, want)
		}
	}
}

func TestLevelsThatCannotBe(t *testing.T) {
	s := library(t, 61, func(i int) []sudoku.Grade { return value("rating", float64(i*37%61)) }, nil)
	var undirected *UndirectedError
	if _, err := Divide(t.Context(), s, DivideRequest{Metric: "rating"}); !errors.As(err, &undirected) {
		t.Errorf("%v, want an *UndirectedError", err)
	}
	for _, harder := range []Direction{HigherIsHarder, LowerIsHarder} {
		d, err := Divide(t.Context(), s, DivideRequest{Metric: "rating", Harder: harder})
		if err != nil || (d.level(60) == 3) != (harder == HigherIsHarder) || (d.level(0) == 0) != (harder == HigherIsHarder) {
			t.Errorf("%v: %+v, %v", harder, d, err)
		}
	}
	var request *work.RequestError
	if _, err := Divide(t.Context(), s, DivideRequest{Metric: "ratin"}); !errors.As(err, &request) {
		t.Errorf("%v, want a *work.RequestError", err)
	}
	few := store.Filter{Where: "clues<4"}
	_, err := Divide(t.Context(), s, DivideRequest{Metric: "rating", Filter: few, Harder: LowerIsHarder})
	if err == nil {
		t.Error("three values were divided into four levels")
	}
}
