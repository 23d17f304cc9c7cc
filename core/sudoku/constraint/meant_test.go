package constraint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Words of people and of other programs lead to names.
func TestUnknownErrorSaysWhatIsMeant(t *testing.T) {
	for word, want := range map[string]string{
		"killer": `"cage"`, "Killer Cages": `"cage"`, "killer-sums": `"cage"`, "thermometers": `"thermo"`,
		"arrow sums": `"arrow"`, "kropki_dots": `"white" or "black"`,
		"white dots": `"white"`, "XV": `"x" or "v"`,
		"little killers": `"little-killer"`, "x-sums": `"x-sum"`, "sandwiches": `"sandwich"`, "german-whispers": `"whisper"`,
		"region sum lines": `"region-sum"`, "palindrome line": `"palindrome"`, "quadruples": `"quad"`, "knights": `"anti-knight"`,
		"betweenline": `"between"`, "skyscrapers": `"skyscraper"`, "diagonal": `"diagonals"`,
	} {
		got := (&constraint.UnknownError{Name: word}).Error()
		if _, meant, _ := strings.Cut(got, "; did you mean "); meant != want+"?" {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
		for name := range strings.SplitSeq(want, " or ") {
			if !slices.Contains(constraint.Names(), strings.Trim(name, `"`)) {
				t.Errorf("%s is no constraint", name)
			}
		}
	}
	for _, word := range []string{"", "quantum"} {
		if got := (&constraint.UnknownError{Name: word}).Error(); strings.Contains(got, "mean") {
			t.Error(got)
		}
	}
}
