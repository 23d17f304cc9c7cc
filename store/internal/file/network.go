package file

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sudokuctl/sudokuctl/store/lock"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// network names the network file system that a folder is on, "" if it is on a local disk. Tests replace it.
var network = networkAt

// alone gives a library on a network file system to one process at a time. SQLite's write-ahead log needs memory that
// all processes share, which those of several machines cannot, so there is no such log.
type alone struct {
	on   string // "" on a local disk
	lock *lock.File
}

// takeAlone keeps other processes from a library on a network file system, if the folder can be written at all.
func takeAlone(path string) (a alone, err error) {
	if a.on = network(filepath.Dir(path)); a.on == "" || folderWritable(filepath.Dir(path)) != nil {
		return a, nil
	}
	a.lock, err = lock.Take(path + ClaimInfix + "network")
	if errors.Is(err, lock.ErrHeld) {
		err = fmt.Errorf("%w, and on %s a library is for one at a time", ErrLocked, a.on)
	}
	return a, err
}

// release lets other processes have the library.
func (a *alone) release() {
	if a.lock != nil {
		_ = a.lock.Remove()
	}
}

// journal is SQLite's mode of journal for a new library.
func (a *alone) journal() string {
	if a.on == "" {
		return "WAL"
	}
	return "DELETE"
}

// options adds the journal to the options of a connection that may write. Without a log more has to be on the disk at
// the end of a transaction.
func (a *alone) options(common string) string {
	if a.on == "" {
		return common + "&_journal_mode=WAL&_synchronous=NORMAL"
	}
	return common + "&_journal_mode=DELETE&_synchronous=FULL"
}

// readOptions are those of a connection that reads. While nobody can write, no log is needed to read a library that has
// had one.
func (a *alone) readOptions(ctx context.Context, path, options string) (string, error) {
	if a.lock == nil {
		return readOptions(path, options), nil
	}
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 && isOurs(path) {
		if err := endLog(ctx, path); err != nil {
			return "", err
		}
	}
	return options + "&immutable=1", nil
}

// endLog writes what a log holds into the library, and removes it.
func endLog(ctx context.Context, path string) error {
	db, err := sql.Open(sqlite.Driver, dsn(path, "mode=rw&_busy_timeout=5000"))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(ctx, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE")
	return err
}

// isOurs reports whether the header of a file has our mark.
func isOurs(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var mark [4]byte
	_, err = f.ReadAt(mark[:], 68)
	return err == nil && binary.BigEndian.Uint32(mark[:]) == applicationID
}
