package alphabet_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku/alphabet"
)

// TestSymbolsAreReadBack writes digits in alphabets of every sort and reads each again.
func TestSymbolsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{4, 9, 16}).Draw(t, "digits")
		a, err := alphabet.New(rapid.SampledFrom([]string{"", "num", "hex", "alpha"}).Draw(t, "name"), n)
		if err != nil {
			t.Fatal(err)
		}
		digits := rapid.SliceOfN(rapid.Uint8Range(0, uint8(n)), 1, 40).Draw(t, "values")
		text := string(a.Append(nil, digits))
		symbols := strings.Split(text, "")
		if a.Spaced() {
			symbols = strings.Split(text, " ")
		}
		for i, d := range digits {
			if got, ok := a.Value(symbols[i]); !ok || got != d {
				t.Fatalf("%v became %q, and %q was read as %d, %v", digits, text, symbols[i], got, ok)
			}
		}
	})
}

// TestNames tells alphabets that there are from those that cannot be.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{"": "", "num": "", "hex": "hex", "alpha": "alpha", "123456789": "", "♠♥♦♣ABCDE": "♠♥♦♣ABCDE",
		"abc": "three", "aabcdefgh": "twice", "ab:defghi": "colon"} {
		a, err := alphabet.New(name, 9)
		if bad := want == "three" || want == "twice" || want == "colon"; bad != (err != nil) || !bad && a.Name() != want {
			t.Errorf("%q: %v, %v", name, a, err)
		}
	}
	if a, err := alphabet.New("♠♥♦♣ABCDE", 9); err != nil || string(a.Append(nil, []uint8{1, 0, 9})) != "♠.E" || a.Symbols() != "♠♥♦♣ABCDE" {
		t.Errorf("%v, %v", a, err)
	}
}
