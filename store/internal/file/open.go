package file

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// asking is the driver of connections that people's queries reach, and that only read. All values that the program
// stores are within their limit of length, except the numbers of the puzzles of a run of millions.
const asking = "sudokuctl-asking"

func init() {
	sqlite.RegisterBounded(asking, 4<<20, ofText("puzzle_uid", func(text string) any {
		uid := row.UIDOf([]byte(text))
		return hex.EncodeToString(uid[:])
	}), ofText("puzzle_key", func(text string) any { return row.KeyOf(row.UIDOf([]byte(text))) }))
}

// ofText makes a function of SQL of a text; of anything else it is NULL.
func ofText(name string, of func(string) any) sqlite.Function {
	return sqlite.Function{Name: name, Arguments: 1, Call: func(a []any) (any, error) {
		if text, ok := a[0].(string); ok {
			return of(text), nil
		}
		return nil, nil
	}}
}

// applicationID marks our files in their header: "sudo" in ASCII.
const applicationID = 0x7375646f

// The pragmas stand in the DSN because an Exec on a pool would reach one connection only.
const (
	commonOptions   = "_txlock=immediate&_busy_timeout=5000&_cache_size=-65536&_mutex=no"
	writerOptions   = commonOptions + "&_foreign_keys=on" // Load switches them off
	migratorOptions = commonOptions + "&_foreign_keys=off"
	backupOptions   = "mode=ro&_mutex=no&_busy_timeout=5000"
	readerOptions   = backupOptions + "&_query_only=on&_cache_size=" + readerCache + "&_stmt_cache_size=64"
	pageSize        = 8192
	readers         = 16
)

// readerCache is the cache of a reading connection, as PRAGMA cache_size has it.
const readerCache = "-16384"

