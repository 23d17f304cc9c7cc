package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"
)

// Store is a library of puzzles in one SQLite file. It is safe for concurrent use: writers wait for each
// other, and readers see the last committed state.
type Store struct {
	reader
	path       string
	migration  Migration
	write      *sql.DB             // one connection; nil when opened for reading
	mu         sync.Mutex          // held while a batch is written
	geometries map[string]geometry // by text, guarded by mu
}

// Close ends all connections. Everything that a method has reported as saved is saved.
func (s *Store) Close() error {
	err := s.read.Close()
	if s.write != nil {
		if writeErr := s.write.Close(); err == nil {
			err = writeErr
		}
	} else {
		tidy(s.path)
	}
	if err != nil {
		return fmt.Errorf("closing database %q: %w", s.path, explain(err))
	}
	return nil
}

// Migrated returns what opening the library has changed: From is 0 if it had the current schema already.
func (s *Store) Migrated() Migration { return s.migration }

// update runs fn in one write transaction: all of it is kept, or nothing.
func (s *Store) update(ctx context.Context, fn func(*batch) error) error {
	if s.write == nil {
		return fmt.Errorf("writing database %q: %w", s.path, ErrReadOnly)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	tx, err := s.write.BeginTx(ctx, nil)
	b := &batch{ctx: ctx, tx: tx, known: s.geometries}
	if err == nil {
		defer tx.Rollback()
		err = fn(b)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return fmt.Errorf("writing database %q: %w", s.path, explain(err))
	}
	for _, then := range b.then {
		then()
	}
	return nil
}

// millis is how times are stored.
func millis(t time.Time) int64 { return t.UnixMilli() }
