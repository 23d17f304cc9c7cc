package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

//go:embed schema/*.sql
var schemaFiles embed.FS

// schemaVersion is the newest migration's number; each migration sets it as user_version.
const schemaVersion = 5

// migrating is the driver of a connection that migrates: it knows functions that no stored view or index may
// need.
const migrating = "sudokuctl-migrating"

func init() {
	sql.Register(migrating, &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		if err := c.RegisterFunc("puzzle_key", keyOf, true); err != nil {
			return err
		}
		return c.RegisterFunc("pattern_symmetry", storedSymmetry, true)
	}})
}

// storedSymmetry returns the symmetries of stored cells.
func storedSymmetry(geometryText string, cells any) (int64, error) {
	shape, err := sudoku.ParseGeometry(geometryText)
	if err != nil {
		return 0, err
	}
	g := newGeometry(0, shape)
	p, err := g.puzzle(cells)
	if err != nil {
		return 0, err
	}
	return g.symmetry(p), nil
}

// bringUpToDate migrates an older file, on a connection of its own that does not enforce foreign keys, for
// tables that others refer to cannot be made anew otherwise. It returns the metrics that had an index.
func bringUpToDate(ctx context.Context, path string) (indexed []string, err error) {
	db, err := sql.Open(migrating, dsn(path, migratorOptions))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	version, err := userVersion(ctx, db)
	if err != nil || version == schemaVersion {
		return nil, err
	}
	if version > 0 {
		if indexed, err = indexedMetrics(ctx, db); err != nil {
			return nil, err
		}
	}
	return indexed, migrate(ctx, db)
}

func indexedMetrics(ctx context.Context, db *sql.DB) (names []string, err error) {
	rows, err := db.QueryContext(ctx, `SELECT DISTINCT m.name FROM metric m
		JOIN sqlite_schema x ON x.type = 'index' AND x.name = 'grade_metric_' || m.id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// migrate brings the database to the current schema. Each migration is one transaction, so a process that
// dies between leaves an older schema, never half of one. When another process migrates at the same time,
// one of the two finds a step done already and looks again.
func migrate(ctx context.Context, db *sql.DB) error {
	for before := -1; ; {
		version, err := userVersion(ctx, db)
		if err != nil || version == schemaVersion {
			return err
		}
		err = migrateFrom(ctx, db, version)
		if err == nil || version == before {
			return err
		}
		before = version
	}
}

func migrateFrom(ctx context.Context, db *sql.DB, version int) error {
	files, err := fs.Sub(schemaFiles, "schema")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return fmt.Errorf("reading migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrating from schema %d to %d: %w", version, schemaVersion, err)
	}
	return nil
}

func userVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}
