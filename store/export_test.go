package store

import (
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// Path returns the name of the database file.
func (s *Store) Path() string { return s.file.Path }

// SetBusyTimeout makes the writer wait less for other processes.
func (s *Store) SetBusyTimeout(t *testing.T, ms int) { s.pragma(t, "busy_timeout", ms) }

// SetMaxPages limits the size of the file, as a full disk would.
func (s *Store) SetMaxPages(t *testing.T, pages int) { s.pragma(t, "max_page_count", pages) }

func (s *Store) pragma(t *testing.T, name string, value int) {
	t.Helper()
	err := s.update(t.Context(), func(b *write.Batch) error {
		_, err := b.Exec(fmt.Sprintf("PRAGMA %s = %d", name, value))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Portions returns how many bytes of chosen ids each query of a walk over a selection reads.
func Portions(sel Selection, size int) (bytes []int) {
	for l := range legs(sel, size) {
		bytes = append(bytes, len(l.ids))
	}
	return bytes
}
