package study

import (
	"math"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

func TestCorrelations(t *testing.T) {
	empty := sudoku.Metric{Name: emptyCells, Max: 81, HigherIsHarder: true, Source: "counting", Summary: "empty"}
	s := library(t, 40, func(i int) []sudoku.Grade {
		if i < Fewest-1 {
			return value("rare", 1)
		}
		return nil
	}, func(i int) []sudoku.Grade {
		return slices.Concat(value("depth", float64(i)), value("ease", float64(-i*i)), value(emptyCells, float64(i*7%40)))
	}, depth, ease, empty)
	c, err := Correlate(t.Context(), s, store.Filter{}, "depth")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Metrics, []string{"depth", "ease", emptyCells}) || c.Puzzles != 40 {
		t.Errorf("%v, %d puzzles", c.Metrics, c.Puzzles)
	}
	if r := c.Matrix[0][1]; math.Abs(r+1) > 1e-9 {
		t.Errorf("correlation %v, want -1", r)
	}
	if len(c.Beyond) != 1 || c.Beyond[0].Metric != "ease" || c.Beyond[0].Given > -0.99 {
		t.Errorf("%+v", c.Beyond)
	}
	if _, err := Correlate(t.Context(), s, store.Filter{Where: "clues<5"}, "depth"); err == nil {
		t.Error("four puzzles were compared")
	}
}
