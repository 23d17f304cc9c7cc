package sample

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
)

// made is a sample whose ratings follow the number of clues, and whose guesses follow the rating among puzzles with
// equally many.
func made(n int) *Sample {
	s := &Sample{Request: Request{Count: n, Method: "controlled_bias"}, Columns: columns, Attempts: 1000,
		Weights: study.Weights{24: 25.0 / 57, 25: 1, 26: 56.0 / 26}}
	for i := range n {
		v := make([]float64, len(columns))
		v[clues] = float64(24 + i%3)
		v[se] = v[clues]/10 + float64(i%7)/100
		v[guesses] = float64(i%7) - 100*v[clues]
		s.Rows = append(s.Rows, Row{Puzzle: sudoku.MustPuzzle(sudoku.Classic(), nil), Values: v, Hardest: "x_wing"})
	}
	return s
}

func TestCorrelations(t *testing.T) {
	s := made(420)
	overall, within := s.correlation(se, guesses)
	if overall.R > -0.7 || math.Abs(within.R-1) > 1e-9 {
		t.Errorf("overall %v, with equal numbers of clues %v", overall, within)
	}
	notes := strings.Join(s.correlations().Notes, " ")
	if rows := len(s.correlations().Rows); rows == 0 || !strings.Contains(notes, "correlations, none chosen after looking") {
		t.Errorf("%d rows, notes %q", rows, notes)
	}
}

// TestWeights wants what a controlled bias has too seldom to count as often as it is.
func TestWeights(t *testing.T) {
	s := made(420)
	alone, half := s.mean(func(r Row) float64 { return r.Values[clues] }, alike)
	all, _ := s.mean(func(r Row) float64 { return r.Values[clues] }, s.ways)
	w24, w25, w26 := 25.0/57, 1.0, 56.0/26
	if want := (24*w24 + 25*w25 + 26*w26) / (w24 + w25 + w26); math.Abs(alone-25) > 1e-9 || math.Abs(all-want) > 1e-9 || half <= 0 {
		t.Errorf("mean %v ± %v, weighted %v, want %v", alone, half, all, want)
	}
	if got := s.Tables()[0].Columns; len(got) != 3 {
		t.Errorf("columns %q", got)
	}
}

// TestNumber gives each puzzle of 25 clues the same chance: one of a grid in a thousand attempts is as many minimal puzzles
// as a thousandth of all choices of 25 cells in all grids. Two of one grid count as one for the error.
func TestNumber(t *testing.T) {
	choices, _ := new(big.Float).SetInt(new(big.Int).Binomial(81, 25)).Float64()
	s := &Sample{Attempts: 1000, Weights: study.Weights{25: choices}}
	for _, digit := range []uint8{1, 2, 2, 3} {
		givens := make(sudoku.Grid, 81)
		givens[0] = digit
		v := make([]float64, len(columns))
		v[clues] = 25
		s.Rows = append(s.Rows, Row{Puzzle: sudoku.MustPuzzle(sudoku.Classic(), givens), Values: v})
	}
	n, half := s.number()
	if want := 4 * 6.670903752021073e21 * choices / 1000; math.Abs(n/want-1) > 1e-7 || math.Abs(half/n-1.96*math.Sqrt(6)/4) > 1e-9 {
		t.Errorf("%v ± %v, want %v", n, half, want)
	}
}
