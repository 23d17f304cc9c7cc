package plugintest

import (
	"regexp"
	"testing"
)

// inGo finds words that only an author in Go knows.
var inGo = regexp.MustCompile(`sudoku\.|ctx|Info\.|Spec|\bnil\b|\bemit|Order\.|Geometry\.`)

func TestAdviceSpeaksTheAuthorsLanguage(t *testing.T) {
	for fix, others := range advice {
		for i, text := range others {
			if d := Dialect(i + 1); text != "" && (d.in(fix) != text || inGo.MatchString(text)) {
				t.Errorf("dialect %d: %q for %q", d, d.in(fix), fix)
			}
		}
		if Go.in(fix) != fix {
			t.Errorf("in Go: %q for %q", Go.in(fix), fix)
		}
	}
	if got := Lines.in("choose an id such as my-solver"); got != "choose an id such as my-solver" {
		t.Errorf("advice for all became %q", got)
	}
}
