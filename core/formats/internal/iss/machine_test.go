package iss

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestMachine writes automata and reads them back.
func TestMachine(t *testing.T) {
	for _, modulus := range []int{1, 2, 3, 16, 17, 300} {
		a, err := clause.Build(9, 0, func(sum, digit int) (int, bool) { return (sum*10 + digit) % modulus, true },
			func(sum int) bool { return sum == 0 })
		if err != nil {
			t.Fatal(err)
		}
		m, err := decodeMachine(encodeMachine(a))
		if err != nil {
			t.Fatal(modulus, err)
		}
		b, err := m.automaton(9, nil)
		if err != nil || b.Text() != a.Text() {
			t.Errorf("%d: %s became %s, %v", modulus, a.Text(), b.Text(), err)
		}
	}
}

// TestSegments puts the sign between segments before a place.
func TestSegments(t *testing.T) {
	m := &machine{starts: 1, startAccepts: []bool{false}, accepts: 1, // accepts 1, the sign, 2
		next: []map[int][]int{{0: {2}}, {}, {2: {3}}, {1: {1}}}}
	a, err := m.automaton(2, []int{1})
	if err != nil || a.Text() != "a1_b2_Z" {
		t.Errorf("%v, %v", a.Text(), err)
	}
	m = &machine{starts: 1, startAccepts: []bool{false}, accepts: 1, // accepts the sign, 1, the sign twice
		next: []map[int][]int{{2: {2}}, {}, {0: {3}}, {2: {4}}, {2: {1}}}}
	if a, err = m.automaton(2, []int{0, 1, 1}); err != nil || a.Text() != "a1_Z" {
		t.Errorf("%v, %v", a.Text(), err)
	}
}
