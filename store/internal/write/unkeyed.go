package write

import "slices"

// unkeyed are the keys of puzzles that puzzle_key does not have yet, as far as a Writer knows them. The table takes those of
// new puzzles many at a time and in their order, so that each of its pages is changed once for many keys. Until then the
// Writer that has stored the puzzles remembers their keys. No other Writer does, nor does this one after a restart: it brings
// the table up to date first.
type unkeyed struct {
	after  int64           // the puzzle before the first
	n      int64           // of puzzles, which follow on it
	lastOf map[int64]int64 // the last puzzle of each key
	before map[int64]int64 // the one before of the same key, if there is one
}

func (u *unkeyed) last() int64 { return u.after + u.n }

// are reports whether the puzzles are those after the one and up to the other.
func (u *unkeyed) are(after, last int64) bool { return u.after == after && u.last() == last }

// add takes new puzzles in, which follow on the last.
func (u *unkeyed) add(puzzles []Puzzle) {
	if u.lastOf == nil {
		u.lastOf, u.before = map[int64]int64{}, map[int64]int64{}
	}
	for i := range puzzles {
		if puzzles[i].Known {
			continue
		}
		u.n++
		key := puzzles[i].Key
		if twin, ok := u.lastOf[key]; ok {
			u.before[u.last()] = twin
		}
		u.lastOf[key] = u.last()
	}
}

// of returns the puzzles that have one of the keys.
func (u *unkeyed) of(keys []int64) (ids []int64) {
	for _, key := range keys {
		for id, ok := u.lastOf[key]; ok; id, ok = u.before[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
