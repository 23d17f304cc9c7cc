package plain_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

func TestNearest(t *testing.T) {
	known := []string{"x_wing", "xy_wing", "w_wing", "se", "serve", "solve"}
	for word, want := range map[string]string{"xwing": "x_wing", "XY-WING": "xy_wing", "w_wng": "w_wing", "swordfish": "", "": "",
		"s": "se", "q": "", "xy_iwng": "xy_wing", "slove": "solve"} {
		if got := plain.Nearest(word, known); got != want {
			t.Errorf("%q is nearest to %q instead of %q", word, got, want)
		}
	}
}
