package store

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Canonical holds the keys of a puzzle and its solution grid that all their isomorphs share.
type Canonical struct {
	ID       int64
	Puzzle   []byte
	Solution []byte // nil where the solution is not known or not unique
}

// SaveCanonical stores keys in one transaction.
func (s *Store) SaveCanonical(ctx context.Context, keys []Canonical) error {
	return s.update(ctx, func(b *batch) error {
		into := b.Inserter("canonical (puzzle_id, puzzle_key, solution_key)", `ON CONFLICT (puzzle_id) DO UPDATE SET
			puzzle_key = excluded.puzzle_key, solution_key = excluded.solution_key`)
		for _, k := range keys {
			var solution any
			if k.Solution != nil {
				solution = k.Solution
			}
			if err := into.Add(k.ID, k.Puzzle, solution); err != nil {
				return err
			}
		}
		return into.Flush()
	})
}

// LinkDuplicates links each puzzle whose canonical key an older one has to the oldest, and returns how many
// links are new. Nothing is deleted.
func (s *Store) LinkDuplicates(ctx context.Context) (linked int64, err error) {
	err = s.update(ctx, func(b *batch) error {
		linked, err = b.linkDuplicates("TRUE")
		return err
	})
	return linked, err
}

// linkDuplicates links the images whose keys, canonical.puzzle_key, are as a condition says. Deleted puzzles are
// neither linked nor linked to.
func (b *batch) linkDuplicates(keys string, args ...any) (linked int64, err error) {
	res, err := b.Exec(`INSERT INTO duplicate (puzzle_id, original_id, reason)
		SELECT c.puzzle_id, o.first, 'isomorphic' FROM canonical c
		JOIN (SELECT puzzle_key, min(puzzle_id) AS first FROM canonical
			WHERE puzzle_id NOT IN (SELECT puzzle_id FROM deletion) AND `+keys+` GROUP BY puzzle_key HAVING count(*) > 1) o
			ON o.puzzle_key = c.puzzle_key AND o.first <> c.puzzle_id
		WHERE c.puzzle_id NOT IN (SELECT puzzle_id FROM deletion) ON CONFLICT (puzzle_id) DO NOTHING`, args...)
	if err != nil {
		return 0, fmt.Errorf("linking isomorphic puzzles: %w", err)
	}
	return res.RowsAffected()
}

// relinkDuplicates makes the links of all images of some puzzles anew.
func (b *batch) relinkDuplicates(ids []int64) error {
	keys := "puzzle_key IN (SELECT puzzle_key FROM canonical WHERE puzzle_id IN " + file.IDList(ids) + ")"
	_, err := b.Exec("DELETE FROM duplicate WHERE puzzle_id IN (SELECT puzzle_id FROM canonical WHERE " + keys + ")")
	if err == nil {
		_, err = b.linkDuplicates(keys)
	}
	return err
}
