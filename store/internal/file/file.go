// Package file keeps the database file: it makes, opens, migrates and backs up SQLite files, and writes them in
// batches, each one transaction. It knows the schema, and not the meaning of the rows.
//
// # Tables
//
//   - geometry: canonical texts. A puzzle names one by number.
//   - source, recurrence: files with their hash, and lines that hold a known puzzle. A puzzle is stored once, and
//     every place is known. A source says how many puzzles were first seen there, and between which numbers.
//   - puzzle: cells, clues, symmetries, first place; the verdict, dispute and first solution of all solvers together;
//     one result with this verdict. It is unique by cells and geometry. Mostly one solver is asked, so one row has a
//     puzzle and its answer. A result that has measures or an error, says something else, or comes second is in
//     result.
//   - puzzle_key, keyed: puzzles by the first 48 bits of the SHA-256 of their text; the puzzle up to which that holds.
//     An index of the cells would be three times as large. Puzzles with equal keys are compared. The newest keys stay
//     in memory and are written in order, many at a time, because an index would write each to a page of its own.
//     After a kill the next writer completes the table.
//   - canonical, duplicate: 16 bytes of a hash of the canonical form, which isomorphs share; links to the oldest.
//     Nothing is deleted.
//   - puzzle_constraint: how many constraints of each name a puzzle has and, behind kind:, how many clauses of each
//     kind. Conditions find such puzzles. A puzzle without any has no row.
//   - deletion: puzzles that are hidden until they are restored. All that is known of such a puzzle stays. Importing
//     it again does not bring it back.
//   - tag, puzzle_tag, edit: tags, their givers and times; when a person last changed a puzzle. The column modified_at
//     of views follows from these, from chunks and from the source.
//   - play: plays, by an id that is the same in every library. Ratings are computed from all plays at any time, and a
//     merge knows a play that is here.
//   - solution: solutions beyond the first. A solution in hand outweighs a claim that there are no others.
//   - algorithm, plugin, metric: the name of a plugin; its version and settings; its metrics and their slots.
//   - run, task, chunk: a run, a plugin's work in it, rows that were saved together. Each result and grade names its
//     chunk, which is its provenance. A chunk has a hash of 64 bits of all its rows and of its time, so that a changed
//     value is noticed.
//   - digest: a hash of 64 bits of each table's rows. A change that contradicts nothing else is noticed.
//   - result: verdict, solutions found, time, guesses, measures, error. The answers that no row of puzzle has. All are
//     kept.
//   - grade: the numbers of one grader for one puzzle, in the column of their metric.slot, from slot 8 on in the JSON
//     array more. One row instead of one for each metric takes a third of the room and time. A whole number is value
//     times metric.divisor, so that 2.6 takes one byte instead of eight. Other numbers are REAL.
//   - wording: labels of a grade as a JSON object by slot. Most puzzles share them with many others.
//   - publication: puzzles that daily and book have shown, with a hash of the canonical form. No series shows a puzzle
//     or an image of one twice, and a past day never changes.
//   - merged: states of libraries that were merged to the end. Such a library is not read again. Taking something away
//     here, such as a tag, clears the table.
//   - verdict: names of verdicts.
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
