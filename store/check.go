package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// maxProblems is where Check stops to look for more.
const maxProblems = 100

// invariants are queries that find nothing in a sound library; each row is a text for people.
var invariants = []string{
	// The blanks are for the driver without cgo, which looks for a mistake in a damaged CHECK within the query, and panics if that
	// is shorter than the table's statement.
	"PRAGMA integrity_check(100)" + strings.Repeat(" ", 1<<16),
	`SELECT 'table ' || "table" || ', row ' || coalesce(rowid, '?') || ': refers to a missing row of ' || parent
		FROM pragma_foreign_key_check`,
	`SELECT 'puzzle ' || puzzle_id || ': verdict ' || name || IIF(grid IS NULL, ' without', ' with') || ' a solution'
		FROM answer JOIN verdict ON code = verdict
		WHERE name IN ('solved', 'unique') AND grid IS NULL OR name IN ('impossible', 'invalid') AND grid IS NOT NULL`,
	`SELECT 'puzzle ' || s.puzzle_id || ': further solutions, but verdict ' || coalesce(v.name, 'unknown')
		FROM (SELECT DISTINCT puzzle_id FROM solution) s LEFT JOIN answer a USING (puzzle_id)
		LEFT JOIN verdict v ON v.code = a.verdict WHERE v.name IS NOT 'multiple'`,
	`SELECT 'puzzle ' || puzzle_id || ': ' || sum(superseded = 0) || ' current grades of ' || al.name
		FROM grade JOIN algorithm al ON al.id = algorithm_id GROUP BY algorithm_id, puzzle_id
		HAVING sum(superseded = 0) <> 1`,
	`SELECT 'grade of puzzle ' || puzzle_id || ': recorded under another algorithm than its plugin''s'
		FROM grade g JOIN plugin pl ON pl.id = g.plugin_id WHERE g.algorithm_id <> pl.algorithm_id`,
	`SELECT 'puzzle ' || max(id) || ': the same as puzzle ' || min(id) FROM puzzle
		WHERE key IN (SELECT key FROM puzzle GROUP BY key HAVING count(*) > 1)
		GROUP BY key, geometry_id, cells HAVING count(*) > 1`,
	`SELECT 'puzzle ' || id || ': missing in the table of keys' FROM puzzle WHERE id <= (SELECT up_to FROM keyed)
		AND NOT EXISTS (SELECT 1 FROM puzzle_key k WHERE k.key = puzzle.key AND k.puzzle_id = puzzle.id)`,
	`SELECT 'puzzle ' || puzzle_id || ': in the table of keys, which goes up to ' || up_to
		FROM puzzle_key JOIN keyed ON puzzle_id > up_to`,
	`SELECT 'puzzle ' || puzzle_id || ': in the table of keys under ' || k.key FROM puzzle_key k JOIN puzzle p ON p.id = puzzle_id
		WHERE k.key IS NOT p.key`,
	`SELECT 'table of keys: goes up to ' || coalesce(max(up_to), 'nothing') || ', with ' || count(*) || ' rows that say so' FROM keyed
		HAVING count(*) <> 1 OR typeof(max(up_to)) <> 'integer' OR max(up_to) > (SELECT coalesce(max(id), 0) FROM puzzle)
		OR max(up_to) < 0`,
	`SELECT 'chunk ' || c.id || ': ' || count(r.chunk_id) || ' results instead of ' || c.puzzles
		FROM chunk c JOIN task t ON t.id = c.task_id LEFT JOIN result r ON r.chunk_id = c.id AND r.plugin_id = t.plugin_id
		WHERE t.kind = 'solve' GROUP BY c.id HAVING count(r.chunk_id) <> c.puzzles`,
	`SELECT 'result of puzzle ' || r.puzzle_id || ': saved by another plugin than its task''s'
		FROM result r JOIN chunk c ON c.id = r.chunk_id JOIN task t ON t.id = c.task_id WHERE t.plugin_id <> r.plugin_id`,
}

// checking is one state of a library, and what is wrong with it.
type checking struct {
	store    *Store
	tx       *sql.Tx
	problems []string
	found    foundVerdicts
	counts   map[int64][]row.Count // constraints, by puzzle
}

// Check looks for changes: SQLite's own checks, objects that the schema has not, references to nothing, contradictions between
// tables, what does not follow from what it should, solutions that do not solve their puzzle, and rows that are not those that
// were saved. It returns a sentence for each problem, at most a hundred; none means sound.
func (s *Store) Check(ctx context.Context) ([]string, error) {
	c := &checking{store: s, found: foundVerdicts{}, counts: map[int64][]row.Count{}}
	if err := c.run(ctx); err != nil {
		return c.problems, fmt.Errorf("checking database %q: %w", s.file.Path, file.Explain(err))
	}
	return c.problems, nil
}

