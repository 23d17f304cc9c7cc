package file

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

var (
	//go:embed schema/*.sql
	schemaFiles embed.FS
	//go:embed schema/library.sql
	newLibrary string // makes what all steps make of an empty file, in a twentieth of their time
)

// Migration says that a library was brought to the current schema, and where the copy of the old file is.
type Migration struct {
	From, To int
	Copy     string
}

// schemaVersion is the newest migration's number; each migration sets it as user_version.
const schemaVersion = 21

// migrating is the driver of a connection that migrates: it knows functions that no stored view or index may need.
const migrating = "sudokuctl-migrating"

func init() {
	sqlite.RegisterWith(migrating,
		sqlite.Function{Name: "puzzle_key", Arguments: 2, Call: func(a []any) (any, error) { return row.Digest(a...) >> 16, nil }},
		sqlite.Function{Name: "text_key", Arguments: 2, Call: func(a []any) (any, error) { return storedKey(a[0].(string), a[1]) }},
		sqlite.Function{Name: "short_hash", Arguments: 1, Call: func(a []any) (any, error) { return row.ShortHash(a[0].([]byte)), nil }},
		sqlite.Function{Name: "pattern_symmetry", Arguments: 2, Call: func(a []any) (any,
			error) {
			return storedSymmetry(a[0].(string), a[1])
		}},
		sqlite.Function{Name: "constraint_counts", Arguments: 2, Call: func(a []any) (any,
			error) {
			return storedCounts(a[0].(string), a[1])
		}},
		sqlite.Function{Name: "row_digest", Arguments: -1, Call: func(a []any) (any, error) { return row.Digest(a...), nil }},
		sqlite.Function{Name: "digest_of", Arguments: 1, Call: func(a []any) (any, error) { return digestOf(a[0].(string)) }})
}

// digestOf joins digests, which are separated by commas.
func digestOf(digests string) (joined int64, err error) {
	for text := range strings.SplitSeq(digests, ",") {
		digest, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, err
		}
		joined ^= digest
	}
	return joined, nil
}

// shapes are geometries by their texts: to make one takes longer than all else that is done with a puzzle.
var shapes sync.Map

// stored returns the puzzle of stored cells.
func stored(geometryText string, cells any) (*sudoku.Puzzle, *row.Geometry, error) {
	known, ok := shapes.Load(geometryText)
	if !ok {
		shape, err := sudoku.ParseGeometry(geometryText)
		if err != nil {
			return nil, nil, err
		}
		known = row.NewGeometry(0, shape)
		shapes.Store(geometryText, known)
	}
	g := known.(*row.Geometry)
	p, err := g.Puzzle(cells)
	return p, g, err
}

// storedKey returns the key of stored cells.
func storedKey(geometryText string, cells any) (int64, error) {
	p, g, err := stored(geometryText, cells)
	if err != nil {
		return 0, err
	}
	return g.Key(p, cells), nil
}

// storedSymmetry returns the symmetries of stored cells.
func storedSymmetry(geometryText string, cells any) (int64, error) {
	p, g, err := stored(geometryText, cells)
	if err != nil {
		return 0, err
	}
	return g.Symmetry(p), nil
}

// storedCounts returns, as a JSON object, how many constraints of each name stored cells have.
func storedCounts(geometryText string, cells any) (string, error) {
	p, _, err := stored(geometryText, cells)
	if err != nil {
		return "", err
	}
	counts := map[string]int{}
	for _, c := range row.Counts(p) {
		counts[c.Name] = c.N
	}
	text, err := json.Marshal(counts)
	return string(text), err
}

