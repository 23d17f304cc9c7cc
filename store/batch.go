package store

import (
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// batch is one write transaction.
type batch struct {
	*file.Batch
	latest *row.Geometry            // asked for last
	known  map[string]*row.Geometry // the writer's, by text
	made   map[string]*row.Geometry // new in this batch, by text

	unkeyed unkeyed
}

// batch makes a batch of a transaction.
func (s *Store) batch(b *file.Batch) *batch {
	batch := &batch{Batch: b, known: s.geometries, unkeyed: s.unkeyed}
	s.unkeyed = unkeyed{} // if the batch fails, its keys are not in the library
	b.AfterCommit(func() { s.unkeyed = batch.unkeyed })
	return batch
}

// Affected returns how many rows a statement has changed.
func (b *batch) Affected(statement string, args ...any) (int64, error) {
	res, err := b.Exec(statement, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// A chunk is rows that are saved together for a task. Its digest is that of the time when it was saved and those of all its
// rows, joined by exclusive or, so that the order of the rows does not count and one can be taken away.

// Chunk makes a chunk without rows; origin is its number in the library that it comes from, nil if that is this one.
func (b *batch) Chunk(task, saved int64, puzzles int, origin any) (id int64, err error) {
	err = b.QueryRow("INSERT INTO chunk (task_id, saved_at, puzzles, origin, digest) VALUES (?, ?, ?, ?, ?) RETURNING id",
		task, saved, puzzles, origin, row.Digest(saved)).Scan(&id)
	return id, err
}

// JoinDigests adds rows to the digests of their chunks, or takes them away: digests has those of the rows of each chunk, joined.
func (b *batch) JoinDigests(digests map[int64]int64) error {
	for chunk, digest := range digests {
		if _, err := b.Exec("UPDATE chunk SET digest = (digest | ?1) - (digest & ?1) WHERE id = ?2", digest, chunk); err != nil {
			return err
		}
	}
	return nil
}