// Open opens the database file for reading and writing; it is created, or brought to the current schema, as needed. It
// returns the metrics whose indexes a migration has taken away.
func Open(ctx context.Context, path string) (f *File, indexed []string, err error) {
	err = patiently(ctx, func() error {
		f, indexed, err = openWriter(ctx, path)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("opening database %q: %w", path, Explain(err))
	}
	return f, indexed, nil
}

// patience is how long other processes are waited for before the last try, which may wait as long again.
const patience = 5 * time.Second

// patiently tries again what SQLite refuses at once: it does not wait for a process that makes the log of a library, or
// removes it as the last one that closes the library, as it does for all others.
func patiently(ctx context.Context, open func() error) error {
	for begun := time.Now(); ; {
		err := open()
		if sqlite.CodeOf(err) != sqlite.Busy || time.Since(begun) > patience {
			return err
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// openWriter opens a library for writing, and makes or upgrades it.
func openWriter(ctx context.Context, path string) (f *File, indexed []string, err error) {
	blank, err := isFresh(path)
	if err != nil {
		return nil, nil, err
	}
	a, err := takeAlone(path)
	if err != nil {
		return nil, nil, err
	}
	if f, indexed, err = a.openWriter(ctx, path, blank); err != nil {
		a.release()
	}
	return f, indexed, err
}

// openWriter does so where one process at a time may use the file.
func (a *alone) openWriter(ctx context.Context, path string, blank bool) (f *File, indexed []string, err error) {
	if !blank {
		if blank, err = a.checkOwner(ctx, path); err != nil {
			return nil, nil, err
		}
	}
	if blank {
		if err := a.create(ctx, path); err != nil {
			return nil, nil, err
		}
	}
	if err := checkWritable(path); err != nil {
		return nil, nil, err
	}
	migration, indexed, err := a.bringUpToDate(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	write, err := sql.Open(writing, dsn(path, a.options(writerOptions)))
	if err != nil {
		return nil, nil, err
	}
	write.SetMaxOpenConns(1)
	read, ask, err := openReaders(ctx, path, readerOptions)
	if err != nil {
		write.Close()
		return nil, nil, err
	}
	return &File{Path: path, Network: a.on, Migration: migration, Read: read, Ask: ask, write: write, alone: *a}, indexed, nil
}

// OpenReadOnly opens an existing database of the current schema for reading. A file in a folder where SQLite
// cannot keep its side files is read as it is.
func OpenReadOnly(ctx context.Context, path string) (*File, error) {
	var s *File
	err := patiently(ctx, func() (err error) {
		s, err = openForReading(ctx, path)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("opening database %q: %w", path, Explain(err))
	}
	return s, nil
}

// openForReading opens a library that may not be written.
func openForReading(ctx context.Context, path string) (*File, error) {
	fresh, err := isFresh(path)
	if err != nil {
		return nil, err
	}
	if fresh {
		return nil, fs.ErrNotExist
	}
	a, err := takeAlone(path)
	if err != nil {
		return nil, err
	}
	f, err := a.openForReading(ctx, path)
	if err != nil {
		a.release()
	}
	return f, err
}

// openForReading does so where one process at a time may use the file.
func (a *alone) openForReading(ctx context.Context, path string) (*File, error) {
	err := checkHeader(path)
	if err == nil && unfinished(path) {
		_, err = a.checkOwner(ctx, path)
	}
	if err != nil {
		return nil, err
	}
	options, err := a.readOptions(ctx, path, readerOptions)
	if err != nil {
		return nil, err
	}
	read, ask, err := openReaders(ctx, path, options)
	if err != nil {
		return nil, err
	}
	if _, err := checkIdentity(ctx, read); err != nil {
		read.Close()
		if !errors.Is(err, ErrForeign) {
			tidy(path)
		}
		return nil, err
	}
	version, err := userVersion(ctx, read)
	if err == nil && version == 0 && checkWritable(path) == nil {
		// The maker of the file was killed before its first table.
		read.Close()
		return a.openUnborn(ctx, path)
	}
	if err == nil && version < schemaVersion {
		err = fmt.Errorf("%w: schema %d, this program needs %d", ErrOlder, version, schemaVersion)
	}
	if err != nil {
		read.Close()
		tidy(path)
		return nil, err
	}
	return &File{Path: path, Network: a.on, Read: read, Ask: ask, alone: *a, immutable: strings.Contains(options, "immutable=1")}, nil
}

// tidy removes the empty log that a reader leaves behind, for only a connection that may write removes it. While
// others use the library it stays.
func tidy(path string) {
	if log, err := os.Stat(path + "-wal"); err != nil || log.Size() > 0 || checkWritable(path) != nil {
		return
	}
	db, err := sql.Open(sqlite.Driver, dsn(path, "mode=rw"))
	if err != nil {
		return
	}
	defer db.Close()
	var version int
	_ = db.QueryRow("PRAGMA user_version").Scan(&version)
}

// openUnborn makes the tables of a library that has none yet, and opens it for reading.
func (a *alone) openUnborn(ctx context.Context, path string) (*File, error) {
	if _, _, err := a.bringUpToDate(ctx, path); err != nil {
		return nil, err
	}
	return a.openForReading(ctx, path)
}

// openReaders opens connections for reading, and others for queries that people write, none of which is kept open, so
// that the memory of a query is given back.
func openReaders(ctx context.Context, path, options string) (read, ask *sql.DB, err error) {
	if read, err = sql.Open(sqlite.Driver, dsn(path, options)); err != nil {
		return nil, nil, err
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	if err := read.PingContext(ctx); err != nil {
		read.Close()
		return nil, nil, err
	}
	if ask, err = sql.Open(asking, dsn(path, options)); err != nil {
		read.Close()
		return nil, nil, err
	}
	ask.SetMaxOpenConns(readers)
	ask.SetMaxIdleConns(-1)
	return read, ask, nil
}

// dsn returns the address of a file with options of the driver.
func dsn(path, options string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + "?" + options
}

// isFresh reports whether there is no file yet, or an empty one.
func isFresh(path string) (bool, error) {
	if path == ":memory:" {
		return false, errors.New("is not a file, and a library must outlive the command that makes it; name a file")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true, nil
	case err != nil:
		return false, err
	case info.IsDir():
		return false, errors.New("is a folder")
	}
	return info.Size() == 0, nil
}

// create writes the header of a new file: the page size can only be chosen before anything else is written,
// and the owner's mark must be there before the first table, lest a killed process leave a file that nobody
// owns.
func (a *alone) create(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	f.Close()
	db, err := sql.Open(sqlite.Driver, dsn(path, "_busy_timeout=5000"))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(ctx,
		fmt.Sprintf("PRAGMA page_size = %d; PRAGMA application_id = %d; PRAGMA journal_mode = %s", pageSize, applicationID, a.journal()))
	return err
}

// checkOwner refuses files that are no database, not ours, or newer than this program, without writing to
// them. It reports whether a database is blank, which is taken for one of ours in the making.
func (a *alone) checkOwner(ctx context.Context, path string) (blank bool, err error) {
	if err := checkHeader(path); err != nil {
		return false, err
	}
	options, err := a.readOptions(ctx, path, readerOptions)
	if err != nil {
		return false, err
	}
	if unfinished(path) {
		options = "mode=rw&_busy_timeout=5000&_query_only=on"
	}
	db, err := sql.Open(sqlite.Driver, dsn(path, options))
	if err != nil {
		return false, err
	}
	blank, err = checkIdentity(ctx, db)
	db.Close()
	if err != nil && !errors.Is(err, ErrForeign) {
		tidy(path)
	}
	return blank, err
}

// checkHeader reports whether a file is a database of SQLite.
func checkHeader(path string) error {
	header := make([]byte, 100)
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if n, _ := f.Read(header); n < len(header) || !strings.HasPrefix(string(header), magic) {
		return ErrNotDatabase
	}
	return nil
}

// unfinished reports whether a killed process has left a rollback journal, as one that had just opened a
// backup for writing can: SQLite then puts the file back as it was, for which it must be allowed to write.
func unfinished(path string) bool {
	info, err := os.Stat(path + "-journal")
	return err == nil && info.Size() > 0 && checkWritable(path) == nil
}

// readOptions adds to options of a reader what a file needs beside which SQLite cannot keep its log.
func readOptions(path, options string) string {
	if _, err := os.Stat(path + "-wal"); err != nil && checkWritable(path) != nil {
		return options + "&immutable=1"
	}
	return options
}

// checkIdentity refuses a database of another program, and reports whether it is empty. It reads in one transaction:
// another process may be making the tables.
func checkIdentity(ctx context.Context, db *sql.DB) (blank bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	var app, tables int
	query := "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id"
	if err := tx.QueryRowContext(ctx, query).Scan(&app, &tables); err != nil {
		return false, err
	}
	if app != applicationID && (app != 0 || tables > 0) {
		return false, fmt.Errorf("%w: application id %#x and %d tables, indexes and views", ErrForeign, app, tables)
	}
	version, err := userVersion(ctx, tx)
	if err == nil && version > schemaVersion {
		err = fmt.Errorf("%w: schema %d, this program knows %d", ErrNewer, version, schemaVersion)
	}
	if err == nil {
		err = checkObjects(ctx, tx, version)
	}
	return app == 0, err
}

// checkWritable finds out whether file and folder can be written: SQLite keeps its log beside the file.
func checkWritable(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	f.Close()
	return folderWritable(filepath.Dir(path))
}
