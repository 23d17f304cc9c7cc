package write

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// The table puzzle_key takes the keys of new puzzles many at a time and in their order, so that each of its pages is
// changed once for many keys. Until then the Writer that has stored the puzzles remembers their keys. No other Writer does,
// nor does this one after a restart: it brings the table up to date first.

// While puzzles are stored, as many keys are remembered as an eighth of those in the table, within these limits.
const fewKeys, manyKeys = 100_000, 500_000

// keysLeft bounds the keys that are left out of the table when no more puzzles come: who looks for one puzzle reads them all.
const keysLeft = 20_000

// unkeyed are the puzzles that puzzle_key does not have yet, as far as a Writer knows them.
type unkeyed struct {
	after, last int64           // the puzzles after the one and up to the other
	ids         map[int64]int64 // by key
	more        map[int64][]int64
}

// add takes new puzzles in, which follow on the last.
func (u *unkeyed) add(puzzles []Puzzle) {
	if u.ids == nil {
		u.ids, u.more = map[int64]int64{}, map[int64][]int64{}
	}
	for i := range puzzles {
		n := &puzzles[i]
		if n.Known {
			continue
		}
		if _, taken := u.ids[n.Key]; taken {
			u.more[n.Key] = append(u.more[n.Key], n.ID)
		} else {
			u.ids[n.Key] = n.ID
		}
		u.last = n.ID
	}
}

// of returns the puzzles that have one of the keys.
func (u *unkeyed) of(keys []int64) (ids []int64) {
	for _, key := range keys {
		if id, ok := u.ids[key]; ok {
			ids = append(append(ids, id), u.more[key]...)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// lastPuzzle returns the greatest id of a puzzle. All that puzzle_key does not have is known then.
func (b *Batch) lastPuzzle() (last int64, err error) {
	var upTo int64
	err = b.QueryRow("SELECT up_to, (SELECT coalesce(max(id), 0) FROM puzzle) FROM keyed").Scan(&upTo, &last)
	if err != nil || b.unkeyed.after == upTo && b.unkeyed.last == last {
		return last, err
	}
	return last, b.KeyPuzzles()
}

// KeyPuzzles brings the table puzzle_key up to date.
func (b *Batch) KeyPuzzles() error {
	_, err := b.Exec(`INSERT OR FAIL INTO puzzle_key SELECT key, id FROM puzzle WHERE id > (SELECT up_to FROM keyed) ORDER BY key, id`)
	if err != nil {
		return err
	}
	var last int64
	if err := b.QueryRow("UPDATE keyed SET up_to = (SELECT coalesce(max(id), 0) FROM puzzle) RETURNING up_to").Scan(&last); err != nil {
		return err
	}
	b.unkeyed = unkeyed{after: last, last: last}
	b.AfterCommit(func() { b.writer.unkeyed = unkeyed{after: last, last: last} })
	return nil
}

// keyIfMany brings the table up to date if the keys that are not in it have become many with some new ones.
func (b *Batch) keyIfMany(fresh int) error {
	return b.keyIf(fresh, min(max(b.unkeyed.after/8, fewKeys), manyKeys))
}

// EndPuzzles says that no more puzzles come for now, after some new ones. Few keys beside many are left for the next time.
func (b *Batch) EndPuzzles(fresh int) error {
	return b.keyIf(fresh, min(b.unkeyed.after/8, keysLeft))
}

func (b *Batch) keyIf(fresh int, limit int64) error {
	if fresh == 0 && len(b.unkeyed.ids) == 0 || int64(len(b.unkeyed.ids)+fresh) < limit {
		return nil
	}
	return b.KeyPuzzles()
}

// twins returns the puzzles of the library that share a key with one of the new ones.
func (b *Batch) twins(puzzles []Puzzle) (map[int64]*twin, error) {
	twins, keys := make(map[int64]*twin, len(puzzles)), make([]int64, len(puzzles))
	for i := range puzzles {
		keys[i] = puzzles[i].Key
	}
	slices.Sort(keys) // they are looked up one page after the other
	const columns = "p.key, p.id, p.geometry_id, p.source_id, p.cells, p.line"
	if b.unkeyed.after > 0 {
		err := b.readTwins(twins, "SELECT "+columns+` FROM json_each(?) j CROSS JOIN puzzle_key k ON k.key = j.value
			JOIN puzzle p ON p.id = k.puzzle_id`, file.Numbers(slices.Compact(keys)))
		if err != nil {
			return nil, err
		}
	}
	if recent := b.unkeyed.of(keys); len(recent) > 0 {
		return twins, b.readTwins(twins, "SELECT "+columns+" FROM puzzle p WHERE p.id "+file.InNumbers, file.Numbers(recent))
	}
	return twins, nil
}

func (b *Batch) readTwins(into map[int64]*twin, query, numbers string) error {
	rows, err := b.Query(query, numbers)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		t := &twin{}
		if err := rows.Scan(&key, &t.id, &t.geometry, &t.home.Source, &t.cells, &t.home.Line); err != nil {
			return err
		}
		t.next = into[key]
		into[key] = t
	}
	return rows.Err()
}
