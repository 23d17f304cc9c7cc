package clause

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawAutomaton draws an automaton of a few states, which need not be minimal.
func drawAutomaton(t *rapid.T, n int) *Automaton {
	states := rapid.IntRange(1, 6).Draw(t, "states")
	table := make([][]int, states)
	for s := range table {
		table[s] = rapid.SliceOfN(rapid.IntRange(-1, states-1), n, n).Draw(t, "next")
	}
	a, err := NewAutomaton(n, table, rapid.SliceOfNDistinct(rapid.IntRange(0, states-1), 0, states, rapid.ID[int]).Draw(t, "accepting"))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (a *Automaton) accept(word []uint8) bool {
	c := Clause{Kind: Word, Automaton: a}
	for i := range word {
		c.Cells = append(c.Cells, i)
	}
	return c.Holds(word)
}

// TestAutomataOfEqualLanguages builds an automaton from words of another one, read by twice as many states.
func TestAutomataOfEqualLanguages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		a := drawAutomaton(t, n)
		type state struct {
			of   int32
			even bool
		}
		b, err := Build(n, state{}, func(s state, d int) (state, bool) {
			next := a.Next(s.of, d)
			return state{next, !s.even}, next >= 0
		}, func(s state) bool { return a.Accepts(s.of) })
		if err != nil || a != b {
			t.Fatalf("%s became %s: %v", a.Text(), b.Text(), err)
		}
		if c, err := ParseAutomaton(n, a.Text()); err != nil || c != a {
			t.Fatalf("%s is read as %v: %v", a.Text(), c, err)
		}
		digits := rapid.Permutation([]uint8{1, 2, 3, 4}[:n]).Draw(t, "digits")
		word := rapid.SliceOfN(rapid.Uint8Range(1, uint8(n)), 0, 6).Draw(t, "word")
		image := make([]uint8, len(word))
		for i, d := range word {
			image[i] = digits[d-1]
		}
		if r := a.relabelled(append([]uint8{0}, digits...)); r.accept(image) != a.accept(word) {
			t.Fatalf("%s relabelled by %v is %s", a.Text(), digits, r.Text())
		}
	})
}

// TestAutomataOfDifferentDigits has the same text mean different automata.
func TestAutomataOfDifferentDigits(t *testing.T) {
	a, errA := ParseAutomaton(4, "Zab0")
	b, errB := ParseAutomaton(5, "Zab0")
	if errA != nil || errB != nil || a.N() != 4 || b.N() != 5 {
		t.Errorf("%v, %v", errA, errB)
	}
}

func TestTooManyStates(t *testing.T) {
	if _, err := ParseAutomaton(2, strings.Repeat("_", 4096)); err == nil {
		t.Error("4,097 states are read")
	}
	count := func(n int) error {
		_, err := Build(1, 0, func(s, d int) (int, bool) { return s + 1, s < n }, func(s int) bool { return s == n })
		return err
	}
	if err := count(MaxStates - 1); err != nil {
		t.Error(err)
	}
	if err := count(MaxStates); err == nil {
		t.Error("4,097 states are built")
	}
	if err := count(1 << 40); err == nil {
		t.Error("an automaton without end is built")
	}
}
