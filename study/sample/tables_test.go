package sample

import (
	"math"
	"math/big"
	"strconv"
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

// TestForms compares with two values, of which one has three times the weight of the other.
func TestForms(t *testing.T) {
	s := made(400)
	for i := range s.Rows {
		s.Rows[i].Values[clues], s.Rows[i].Values[se], s.Rows[i].Hardest = 25, 2, "hidden_single"
		if i%4 == 0 {
			s.Rows[i].Values[clues], s.Rows[i].Values[se], s.Rows[i].Hardest = 26, 6, "x_wing"
		}
	}
	forms := map[string]string{}
	for _, row := range s.forms().Rows {
		forms[row[0]] = row[1]
	}
	for name, want := range map[string]float64{"deviation of clues": math.Sqrt(3) / 4, "deviation of se": math.Sqrt(3),
		"skewness of se": 2 / math.Sqrt(3), "correlation of clues and se": 1} {
		if got, err := strconv.ParseFloat(strings.Fields(forms[name])[0], 64); err != nil || math.Abs(got/want-1) > 0.01 {
			t.Errorf("%s is %q, want %v", name, forms[name], want)
		}
	}
	rows := s.hardest().Rows
	if len(rows) != 2 || rows[0][0] != "hidden_single" || rows[0][1] != "75.0 ± 1.6" || rows[1][1] != "25.0 ± 1.6" {
		t.Errorf("hardest techniques %q", rows)
	}
	if drawn := s.Drawings(); len(drawn) != 3 || drawn[0].Name != "clues" || drawn[1].Name != "ratings" {
		t.Errorf("%d drawings", len(drawn))
	}
	if curves := s.curves(se, true); len(curves) != 2 || curves[0].Y[0] != 75 || math.Abs(curves[1].Y[1]-100) > 1e-9 {
		t.Errorf("curves %v", curves)
	}
}
