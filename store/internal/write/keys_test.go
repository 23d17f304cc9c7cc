package write

import (
	"slices"
	"testing"
)

func TestEqualKeysAreRemembered(t *testing.T) {
	var u unkeyed
	u.add([]Puzzle{{ID: 1, Key: 7}, {ID: 2, Key: 8}, {ID: 1, Key: 7, Known: true}, {ID: 3, Key: 7}, {ID: 4, Key: 7}})
	if got := u.of([]int64{6, 7, 9}); !slices.Equal(got, []int64{1, 3, 4}) || u.last != 4 {
		t.Errorf("puzzles %v up to %d, want 1, 3 and 4 up to 4", got, u.last)
	}
}