func (c *checking) run(ctx context.Context) (err error) {
	if c.problems, err = c.store.file.WrongObjects(ctx); err != nil {
		return err
	}
	if c.tx, err = c.store.file.Read.BeginTx(ctx, nil); err != nil {
		return err
	}
	defer c.tx.Rollback()
	for _, query := range invariants {
		err := c.query(ctx, query).Values(func(_ []string, v []any) error {
			if text := fmt.Sprint(v[0]); text != "ok" {
				c.report("%s", text)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, check := range []func(context.Context) error{c.checkMade, c.checkVerdicts, c.checkGeometries, c.checkChunks, c.checkSolutions, c.readCounts,
		c.checkPuzzles, c.checkTables} {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (c *checking) query(ctx context.Context, query string) file.Rows {
	return file.Found(c.tx.QueryContext(ctx, query))
}

func (c *checking) report(format string, args ...any) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, fmt.Sprintf(format, args...))
	}
}

// checkMade compares the view library and the indexes of metrics with what the metrics make them.
func (c *checking) checkMade(ctx context.Context) error {
	made, err := madeOfMetrics(func(query string) file.Rows { return c.query(ctx, query) })
	if err != nil {
		return err
	}
	var name, text string
	return c.query(ctx, "SELECT name, sql FROM sqlite_schema WHERE name = 'library' OR name GLOB 'grade_metric_*'").Each(func() error {
		if text != newView && !slices.Equal(strings.Fields(text), strings.Fields(made[name])) {
			c.report("%q is not what the metrics make it", name)
		}
		return nil
	}, &name, &text)
}

// checkVerdicts compares the names of verdicts.
func (c *checking) checkVerdicts(ctx context.Context) error {
	var code int
	var name any
	return c.query(ctx, "SELECT code, name FROM verdict").Each(func() error {
		if want := sudoku.Verdict(code).String(); name != any(want) {
			c.report("verdict %d: called %v instead of %s", code, name, want)
		}
		return nil
	}, &code, &name)
}

// checkGeometries compares what is stored of each geometry with what its text says.
func (c *checking) checkGeometries(ctx context.Context) error {
	var id int64
	var text, prefix, suffix string
	var digits, cells int
	return c.query(ctx, "SELECT id, text, digits, cells, prefix, suffix FROM geometry").Each(func() error {
		g, err := sudoku.ParseGeometry(text)
		if err != nil {
			c.report("geometry %d: %v", id, err)
			return nil
		}
		before, after := notation(g)
		if g.String() != text || g.N() != digits || g.Cells() != cells || before != prefix || after != suffix {
			c.report("geometry %d: recorded with %d digits, %d cells, %q and %q, which is not what %q is", id, digits, cells, prefix,
				suffix, text)
		}
		return nil
	}, &id, &text, &digits, &cells, &prefix, &suffix)
}

// foundVerdicts are the verdicts that solvers have found of each puzzle, as a set of bits: pages of them, by number.
type foundVerdicts map[int64]*[1 << 12]uint16

func (f foundVerdicts) add(puzzle int64, v sudoku.Verdict) {
	page := f[puzzle>>12]
	if page == nil {
		page = new([1 << 12]uint16)
		f[puzzle>>12] = page
	}
	page[puzzle&(1<<12-1)] |= 1 << (v & 15)
}

func (f foundVerdicts) of(puzzle int64) (all []sudoku.Verdict) {
	page := f[puzzle>>12]
	if page == nil {
		return nil
	}
	for v := range sudoku.Verdict(16) {
		if page[puzzle&(1<<12-1)]>>v&1 == 1 {
			all = append(all, v)
		}
	}
	return all
}

// checkChunks compares all results and grades with the digests of their chunks, and notes the verdicts of the results.
func (c *checking) checkChunks(ctx context.Context) error {
	digests := map[int64]int64{}
	err := joinDigests(c.query(ctx, "SELECT chunk_id, "+row.ResultColumns+" FROM result"), digests, func(v []any) {
		puzzle, _ := v[2].(int64)
		verdict, _ := v[3].(int64)
		c.found.add(puzzle, sudoku.Verdict(verdict&15))
	})
	if err == nil {
		err = joinDigests(c.query(ctx, "SELECT chunk_id, "+row.GradeColumns+" FROM grade"), digests, func([]any) {})
	}
	if err != nil {
		return err
	}
	return c.query(ctx, `SELECT c.id, c.saved_at, c.digest, k.run_id, pl.plugin || ' ' || pl.version
		FROM chunk c JOIN task k ON k.id = c.task_id JOIN plugins pl ON pl.id = k.plugin_id`).Values(func(_ []string, v []any) error {
		if id, _ := v[0].(int64); row.Digest(v[1])^digests[id] != v[2] {
			c.report("chunk %d: what %v has found in run %v, or when, is not what was saved", id, v[4], v[3])
		}
		return nil
	})
}

// joinDigests adds rows to the digests of their chunks, whose numbers are in the first column, and calls each with each row.
func joinDigests(rows file.Rows, digests map[int64]int64, each func([]any)) error {
	return rows.Values(func(_ []string, v []any) error {
		chunk, ok := v[0].(int64)
		if !ok {
			return fmt.Errorf("there is no chunk %v: %w", v[0], row.ErrCorrupt)
		}
		digests[chunk] ^= row.Digest(v[1:]...)
		each(v)
		return nil
	})
}

// checkSolutions verifies solutions beyond the first.
func (c *checking) checkSolutions(ctx context.Context) error {
	var id, geometry int64
	var cells, grid any
	return c.query(ctx, "SELECT p.id, p.geometry_id, p.cells, s.grid FROM solution s JOIN puzzle p ON p.id = s.puzzle_id").Each(func() error {
		c.found.add(id, sudoku.Multiple)
		g, p, err := c.puzzle(ctx, geometry, cells)
		if err == nil {
			err = g.CheckSolution(p, grid)
		}
		if err != nil {
			c.report("puzzle %d: %v", id, err)
		}
		return nil
	}, &id, &geometry, &cells, &grid)
}

func (c *checking) puzzle(ctx context.Context, geometry int64, cells any) (row.Geometry, *sudoku.Puzzle, error) {
	g, err := geometryByID(ctx, c.store, geometry)
	if err != nil {
		return g, nil, err
	}
	p, err := g.Puzzle(cells)
	return g, p, err
}

// readCounts reads how many constraints the puzzles have.
func (c *checking) readCounts(ctx context.Context) error {
	var id int64
	var n row.Count
	return c.query(ctx, "SELECT puzzle_id, name, n FROM puzzle_constraint ORDER BY puzzle_id, name").Each(func() error {
		c.counts[id] = append(c.counts[id], n)
		return nil
	}, &id, &n.Name, &n.N)
}

// storedPuzzle is a puzzle and its answer, as they are stored.
type storedPuzzle struct {
	id, geometry, key, clues, symmetry int64
	cells, verdict, disputed, grid     any
}

// checkPuzzles compares each puzzle and its answer with what they follow from.
func (c *checking) checkPuzzles(ctx context.Context) error {
	var s storedPuzzle
	err := c.query(ctx, `SELECT p.id, p.geometry_id, p.cells, p.key, p.clues, p.symmetry, a.verdict, a.disputed, a.grid FROM puzzle p
		LEFT JOIN answer a ON a.puzzle_id = p.id ORDER BY p.id`).Each(func() error {
		if err := c.checkPuzzle(ctx, &s); err != nil {
			c.report("puzzle %d: %v", s.id, err)
		}
		return nil
	}, &s.id, &s.geometry, &s.cells, &s.key, &s.clues, &s.symmetry, &s.verdict, &s.disputed, &s.grid)
	for id := range c.counts { // of puzzles that are not there
		c.report("puzzle %d: has other constraints than those counted", id)
	}
	return err
}

func (c *checking) checkPuzzle(ctx context.Context, s *storedPuzzle) error {
	g, p, err := c.puzzle(ctx, s.geometry, s.cells)
	if err == nil {
		err = g.Check(p, s.cells, s.key, s.clues, s.symmetry)
	}
	if err == nil {
		err = g.CheckSolution(p, s.grid)
	}
	if err != nil {
		return err
	}
	if counted := c.counts[s.id]; counted != nil || p.Constraints() != nil {
		byName := func(a, b row.Count) int { return cmp.Compare(a.Name, b.Name) }
		counts := row.Counts(p)
		slices.SortFunc(counts, byName)
		slices.SortFunc(counted, byName)
		if !slices.Equal(counts, counted) {
			return fmt.Errorf("has other constraints than those counted")
		}
		delete(c.counts, s.id)
	}
	return c.checkAnswer(s)
}

// checkAnswer compares an answer with what results and solutions say together.
func (c *checking) checkAnswer(s *storedPuzzle) error {
	found := c.found.of(s.id)
	if s.grid != nil {
		found = append(found, sudoku.Solved)
	}
	verdict, disputed := conclude(found...)
	stored, isDisputed := int64(0), int64(0)
	if s.verdict != nil {
		var whole bool
		if stored, whole = s.verdict.(int64); !whole {
			return fmt.Errorf("its verdict is %v", s.verdict)
		}
		if isDisputed, whole = s.disputed.(int64); !whole || isDisputed&^1 != 0 {
			return fmt.Errorf("is marked as disputed by %v", s.disputed)
		}
	}
	switch {
	case stored != int64(verdict):
		return fmt.Errorf("its verdict is %s, and what was found makes it %s", sudoku.Verdict(stored), verdict)
	case (isDisputed == 1) != disputed:
		return fmt.Errorf("disputed is %d, which is not what its results say", isDisputed)
	}
	return nil
}

// checkTables compares the rows of tables with their digests.
func (c *checking) checkTables(ctx context.Context) error {
	saved := map[string]int64{}
	var name string
	var value int64
	err := c.query(ctx, "SELECT name, value FROM digest").Each(func() error { saved[name] = value; return nil }, &name, &value)
	if err != nil {
		return err
	}
	digests, err := file.Digests(ctx, c.tx)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(digests)) {
		value, ok := saved[name]
		if delete(saved, name); !ok || value != digests[name] {
			c.report("table %s: its rows are not those that were saved", name)
		}
	}
	if len(saved) > 0 {
		c.report("there are digests of %s, which are no tables", strings.Join(slices.Sorted(maps.Keys(saved)), ", "))
	}
	return nil
}