// bringUpToDate migrates an older file, on a connection of its own that does not enforce foreign keys, for
// tables that others refer to cannot be made anew otherwise. A copy of the older file is kept beside it.
func (a *alone) bringUpToDate(ctx context.Context, path string) (m Migration, indexed []string, err error) {
	db, err := openMigrator(path, a.options(migratorOptions))
	if err != nil {
		return m, nil, err
	}
	defer db.Close()
	version, err := userVersion(ctx, db)
	if err != nil || version == schemaVersion {
		return m, nil, err
	}
	if version == 0 || !hasPuzzles(ctx, db) {
		return m, nil, migrate(ctx, db) // it is new, or another process is just making it
	}
	release, err := Claim(ctx, path+ClaimInfix+"migration", func() {})
	if err != nil {
		return m, nil, err
	}
	defer release()
	if version, err = userVersion(ctx, db); err != nil || version == schemaVersion {
		return m, nil, err
	}
	if indexed, err = indexedMetrics(ctx, db); err != nil {
		return m, nil, err
	}
	m = Migration{From: version, To: schemaVersion}
	if m.Copy, err = a.copyOf(ctx, path, version); err != nil {
		return m, nil, err
	}
	return m, indexed, migrate(ctx, db)
}

// openMigrator opens the only connection of a migration.
func openMigrator(path, options string) (*sql.DB, error) {
	db, err := sql.Open(migrating, dsn(path, options))
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// hasPuzzles reports whether the library holds puzzles.
func hasPuzzles(ctx context.Context, db *sql.DB) (some bool) {
	err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM puzzle)").Scan(&some)
	return some && err == nil
}

// copyOf makes a copy of a library named after its schema, such as sudoku.db.schema-3, and returns its path.
func (a *alone) copyOf(ctx context.Context, path string, version int) (string, error) {
	to := fmt.Sprintf("%s.schema-%d", path, version)
	for n := 2; ; n++ {
		err := a.backup(ctx, path, to)
		if !errors.Is(err, fs.ErrExist) {
			return to, err
		}
		to = fmt.Sprintf("%s.schema-%d-%d", path, version, n)
	}
}

// indexedMetrics returns the metrics that have an index.
func indexedMetrics(ctx context.Context, db *sql.DB) ([]string, error) {
	return Column[string](Found(db.QueryContext(ctx, `SELECT DISTINCT m.name FROM metric m
		JOIN sqlite_schema x ON x.type = 'index' AND x.name = 'grade_metric_' || m.id`)))
}

// migrate brings the database to the current schema. Each migration is one transaction that sets user_version, so a
// process that dies between two leaves an older schema, never half of one. A new library is made by one script.
// The version is read within the transaction: when two processes migrate at the same time, one finds the step done.
func migrate(ctx context.Context, db *sql.DB) error {
	for version := 0; version < schemaVersion; {
		var err error
		if version, err = migrateOnce(ctx, db); err != nil {
			return fmt.Errorf("bringing the library to schema %d: %w", schemaVersion, err)
		}
	}
	return nil
}

// migrateOnce runs the statements that follow on the database's version and returns the new version.
func migrateOnce(ctx context.Context, db *sql.DB) (version int, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	if version, err = userVersion(ctx, tx); err != nil || version >= schemaVersion {
		return version, err
	}
	if version == 0 {
		_, err = tx.ExecContext(ctx, newLibrary)
		version = schemaVersion
	} else {
		version++
		err = migrateBy(ctx, tx, version)
	}
	if err == nil && version == schemaVersion {
		err = renewDigests(ctx, tx)
	}
	if err != nil {
		return version, err
	}
	return version, tx.Commit()
}

// execer is a database or a transaction.
type execer interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}

// migrateBy takes a step, which is called by the version that it leads to.
func migrateBy(ctx context.Context, db execer, step int) error {
	pattern := fmt.Sprintf("schema/%05d_*.sql", step)
	names, err := fs.Glob(schemaFiles, pattern)
	if err != nil || len(names) != 1 {
		return fmt.Errorf("%s: %d files", pattern, len(names))
	}
	text, err := schemaFiles.ReadFile(names[0])
	if err == nil {
		_, err = db.ExecContext(ctx, string(text))
	}
	if err != nil {
		return fmt.Errorf("step to schema %s: %w", names[0], err)
	}
	return nil
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// userVersion returns the number of the schema.
func userVersion(ctx context.Context, db querier) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}
