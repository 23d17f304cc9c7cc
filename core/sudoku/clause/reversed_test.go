package clause

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// backwards makes the automaton of the words of one of at most 64 states read backwards, however many states it takes.
func backwards(a *Automaton) (*Automaton, error) {
	ends := uint64(0)
	for s, accepts := range a.accepts {
		if accepts {
			ends |= 1 << s
		}
	}
	return Build(a.n, ends, func(set uint64, d int) (before uint64, ok bool) {
		for s := range int32(a.States()) {
			if to := a.Next(s, d); to >= 0 && set>>to&1 == 1 {
				before |= 1 << s
			}
		}
		return before, before != 0
	}, func(set uint64) bool { return set&1 == 1 })
}

// ofLength makes the automaton of the words of a that have k digits.
func ofLength(a *Automaton, k int) *Automaton {
	b, err := Build(a.n, [2]int32{}, func(s [2]int32, d int) ([2]int32, bool) {
		to := a.Next(s[0], d)
		return [2]int32{to, s[1] + 1}, to >= 0 && int(s[1]) < k
	}, func(s [2]int32) bool { return int(s[1]) == k && a.Accepts(s[0]) })
	if err != nil {
		panic(err) // it has few states
	}
	return b
}

// inOrder returns the digits of a word that stand in cells.
func inOrder(grid []uint8, cells []int) (word []uint8) {
	for _, cell := range cells {
		word = append(word, grid[cell])
	}
	return word
}

// TestReversed compares an automaton with its words read backwards. Normal forms mean the same, and in both directions they are one
// if all words are as long as there are cells.
func TestReversed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "n")
		a := drawAutomaton(t, n)
		back, err := backwards(a)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.reversed(); (got == nil) != (back.States() > a.States()) || got != nil && got.Text() != back.Text() {
			t.Fatalf("%s is not %s backwards", a.Text(), back.Text())
		}
		word := rapid.SliceOfN(rapid.Uint8Range(1, uint8(n)), 1, 7).Draw(t, "word")
		cells := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6}[:len(word)]).Draw(t, "cells")
		turned := slices.Clone(cells)
		slices.Reverse(turned)
		long := ofLength(a, len(word))
		longBack, err := backwards(long)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, c := range []Clause{{Kind: Word, Cells: cells, Automaton: a}, {Kind: Word, Cells: turned, Automaton: back},
			{Kind: Word, Cells: cells, Automaton: long}, {Kind: Word, Cells: turned, Automaton: longBack}} {
			least := c.leastWord()
			if c.Holds(word) != a.accept(inOrder(word, cells)) || least.Holds(word) != c.Holds(word) {
				t.Fatalf("%s: %d in cells %d; least %d", c.Automaton.Text(), word, c.Cells, least.Cells)
			}
			keys = append(keys, string(least.AppendText(nil)))
		}
		if keys[2] != keys[3] {
			t.Fatalf("%s and %s", keys[2], keys[3])
		}
	})
}

// TestReversedIsBounded reads words backwards whose n-th digit decides: that takes 2ⁿ states.
func TestReversedIsBounded(t *testing.T) {
	type state struct{ places, last int }
	for _, n := range []int{4, 40} {
		a, err := Build(2, state{}, func(s state, d int) (state, bool) {
			if s.places++; s.places == n {
				s.last = d
			}
			s.places = min(s.places, n+1)
			return s, true
		}, func(s state) bool { return s.last == 2 })
		if err != nil || a.States() > n+2 || a.reversed() != nil {
			t.Errorf("digit %d, %v: %d states, backwards %v", n, err, a.States(), a.reversed())
		}
	}
}
