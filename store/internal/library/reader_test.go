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
		err := s.Query(t.Context(), query, func([]string, []any) error { return nil })
		if !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%s: %v, want %v", query, err, store.ErrReadOnly)
		}
	}
	for _, query := range []string{"PRAGMA hard_heap_limit = 1", `SELECT * FROM "pragma_Soft_Heap_Limit"(1)`} {
		if err := s.Query(t.Context(), query, func([]string, []any) error { return nil }); err == nil || !strings.Contains(err.Error(), "memory") {
			t.Errorf("%s: %v", query, err)
		}
	}
	switched := strings.ReplaceAll("PRAGMA query_only = off; ATTACH 'DIR/d.db' AS other; CREATE TABLE other.t (a)", "DIR", dir)
	for _, query := range []string{switched, "PRAGMA query_only = off; DELETE FROM puzzle"} {
		if err := s.Query(t.Context(), query, func([]string, []any) error { return nil }); err == nil {
			t.Errorf("%s: no error", query)
		}
	}
	if files := storetest.Must(os.ReadDir(dir))(t); len(files) > 0 {
		t.Errorf("files were made: %v", files)
	}
}

// TestQueriesOfNothing asks what is no question, which ends one driver and is a question without an answer to the other.
func TestQueriesOfNothing(t *testing.T) {
	s := storetest.Open(t)
	none := func([]string, []any) error { return nil }
	for _, query := range []string{"", ";", " \n;; ", "/* */", "/* open", "-- all", ";\x00SELECT 1", "\ufeff"} {
		if err := s.Query(t.Context(), query, none); err == nil || !strings.Contains(err.Error(), "no statement") {
			t.Errorf("%q: %v", query, err)
		}
	}
	for _, query := range []string{"SELECT 1; -- and no more", "SELECT 1; SELECT 2; /* */"} {
		if err := s.Query(t.Context(), query, none); err != nil && !strings.Contains(err.Error(), "last semicolon") && !strings.Contains(err.Error(), "multiple statements") {
			t.Errorf("%q: %v", query, err)
		}
	}
	for _, query := range []string{";SELECT 1", "-- one\nSELECT 1", "/* one */ SELECT 1;", "\ufeffSELECT 1;"} {
		rows := 0
		if err := s.Query(t.Context(), query, func([]string, []any) error { rows++; return nil }); err != nil || rows != 1 {
			t.Errorf("%q: %d rows, %v", query, rows, err)
		}
	}
}

// TestQueriesAreBounded asks in a few words for more memory than there may be.
func TestQueriesAreBounded(t *testing.T) {
	s := storetest.Open(t)
	for query, want := range map[string]string{
		"SELECT hex(zeroblob(500000000))":                             "too big",
		"SELECT length(printf('%999999999d', 1))":                     "too big",
		"SELECT group_concat(printf('%9999d', value)) FROM generate":  "too big",
		"SELECT " + strings.Repeat("randomblob(8000000),", 200) + "0": "memory",
	} {
		query = "WITH RECURSIVE generate(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM generate LIMIT 100000) " + query
		err := s.Query(t.Context(), query, func([]string, []any) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.160s: %v, want %q", query, err, want)
		}
	}
	if err := s.SQL(t.Context(), "SELECT 1", func([]string, []any) error { return nil }); err != nil {
		t.Errorf("after that: %v", err)
	}
}
