package datasets

import "testing"

// TestRows reads --train and --test.
func TestRows(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "20000": 20_000, "1e6": 1_000_000, "2.5e3": 2500, "1e12": 1e12, "1.0": 1} {
		if got, err := rows("--train", text); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "1.5", "1e-3", "1e13", "NaN", "Inf", "1e999", "1,000", "10k", " 5"} {
		if got, err := rows("--train", text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}
