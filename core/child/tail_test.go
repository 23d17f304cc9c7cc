package child

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTailKeepsTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tail, all := &Tail{}, ""
		for i, n := range rapid.SliceOf(rapid.IntRange(0, 3*tailBytes)).Draw(t, "writes") {
			text := strings.Repeat(fmt.Sprintf("%d-", i), n/2) + "\n"
			all += text
			if m, err := tail.Write([]byte(text)); m != len(text) || err != nil {
				t.Fatal(m, err)
			}
		}
		end := all[max(0, len(all)-tailBytes):]
		var want []string
		for _, line := range strings.Split(end, "\n") {
			if line != "" {
				want = append(want, line)
			}
		}
		got := tail.Lines(20)
		if i := slices.Index(got, "…"); i >= 0 { // the first lines stand before it
			if !strings.HasPrefix(strings.TrimLeft(all, "\n"), got[0]) {
				t.Fatalf("begins with %q", got[0])
			}
			got = got[i+1:]
		}
		if want = want[max(0, len(want)-len(got)):]; strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%d lines, want %d", len(got), len(want))
		}
	})
}
