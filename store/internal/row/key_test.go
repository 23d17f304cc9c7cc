package row_test

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// TestDigest compares rows that differ in one value, and some that are stored as the same.
func TestDigest(t *testing.T) {
	rows := [][]any{{}, {nil}, {nil, nil}, {int64(0)}, {int64(1)}, {int64(-1)}, {int64(211)}, {int64(219)}, {0.0}, {math.Copysign(0, -1)}, {1.0}, {""}, {"1"},
		{"measures1"}, {"measures2"}, {"measures12"}, {[]byte("1")}, {int64(1), int64(2)}, {int64(2), int64(1)}, {"ab", "c"}, {"a", "bc"}, {nil, "a"}, {"a", nil}}
	seen := map[int64][]any{}
	for _, r := range rows {
		d := row.Digest(r...)
		if other, ok := seen[d]; ok {
			t.Errorf("%#v has the digest of %#v", r, other)
		}
		seen[d] = r
	}
	if row.Digest(math.NaN()) != row.Digest(nil) || row.Digest(5) != row.Digest(int64(5)) {
		t.Error("what is stored as the same has two digests")
	}
	if got := row.Digest(int64(1), 2.5, "text of more than eight bytes", nil); got != -696298017313737221 {
		t.Errorf("the digest that libraries hold is now %d", got)
	}
}
