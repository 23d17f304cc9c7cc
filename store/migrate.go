package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed schema/*.sql
var schemaFiles embed.FS

// schemaVersion is the newest migration's number; each migration sets it as user_version.
const schemaVersion = 3

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
