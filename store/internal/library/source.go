package library

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
)

// Source says where puzzles came from. Name and SHA256 together tell sources apart.
type Source struct {
	ID      int64
	Name    string // file name, "sample:quick", a generator's order
	SHA256  string // of the file's bytes in hexadecimal, "" where there is no file
	Licence string // SPDX identifier or words, "" where unknown
}

// Licence returns the licence of a source, "" if it is unknown. What the first import states stays.
func (s *Reader) Licence(ctx context.Context, source int64) (licence string, err error) {
	err = s.read.QueryRowContext(context.WithoutCancel(ctx), "SELECT licence FROM source WHERE id = ?", source).Scan(&licence)
	if err != nil {
		return "", fmt.Errorf("reading source %d: %w", source, file.Explain(err))
	}
	return licence, nil
}

// sourceName returns the name of a source, which never changes.
func sourceName(ctx context.Context, s *Reader, id int64) (string, error) {
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
