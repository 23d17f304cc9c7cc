package write

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestEqualKeysAreRemembered(t *testing.T) {
	var u unkeyed
	u.add([]Puzzle{{ID: 1, Key: 7}, {ID: 2, Key: -8}, {ID: 1, Key: 7, Known: true}, {ID: 3, Key: 7}, {ID: 4, Key: 7}})
	if got := u.of([]int64{6, 7, 9}); !slices.Equal(got, []int64{1, 3, 4}) || u.last() != 4 {
		t.Errorf("puzzles %v up to %d, want 1, 3 and 4 up to 4", got, u.last())
	}
	var got [][2]int64
	for key, id := range u.sorted() {
		got = append(got, [2]int64{key, id})
	}
	if want := [][2]int64{{-8, 2}, {7, 1}, {7, 3}, {7, 4}}; !slices.Equal(got, want) {
		t.Errorf("keys and puzzles %v in their order, want %v", got, want)
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
	if len(want) != len(u.keys) {
		t.Fatalf("%d keys, want %d", len(u.keys), len(want))
	}
	for key, id := range want {
		if got := u.of([]int64{key}); !slices.Equal(got, []int64{id}) {
			t.Fatalf("key %d is that of puzzles %v, want %d", key, got, id)
		}
	}
	for _, p := range some(r, 10_000, 0) {
		if got := u.of([]int64{p.Key}); want[p.Key] == 0 && got != nil {
			t.Fatalf("key %d, which nobody has, is that of puzzles %v", p.Key, got)
		}
	}
}

func TestKeysComeInTheirOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var u unkeyed
	u.add([]Puzzle{{Key: 1<<47 - 1}, {Key: -1 << 47}, {Key: 0}, {Key: -1}, {Key: 0}})
	u.add(some(r, 50_000, u.last()))
	keys := slices.Clone(u.keys)
	n, last := 0, [2]int64{math.MinInt64, 0}
	for key, id := range u.sorted() {
		if next := [2]int64{key, id}; slices.Compare(last[:], next[:]) >= 0 || keys[id-1] != key {
			t.Fatalf("key %d of puzzle %d follows on key %d of puzzle %d", key, id, last[0], last[1])
		}
		last = [2]int64{key, id}
		n++
	}
	if n != len(keys) {
		t.Errorf("%d keys, want %d", n, len(keys))
	}
}
