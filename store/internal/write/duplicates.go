package write

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// ExpectCanonical prepares for so many canonical keys. If the library has fewer, it drops the index of keys, which would take
// each key on a page of its own; LinkDuplicates makes it again. Without the index queries are slower, but not wrong.
func (b *Batch) ExpectCanonical(keys int64) error {
	var most bool
	err := b.QueryRow("SELECT ? > count(*) FROM canonical", keys).Scan(&most)
	if err == nil && most {
		_, err = b.Exec("DROP INDEX IF EXISTS canonical_puzzle_key")
	}
	if err != nil {
		return fmt.Errorf("preparing for canonical keys: %w", err)
	}
	return nil
}

// LinkDuplicates links the images whose keys, canonical.puzzle_key, are as a condition says. Deleted puzzles are
// neither linked nor linked to.
func (b *Batch) LinkDuplicates(keys string, args ...any) (linked int64, err error) {
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
func (b *Batch) RelinkDuplicates(ids []int64) error {
	keys := "puzzle_key IN (SELECT puzzle_key FROM canonical WHERE puzzle_id IN " + file.IDList(ids) + ")"
	_, err := b.Exec("DELETE FROM duplicate WHERE puzzle_id IN (SELECT puzzle_id FROM canonical WHERE " + keys + ")")
	if err == nil {
		_, err = b.LinkDuplicates(keys)
	}
	return err
}
