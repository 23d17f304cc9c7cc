package store_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

// TestRenameTag renames a tag to a new name, and then to one that other puzzles have.
func TestRenameTag(t *testing.T) {
	s := storetest.GradedLibrary(t, 20)
	if err := s.Tag(t.Context(), "y", 1, 10); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		puzzles  int64
	}{{"x", "z", 2}, {"y", "z", 3}, {"z", "z", 3}} {
		if n, err := s.RenameTag(t.Context(), c.from, c.to); err != nil || n != c.puzzles {
			t.Errorf("from %s to %s: %d puzzles, %v", c.from, c.to, n, err)
		}
	}
	if tags := storetest.One(t, s, "SELECT group_concat(tag || ' ' || puzzles) FROM tags"); tags != "z 3" {
		t.Errorf("tags %q", tags)
	}
	storetest.Sound(t, s, 20)
}
