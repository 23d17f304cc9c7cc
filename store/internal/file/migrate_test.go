package file

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write schema/library.sql anew")

// TestNewLibraryHasTheNewestSchema compares the script that makes a library with what all steps make of an empty file,
// byte by byte and row by row.
func TestNewLibraryHasTheNewestSchema(t *testing.T) {
	ctx := t.Context()
	after := func(do func(*sql.DB) error) string {
		t.Helper()
		db, err := openMigrator(":memory:", "mode=memory")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := do(db); err != nil {
			t.Fatal(err)
		}
		return script(t, ctx, db)
	}
	steps := after(func(db *sql.DB) error {
		for step := 1; step <= schemaVersion; step++ {
			if err := migrateBy(ctx, db, step); err != nil {
				return err
			}
		}
		return nil
	})
	if *update {
		if err := os.WriteFile("schema/library.sql", []byte(steps), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	once := after(func(db *sql.DB) error { _, err := db.ExecContext(ctx, newLibrary); return err })
	if once != steps || newLibrary != steps {
		t.Error("schema/library.sql is not what the steps make; go test ./store/internal/file -run NewLibrary -update writes it")
	}
}

// script writes the statements that make a database: its objects, the rows of its tables and its version.
func script(t *testing.T, ctx context.Context, db *sql.DB) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "-- A new library: what all steps make of an empty file. TestNewLibraryHasTheNewestSchema writes this file.\n")
	all, err := objectTexts(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all {
		fmt.Fprintf(&b, "\n%s;\n", o.text)
		if o.kind == "table" {
			writeRows(t, ctx, db, &b, o.name)
		}
	}
	version, err := userVersion(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	var application int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&application); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;\n", application, version)
	return b.String()
}

// objectTexts returns what a database has with the statements as they stand: tables with their indexes, then views.
func objectTexts(ctx context.Context, db *sql.DB) (all []object, err error) {
	var o object
	rows := Found(db.QueryContext(ctx, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
	err = rows.Each(func() error { all = append(all, o); return nil }, &o.kind, &o.name, &o.table, &o.text)
	rank := map[string]int{"table": 0, "index": 0, "view": 1}
	slices.SortFunc(all, func(a, b object) int {
		return cmp.Or(rank[a.kind]-rank[b.kind], strings.Compare(a.table, b.table), -strings.Compare(a.kind, b.kind),
			strings.Compare(a.name, b.name))
	})
	return all, err
}

// writeRows writes the rows of a table.
func writeRows(t *testing.T, ctx context.Context, db *sql.DB, b *strings.Builder, table string) {
	t.Helper()
	columns, err := Column[string](Found(db.QueryContext(ctx, "SELECT 'quote(' || name || ')' FROM pragma_table_info(?)", table)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Column[string](Found(db.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %q", strings.Join(columns, " || ', ' || "), table))))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		fmt.Fprintf(b, "INSERT INTO %s VALUES (%s);\n", table, row)
	}
}
