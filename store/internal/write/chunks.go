package write

import "github.com/sudokuctl/sudokuctl/store/internal/row"

// A chunk is rows that are saved together for a task. Its digest is that of the time when it was saved and those of all its
// rows, joined by exclusive or, so that the order of the rows does not count and one can be taken away.

// Chunk makes a chunk without rows; origin is its number in the library that it comes from, nil if that is this one.
func (b *Batch) Chunk(task, saved int64, puzzles int, origin any) (id int64, err error) {
	err = b.QueryRow("INSERT INTO chunk (task_id, saved_at, puzzles, origin, digest) VALUES (?, ?, ?, ?, ?) RETURNING id",
		task, saved, puzzles, origin, row.Digest(saved)).Scan(&id)
	return id, err
}

// JoinDigests adds rows to the digests of their chunks, or takes them away: digests has those of the rows of each chunk, joined.
func (b *Batch) JoinDigests(digests map[int64]int64) error {
	for chunk, digest := range digests {
		if _, err := b.Exec("UPDATE chunk SET digest = (digest | ?1) - (digest & ?1) WHERE id = ?2", digest, chunk); err != nil {
			return err
		}
	}
	return nil
}
