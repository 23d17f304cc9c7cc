package store

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// some returns n puzzles with ids after the one and keys at random.
func some(r *rand.Rand, n int, after int64) []incoming {
	puzzles := make([]incoming, n)
	for i := range puzzles {
		puzzles[i] = incoming{ID: after + int64(i) + 1, Key: r.Int64N(1<<48) - 1<<47}
	}
	return puzzles
}

func TestEqualKeysAreRemembered(t *testing.T) {
	var u unkeyed
	u.add([]incoming{{ID: 1, Key: 7}, {ID: 2, Key: -8}, {ID: 1, Key: 7, Known: true}, {ID: 3, Key: 7}, {ID: 4, Key: 7}})
	if got := u.of([]int64{6, 7, 9}); !maps.Equal(got, map[int64]int64{1: 7, 3: 7, 4: 7}) || u.last() != 4 {
		t.Errorf("puzzles %v up to %d, want 1, 3 and 4 up to 4", got, u.last())
	}
}

func TestManyKeysAreRemembered(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	u := unkeyed{after: 41}
	want := map[int64]int64{}
	for n := range 200 {
		puzzles := some(r, n, u.last())
		u.add(puzzles)
		for _, p := range puzzles {
			want[p.Key] = p.ID
		}
	}
	if u.n != int64(len(want)) {
		t.Fatalf("%d keys, want %d", u.n, len(want))
	}
	for key, id := range want {
		if got := u.of([]int64{key}); !maps.Equal(got, map[int64]int64{id: key}) {
			t.Fatalf("key %d is that of puzzles %v, want %d", key, got, id)
		}
	}
	for _, p := range some(r, 10_000, 0) {
		if got := u.of([]int64{p.Key}); want[p.Key] == 0 && got != nil {
			t.Fatalf("key %d, which nobody has, is that of puzzles %v", p.Key, got)
		}
	}
}
