package sample

import (
	"errors"
	"strings"
	"testing"

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

func TestAFieldThatTheFilesLack(t *testing.T) {
	const text = "question,rating\n" + "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,3\nx,4\n"
	for field, want := range map[string]string{"rating": "", "ratings": `no field "ratings": they have rating`} {
		s := &Sample{Request: Request{Count: 2, Fields: []string{field}, Inputs: []*input.Input{input.Reader("a.csv", strings.NewReader(text))}}}
		drawn, err := s.reservoir(t.Context(), nil)
		if want == "" && (err != nil || len(drawn) != 1 || s.LeftOut != 1) {
			t.Errorf("%s: %v, %d puzzles, %d left out", field, err, len(drawn), s.LeftOut)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, r := range []Request{{}, {Count: 1, Fields: []string{"rating"}}, {Joined: []string{"x"}, Inputs: []*input.Input{input.Reader("y", nil)}}} {
		var refused *work.RequestError
		if _, err := Make(t.Context(), r, nil); !errors.As(err, &refused) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}
