package file

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// An object is a table, index, view or trigger of a database.
type object struct{ kind, name, table, text string }

// schemaObjects returns the objects of a library of each schema, by name. They are made in memory when first asked for.
var schemaObjects [schemaVersion + 1]func() (map[string]object, error)

func init() {
	for version := range schemaObjects {
		schemaObjects[version] = sync.OnceValues(func() (map[string]object, error) { return objectsAfter(version) })
	}
}

// objectsAfter returns what a database has after the steps to a version.
func objectsAfter(version int) (map[string]object, error) {
	db, err := openMigrator(":memory:", "mode=memory")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	for step := 1; step <= version; step++ {
		if err := migrateBy(context.Background(), db, step); err != nil {
			return nil, err
		}
	}
	all, err := objects(context.Background(), db)
	byName := map[string]object{}
	for _, o := range all {
		byName[o.name] = o
	}
	return byName, err
}

// objects returns what a database has, but for what SQLite itself makes: statistics and indexes of keys.
func objects(ctx context.Context, db finder) (all []object, err error) {
	var o object
	var text sql.NullString
	rows := Found(db.QueryContext(ctx, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"))
	err = rows.Each(func() error {
		o.text = normalised(text.String)
		all = append(all, o)
		return nil
	}, &o.kind, &o.name, &o.table, &text)
	return all, err
}

var (
	sqlComment = regexp.MustCompile(`--[^\n]*`)
	sqlSpace   = regexp.MustCompile(`\s+`)
)

// normalised leaves comments and line breaks out of a statement that makes an object.
func normalised(statement string) string {
	return strings.TrimSpace(sqlSpace.ReplaceAllString(sqlComment.ReplaceAllString(statement, ""), " "))
}

var metricIndex = regexp.MustCompile(`^CREATE INDEX grade_metric_\d+ ON grade \(`)

// isMade reports whether the program makes an object when a library needs it: indexes of metrics, the view with a column for
// each metric, and the table in which the first programs kept the schema's number.
func (o object) isMade() bool {
	switch o.kind {
	case "table":
		return o.name == "goose_db_version"
	case "view":
		return o.name == "library"
	case "index":
		return o.table == "grade" && metricIndex.MatchString(o.text)
	}
	return false
}

// checkObjects refuses what a library of a schema does not have: a trigger would rewrite what is stored.
func checkObjects(ctx context.Context, db finder, version int) error {
	wrong, err := foreignObjects(ctx, db, version)
	if err == nil && len(wrong) > 0 {
		err = fmt.Errorf("%w: %s", ErrAltered, wrong[0])
	}
	return err
}

// newestObjects is the fingerprint of the newest schema, which is known without making it.
const newestObjects = "6989d46c46815244e833c3e0d62aa4ce443119309c2e18208dedde6de22cb060"

// fingerprint is a hash of the objects that each library of a schema has.
func fingerprint(all []object) string {
	lines := make([]string, 0, len(all))
	for _, o := range all {
		if !o.isMade() && o != canonicalIndex {
			lines = append(lines, fmt.Sprintf("%q", o))
		}
	}
	slices.Sort(lines)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines, "\n"))))
}

// foreignObjects says which objects a library of a schema has beside its own, and which are not as they were made.
func foreignObjects(ctx context.Context, db finder, version int) (wrong []string, err error) {
	all, err := objects(ctx, db)
	if err != nil || version == schemaVersion && fingerprint(all) == newestObjects {
		return nil, err
	}
	known, err := schemaObjects[max(version, 0)]()
	if err != nil {
		return nil, err
	}
	for _, o := range all {
		own, ok := known[o.name]
		switch {
		case o.isMade():
		case !ok:
			wrong = append(wrong, fmt.Sprintf("%s %q is no part of a library; this removes it: DROP %s \"%s\"", plain.Line(o.kind),
				o.name, strings.ToUpper(plain.Line(o.kind)), strings.ReplaceAll(plain.Line(o.name), `"`, `""`)))
		case o != own:
			wrong = append(wrong, fmt.Sprintf("%s %q is not that of schema %d", plain.Line(o.kind), o.name, version))
		}
	}
	slices.Sort(wrong)
	return wrong, nil
}

// WrongObjects says what is wrong with the tables, indexes and views of an open library.
func (f *File) WrongObjects(ctx context.Context) ([]string, error) {
	wrong, err := foreignObjects(ctx, f.Read, schemaVersion)
	if err != nil {
		return nil, err
	}
	all, err := objects(ctx, f.Read)
	known, _ := schemaObjects[schemaVersion]()
	for name, own := range known {
		has := slices.ContainsFunc(all, func(o object) bool { return o.name == name && o.kind == own.kind })
		if !has && own != canonicalIndex {
			wrong = append(wrong, fmt.Sprintf("there is no %s %q", own.kind, name))
		}
	}
	slices.Sort(wrong)
	return wrong, err
}

// canonicalIndex is away while canonical keys are stored.
var canonicalIndex = object{"index", "canonical_puzzle_key", "canonical", "CREATE INDEX canonical_puzzle_key ON canonical (puzzle_key)"}
