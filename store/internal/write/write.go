// Package write says how what is new gets into the tables: a [Batch] finds or makes the rows of geometries, sources,
// plugins and metrics, recognises puzzles, and joins answers with what was known. Importing, saving a task's answers and
// merging libraries all write through it.
package write

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// A Writer writes a library in batches. It is safe for concurrent use: writers wait for each other.
type Writer struct {
	File *file.File
	// Guarded by the file's turn to write:
	geometries map[string]row.Geometry // by text
	unkeyed    unkeyed
}

// NewWriter returns the writer of an open library.
func NewWriter(f *file.File) *Writer { return &Writer{File: f, geometries: map[string]row.Geometry{}} }

// Batch is one write transaction.
type Batch struct {
	*file.Batch
	latest row.Geometry            // asked for last
	known  map[string]row.Geometry // the writer's, by text
	made   map[string]row.Geometry // new in this batch, by text

	unkeyed unkeyed
}

// Update runs fn in one write transaction: all of it is kept, or nothing.
func (w *Writer) Update(ctx context.Context, fn func(*Batch) error) error {
	return w.File.Update(ctx, func(b *file.Batch) error { return fn(w.batch(b)) })
}

// Load is Update for many rows, whose references fn looks after: see [file.File.Load].
func (w *Writer) Load(ctx context.Context, fn func(*Batch) error) error {
	return w.File.Load(ctx, func(b *file.Batch) error { return fn(w.batch(b)) })
}

func (w *Writer) batch(b *file.Batch) *Batch {
	batch := &Batch{Batch: b, known: w.geometries, unkeyed: w.unkeyed}
	w.unkeyed = unkeyed{} // if the batch fails, its keys are not in the library
	b.AfterCommit(func() { w.unkeyed = batch.unkeyed })
	return batch
}

// Affected returns how many rows a statement has changed.
func (b *Batch) Affected(statement string, args ...any) (int64, error) {
	res, err := b.Exec(statement, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

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
