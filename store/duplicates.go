package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Canonical holds the key of a puzzle that all its isomorphs share, of any length.
type Canonical struct {
	ID     int64
	Puzzle []byte
}

// ExpectCanonical prepares for the keys of all puzzles that have none; LinkDuplicates ends what it begins.
func (s *Store) ExpectCanonical(ctx context.Context) error {
	return s.update(ctx, func(b *batch) error {
		var missing int64
		err := b.QueryRow("SELECT (SELECT count(*) FROM puzzle) - (SELECT count(*) FROM canonical)").Scan(&missing)
		if err != nil {
			return fmt.Errorf("counting canonical keys: %w", err)
		}
		return b.ExpectCanonical(missing)
	})
}

// SaveCanonical stores short hashes of canonical forms in one transaction. LinkDuplicates then finds puzzles that
// share one.
func (s *Store) SaveCanonical(ctx context.Context, keys []Canonical) error {
	ids := make([]int64, len(keys))
	for i, k := range keys {
		ids[i] = k.ID
	}
	slices.Sort(ids)
	return s.load(ctx, func(b *batch) error {
		if err := b.RequirePuzzles(slices.Compact(ids)); err != nil {
			return err
		}
		into := b.Inserter("canonical (puzzle_id, puzzle_key)", "ON CONFLICT (puzzle_id) DO UPDATE SET puzzle_key = excluded.puzzle_key")
		for _, k := range keys {
			if err := into.Add(k.ID, row.ShortHash(k.Puzzle)); err != nil {
				return err
			}
		}
		return into.Flush()
	})
}

// LinkDuplicates links each puzzle whose canonical key an older one has to the oldest, and returns how many
// links are new. Nothing is deleted.
func (s *Store) LinkDuplicates(ctx context.Context) (linked int64, err error) {
	err = s.load(ctx, func(b *batch) error { // the puzzles are those of canonical, which refers to puzzles
		linked, err = b.LinkDuplicates("TRUE")
		return err
	})
	return linked, err
}

// ExpectCanonical prepares for so many canonical keys. If the library has fewer, it drops the index of keys, which would take
// each key on a page of its own; LinkDuplicates makes it again. Without the index queries are slower, but not wrong.
func (b *batch) ExpectCanonical(keys int64) error {
	var most bool
	err := b.QueryRow("SELECT ? > count(*) FROM canonical", keys).Scan(&most)
	if err == nil && most {
		_, err = b.Exec("DROP INDEX IF EXISTS main.canonical_puzzle_key")
	}
	if err != nil {
		return fmt.Errorf("preparing for canonical keys: %w", err)
	}
	return nil
}

// LinkDuplicates links the images whose keys, canonical.puzzle_key, are as a condition says. Deleted puzzles are
// neither linked nor linked to.
func (b *batch) LinkDuplicates(keys string, args ...any) (linked int64, err error) {
	if _, err := b.Exec("CREATE INDEX IF NOT EXISTS canonical_puzzle_key ON canonical (puzzle_key)"); err != nil {
		return 0, fmt.Errorf("indexing canonical keys: %w", err)
	}
	res, err := b.Exec(`INSERT INTO duplicate (puzzle_id, original_id, reason)
		SELECT c.puzzle_id, o.first, 'isomorphic' FROM canonical c
		JOIN (SELECT puzzle_key, min(puzzle_id) AS first FROM canonical
			WHERE puzzle_id NOT IN (SELECT puzzle_id FROM deletion) AND `+keys+` GROUP BY puzzle_key HAVING count(*) > 1) o
			ON o.puzzle_key = c.puzzle_key AND o.first <> c.puzzle_id
		WHERE c.puzzle_id NOT IN (SELECT puzzle_id FROM deletion) ORDER BY c.puzzle_id ON CONFLICT (puzzle_id) DO NOTHING`, args...)
	if err != nil {
		return 0, fmt.Errorf("linking isomorphic puzzles: %w", err)
	}
	return res.RowsAffected()
}

// RelinkDuplicates makes the links of all images of some puzzles anew.
func (b *batch) RelinkDuplicates(ids []int64) error {
	keys := "puzzle_key IN (SELECT puzzle_key FROM canonical WHERE puzzle_id IN " + file.IDList(ids) + ")"
	_, err := b.Exec("DELETE FROM duplicate WHERE puzzle_id IN (SELECT puzzle_id FROM canonical WHERE " + keys + ")")
	if err == nil {
		_, err = b.LinkDuplicates(keys)
	}
	return err
}
