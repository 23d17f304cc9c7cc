package store

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/library"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// maxProblems is where Check stops to look for more.
const maxProblems = 100

// invariants are queries that find nothing in a sound library; each row is a text for people.
var invariants = []string{
	"PRAGMA integrity_check(100)",
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
	`SELECT 'puzzle ' || max(id) || ': the same as puzzle ' || min(id) FROM puzzle
		WHERE key IN (SELECT key FROM puzzle GROUP BY key HAVING count(*) > 1)
		GROUP BY key, geometry_id, cells HAVING count(*) > 1`,
	`SELECT 'puzzle ' || id || ': missing in the table of keys' FROM puzzle WHERE id <= (SELECT up_to FROM keyed)
		AND NOT EXISTS (SELECT 1 FROM puzzle_key k WHERE k.key = puzzle.key AND k.puzzle_id = puzzle.id)`,
	`SELECT 'puzzle ' || puzzle_id || ': in the table of keys, which goes up to ' || up_to
		FROM puzzle_key JOIN keyed ON puzzle_id > up_to`,
	`SELECT 'chunk ' || c.id || ': ' || count(r.chunk_id) || ' results instead of ' || c.puzzles
		FROM chunk c JOIN task t ON t.id = c.task_id LEFT JOIN result r ON r.chunk_id = c.id AND r.plugin_id = t.plugin_id
		WHERE t.kind = 'solve' GROUP BY c.id HAVING count(r.chunk_id) <> c.puzzles`,
	`SELECT 'result of puzzle ' || r.puzzle_id || ': saved by another plugin than its task''s'
		FROM result r JOIN chunk c ON c.id = r.chunk_id JOIN task t ON t.id = c.task_id WHERE t.plugin_id <> r.plugin_id`,
}

// Check looks for damage: SQLite's own checks, references to nothing, contradictions between tables, and solutions
// that do not solve their puzzle. It returns a sentence for each problem, at most a hundred; none means sound.
func (s *Store) Check(ctx context.Context) ([]string, error) {
	problems, err := s.file.WrongObjects(ctx)
	if err != nil {
		return problems, fmt.Errorf("checking database %q: %w", s.file.Path, file.Explain(err))
	}
	for _, query := range invariants {
		err := s.SQL(ctx, query, func(_ []string, v []any) error {
			if text := fmt.Sprint(v[0]); text != "ok" && len(problems) < maxProblems {
				problems = append(problems, text)
			}
			return nil
		})
		if err != nil {
			return problems, fmt.Errorf("checking database %q: %w", s.file.Path, err)
		}
	}
	problems, err = s.checkPuzzles(ctx, problems)
	if err == nil {
		problems, err = s.checkDigests(ctx, problems)
	}
	if err != nil {
		return problems, fmt.Errorf("checking database %q: %w", s.file.Path, file.Explain(err))
	}
	return problems, nil
}

// checkPuzzles reads every puzzle and solution.
func (s *Store) checkPuzzles(ctx context.Context, problems []string) ([]string, error) {
	rows, err := s.file.Read.QueryContext(ctx, `SELECT p.id, p.geometry_id, p.cells, p.key, p.clues, f.grid FROM puzzle p
		LEFT JOIN (SELECT puzzle_id, grid FROM answer UNION ALL SELECT puzzle_id, grid FROM solution) f
		ON f.puzzle_id = p.id ORDER BY p.id`)
	if err != nil {
		return problems, err
	}
	defer rows.Close()
	for rows.Next() && len(problems) < maxProblems {
		var id, geometryID, key int64
		var cells, grid any
		var clues int
		if err := rows.Scan(&id, &geometryID, &cells, &key, &clues, &grid); err != nil {
			return problems, err
		}
		g, err := library.Geometry(ctx, s.Reader, geometryID)
		if err == nil {
			err = g.Check(cells, clues, grid)
		}
		if err == nil && key != row.Key(geometryID, cells) {
			err = fmt.Errorf("recorded under the key %d", key)
		}
		if err != nil {
			problems = append(problems, fmt.Sprintf("puzzle %d: %v", id, err))
		}
	}
	return problems, rows.Err()
}

// checkDigests compares all results and grades with the digests of their chunks.
func (s *Store) checkDigests(ctx context.Context, problems []string) ([]string, error) {
	digests := map[int64]int64{}
	for _, query := range []string{"SELECT chunk_id, " + row.ResultColumns + " FROM result", "SELECT chunk_id, " +
		row.GradeColumns + " FROM grade"} {
		if err := joinDigests(file.Found(s.file.Read.QueryContext(ctx, query)), digests); err != nil {
			return problems, err
		}
	}
	return problems, s.SQL(ctx, `SELECT c.id, c.saved_at, c.digest, k.run_id, pl.plugin || ' ' || pl.version
		FROM chunk c JOIN task k ON k.id = c.task_id JOIN plugins pl ON pl.id = k.plugin_id`, func(_ []string, v []any) error {
		if id := v[0].(int64); row.Digest(v[1])^digests[id] != v[2] && len(problems) < maxProblems {
			problems = append(problems,
				fmt.Sprintf("chunk %d: what %v has found in run %v, or when, is not what was saved", id, v[4], v[3]))
		}
		return nil
	})
}

// joinDigests adds rows to the digests of their chunks, whose numbers are in the first column.
func joinDigests(rows file.Rows, digests map[int64]int64) error {
	return rows.Values(func(_ []string, v []any) error {
		chunk, ok := v[0].(int64)
		if !ok {
			return fmt.Errorf("there is no chunk %v: %w", v[0], row.ErrCorrupt)
		}
		digests[chunk] ^= row.Digest(v[1:]...)
		return nil
	})
}
