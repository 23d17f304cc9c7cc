package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestQueriesReadAlone asks for whatever is more than reading this library: it is refused with a sentence, and nothing of
// it is done.
func TestQueriesReadAlone(t *testing.T) {
	s := newLibrary(t)
	dir := t.TempDir()
	none := func([]string, []any) error { return nil }
	for _, query := range []string{
		"ATTACH 'file:DIR/a.db?mode=rwc' AS other", "ATTACH 'DIR/b.db' AS other", "VACUUM INTO 'DIR/c.db'", "VACUUM", "DETACH main",
		"PRAGMA temp_store_directory = 'DIR'", "PRAGMA temp_store_directory = 'DIR/nowhere'", "PRAGMA temp_store_directory",
		"PRAGMA data_store_directory", "PRAGMA database_list", "SELECT * FROM pragma_database_list", "PRAGMA hard_heap_limit = 1",
		"SELECT * FROM pragma_soft_heap_limit", "PRAGMA query_only = off", "PRAGMA main.cache_size = 1000000", "PRAGMA journal_mode",
		"PRAGMA locking_mode = exclusive", "PRAGMA temp_store = memory", "PRAGMA writable_schema = on", "PRAGMA user_version = 1",
		"PRAGMA integrity_check", "PRAGMA optimize", "PRAGMA function_list", "PRAGMA trusted_schema = on", "PRAGMA threads = 8",
		"BEGIN", "COMMIT", "SAVEPOINT a", "CREATE TABLE a (b)", "CREATE TEMP TABLE a (b)", "CREATE TEMP VIEW a AS SELECT 1",
		"CREATE VIRTUAL TABLE temp.a USING fts3(b)",
		"CREATE INDEX a ON tag (name)", "DROP TABLE tag", "ALTER TABLE tag RENAME TO a", "ANALYZE", "REINDEX", "DELETE FROM puzzle",
		"INSERT INTO tag (name) VALUES ('x')", "UPDATE tag SET name = 'x'", "WITH a AS (SELECT 1) DELETE FROM puzzle",
		"SELECT load_extension('DIR/x.so')", "SELECT fts3_tokenizer('simple')", "EXPLAIN DELETE FROM puzzle",
	} {
		query = strings.ReplaceAll(query, "DIR", filepath.ToSlash(dir))
		err := s.Query(t.Context(), query, none)
		if err == nil || strings.Contains(err.Error(), "writable directory") {
			t.Errorf("%s: %v", query, err)
		} else if !errors.Is(err, store.ErrReadOnly) && !strings.Contains(err.Error(), "not authorized") && !strings.Contains(err.Error(), "no such") {
			t.Errorf("%s: %v, want %v", query, err, store.ErrReadOnly)
		}
	}
	for _, query := range []string{"PRAGMA query_only = off; DELETE FROM puzzle", "SELECT 1; SELECT 2",
		"CREATE TEMP TRIGGER a AFTER INSERT ON tag BEGIN DELETE FROM puzzle; END", "DROP TABLE tag; SELECT 1",
		"SELECT ';' -- '\n; SELECT 2 -- '", "SELECT \"a;\" FROM (SELECT 1 AS \"a;\"); SELECT 1"} {
		if err := s.Query(t.Context(), query, none); err == nil || !strings.Contains(err.Error(), "more than one statement") {
			t.Errorf("%s: %v", query, err)
		}
	}
	for _, query := range []string{"PRAGMA table_info(puzzle)", "PRAGMA table_xinfo(puzzles)", "SELECT * FROM pragma_table_list", "PRAGMA index_list(puzzle)",
		"PRAGMA foreign_key_list(result)", "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c", "EXPLAIN QUERY PLAN SELECT * FROM puzzles",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9) SELECT * FROM n JOIN json_each('[1,2]')", "VALUES (';'), (2) -- ;",
		"SELECT count(*), sum(length(name)) OVER () FROM tag; -- ; and no more", "SELECT [a;] FROM (SELECT 1 AS [a;])"} {
		if err := s.Query(t.Context(), query, none); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
	if files := must(os.ReadDir(dir))(t); len(files) > 0 {
		t.Errorf("files were made: %v", files)
	}
}

// TestQueriesOfNothing asks what is no question, which ends one driver and is a question without an answer to the other.
func TestQueriesOfNothing(t *testing.T) {
	s := newLibrary(t)
	none := func([]string, []any) error { return nil }
	for _, query := range []string{"", ";", " \n;; ", "/* */", "/* open", "-- all", ";\x00SELECT 1", "\ufeff"} {
		if err := s.Query(t.Context(), query, none); err == nil || !strings.Contains(err.Error(), "no statement") {
			t.Errorf("%q: %v", query, err)
		}
	}
	for _, query := range []string{";SELECT 1", "-- one\nSELECT 1", "/* one */ SELECT 1;", "\ufeffSELECT 1;", "SELECT 1; -- and no more", "SELECT 1; /* */;"} {
		rows := 0
		if err := s.Query(t.Context(), query, func([]string, []any) error { rows++; return nil }); err != nil || rows != 1 {
			t.Errorf("%q: %d rows, %v", query, rows, err)
		}
	}
}

// TestQueriesAreBounded asks in a few words for more memory than there may be.
func TestQueriesAreBounded(t *testing.T) {
	s := newLibrary(t)
	for query, want := range map[string]string{
		"SELECT hex(zeroblob(500000000))":                             "too big",
		"SELECT length(printf('%999999999d', 1))":                     "too big",
		"SELECT group_concat(printf('%9999d', value)) FROM generate":  "too big",
		"SELECT " + strings.Repeat("randomblob(4000000),", 200) + "0": "memory",
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
