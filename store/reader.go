package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

var (
	// nothing matches what is no statement at the beginning of a query. The driver without cgo panics if that is all of it.
	nothing = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?s:[\s;\x{FEFF}]|--[^\n]*|/\*.*?(?:\*/|$)|\x00.*)+`)
	})
	// first matches a statement up to the semicolon behind it: not one in quotation marks or a comment.
	first = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("^(?s:'[^']*'|\"[^\"]*\"|`[^`]*`|\\[[^\\]]*\\]|--[^\n]*|/\\*.*?(?:\\*/|$)|[^;])*")
	})
)

// Query is SQL for a query that a person wrote: one statement, which reads this library and nothing else. What it may take
// of memory is bounded.
func (s *Store) Query(ctx context.Context, query string, row func(columns []string, values []any) error) error {
	query = nothing().ReplaceAllString(query, "")
	statement := first().FindString(query)
	switch {
	case query == "":
		return errors.New("running query: there is no statement in it")
	case nothing().ReplaceAllString(query[len(statement):], "") != "":
		return errors.New("running query: there is more than one statement in it")
	}
	return run(ctx, s.ask, statement, row)
}

// SQL runs a reading query. Each call of row gets the column names and one row's values: int64, float64, string,
// []byte, time.Time or nil; both belong to SQL again when it returns. Statements that write are refused.
func (s *Store) SQL(ctx context.Context, query string, row func(columns []string, values []any) error) error {
	return run(ctx, s.read, query, row)
}

// run runs a query and passes its rows on.
func run(ctx context.Context, db *sql.DB, query string, row func(columns []string, values []any) error) error {
	if err := eachRow(file.Found(db.QueryContext(ctx, query)), row); err != nil {
		return fmt.Errorf("running query: %w", file.Explain(err))
	}
	return nil
}

// eachRow calls each with each row. A value of another type than each expects is a damaged one: SQLite
// stores any type in any column.
func eachRow(rows file.Rows, each func([]string, []any) error) (err error) {
	defer func() {
		cause := recover()
		if wrong, ok := cause.(*runtime.TypeAssertionError); ok {
			err = fmt.Errorf("%w: %w", row.ErrCorrupt, wrong)
		} else if cause != nil {
			panic(cause)
		}
	}()
	return rows.Values(each)
}

// Errors of questions, for errors.Is.
var (
	ErrNotFound = errors.New("not found")
	ErrDeleted  = errors.New("deleted")
)

// geometryByID returns the geometry that a row describes.
func geometryByID(ctx context.Context, s *Store, id int64) (*row.Geometry, error) {
	if stored, ok := s.geometriesByID.Load(id); ok {
		return stored.(*row.Geometry), nil
	}
	var text string
	if err := s.read.QueryRowContext(ctx, "SELECT text FROM geometry WHERE id = ?", id).Scan(&text); err != nil {
		return nil, fmt.Errorf("reading geometry %d: %w", id, file.Explain(err))
	}
	g, err := sudoku.ParseGeometry(text)
	if err != nil {
		return nil, fmt.Errorf("reading geometry %d: %w", id, err)
	}
	stored := row.NewGeometry(id, g)
	s.geometriesByID.Store(id, stored)
	return stored, nil
}

// Source says where puzzles came from. Name and SHA256 together tell sources apart.
type Source struct {
	ID      int64
	Name    string // file name, "sample:quick", a generator's order
	SHA256  string // of the file's bytes in hexadecimal, "" where there is no file
	Licence string // SPDX identifier or words, "" where unknown
}

// Licence returns the licence of a source, "" if it is unknown. What the first import states stays.
func (s *Store) Licence(ctx context.Context, source int64) (licence string, err error) {
	err = s.read.QueryRowContext(context.WithoutCancel(ctx), "SELECT licence FROM source WHERE id = ?", source).Scan(&licence)
	if err != nil {
		return "", fmt.Errorf("reading source %d: %w", source, file.Explain(err))
	}
	return licence, nil
}

// sourceName returns the name of a source, which never changes.
func sourceName(ctx context.Context, s *Store, id int64) (string, error) {
	if name, ok := s.sourceNames.Load(id); ok {
		return name.(string), nil
	}
	var name string
	if err := s.read.QueryRowContext(ctx, "SELECT name FROM source WHERE id = ?", id).Scan(&name); err != nil {
		return "", fmt.Errorf("reading source %d: %w", id, file.Explain(err))
	}
	s.sourceNames.Store(id, name)
	return name, nil
}

// notDeleted is the condition that puzzle p is not deleted, behind others.
const notDeleted = " AND p.id NOT IN (SELECT puzzle_id FROM deletion)"
