package record

import "testing"

// TestWord says names in words, and leaves alone those that have none.
func TestWord(t *testing.T) {
	for _, c := range [][3]string{{"metric", "se", "Rating (SE)"}, {"geometry", "9", "9×9"}, {"geometry", "16", "16×16"},
		{"geometry", "7/j:1112223", "7×7 jigsaw"}, {"geometry", "6/3x2", "6/3x2"}, {"geometry", "16@hex", "16×16, hex"}, {"symmetry", "rot180", "half-turn"},
		{"verdict", "unknown", "unsolved"}, {"metric", "r_average", "r_average"}, {"tag", "evening", "evening"}} {
		if got := Word(c[0], c[1]); got != c[2] {
			t.Errorf("%s %s is called %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
