package page

import "testing"

func TestTimes(t *testing.T) {
	for ratio, want := range map[float64]string{1: "1.00", 140.3: "140", 27.25: "27.25", 0.25: "0.25", 0.0134: "0.013", 0.00146: "0.0015"} {
		if got := (*comparison)(nil).Times(ratio); got != want {
			t.Errorf("%v is %q, want %q", ratio, got, want)
		}
	}
}
