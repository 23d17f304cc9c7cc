package sample

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// TestReservoir draws two of five puzzles often: each must come equally often, in the order of the file.
func TestReservoir(t *testing.T) {
	var text strings.Builder
	for d := range 5 {
		text.WriteString(strings.Repeat(".", 80) + string(rune('1'+d)) + "\n")
	}
	const rounds = 2000
	times := map[string]int{}
	for seed := range uint64(rounds) {
		s := &Sample{Request: Request{Count: 2, Seed: seed, Inputs: []*input.Input{input.Reader("five", strings.NewReader(text.String()))}}}
		drawn, err := s.reservoir(t.Context(), nil)
		if err != nil || len(drawn) != 2 || s.Read != 5 || drawn[0].Puzzle.String() >= drawn[1].Puzzle.String() {
			t.Fatalf("%v: %v of %d", err, drawn, s.Read)
		}
		for _, r := range drawn {
			times[r.Puzzle.String()]++
		}
	}
	for p, n := range times {
		if n < rounds*2/5-150 || n > rounds*2/5+150 {
			t.Errorf("%s came %d times of %d", p, n, rounds)
		}
	}
}

// TestUnique leaves out what has several solutions, or none, before anything counts all of them.
func TestUnique(t *testing.T) {
	var drawn []formats.Record
	for _, text := range []string{strings.Repeat(".", 81), "11" + strings.Repeat(".", 79),
		"802003510060091003701000894608004021000258060920310400000402780005089000200007100"} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		drawn = append(drawn, formats.Record{Puzzle: p})
	}
	s := &Sample{}
	kept, sizes, err := s.unique(t.Context(), drawn, nil)
	if err != nil || len(kept) != 1 || !slices.Equal(sizes, []int{0}) || s.LeftOut != 2 {
		t.Errorf("%v: %d kept, sizes %v, %d left out", err, len(kept), sizes, s.LeftOut)
	}
}

func TestRefused(t *testing.T) {
	for _, r := range []Request{{}, {Count: 1, Fields: []string{"rating"}}} {
		var refused *work.RequestError
		if _, err := Make(t.Context(), r, nil); !errors.As(err, &refused) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}
