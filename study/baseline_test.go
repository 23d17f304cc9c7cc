package study

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestWalkSingles(t *testing.T) {
	for text, want := range map[string]singlesWalk{
		"1234341221434321": {},
		"1234341221434320": {rounds: 1, search: 1},
		"1234.41.2.4.4321": {rounds: 1, search: 4.0 / 4}, // all four in sight at once
		"................": {left: 16},
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := walkSingles(p); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

func TestTheBaselinePredictsWhatFollowsItsCounts(t *testing.T) {
	var puzzles []*sudoku.Puzzle
	var ratings, seconds []float64
	for i := range 100 {
		givens := []byte("1234341221434321")
		for cell := range i % 7 {
			givens[cell*2] = '.'
		}
		p, err := sudoku.ParsePuzzle(string(givens))
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, p)
		ratings = append(ratings, 1+float64(i%5))
		w := walkSingles(p)
		seconds = append(seconds, 60*(1+w.search)*math.Sqrt(ratings[i])*math.Pow(1+float64(w.rounds), 2)*math.Pow(1+float64(w.left), 3))
	}
	predicted := baseline(puzzles, ratings, seconds)
	if len(predicted) != len(puzzles) {
		t.Fatalf("%d predictions", len(predicted))
	}
	for i, v := range predicted {
		if math.Abs(v-math.Log(seconds[i])) > 1e-6 {
			t.Fatalf("puzzle %d: %v, want %v", i, v, math.Log(seconds[i]))
		}
	}
	if baseline(puzzles[:49], ratings[:49], seconds[:49]) != nil {
		t.Error("49 puzzles were predicted from each other")
	}
}
