package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

func init() {
	sqlite.RegisterBounded("test-bounded", 1<<20)
	sqlite.RegisterWith("test-with", sqlite.Function{Name: "twice", Arguments: 1, Call: func(a []any) (any, error) {
		switch v := a[0].(type) {
		case int64:
			return 2 * v, nil
		case string:
			return v + v, nil
		case []byte:
			return append(v, v...), nil
		case nil:
			return "no value", nil
		}
		return a[0], nil
	}})
}

func open(t *testing.T, driver, name string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestDrivers holds whichever driver this program was built with to what the library needs of it.
func TestDrivers(t *testing.T) {
	if !strings.HasPrefix(sqlite.Version(), "3.") {
		t.Errorf("version %q", sqlite.Version())
	}
	path := filepath.Join(t.TempDir(), "a b.db")
	name := "file:" + strings.ReplaceAll(path, " ", "%20")
	db := open(t, sqlite.Driver, name+"?_journal_mode=WAL&_foreign_keys=on&_cache_size=-1000&_busy_timeout=1&_txlock=immediate")
	for pragma, want := range map[string]string{"journal_mode": "wal", "foreign_keys": "1", "cache_size": "-1000", "busy_timeout": "1"} {
		var got string
		if err := db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", pragma, got, err, want)
		}
	}
	if _, err := db.Exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	for _, driver := range []string{sqlite.Driver, "test-with"} { // a bounded one refuses all of these
		db := open(t, driver, name)
		db.SetMaxOpenConns(1)
		if _, err := db.Exec("PRAGMA writable_schema = ON"); err != nil {
			t.Fatal(err)
		}
		for pragma, want := range map[string]string{"writable_schema": "0", "trusted_schema": "0", "cell_size_check": "1"} {
			var got string
			if err := db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
				t.Errorf("%s: %s is %q, %v; want %q", driver, pragma, got, err, want)
			}
		}
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	other := open(t, sqlite.Driver, name+"?_busy_timeout=1")
	if _, err := other.Exec("INSERT INTO t VALUES (2)"); sqlite.CodeOf(err) != sqlite.Busy {
		t.Errorf("writing beside a transaction: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	reading := open(t, "test-bounded", name+"?mode=ro&_query_only=on")
	if _, err := reading.Exec("ATTACH '" + path + "2' AS other"); sqlite.CodeOf(err) != sqlite.Auth {
		t.Errorf("ATTACH: %v", err)
	}
	if _, err := reading.Exec("INSERT INTO t VALUES (3)"); sqlite.CodeOf(err) != sqlite.Auth {
		t.Errorf("writing on a bounded connection: %v", err)
	}
	var number, text, bytes, none any
	err = open(t, "test-with", name).QueryRow("SELECT twice(21), twice('ab'), twice(x'0102'), twice(NULL)").Scan(&number, &text, &bytes, &none)
	if b, _ := bytes.([]byte); err != nil || number != int64(42) || text != "abab" || string(b) != "\x01\x02\x01\x02" || none != "no value" {
		t.Errorf("functions: %v %v %v %v %v", number, text, bytes, none, err)
	}
	if sqlite.CodeOf(nil) != 0 || sqlite.CodeOf(sql.ErrNoRows) != 0 {
		t.Error("a code of what is no error of SQLite")
	}
}
