package store

import (
	"fmt"
	"testing"
)

// SetBusyTimeout makes the writer wait less for other processes.
func (s *Store) SetBusyTimeout(t *testing.T, ms int) { s.pragma(t, "busy_timeout", ms) }

// SetMaxPages limits the size of the file, as a full disk would.
func (s *Store) SetMaxPages(t *testing.T, pages int) { s.pragma(t, "max_page_count", pages) }

func (s *Store) pragma(t *testing.T, name string, value int) {
	t.Helper()
	if _, err := s.write.Exec(fmt.Sprintf("PRAGMA %s = %d", name, value)); err != nil {
		t.Fatal(err)
	}
}
