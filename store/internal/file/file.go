// Package file keeps the database file: it makes, opens, migrates and backs up SQLite files, and writes them in
// batches, each one transaction. It knows the schema, and not the meaning of the rows.
package file

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// A File is the open database. It is safe for concurrent use: writers wait for each other, and readers see
// the last committed state.
type File struct {
	Path      string
	Network   string    // file system that other machines can reach the file by, "" if it is on a local disk
	Migration Migration // what opening it has changed
	Read      *sql.DB   // connections that see the last committed state
	Ask       *sql.DB   // the same for queries that people write, within bounds
	write     *sql.DB   // one connection; nil when opened for reading
	mu        sync.Mutex
	watched   any // the connection that keeps digests
	alone     alone
	immutable bool // nobody can write it while it is read
}

// Close ends all connections. Everything that Update has kept is saved.
func (f *File) Close() error {
	err := errors.Join(f.Ask.Close(), f.Read.Close())
	if f.write != nil {
		if writeErr := f.write.Close(); err == nil {
			err = writeErr
		}
	}
	tidy(f.Path)
	f.alone.release()
	if err != nil {
		return fmt.Errorf("closing database %q: %w", f.Path, Explain(err))
	}
	return nil
}

// Update runs fn in one write transaction: all of it is kept, or nothing. One batch is written at a time.
func (f *File) Update(ctx context.Context, fn func(*Batch) error) error {
	return f.update(ctx, "ON", fn)
}

// Load is Update for many rows. SQLite does not look up what each row refers to: fn writes no reference to a row that is
// not there. Looking up takes time of its own, and a statement that may fail halfway because of it copies every page that it
// changes, which for rows in random order is a page a row.
func (f *File) Load(ctx context.Context, fn func(*Batch) error) error {
	return f.update(ctx, "OFF", fn)
}

// update runs fn in a write transaction.
func (f *File) update(ctx context.Context, foreignKeys string, fn func(*Batch) error) error {
	if f.write == nil {
		return fmt.Errorf("writing database %q: %w", f.Path, ErrReadOnly)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	b := &Batch{ctx: ctx}
	if err := f.transact(b, foreignKeys, fn); err != nil {
		return fmt.Errorf("writing database %q: %w", f.Path, Explain(err))
	}
	for _, then := range b.then {
		then()
	}
	return nil
}

// transact runs fn in one transaction.
func (f *File) transact(b *Batch, foreignKeys string, fn func(*Batch) error) error {
	conn, err := f.write.Conn(b.ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	b.conn = conn
	// Only between transactions can it be switched.
	if _, err := conn.ExecContext(b.ctx, "PRAGMA foreign_keys = "+foreignKeys); err != nil {
		return err
	}
	if err := f.watch(b.ctx, conn); err != nil {
		return err
	}
	if b.tx, err = conn.BeginTx(b.ctx, nil); err != nil {
		return err
	}
	defer b.tx.Rollback()
	if err := fn(b); err != nil {
		return err
	}
	return b.tx.Commit()
}

// Attach has transactions read another library under the name other, until detach is called. setUp and tearDown are run with it.
func (f *File) Attach(ctx context.Context, other *File, setUp, tearDown string) (detach func(), err error) {
	name := dsn(other.Path, "mode=ro")
	if other.immutable {
		name += "&immutable=1"
	}
	if err := f.outside(ctx, "ATTACH ? AS other", name); err != nil {
		return nil, fmt.Errorf("reading %q: %w", other.Path, err)
	}
	detach = func() { _ = f.outside(context.WithoutCancel(ctx), tearDown+"; DETACH other") }
	if err := f.outside(ctx, setUp); err != nil {
		detach()
		return nil, fmt.Errorf("reading %q: %w", other.Path, err)
	}
	return detach, nil
}

// outside runs statements outside of transactions.
func (f *File) outside(ctx context.Context, statements string, args ...any) error {
	if f.write == nil {
		return fmt.Errorf("writing database %q: %w", f.Path, ErrReadOnly)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.write.ExecContext(ctx, statements, args...)
	return err
}
