package formats

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/cnf"
)

// dimacsWriter writes one puzzle as a propositional formula.
type dimacsWriter struct {
	out     *bufio.Writer
	written bool
	until   func() error // ends an encoding, nil for never
}

// Write writes a record, if it is the first.
func (w *dimacsWriter) Write(r Record) error {
	if w.written {
		return fmt.Errorf("writing a second puzzle, which a DIMACS file cannot hold: %w", ErrUnfit)
	}
	var late func() bool
	if w.until != nil {
		late = func() bool { return w.until() != nil }
	}
	f, err := cnf.Encode(r.Puzzle, late)
	if errors.Is(err, cnf.ErrLate) {
		return w.until()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	w.written = true
	return f.Write(w.out)
}

// Close flushes what was written.
func (w *dimacsWriter) Close() error { return w.out.Flush() }
