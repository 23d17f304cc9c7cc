package record

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// The record of a puzzle holds what its constraints are in words, in pictures and in clauses, equal tables once.
func TestBeyond(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4:~cage=3:r1c12~white:r2c12~white:r3c12~quad=1:r1c12r2c12~sandwich=2:r1~sandwich=2:r2~or~white:r4c12~cage=7:r4c12~end")
	if err != nil {
		t.Fatal(err)
	}
	b := NewBoard(p).Beyond
	kinds := ""
	for _, c := range b.Clauses {
		kinds += " " + c.Kind
	}
	if want := " differ sum count word word pair pair any"; kinds != want {
		t.Errorf("clauses%s instead of%s", kinds, want)
	}
	if len(b.Constraints) != 7 || len(b.Relations) != 1 || len(b.Automata) != 1 || len(b.Rules) != 5 || len(b.Shapes) < 7 {
		t.Errorf("%d sentences, %d relations, %d automata, %d shapes, rules %q", len(b.Constraints), len(b.Relations), len(b.Automata), len(b.Shapes), b.Rules)
	}
	if want := [4]int{0, 0, 0, 1}; b.Outside != want || !slices.Equal(b.Labelled, []int{0}) {
		t.Errorf("outside %v, labels in %v", b.Outside, b.Labelled)
	}
	if got, want := b.Relations[0], []uint64{0b0010, 0b0101, 0b1010, 0b0100}; !slices.Equal(got, want) {
		t.Errorf("digits beside 1 to 4: %b", got)
	}
	last := b.Clauses[len(b.Clauses)-1]
	if len(last.Either) != 2 || last.Constraint != 6 || !strings.Contains(b.Constraints[6], "; or ") {
		t.Errorf("%+v is %q", last, b.Constraints[6])
	}
	state, accepted := 0, b.Automata[0]
	for _, digit := range []int{3, 1, 2, 4} {
		state = accepted.Next[state][digit-1]
	}
	if !accepted.Accepts[state] || accepted.Accepts[0] {
		t.Error("the automaton does not accept 3 1 2 4")
	}
	plain, err := sudoku.ParsePuzzle("4:................")
	if err != nil || NewBoard(plain).Beyond != nil {
		t.Error("a puzzle without constraints has some")
	}
}
