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
	`SELECT 'puzzle ' || id || ': verdict ' || v.name || IIF(grid IS NULL, ' without', ' with') || ' a solution'
		FROM puzzle JOIN verdict v ON code = verdict
		WHERE v.name IN ('solved', 'unique') AND grid IS NULL OR v.name IN ('impossible', 'invalid') AND grid IS NOT NULL`,
	`SELECT 'puzzle ' || s.puzzle_id || ': further solutions, but verdict ' || coalesce(v.name, 'unknown')
		FROM (SELECT DISTINCT puzzle_id FROM solution) s LEFT JOIN puzzle p ON p.id = s.puzzle_id
		LEFT JOIN verdict v ON v.code = p.verdict WHERE v.name IS NOT 'multiple'`,
	`SELECT 'puzzle ' || puzzle_id || ': ' || sum(superseded = 0) || ' current grades of ' || al.name
		FROM grade JOIN algorithm al ON al.id = algorithm_id GROUP BY algorithm_id, puzzle_id
		HAVING sum(superseded = 0) <> 1`,
	`SELECT 'grade of puzzle ' || puzzle_id || ': recorded under another algorithm than its plugin''s'
		FROM grade g JOIN plugin pl ON pl.id = g.plugin_id WHERE g.algorithm_id <> pl.algorithm_id`,
	`SELECT 'puzzle ' || max(id) || ': the same as puzzle ' || min(id) FROM puzzle
		WHERE id IN (SELECT puzzle_id FROM puzzle_key WHERE key IN (SELECT key FROM puzzle_key GROUP BY key HAVING count(*) > 1))
		GROUP BY geometry_id, cells HAVING count(*) > 1`,
	`SELECT 'puzzle ' || puzzle_id || ': in the table of keys, which goes up to ' || up_to
		FROM puzzle_key JOIN keyed ON puzzle_id > up_to`,
	`SELECT 'table of keys: goes up to ' || coalesce(max(up_to), 'nothing') || ', with ' || count(*) || ' rows that say so' FROM keyed
		HAVING count(*) <> 1 OR typeof(max(up_to)) <> 'integer' OR max(up_to) > (SELECT coalesce(max(id), 0) FROM puzzle)
		OR max(up_to) < 0`,
}

// checking is one state of a library, and what is wrong with it.
type checking struct {
	store    *Store
	tx       *sql.Tx
	problems []string
	found    foundVerdicts
	counts   map[int64][]row.Count // constraints, by puzzle
}

// Check looks for changes: SQLite's own checks, objects that the schema has not, references to nothing, contradictions
// between tables, values that do not follow from their source, solutions that do not solve their puzzle, and rows that
// differ from the saved ones. It returns a sentence for each problem, at most a hundred; none means sound.
func (s *Store) Check(ctx context.Context) ([]string, error) {
	c := &checking{store: s, found: foundVerdicts{}, counts: map[int64][]row.Count{}}
	if err := c.run(ctx); err != nil {
		return c.problems, fmt.Errorf("checking database %q: %w", s.file.Path, file.Explain(err))
	}
	return c.problems, nil
}

// run runs all checks.
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

// query runs a query in the transaction of the check.
func (c *checking) query(ctx context.Context, query string) file.Rows {
	return file.Found(c.tx.QueryContext(ctx, query))
}

// report adds a problem, up to the limit.
func (c *checking) report(format string, args ...any) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, fmt.Sprintf(format, args...))
	}
}

// checkMade compares the view library and the indexes of metrics with the metrics that they are made from.
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

// checkGeometries compares the stored columns of each geometry with its text.
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
		r := row.NewGeometry(id, g)
		if g.String() != text || g.N() != digits || g.Cells() != cells || r.Prefix != prefix || r.Suffix != suffix {
			c.report("geometry %d: recorded with %d digits, %d cells, %q and %q, which is not what %q is", id, digits, cells, prefix,
				suffix, text)
		}
		return nil
	}, &id, &text, &digits, &cells, &prefix, &suffix)
}

