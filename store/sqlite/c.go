//go:build cgo

package sqlite

/*
typedef struct sqlite3 sqlite3;
int sqlite3_auto_extension(void (*)(void));
int sqlite3_db_config(sqlite3 *, int, ...);
int sqlite3_exec(sqlite3 *, const char *, void *, void *, char **);

// SQLITE_DBCONFIG_DEFENSIVE and SQLITE_DBCONFIG_TRUSTED_SCHEMA
static int defend(sqlite3 *db) {
	int rc = sqlite3_db_config(db, 1010, 1, (int *)0);
	if (rc == 0) rc = sqlite3_db_config(db, 1017, 0, (int *)0);
	if (rc == 0) rc = sqlite3_exec(db, "PRAGMA cell_size_check = ON", 0, 0, 0);
	return rc;
}

static int defend_all(void) { return sqlite3_auto_extension((void (*)(void))defend); }
*/
import "C"

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// Driver is the name of the driver for database/sql.
const Driver = "sqlite3"

// init has SQLite distrust the file in every connection that it opens: a schema may call harmless functions only, no
// statement writes the schema itself or does without a journal, and a damaged page is found when it is read.
func init() {
	if code := C.defend_all(); code != 0 {
		panic(fmt.Sprintf("sqlite: cannot defend connections: error %d", code))
	}
}

// Version returns the version of SQLite and the driver that brings it.
func Version() string {
	version, _, _ := sqlite3.Version()
	return version + " (go-sqlite3)"
}

// CodeOf returns the code of an error of SQLite, 0 if it is another error.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[sqlite3.Error](err); ok {
		return Code(e.Code)
	}
	return 0
}

// Limits of memory for all connections of a process: at the first caches give way, at the second statements fail.
const softLimit, hardLimit = 128 << 20, 256 << 20

// RegisterBounded registers a driver for queries that people write. Its connections only read: see authorize. No value may
// have more than length bytes, and if SQLite needs more memory than hardLimit in all connections of the process, it is out
// of memory. The connections know functions, which no view or index of the library may need.
func RegisterBounded(name string, length int, functions ...Function) {
	sql.Register(name, &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		c.SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, length)
		_, err := c.Exec(fmt.Sprintf("PRAGMA soft_heap_limit = %d; PRAGMA hard_heap_limit = %d", softLimit, hardLimit), nil)
		if err == nil {
			err = know(c, functions)
		}
		c.RegisterAuthorizer(func(action int, first, second, _ string) int { return authorize(action, first, second) })
		return err
	}})
}

// RegisterWith registers a driver whose connections know functions.
func RegisterWith(name string, functions ...Function) {
	sql.Register(name, &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error { return know(c, functions) }})
}

// know has a connection know functions.
func know(c *sqlite3.SQLiteConn, functions []Function) error {
	for _, f := range functions {
		call := func(arguments ...any) (any, error) {
			for i, a := range arguments {
				if bytes, ok := a.([]byte); ok && bytes == nil { // is how the driver hands NULL over
					arguments[i] = nil
				}
			}
			return f.Call(arguments)
		}
		if err := c.RegisterFunc(f.Name, call, true); err != nil {
			return err
		}
	}
	return nil
}
