package puzzles

import "testing"

// TestParseClues reads --clues, whose bounds another place checks.
func TestParseClues(t *testing.T) {
	for text, want := range map[string][2]int{
		"": {0, 0}, "24": {24, 24}, "24..28": {24, 28}, "24..24": {24, 24}, "1e1": {10, 10},
	} {
		if lo, hi, err := parseClues(text); err != nil || lo != want[0] || hi != want[1] {
			t.Errorf("%q is %d to %d, %v, want %d to %d", text, lo, hi, err, want[0], want[1])
		}
	}
	for _, text := range []string{"x", "24.5", "24..", "..28", "28..24", "24-28", "24...28", "NaN", "24..NaN", "NaN..28", "Inf", "24..Inf", "1e30"} {
		if lo, hi, err := parseClues(text); err == nil {
			t.Errorf("%q is %d to %d", text, lo, hi)
		}
	}
}
