package file

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// A table's digest is that of its rows, joined by exclusive or, so that their order does not count and each statement changes
// it by the rows that it changes. Temporary triggers of the connection that writes do so: no statement can forget it, and the
// file has no trigger. Rows of the table puzzle are many, so the code that stores them joins their digests.

// writing is the driver of the connection that writes.
const writing = "sudokuctl-writing"

func init() {
	sqlite.RegisterWith(writing, sqlite.Function{Name: "joined_digest", Arguments: -1, Call: func(a []any) (any, error) {
		return a[0].(int64) ^ row.Digest(a[1:]...), nil
	}}, textFunction("plain_line", plain.Line), textFunction("plain_text", plain.Text))
}

// textFunction makes a function of SQL that changes texts and nothing else.
func textFunction(name string, change func(string) string) sqlite.Function {
	return sqlite.Function{Name: name, Arguments: 1, Call: func(a []any) (any, error) {
		if text, ok := a[0].(string); ok {
			return change(text), nil
		}
		return a[0], nil
	}}
}

// digested is a table with a digest.
type digested struct{ name, columns string }

// digestedTables are all tables but those of which other rows say all: chunks have digests of results and grades, the tables
// of keys and constraints follow from the puzzles. Of a puzzle, what solvers have found has a digest of its own.
const digestedTables = `SELECT s.name, (SELECT group_concat('"' || c.name || '"', ', ' ORDER BY c.cid) FROM pragma_table_info(s.name) c
		WHERE s.name <> 'puzzle' OR c.name NOT IN ('verdict', 'disputed', 'grid', 'plugin_id', 'chunk_id', 'found', 'self_ns', 'guesses'))
	FROM sqlite_schema s WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite\_%' ESCAPE '\'
	AND s.name NOT IN ('goose_db_version', 'digest', 'result', 'grade', 'puzzle_key', 'keyed', 'puzzle_constraint') ORDER BY s.name`

// answers are what all solvers together have found of each puzzle; the digest "answer" is theirs.
const answers = "SELECT id, verdict, disputed, grid FROM puzzle WHERE verdict IS NOT NULL"

// supersededGrade is the part of the table grade that its digest covers: grades that are not shown.
const supersededGrade = "algorithm_id, puzzle_id, plugin_id, superseded"

// finder is a database, a connection or a transaction.
type finder interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// tablesWithDigest returns the tables that have a digest.
func tablesWithDigest(ctx context.Context, db finder) (tables []digested, err error) {
	var t digested
	err = Found(db.QueryContext(ctx, digestedTables)).Each(func() error { tables = append(tables, t); return nil }, &t.name, &t.columns)
	return tables, err
}

// Digests returns the digests of the rows that the tables have, by name.
func Digests(ctx context.Context, db finder) (map[string]int64, error) {
	tables, err := tablesWithDigest(ctx, db)
	if err != nil {
		return nil, err
	}
	digests := map[string]int64{}
	add := func(name, query string) error {
		digest := int64(0)
		err := Found(db.QueryContext(ctx, query)).Values(func(_ []string, v []any) error {
			digest ^= row.Digest(v...)
			return nil
		})
		digests[name] = digest
		return err
	}
	for _, t := range tables {
		if err := add(t.name, "SELECT "+t.columns+" FROM "+t.name); err != nil {
			return nil, err
		}
	}
	if err := add("answer", answers); err != nil {
		return nil, err
	}
	return digests, add("grade", "SELECT "+supersededGrade+" FROM grade WHERE superseded IS NOT 0")
}

// renewDigests computes the digests of a library again at the end of a migration.
func renewDigests(ctx context.Context, tx *sql.Tx) error {
	digests, err := Digests(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM digest"); err != nil {
		return err
	}
	for name, value := range digests {
		if _, err := tx.ExecContext(ctx, "INSERT INTO digest VALUES (?, ?)", name, value); err != nil {
			return err
		}
	}
	return nil
}

// JoinDigest adds rows to the digest of a table, or takes them away: digest is that of the rows, joined.
func (b *Batch) JoinDigest(table string, digest int64) error {
	if digest == 0 {
		return nil
	}
	_, err := b.Exec("UPDATE digest SET value = (value | ?1) - (value & ?1) WHERE name = ?2", digest, table)
	return err
}

// watch has a connection keep the digests. It does nothing the second time.
func (f *File) watch(ctx context.Context, conn *sql.Conn) error {
	var driver any
	if err := conn.Raw(func(c any) error { driver = c; return nil }); err != nil || driver == f.watched {
		return err
	}
	tables, err := tablesWithDigest(ctx, conn)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if _, err := conn.ExecContext(ctx, t.triggers()); err != nil {
			return fmt.Errorf("watching table %q: %w", t.name, err)
		}
	}
	if _, err := conn.ExecContext(ctx, gradeTriggers()); err != nil {
		return err
	}
	f.watched = driver
	return nil
}

// of puts "old." or "new." before each column.
func of(row, columns string) string {
	return row + "." + strings.ReplaceAll(columns, ", ", ", "+row+".")
}

// triggers writes the triggers of a table.
func (t digested) triggers() string {
	before, after := of("old", t.columns), of("new", t.columns)
	write := func(event, when, value string) string {
		return fmt.Sprintf("CREATE TEMP TRIGGER digest_%s_%s AFTER %s ON main.%[1]s %[4]s BEGIN UPDATE digest SET value = %[5]s WHERE name = '%[1]s'; END;",
			t.name, strings.Fields(event)[0], event, when, value)
	}
	all := write("DELETE", "", "joined_digest(value, "+before+")") + write("UPDATE OF "+t.columns,
		fmt.Sprintf("WHEN (%s) IS NOT (%s)", before, after), "joined_digest(joined_digest(value, "+before+"), "+after+")")
	if t.name == "puzzle" {
		return all
	}
	return all + write("INSERT", "", "joined_digest(value, "+after+")")
}

// gradeTriggers writes the triggers of superseded grades. Those that are superseded from the first on, as merges find them,
// are for the merge to add.
func gradeTriggers() string {
	const change = "UPDATE digest SET value = joined_digest(value, %s) WHERE name = 'grade' AND %s.superseded IS NOT 0;"
	before := fmt.Sprintf(change, of("old", supersededGrade), "old")
	after := fmt.Sprintf(change, of("new", supersededGrade), "new")
	return "CREATE TEMP TRIGGER digest_grade_delete AFTER DELETE ON main.grade BEGIN " + before + " END;" +
		"CREATE TEMP TRIGGER digest_grade_update AFTER UPDATE OF superseded ON main.grade " +
		"WHEN old.superseded IS NOT new.superseded BEGIN " + before + after + " END;"
}
