package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// While puzzles are stored, as many keys are remembered as a quarter of those in the table, within these limits.
const fewKeys, manyKeys = 100_000, 500_000

// keysLeft bounds the keys that stay out of the table when no more puzzles come, because a search for one puzzle reads
// them all.
const keysLeft = 20_000

// lastPuzzle returns the greatest id of a puzzle. All that puzzle_key does not have is known then.
func (b *batch) lastPuzzle() (last int64, err error) {
	upTo, last, err := b.keyedUpTo()
	if err != nil || b.unkeyed.are(upTo, last) {
		return last, err
	}
	return last, b.keyAfter(upTo, last)
}

// keyedUpTo returns the last puzzle whose key is in puzzle_key, and the last one of all.
func (b *batch) keyedUpTo() (upTo, last int64, err error) {
	err = b.QueryRow("SELECT up_to, (SELECT coalesce(max(id), 0) FROM puzzle) FROM keyed").Scan(&upTo, &last)
	return upTo, last, err
}

// KeyPuzzles brings the table puzzle_key up to date.
func (b *batch) KeyPuzzles() error {
	upTo, last, err := b.keyedUpTo()
	if err != nil || upTo == last {
		return err
	}
	return b.keyAfter(upTo, last)
}

// keyAfter gives puzzle_key the keys that it lacks, of the puzzles after the one and up to the other, in their order.
func (b *batch) keyAfter(after, last int64) error {
	keys, err := b.keysAfter(after, last)
	if err != nil {
		return fmt.Errorf("making keys: %w", err)
	}
	slices.SortFunc(keys, func(a, b puzzleKey) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) })
	into := b.Inserter("puzzle_key (key, puzzle_id)", "")
	for _, k := range keys {
		if err := into.Add(k.key, k.id); err != nil {
			return fmt.Errorf("storing keys: %w", err)
		}
	}
	if err := into.Flush(); err != nil {
		return fmt.Errorf("storing keys: %w", err)
	}
	return b.keyed()
}

// puzzleKey is a puzzle with its key.
type puzzleKey struct{ key, id int64 }

// keysAfter returns the keys of puzzles: the Store remembers them, or they are made of the cells.
func (b *batch) keysAfter(after, last int64) (keys []puzzleKey, err error) {
	if b.unkeyed.are(after, last) {
		for key, id := range b.unkeyed.lastOf {
			for ok := true; ok; id, ok = b.unkeyed.before[id] {
				keys = append(keys, puzzleKey{key, id})
			}
		}
		return keys, nil
	}
	var id int64
	var text string
	var cells any
	geometries := map[string]*row.Geometry{}
	err = b.Query(`SELECT p.id, g.text, p.cells FROM puzzle p JOIN geometry g ON g.id = p.geometry_id
		WHERE p.id > ?`, after).Each(func() error {
		g, known := geometries[text]
		if !known {
			shape, err := sudoku.ParseGeometry(text)
			if err != nil {
				return err
			}
			g = row.NewGeometry(0, shape)
			geometries[text] = g
		}
		p, err := g.Puzzle(cells)
		if err == nil {
			keys = append(keys, puzzleKey{g.Key(p, cells), id})
		}
		return err
	}, &id, &text, &cells)
	return keys, err
}

// keyed records that puzzle_key has all keys.
func (b *batch) keyed() error {
	b.unkeyed = unkeyed{}
	return b.QueryRow("UPDATE keyed SET up_to = (SELECT coalesce(max(id), 0) FROM puzzle) RETURNING up_to").Scan(&b.unkeyed.after)
}

// keyIfMany brings the table up to date if the keys that are not in it have become many.
func (b *batch) keyIfMany() error { return b.keyIf(min(max(b.unkeyed.after/4, fewKeys), manyKeys)) }

// EndPuzzles says that no more puzzles come for now. Few keys beside many are left for the next time.
func (b *batch) EndPuzzles() error { return b.keyIf(min(b.unkeyed.after/8, keysLeft)) }

