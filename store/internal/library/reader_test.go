package library_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

// TestQueriesMakeNoFiles asks for what would make a file beside the library.
func TestQueriesMakeNoFiles(t *testing.T) {
	s := storetest.Open(t)
	dir := t.TempDir()
	for _, query := range []string{
		"ATTACH 'file:DIR/a.db?mode=rwc' AS other",
		"ATTACH 'DIR/b.db' AS other",
		"VACUUM INTO 'DIR/c.db'",
	} {
		query = strings.ReplaceAll(query, "DIR", filepath.ToSlash(dir))
		err := s.SQL(t.Context(), query, func([]string, []any) error { return nil })
		if !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%s: %v, want %v", query, err, store.ErrReadOnly)
		}
	}
	switched := strings.ReplaceAll("PRAGMA query_only = off; ATTACH 'DIR/d.db' AS other; CREATE TABLE other.t (a)", "DIR", dir)
	for _, query := range []string{switched, "PRAGMA query_only = off; DELETE FROM puzzle"} {
		if err := s.SQL(t.Context(), query, func([]string, []any) error { return nil }); err == nil {
			t.Errorf("%s: no error", query)
		}
	}
	if files := storetest.Must(os.ReadDir(dir))(t); len(files) > 0 {
		t.Errorf("files were made: %v", files)
	}
}