// foundVerdicts are the verdicts that solvers have found of each puzzle, as a set of bits: pages of them, by number.
type foundVerdicts map[int64]*[1 << 12]uint16

// add records that a result of a puzzle has this verdict.
func (f foundVerdicts) add(puzzle int64, v sudoku.Verdict) {
	page := f[puzzle>>12]
	if page == nil {
		page = new([1 << 12]uint16)
		f[puzzle>>12] = page
	}
	page[puzzle&(1<<12-1)] |= 1 << (v & 15)
}

// of returns the verdicts of a puzzle's results.
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

// chunkRows are the rows of a chunk.
type chunkRows struct {
	digest  int64
	results int64
	plugin  any // of the results
	mixed   bool
}

// checkChunks compares all results and grades with the digests of their chunks, and notes the verdicts of the results.
func (c *checking) checkChunks(ctx context.Context) error {
	chunks := map[int64]*chunkRows{}
	of := func(chunk any) (*chunkRows, error) {
		id, ok := chunk.(int64)
		if !ok {
			return nil, fmt.Errorf("there is no chunk %v: %w", chunk, row.ErrCorrupt)
		}
		if chunks[id] == nil {
			chunks[id] = &chunkRows{}
		}
		return chunks[id], nil
	}
	err := c.query(ctx, "SELECT chunk_id, "+row.ResultColumns+" FROM opinions").Values(func(_ []string, v []any) error {
		r, err := of(v[0])
		if err != nil {
			return err
		}
		r.mixed = r.mixed || r.results > 0 && r.plugin != v[1]
		r.results, r.plugin, r.digest = r.results+1, v[1], r.digest^row.Digest(v[1:]...)
		puzzle, _ := v[2].(int64)
		verdict, _ := v[3].(int64)
		c.found.add(puzzle, sudoku.Verdict(verdict&15))
		return nil
	})
	if err == nil {
		err = c.query(ctx, "SELECT chunk_id, "+row.GradeColumns+" FROM grade").Values(func(_ []string, v []any) error {
			r, err := of(v[0])
			if err == nil {
				r.digest ^= row.Digest(v[1:]...)
			}
			return err
		})
	}
	if err != nil {
		return err
	}
	return c.query(ctx, `SELECT c.id, c.saved_at, c.digest, k.run_id, pl.plugin || ' ' || pl.version, k.kind, c.puzzles, k.plugin_id
		FROM chunk c JOIN task k ON k.id = c.task_id JOIN plugins pl ON pl.id = k.plugin_id`).Values(func(_ []string, v []any) error {
		r, err := of(v[0])
		switch {
		case err != nil:
			return err
		case row.Digest(v[1])^r.digest != v[2]:
			c.report("chunk %d: what %v has found in run %v, or when, is not what was saved", v[0], v[4], v[3])
		case r.results > 0 && (r.mixed || r.plugin != v[7]):
			c.report("chunk %d: has results that were saved by another plugin than its task's", v[0])
		}
		if v[5] == "solve" && v[6] != r.results {
			c.report("chunk %d: %d results instead of %v", v[0], r.results, v[6])
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

// puzzle reads a puzzle from its stored cells.
func (c *checking) puzzle(ctx context.Context, geometry int64, cells any) (*row.Geometry, *sudoku.Puzzle, error) {
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
	id, geometry, source, clues, symmetry int64
	cells, verdict, disputed, grid        any
	stray                                 bool // it has a part of a result
}

// checkPuzzles derives each puzzle's columns and its answer again, and compares; and so the tables that follow from all
// puzzles.
func (c *checking) checkPuzzles(ctx context.Context) error {
	var s storedPuzzle
	k := keyCheck{}
	if err := c.tx.QueryRowContext(ctx, "SELECT coalesce(max(up_to), 0) FROM keyed").Scan(&k.upTo); err != nil {
		return err
	}
	sources := map[int64]*[3]int64{} // puzzles, the first, the last
	err := c.query(ctx, `SELECT id, geometry_id, source_id, cells, clues, symmetry, verdict, disputed, grid,
		(plugin_id IS NULL) + (chunk_id IS NULL) + (found IS NULL) + (self_ns IS NULL) + (guesses IS NULL) NOT IN (0, 5)
		FROM puzzle ORDER BY id`).Each(func() error {
		if err := c.checkPuzzle(ctx, &s, &k); err != nil {
			c.report("puzzle %d: %v", s.id, err)
		}
		n := sources[s.source]
		if n == nil {
			n = &[3]int64{0, s.id}
			sources[s.source] = n
		}
		n[0], n[2] = n[0]+1, s.id
		return nil
	}, &s.id, &s.geometry, &s.source, &s.cells, &s.clues, &s.symmetry, &s.verdict, &s.disputed, &s.grid, &s.stray)
	for id := range c.counts { // of puzzles that are not there
		c.report("puzzle %d: has other constraints than those counted", id)
	}
	if err == nil {
		err = c.checkKeys(ctx, &k)
	}
	if err != nil {
		return err
	}
	return c.query(ctx, "SELECT id, puzzles, coalesce(first_id, 0), coalesce(last_id, 0) FROM source").Values(func(_ []string, v []any) error {
		n := sources[v[0].(int64)]
		if n == nil {
			n = new([3]int64)
		}
		if v[1] != n[0] || v[2] != n[1] || v[3] != n[2] {
			c.report("source %d: has %d puzzles from %d to %d, recorded as %v from %v to %v", v[0], n[0], n[1], n[2], v[1], v[2], v[3])
		}
		return nil
	})
}

// keyCheck is what the table of keys has to hold.
type keyCheck struct {
	upTo, puzzles, digest int64
	after                 []puzzleKey // of puzzles that it does not hold yet
}

// checkKeys compares the table of keys with the puzzles, and looks for puzzles that are there twice.
func (c *checking) checkKeys(ctx context.Context, k *keyCheck) error {
	var key, id int64
	found := keyCheck{}
	err := c.query(ctx, "SELECT key, puzzle_id FROM puzzle_key").Each(func() error {
		found.puzzles, found.digest = found.puzzles+1, found.digest^row.Digest(key, id)
		return nil
	}, &key, &id)
	if err != nil {
		return err
	}
	if found.puzzles != k.puzzles || found.digest != k.digest {
		c.report("table of keys: its %d keys are not those of the %d puzzles up to %d", found.puzzles, k.puzzles, k.upTo)
	}
	for some := range slices.Chunk(k.after, file.IDsPerQuery) {
		ids, keys := make([]int64, len(some)), make([]int64, len(some))
		for i, k := range some {
			ids[i], keys[i] = k.id, k.key
		}
		var twice string
		err := c.query(ctx, "SELECT 'puzzle ' || max(id) || ': the same as puzzle ' || min(id) FROM puzzle WHERE id IN "+
			file.IDList(ids)+" OR id IN (SELECT puzzle_id FROM puzzle_key WHERE key IN "+file.IDList(keys)+
			") GROUP BY geometry_id, cells HAVING count(*) > 1").Each(func() error { c.report("%s", twice); return nil }, &twice)
		if err != nil {
			return err
		}
	}
	return nil
}

// checkPuzzle derives a puzzle's columns from its cells, and compares.
func (c *checking) checkPuzzle(ctx context.Context, s *storedPuzzle, k *keyCheck) error {
	g, p, err := c.puzzle(ctx, s.geometry, s.cells)
	if err != nil {
		return err
	}
	if key := g.Key(p, s.cells); s.id > k.upTo {
		k.after = append(k.after, puzzleKey{key, s.id})
	} else {
		k.puzzles, k.digest = k.puzzles+1, k.digest^row.Digest(key, s.id)
	}
	if err = g.Check(p, s.clues, s.symmetry); err == nil {
		err = g.CheckSolution(p, s.grid)
	}
	if err != nil {
		return err
	}
	if s.stray {
		return fmt.Errorf("has a part of a result")
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

// checkAnswer compares an answer with the one that results and solutions give together.
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
