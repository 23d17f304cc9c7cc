package file

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
)

// A File is the open database. It is safe for concurrent use: writers wait for each other, and readers see
// the last committed state.
type File struct {
	Path      string
	Migration Migration // what opening it has changed
	Read      *sql.DB   // connections that see the last committed state
	write     *sql.DB   // one connection; nil when opened for reading
	mu        sync.Mutex
}

// Close ends all connections. Everything that Update has kept is saved.
func (f *File) Close() error {
	err := f.Read.Close()
	if f.write != nil {
		if writeErr := f.write.Close(); err == nil {
			err = writeErr
		}
	} else {
		tidy(f.Path)
	}
	if err != nil {
		return fmt.Errorf("closing database %q: %w", f.Path, Explain(err))
	}
	return nil
}

// Update runs fn in one write transaction: all of it is kept, or nothing. One batch is written at a time.
func (f *File) Update(ctx context.Context, fn func(*Batch) error) error {
	if f.write == nil {
		return fmt.Errorf("writing database %q: %w", f.Path, ErrReadOnly)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	tx, err := f.write.BeginTx(ctx, nil)
	b := &Batch{ctx: ctx, tx: tx}
	if err == nil {
		defer tx.Rollback()
		err = fn(b)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return fmt.Errorf("writing database %q: %w", f.Path, Explain(err))
	}
	for _, then := range b.then {
		then()
	}
	return nil
}
