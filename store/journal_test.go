package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// TestJournalOfAKilledProcess copies a file and its rollback journal in the middle of a transaction, which is
// what a kill leaves of a file that is not in WAL mode, such as a backup.
func TestJournalOfAKilledProcess(t *testing.T) {
	s := gradedLibrary(t, 50)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := store.Backup(t.Context(), s.Path(), backup); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(string) (*store.Store, error){
		"write": func(path string) (*store.Store, error) { return store.Open(t.Context(), path) },
		"read":  func(path string) (*store.Store, error) { return store.OpenReadOnly(t.Context(), path) },
	} {
		t.Run(name, func(t *testing.T) {
			opened := must(open(killedBetween(t, backup)))(t)
			defer opened.Close()
			sound(t, opened, 50)
		})
	}
}

// killedBetween returns a copy of a file as a killed process leaves it that was deleting every grade.
func killedBetween(t *testing.T, path string) string {
	t.Helper()
	db, err := sql.Open(sqlite.Driver, "file:"+path+"?_journal_mode=DELETE&_cache_size=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec("DELETE FROM grade; UPDATE puzzle SET clues = 99, disputed = 1"); err != nil {
		t.Fatal(err)
	}
	killed := filepath.Join(t.TempDir(), "killed.db")
	write(t, killed, string(must(os.ReadFile(path))(t)))
	write(t, killed+"-journal", string(must(os.ReadFile(path+"-journal"))(t)))
	return killed
}
