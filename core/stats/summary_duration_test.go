package stats

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 959: "959ns", 13_849_999: "13.8ms", 5_937 * time.Millisecond: "5.94s", 133_400 * time.Millisecond: "2m13s",
		-19_849: "-19.8µs",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%d ns: %q, want %q", d, got, want)
		}
	}
}