// keyIf stores the keys that are left out if there are so many.
func (b *batch) keyIf(limit int64) error {
	if b.unkeyed.n == 0 || b.unkeyed.n < limit {
		return nil
	}
	return b.KeyPuzzles()
}

// tableTwins are the puzzles that the table of keys has for some new ones, as it was up to a puzzle.
type tableTwins struct {
	read  bool
	upTo  int64
	twins []keyedTwin
}

// keyedTwin is a stored puzzle with its key.
type keyedTwin struct {
	key int64
	twin
}

// twins returns the puzzles of the library that share a key with one of the new ones.
func (b *batch) twins(puzzles []incoming, seen *tableTwins) (map[int64]*twin, error) {
	keys := make([]int64, len(puzzles))
	for i := range puzzles {
		keys[i] = puzzles[i].Key
	}
	const columns = "p.id, p.geometry_id, p.source_id, p.cells, p.line"
	recent := b.unkeyed.of(keys)
	if seen == nil {
		seen = &tableTwins{}
	}
	if b.unkeyed.after > 0 && (!seen.read || seen.upTo != b.unkeyed.after) {
		slices.Sort(keys) // so that they are looked up one page after the other
		keys = slices.Compact(keys)
		found, err := b.readTwins("SELECT k.key, "+columns+` FROM json_each(?) j CROSS JOIN puzzle_key k ON k.key = j.value
			JOIN puzzle p ON p.id = k.puzzle_id`, file.Numbers(keys))
		if err != nil {
			return nil, err
		}
		seen.twins = found
	}
	seen.read, seen.upTo = true, b.unkeyed.after
	all := slices.Clip(seen.twins)
	if len(recent) > 0 {
		found, err := b.readTwins("SELECT 0, "+columns+" FROM puzzle p WHERE p.id "+file.InNumbers,
			file.Numbers(slices.Sorted(maps.Keys(recent))))
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			t.key = recent[t.id]
			all = append(all, t)
		}
	}
	twins := make(map[int64]*twin, len(puzzles))
	for i := range all {
		t := all[i].twin
		t.next = twins[all[i].key]
		twins[all[i].key] = &t
	}
	return twins, nil
}

// readTwins reads the stored puzzles that have some keys.
func (b *batch) readTwins(query, numbers string) (found []keyedTwin, err error) {
	var t keyedTwin
	err = b.Query(query, numbers).Each(func() error {
		found = append(found, t)
		return nil
	}, &t.key, &t.id, &t.geometry, &t.home.Source, &t.cells, &t.home.Line)
	return found, err
}

// unkeyed are the keys of puzzles that puzzle_key does not have yet, as far as a Store knows them. The table takes those of
// new puzzles many at a time and in their order, so that each of its pages is changed once for many keys. Until then the
// Store that has stored the puzzles remembers their keys. No other Store does, nor does this one after a restart: it brings
// the table up to date first.
type unkeyed struct {
	after  int64           // the puzzle before the first
	n      int64           // of puzzles, which follow on it
	lastOf map[int64]int64 // the last puzzle of each key
	before map[int64]int64 // the one before of the same key, if there is one
}

// last returns the last puzzle without a stored key.
func (u *unkeyed) last() int64 { return u.after + u.n }

// are reports whether the puzzles are those after the one and up to the other.
func (u *unkeyed) are(after, last int64) bool { return u.after == after && u.last() == last }

// add takes new puzzles in, which follow on the last.
func (u *unkeyed) add(puzzles []incoming) {
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

// of returns the puzzles that have one of the keys, with their key.
func (u *unkeyed) of(keys []int64) (found map[int64]int64) {
	for _, key := range keys {
		for id, ok := u.lastOf[key]; ok; id, ok = u.before[id] {
			if found == nil {
				found = map[int64]int64{}
			}
			found[id] = key
		}
	}
	return found
}
