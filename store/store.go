package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// Store is a library of puzzles in one SQLite file. It is safe for concurrent use: writers wait for each
// other, and readers see the last committed state.
type Store struct {
	file           *file.File
	read, ask      *sql.DB  // its connections that read
	geometriesByID sync.Map // int64 -> *row.Geometry
	sourceNames    sync.Map // int64 -> string
	// Guarded by the file's turn to write:
	geometries map[string]*row.Geometry // by text
	unkeyed    unkeyed
	runs       map[int64]func() // under way here: gives up the lock file
}

// WhereError says what is wrong with a condition, and at which place.
type WhereError = where.Error

// TechniquesMetric is the metric whose label lists, joined by commas, the techniques that uses() asks for.
const TechniquesMetric = where.TechniquesMetric

// NotGraded says of a metric that no puzzle of the library has it, and what to do.
func NotGraded(metric string) string { return where.NotGraded(metric) }

// BesideConstraints returns the metric that puzzles with constraints have instead of another, on the same scale: no puzzle has
// both. A metric for which there is none is returned itself.
func BesideConstraints(metric string) string { return where.BesideConstraints(metric) }

// Reasons why a database cannot be opened or written, for errors.Is.
var (
	ErrNotDatabase = file.ErrNotDatabase
	ErrForeign     = file.ErrForeign
	ErrNewer       = file.ErrNewer
	ErrAltered     = file.ErrAltered
	ErrOlder       = file.ErrOlder
	ErrReadOnly    = file.ErrReadOnly
	ErrLocked      = file.ErrLocked
	ErrFull        = file.ErrFull
	ErrCorrupt     = row.ErrCorrupt
)

// SQLite returns the version of SQLite and the driver that brings it.
func SQLite() string { return sqlite.Version() }

// Open opens the database file for reading and writing; it is created, or brought to the current schema, as
// needed. [Store.Migrated] says so.
func Open(ctx context.Context, path string) (*Store, error) {
	f, indexed, err := file.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	s := newStore(f)
	if err := cmp.Or(s.renew(ctx, indexed), s.endKilled(ctx)); err != nil {
		s.Close()
		return nil, fmt.Errorf("opening database %q: %w", path, file.Explain(err))
	}
	return s, nil
}

// newStore returns the store of an open file.
func newStore(f *file.File) *Store {
	return &Store{file: f, read: f.Read, ask: f.Ask, geometries: map[string]*row.Geometry{}, runs: map[int64]func(){}}
}

// renew makes what a migration has taken away: the columns of the view library, and indexes of metrics.
func (s *Store) renew(ctx context.Context, indexed []string) error {
	var plain bool
	err := s.file.Read.QueryRowContext(ctx, `SELECT sql NOT LIKE '%LEFT JOIN%' AND EXISTS (SELECT 1 FROM metric)
		FROM sqlite_schema WHERE name = 'library'`).Scan(&plain)
	if err != nil || !plain {
		return err
	}
	if err := s.update(ctx, (*batch).RenewLibraryView); err != nil {
		return err
	}
	return s.IndexMetrics(ctx, indexed...)
}

// OpenReadOnly opens an existing database of the current schema for reading. A file in a folder where SQLite
// cannot keep its side files is read as it is.
func OpenReadOnly(ctx context.Context, path string) (*Store, error) {
	f, err := file.OpenReadOnly(ctx, path)
	if err != nil {
		return nil, err
	}
	return newStore(f), nil
}

// Close ends all connections. Everything that a method has reported as saved is saved.
func (s *Store) Close() error {
	err := s.file.Close()
	for _, release := range s.runs {
		release()
	}
	return err
}

// Migrated returns what opening the library has changed: From is 0 if it had the current schema already.
func (s *Store) Migrated() Migration { return s.file.Migration }

// Network names the network file system that the library is on, such as NFS, "" if it is on a local disk. On one, a library is
// for one process at a time.
func (s *Store) Network() string { return s.file.Network }

// Migration says that a library was brought to the current schema, and where the copy of the old file is.
type Migration = file.Migration

// Backup writes a compact copy of the last committed state of the library from, of whatever schema, to a new file,
// while others read and write. An existing file is not overwritten; a copy that is cut short is removed.
func Backup(ctx context.Context, from, path string) error { return file.Backup(ctx, from, path) }

// update runs fn in one write transaction: all of it is kept, or nothing.
func (s *Store) update(ctx context.Context, fn func(*batch) error) error {
	return s.file.Update(ctx, func(b *file.Batch) error { return fn(s.batch(b)) })
}

// load is update for many rows, whose references fn looks after: see [file.File.Load].
func (s *Store) load(ctx context.Context, fn func(*batch) error) error {
	return s.file.Load(ctx, func(b *file.Batch) error { return fn(s.batch(b)) })
}

// IndexMetrics makes questions such as se>=4.5 fast, at about 20 bytes a puzzle and metric; of the metric
// techniques, it is questions such as uses("x_wing"), at 14. Metrics that are indexed already cost nothing;
// ErrNotFound says that no grader has declared a metric.
func (s *Store) IndexMetrics(ctx context.Context, metrics ...string) error {
	names, err := where.NewNames(factsOf(ctx, s), where.Options{})
	if err != nil {
		return err
	}
	return s.update(ctx, func(b *batch) error {
		for _, name := range metrics {
			m, ok := names.Metric(name)
			if !ok {
				return fmt.Errorf("indexing metric %q: %w", name, ErrNotFound)
			}
			if err := renewIndex(b, indexName(m.ID), metricIndex(m, name)); err != nil {
				return fmt.Errorf("indexing metric %q: %w", name, err)
			}
		}
		return nil
	})
}

// renewIndex makes an index unless it is there. One of other columns, of an older schema, is dropped.
func renewIndex(b *batch, name, wanted string) error {
	var current string
	err := b.QueryRow("SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?", name).Scan(&current)
	if err == nil && current == wanted {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = b.Exec("DROP INDEX IF EXISTS main." + name + "; " + wanted)
	return err
}
