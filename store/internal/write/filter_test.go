package write

import (
	"math/rand/v2"
	"testing"
)

// some returns n puzzles with ids after the one and keys at random.
func some(r *rand.Rand, n int, after int64) []Puzzle {
	puzzles := make([]Puzzle, n)
	for i := range puzzles {
		puzzles[i] = Puzzle{ID: after + int64(i) + 1, Key: r.Int64N(1<<48) - 1<<47}
	}
	return puzzles
}

func TestFilterLetsNoKeyOfTheTableBy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var f filter
	var all []Puzzle
	for range 3 {
		u := unkeyed{after: int64(len(all))}
		puzzles := some(r, fewKeys, u.after)
		u.add(puzzles)
		f.add(&u)
		all = append(all, puzzles...)
	}
	if f.upTo != int64(len(all)) {
		t.Errorf("keys up to puzzle %d, want %d", f.upTo, len(all))
	}
	for _, p := range all {
		if !f.mayHave(p.Key) {
			t.Fatalf("key %d of puzzle %d is not there", p.Key, p.ID)
		}
	}
	wrong := 0
	for _, p := range some(r, fewKeys, 0) {
		if f.mayHave(p.Key) {
			wrong++
		}
	}
	if wrong > fewKeys/1000 {
		t.Errorf("%d of %d keys that are not there may be", wrong, fewKeys)
	}
}

func TestFilterWithGapStaysBehind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var few, later unkeyed
	few.add(some(r, fewKeys-1, 0))
	later = unkeyed{after: few.last()}
	later.add(some(r, fewKeys, later.after))
	var f filter
	f.add(&few)
	f.add(&later)
	if f.upTo != 0 {
		t.Errorf("keys up to puzzle %d, though the first ones are missing", f.upTo)
	}
}
