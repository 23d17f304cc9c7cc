package write

import (
	"iter"
	"math/bits"
	"slices"
)

// unkeyed are the keys of puzzles that puzzle_key does not have yet, as far as a Writer knows them. There may be half a
// million, so this is a hash table that takes less than a map does.
type unkeyed struct {
	after  int64    // the puzzle before the first
	keys   []int64  // of the puzzles that follow on it
	places []uint32 // of keys, by their hash, counted from 1; 0 is free. At least as many again are free
}

func (u *unkeyed) last() int64 { return u.after + int64(len(u.keys)) }

// are reports whether the puzzles are those after the one and up to the other.
func (u *unkeyed) are(after, last int64) bool { return u.after == after && u.last() == last }

// add takes new puzzles in, which follow on the last.
func (u *unkeyed) add(puzzles []Puzzle) {
	placed := len(u.keys)
	for i := range puzzles {
		if n := &puzzles[i]; !n.Known {
			u.keys = append(u.keys, n.Key)
		}
	}
	if 2*len(u.keys) > len(u.places) {
		u.places, placed = make([]uint32, 1<<bits.Len(uint(2*len(u.keys)))), 0
	}
	for ; placed < len(u.keys); placed++ {
		at := u.home(u.keys[placed])
		for u.places[at] != 0 {
			at = u.next(at)
		}
		u.places[at] = uint32(placed + 1)
	}
}

// of returns the puzzles that have one of the keys.
func (u *unkeyed) of(keys []int64) (ids []int64) {
	if len(u.keys) == 0 {
		return nil
	}
	for _, key := range keys {
		for at := u.home(key); u.places[at] != 0; at = u.next(at) {
			if place := u.places[at]; u.keys[place-1] == key {
				ids = append(ids, u.after+int64(place))
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// sorted yields the keys in their order, with their puzzles. The order takes the memory with which keys are looked up, so
// after it none can be.
func (u *unkeyed) sorted() iter.Seq2[int64, int64] {
	return func(yield func(key, id int64) bool) {
		for _, i := range u.order() {
			if !yield(u.keys[i], u.after+int64(i)+1) {
				return
			}
		}
	}
}

// order returns the places of the keys in their order. It sorts by 12 of their 48 bits at a time, the lowest first.
func (u *unkeyed) order() []uint32 {
	n := len(u.keys)
	order, next := u.places[:n], u.places[n:2*n]
	for i := range order {
		order[i] = uint32(i)
	}
	const width, digits = 12, 4
	for shift := 0; shift < width*digits; shift += width {
		digit := func(i uint32) int { return int(uint64(u.keys[i]+1<<(width*digits-1)) >> shift & (1<<width - 1)) }
		var ends [1<<width + 1]uint32
		for i := range u.keys {
			ends[digit(uint32(i))+1]++
		}
		for d := range 1 << width {
			ends[d+1] += ends[d]
		}
		for _, i := range order {
			d := digit(i)
			next[ends[d]] = i
			ends[d]++
		}
		order, next = next, order
	}
	return order
}

// home is where a key is looked for first.
func (u *unkeyed) home(key int64) int {
	return int(spread(key) >> (64 - bits.TrailingZeros(uint(len(u.places)))))
}

func (u *unkeyed) next(at int) int { return (at + 1) & (len(u.places) - 1) }

// spread turns a key, which is a hash of 48 bits, into one of 64.
func spread(key int64) uint64 {
	h := uint64(key) * 0x9E3779B97F4A7C15
	return (h ^ h>>32) * 0x9E3779B97F4A7C15
}
