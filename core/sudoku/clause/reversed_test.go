package clause

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestReversed compares an automaton with its words read backwards.
func TestReversed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 3
		states := rapid.IntRange(1, 6).Draw(t, "states")
		next := make([][]int, states)
		for s := range next {
			next[s] = rapid.SliceOfN(rapid.IntRange(-1, states-1), n, n).Draw(t, "next")
		}
		a, err := NewAutomaton(n, next, rapid.SliceOf(rapid.IntRange(0, states-1)).Draw(t, "accepting"))
		if err != nil {
			t.Fatal(err)
		}
		back := a.reversed()
		if back.reversed() != a {
			t.Fatalf("%s is %s backwards, which is not that forwards", a.Text(), back.Text())
		}
		accepts := func(a *Automaton, word []uint8, cells []int) bool {
			c := Clause{Kind: Word, Cells: cells, Automaton: a}
			return c.Holds(word)
		}
		word := rapid.SliceOfN(rapid.Uint8Range(1, n), 1, 7).Draw(t, "word")
		cells := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6}[:len(word)]).Draw(t, "cells")
		turned := slices.Clone(cells)
		slices.Reverse(turned)
		least := (&Clause{Kind: Word, Cells: cells, Automaton: a}).leastWord()
		for _, as := range [][]int{turned, cells} {
			other := back
			if as[0] == cells[0] {
				other = a
			}
			if accepts(other, word, as) != accepts(a, word, cells) || least.Holds(word) != accepts(a, word, cells) {
				t.Fatalf("%s: %d in cells %d; least %d", a.Text(), word, cells, least.Cells)
			}
			same := (&Clause{Kind: Word, Cells: as, Automaton: other}).leastWord()
			if string(same.AppendText(nil)) != string(least.AppendText(nil)) {
				t.Fatalf("%s and %s", same.AppendText(nil), least.AppendText(nil))
			}
		}
	})
}

// TestReversedIsBounded reads words backwards whose n-th digit decides: that takes 2ⁿ states.
func TestReversedIsBounded(t *testing.T) {
	type state struct{ places, last int }
	a, err := Build(2, state{}, func(s state, d int) (state, bool) {
		if s.places++; s.places == 40 {
			s.last = d
		}
		s.places = min(s.places, 41)
		return s, true
	}, func(s state) bool { return s.last == 2 })
	if err != nil || a.States() > 42 || a.reversed() != nil {
		t.Errorf("%v: %d states, backwards %v", err, a.States(), a.reversed())
	}
}
