package store_test

import (
	"compress/gzip"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// migratedFile names the library that a re-executed test binary migrates.
const migratedFile = "SUDOKUCTL_TEST_MIGRATED"

// oldLibrary makes a library of schema 3 with n graded puzzles beside those of the dump.
func oldLibrary(t *testing.T, path string, n int) {
	t.Helper()
	fileWith(t, path, string(must(os.ReadFile("testdata/schema3.sql"))(t)))
	db, err := sql.Open(sqlite.Driver, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for i := range n {
		p, _ := puzzleOf("v", i)
		packed := strings.ReplaceAll(p.String(), ".", "0") + "0"
		_, err := tx.Exec(`INSERT INTO puzzle (geometry_id, cells, clues, source_id, line) VALUES (1, unhex(?), 24, 1, ?)`,
			packed, i+1000)
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err = tx.Exec(`INSERT INTO grade SELECT algorithm_id, p.id, plugin_id, chunk_id, 0, '[0.5,57,null,1e3]', '{"1":"many"}', NULL
		FROM puzzle p, (SELECT * FROM grade WHERE algorithm_id = 2 LIMIT 1) WHERE p.line >= 1000`)
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestKilledWhileMigrating kills processes at random moments while they migrate an older library: the next
// one goes on.
func TestKilledWhileMigrating(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	kills, n := 3, 3_000
	if text := os.Getenv("SUDOKUCTL_KILLS"); text != "" {
		kills, n = must(strconv.Atoi(text))(t), 50_000
	}
	old := filepath.Join(t.TempDir(), "old.db")
	oldLibrary(t, old, n)
	data := must(os.ReadFile(old))(t)
	var last time.Duration
	versions := map[string]int{}
	for kill := range kills + 1 {
		path := filepath.Join(t.TempDir(), "old.db")
		write(t, path, string(data))
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), migratedFile+"="+path)
		began := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if kill > 0 {
			after := rand.New(rand.NewPCG(uint64(kill), 3)).Float64() * float64(last)
			defer time.AfterFunc(time.Duration(after), func() { _ = cmd.Process.Kill() }).Stop()
		}
		_ = cmd.Wait()
		if kill == 0 {
			last = time.Since(began)
		}
		versions[schemaOf(t, path)]++
		s := openLibrary(t, path)
		sound(t, s, n+9)
		if got := one(t, s, "SELECT count(*) FROM grades WHERE metric = 'empty_cells' AND label = 'many'"); got != strconv.Itoa(n) {
			t.Errorf("%s grades after kill %d, want %d", got, kill, n)
		}
		s.Close()
	}
	t.Logf("processes left these schemas: %v", versions)
}

func schemaOf(t *testing.T, path string) string {
	t.Helper()
	s, err := store.OpenReadOnly(t.Context(), path)
	if err != nil {
		_, text, _ := strings.Cut(err.Error(), "schema ")
		number, _, _ := strings.Cut(text, ",")
		return number
	}
	defer s.Close()
	return "newest"
}

// TestProgramsAreToldApartByMigration migrates a library in which two programs have answered under one number of a plugin, and one
// that was bundled under another.
func TestProgramsAreToldApartByMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	fileWith(t, path, string(must(os.ReadFile("testdata/schema3.sql"))(t))+`
		UPDATE task SET origin = '/bin/mine', sha256 = 'aa' WHERE plugin_id = 4;
		INSERT INTO task VALUES(9,4,4,'solve',2,5000,'/bin/mine','bb',0,0,0), (10,4,5,'grade',0,5000,'/bin/rules','cc',0,0,0);
		UPDATE chunk SET puzzles = 5 WHERE id IN (4, 6);
		INSERT INTO chunk VALUES(10,9,1795288372222,2), (11,10,1795288372222,2);
		UPDATE result SET chunk_id = 10 WHERE chunk_id = 4 AND puzzle_id > 7;
		UPDATE grade SET chunk_id = 11 WHERE chunk_id = 6 AND puzzle_id > 7;`)
	s := openLibrary(t, path)
	sound(t, s, 9)
	for query, want := range map[string]string{
		"SELECT group_concat(checksum) FROM (SELECT checksum FROM plugins WHERE plugin = 'dlx' ORDER BY id)":                    "aa,bb",
		"SELECT group_concat(checksum) FROM (SELECT checksum FROM plugins WHERE plugin = 'rules' ORDER BY id)":                  ",cc",
		"SELECT group_concat(DISTINCT checksum) FROM plugins WHERE plugin NOT IN ('dlx', 'rules')":                              "",
		"SELECT group_concat(puzzle_id) FROM (SELECT puzzle_id FROM results WHERE checksum = 'bb' ORDER BY 1)":                  "8,9",
		"SELECT count(*) FROM results WHERE checksum = 'aa'":                                                                    "5",
		"SELECT group_concat(g.puzzle_id) FROM grade g JOIN plugins p ON p.id = g.plugin_id WHERE p.checksum = 'cc'":            "8,9",
		"SELECT count(*) FROM grade g JOIN plugins p ON p.id = g.plugin_id WHERE p.checksum = '' AND p.plugin = 'rules'":        "5",
		"SELECT count(*) FROM tasks WHERE origin LIKE '/bin/%' AND checksum <> sha256 OR origin = 'bundled' AND checksum <> ''": "0",
		"SELECT count(*) FROM pragma_foreign_key_check":                                                                         "0",
	} {
		if got := one(t, s, query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// TestConstraintsAreCountedByMigration migrates a library whose puzzles have constraints, and an alphabet with a "~".
func TestConstraintsAreCountedByMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	fileWith(t, path, string(must(os.ReadFile("testdata/schema3.sql"))(t))+`
		INSERT INTO geometry VALUES (92, '4@~ABC', 4, 16, '4@~ABC:', ''),
		  (93, '4/j:1112122233434344', 4, 16, '4/j:', ':1112122233434344');
		INSERT INTO puzzle (id, geometry_id, cells, clues, source_id) VALUES (91, (SELECT id FROM geometry WHERE text = '4'), '................~cage=3:r1c12~cage=4:r2c12~thermo:r3c123', 0, 1),
		  (92, 92, '~...............', 1, 1), (93, 93, '................~or~x:r1c12~cage:r1c1~end', 0, 1)`)
	s := openLibrary(t, path)
	for query, want := range map[string]string{
		"SELECT group_concat(puzzle_id || ' ' || name || ' ' || n) FROM (SELECT * FROM puzzle_constraint ORDER BY puzzle_id, name)": "91 cage 2,91 kind:differ 2,91 kind:pair 2," +
			"91 kind:sum 2,91 thermo 1,93 cage 1,93 kind:any 1,93 or 1,93 x 1",
		"SELECT group_concat(coalesce(constraints, '-')) FROM puzzles WHERE id > 90": "cage thermo,-,cage or x",
		"SELECT puzzle FROM puzzles WHERE id = 93":                                   "4/j:................:1112122233434344~or~x:r1c12~cage:r1c1~end",
		"SELECT puzzle FROM library WHERE id = 92":                                   "4@~ABC:~...............",
	} {
		if got := one(t, s, query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// dump returns the statements that make the library of a schema in testdata. Programs of the day made these libraries;
// those of schemas 1, 4 and 11, which a program left behind only if it was killed, were made of 2, 3 and 10.
func dump(t *testing.T, schema int) string {
	t.Helper()
	if schema == 3 {
		return string(must(os.ReadFile("testdata/schema3.sql"))(t))
	}
	packed := must(os.Open(fmt.Sprintf("testdata/schema%d.sql.gz", schema)))(t)
	defer packed.Close()
	return string(must(io.ReadAll(must(gzip.NewReader(packed))(t)))(t))
}

// contents returns what a query gives, sorted: a line a row, in which commas separate the values.
func contents(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var lines []string
	values := make([]any, len(must(rows.Columns())(t)))
	for rows.Next() {
		texts := make([]sql.NullString, len(values))
		for i := range values {
			values[i] = &texts[i]
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		line := ""
		for _, text := range texts {
			line += "," + text.String
		}
		lines = append(lines, line[1:])
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return lines
}

// withTimes writes times as schema 20 does.
func withTimes(lines []string) (all []string) {
	time := regexp.MustCompile(`(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\b`)
	for _, line := range lines {
		all = append(all, time.ReplaceAllString(line, "${1}T${2}Z"))
	}
	slices.Sort(all)
	return all
}

// TestEverySchemaIsMigrated brings a library of each schema up to date. Every view that it had shows the same rows in
// the same columns, and so do the tables of which no view shows all. Merging the file as it was brings every answer, too.
func TestEverySchemaIsMigrated(t *testing.T) {
	newest := newLibrary(t)
	last, err := strconv.Atoi(one(t, newest, "SELECT user_version FROM pragma_user_version"))
	if err != nil {
		t.Fatal(err)
	}
	for schema := 1; schema <= last; schema++ {
		t.Run(strconv.Itoa(schema), func(t *testing.T) {
			t.Parallel()
			path := fileWith(t, filepath.Join(t.TempDir(), "old.db"), dump(t, schema))
			kept := write(t, filepath.Join(t.TempDir(), "kept.db"), string(must(os.ReadFile(path))(t)))
			before := must(sql.Open(sqlite.Driver, kept))(t)
			defer before.Close()
			if schema == 1 { // the views came with 2
				views := must(os.ReadFile("internal/file/schema/00002_views.sql"))(t)
				must(before.ExecContext(t.Context(), string(views)))(t)
			}
			s := openLibrary(t, path)
			sound(t, s, -1)
			m := s.Migrated()
			if schema < last && (m.From != schema || m.To != last || schemaOf(t, m.Copy) != strconv.Itoa(schema)) {
				t.Errorf("migrated %+v, want from schema %d with a copy", m, schema)
			}
			s.Close()
			noStrays(t, path)
			after := must(sql.Open(sqlite.Driver, path))(t)
			defer after.Close()
			// attachments were folders of parts, which no program since 13 reads
			for _, query := range contents(t, before, `
				SELECT format('SELECT %s FROM %s', group_concat('"' || c.name || '"'), s.name)
				FROM sqlite_schema s, pragma_table_info(s.name) c
				WHERE s.type = 'view' AND s.name <> 'attachments' OR s.name IN ('duplicate', 'recurrence',
				  'publication', 'puzzle_tag', 'answer', 'solution', 'result', 'run', 'task', 'deletion')
				GROUP BY s.name`) {
				now := strings.Replace(query+"$", " FROM result$", " FROM opinions", 1)
				now = strings.TrimSuffix(now, "$")
				now = strings.Replace(now, " FROM answer", " FROM (SELECT id AS puzzle_id, * FROM puzzle WHERE verdict IS NOT NULL)", 1)
				if schema >= 18 {
					now = query
				}
				was, is := contents(t, before, query), contents(t, after, now)
				if schema < 20 {
					was, is = withTimes(was), withTimes(is)
				}
				if !slices.Equal(was, is) {
					t.Errorf("%s:\n%s\nwas\n%s", query, strings.Join(is, "\n"), strings.Join(was, "\n"))
				}
			}
			const images = "SELECT group_concat(puzzle_id) FROM (SELECT * FROM canonical ORDER BY puzzle_id) GROUP BY puzzle_key"
			if was, is := contents(t, before, images), contents(t, after, images); !slices.Equal(was, is) {
				t.Errorf("images %q, want %q", is, was)
			}
			const indexes = "SELECT name FROM sqlite_schema WHERE name LIKE 'grade_metric%'"
			if was, is := contents(t, before, indexes), contents(t, after, indexes); !slices.Equal(was, is) {
				t.Errorf("indexes %q, want %q", is, was)
			}
			merged := newLibrary(t)
			must(merged.Merge(t.Context(), kept, func(int64, int64) {}))(t)
			sound(t, merged, -1)
			for _, table := range []string{"puzzle", "result", "puzzle_tag", "solution"} {
				query := "SELECT count(*) FROM " + table
				now := strings.Replace(query, " FROM result", " FROM opinions", 1)
				if schema >= 18 {
					query = now
				}
				if was, is := contents(t, before, query)[0], one(t, merged, now); was != is {
					t.Errorf("merging brought %s of %s rows of %s", is, was, table)
				}
			}
		})
	}
}

func TestOlderSchemaIsMigrated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	fileWith(t, path, string(must(os.ReadFile("testdata/schema3.sql"))(t)))
	if _, err := store.OpenReadOnly(t.Context(), path); !errors.Is(err, store.ErrOlder) {
		t.Errorf("reading an older schema: %v, want %v", err, store.ErrOlder)
	}
	noStrays(t, path)
	migrated := openLibrary(t, path)
	if m := migrated.Migrated(); m.From != 3 || schemaOf(t, m.Copy) != "3" {
		t.Errorf("migrated %+v, want from schema 3 with a copy of schema 3", m)
	}
	migrated.Close()
	s := must(store.OpenReadOnly(t.Context(), path))(t)
	defer s.Close()
	sound(t, s, 9)
	l := must(s.Show(t.Context(), 1))(t)
	grades := map[string]string{}
	for _, g := range l.Grades {
		grades[g.Metric] = fmt.Sprint(g.Value, g.Label, " by ", g.By)
	}
	for metric, want := range map[string]string{"imported_rating": "4.7 by imported a.csv",
		"imported_e": "5e+30 by imported a.csv", "imported_d": "-4 by imported a.csv",
		"imported_i": "9.25 by imported a.csv"} {
		if grades[metric] != want {
			t.Errorf("%s is %q, want %q", metric, grades[metric], want)
		}
	}
	for query, want := range map[string]string{
		"SELECT imported_rating FROM library WHERE id = 1":                                                                          "4.7",
		"SELECT value FROM grade_history WHERE metric = 'imported_rating' LIMIT 1":                                                  "4.2",
		"SELECT label FROM grades WHERE metric = 'se' AND puzzle_id = 9":                                                            "hidden_single_box",
		"SELECT count(*) FROM grade_history":                                                                                        "105",
		"SELECT count(*) FROM sqlite_schema WHERE name LIKE 'grade_metric_%'":                                                       "1",
		"SELECT group_concat(symmetries, ',') FROM puzzles WHERE id IN (1, 6, 9)":                                                   "rot180,rot180 diagonal antidiagonal,",
		"SELECT json_extract(w.text, '$.error') FROM grade JOIN wording w ON w.id = wording_id WHERE w.text LIKE '%error%' LIMIT 1": "unsupported",
	} {
		if got := one(t, s, query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
