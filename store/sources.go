package store

import (
	"context"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Source says where puzzles came from. Name and SHA256 together tell sources apart.
type Source struct {
	ID      int64
	Name    string // file name, "sample:quick", a generator's order
	SHA256  string // of the file's bytes in hexadecimal, "" where there is no file
	Licence string // SPDX identifier or words, "" where unknown
}

// Origin is a place that is not part of the import at hand.
type Origin struct {
	Source       // its ID does not count
	Line   int64 // from 1, 0 where there is none
}

// place is a line of a source.
type place struct {
	source int64
	line   any // int64, or nil
}

// sourceOf returns the id of a source, which is made when it is new.
func (b *batch) sourceOf(src Source) (id int64, err error) {
	err = b.QueryRow(`INSERT INTO source (name, sha256, licence, imported_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (name, sha256) DO UPDATE SET licence = iif(licence = '', excluded.licence, licence) RETURNING id`,
		plain.Line(src.Name), src.SHA256, plain.Line(src.Licence), millis(time.Now())).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("storing source %q: %w", src.Name, err)
	}
	return id, nil
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
func (s *reader) sourceName(ctx context.Context, id int64) (string, error) {
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
