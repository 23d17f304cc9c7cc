package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Merged counts the rows that a merge has added to the library.
type Merged struct {
	Puzzles int64 // that the other library holds
	New     int64 // of them, that this one did not hold
	Refuted int64 // wrong solutions, which were left out
	Results int64
	Grades  int64
	Runs    int64
	// Disputed are puzzles of the other library about which solvers, of either library, contradict each other.
	Disputed int64
	// Contested are issues that both libraries have published, each with another puzzle. This library's count.
	Contested []Publication
}

// mergeBatch is how many puzzles of the other library one transaction takes, with all that is known of them.
const mergeBatch = 10_000

// Merge adds everything that the library in another file knows: puzzles and where they are from, solutions, results
// and grades with their runs, tags, deletions of puzzles that are new, publications. Where both know something, this
// library's word stays; of two grades of a plugin the newer one is current. Each transaction reads the other library as
// it is then, and nothing changes it; one of an older schema is copied first.
//
// A transaction holds 10,000 puzzles with their answers, and rows that are here already are recognised. So merging again
// completes a merge that was cut short. progress is called with the number of puzzles done and of all.
func (s *Store) Merge(ctx context.Context, path string, progress func(done, total int64)) (Merged, error) {
	m := &merger{to: s, progress: progress}
	release, err := m.open(ctx, path)
	if err == nil {
		defer release()
		if err = m.run(ctx); err != nil {
			err = cmp.Or(m.checkReferences(ctx), err)
		}
	}
	if err != nil {
		return m.sum, fmt.Errorf("merging library %q: %w", path, file.Explain(err))
	}
	return m.sum, nil
}

// CopyPuzzles adds some puzzles of the library in another file, by their numbers there, with their first places, and
// nothing else. A transaction holds 10,000 puzzles; known ones are recognised.
func (s *Store) CopyPuzzles(ctx context.Context, path string, ids []int64) error {
	m := &merger{to: s}
	release, err := m.open(ctx, path)
	if err == nil {
		defer release()
		err = m.copy(ctx, ids)
	}
	if err != nil {
		return fmt.Errorf("copying puzzles of library %q: %w", path, file.Explain(err))
	}
	return nil
}

// IsDatabase reports whether a file begins as SQLite's do.
func IsDatabase(path string) bool { return file.IsDatabase(path) }

// copy copies some puzzles.
func (m *merger) copy(ctx context.Context, ids []int64) error {
	for some := range slices.Chunk(ids, mergeBatch) {
		err := m.to.load(ctx, func(b *batch) error {
			if err := cmp.Or(m.mergeGeometries(b), m.mergeSources(b)); err != nil {
				return err
			}
			puzzles, _, err := m.puzzles(b, len(some), "p.id "+file.InNumbers+" ORDER BY p.id", file.Numbers(some))
			if err == nil {
				_, err = b.Recognise(puzzles, nil)
			}
			if err != nil {
				return err
			}
			return b.InsertPuzzles(puzzles, nil)
		})
		if err != nil {
			return err
		}
	}
	return m.to.load(ctx, (*batch).EndPuzzles)
}

// merger takes one library into another, which transactions read as "other". Temporary tables lead from its numbers to those
// here.
type merger struct {
	to         *Store
	other      *sql.DB // reads the other library
	progress   func(done, total int64)
	sum        Merged
	geometries map[int64]*row.Geometry  // here, by their number
	metrics    map[int64][]mergedMetric // by their algorithm's number, in the order of slots
	wordings   map[wordingKey]any       // ids, nil for no words
	news       bool                     // of some of their chunks this library has not every row
	state      string                   // of the other library
}

// mergeTables lead from numbers of the other library to those here. A chunk is equal if this library has had as many rows of
// it before. Of a refuted puzzle the other library has a wrong solution.
const mergeTables = `
	CREATE TEMP TABLE merged_source (id INTEGER PRIMARY KEY, here INTEGER NOT NULL);
	CREATE TEMP TABLE merged_plugin (id INTEGER PRIMARY KEY, here INTEGER NOT NULL, algorithm INTEGER NOT NULL);
	CREATE TEMP TABLE merged_task (id INTEGER PRIMARY KEY, here INTEGER NOT NULL);
	CREATE TEMP TABLE merged_chunk (id INTEGER PRIMARY KEY, here INTEGER, equal INTEGER NOT NULL);
	CREATE TEMP TABLE merged_puzzle (id INTEGER PRIMARY KEY, here INTEGER NOT NULL, known INTEGER NOT NULL,
		refuted INTEGER NOT NULL DEFAULT 0);`

// dropMergeTables removes them.
const dropMergeTables = `DROP TABLE temp.merged_source; DROP TABLE temp.merged_plugin; DROP TABLE temp.merged_task;
	DROP TABLE temp.merged_chunk; DROP TABLE temp.merged_puzzle`

// open has transactions read the other library until it is released.
func (m *merger) open(ctx context.Context, path string) (release func(), err error) {
	mine, err := os.Stat(m.to.file.Path)
	if err != nil {
		return nil, err
	}
	if other, err := os.Stat(path); err == nil && os.SameFile(mine, other) {
		return nil, errors.New("it is the same library")
	}
	f, leave, err := file.OpenSnapshot(ctx, path)
	if err != nil {
		return nil, err
	}
	detach, err := m.to.file.Attach(ctx, f, mergeTables, dropMergeTables)
	if err != nil {
		leave()
		return nil, err
	}
	m.other, m.wordings = f.Read, map[wordingKey]any{}
	return func() { detach(); leave() }, nil
}

// run merges everything, some thousand puzzles a transaction.
func (m *merger) run(ctx context.Context) error {
	if known, err := m.isKnown(ctx); err != nil || known {
		return err
	}
	for after, done := int64(0), int64(0); ; {
		before, part := m.sum, &mergedPart{merger: m, after: after}
		if err := m.to.load(ctx, part.run); err != nil {
			m.sum = before
			return err
		}
		if len(part.puzzles) == 0 {
			break
		}
		after, done = part.theirs[len(part.theirs)-1], done+int64(len(part.puzzles))
		m.progress(done, max(done, m.sum.Puzzles))
	}
	return m.to.load(ctx, m.conclude)
}

// isKnown counts the puzzles of the other library, and reports whether a merge by this program has read it as it is to the end.
func (m *merger) isKnown(ctx context.Context) (known bool, err error) {
	state, results, grades := sha256.New(), int64(0), int64(0)
	err = m.other.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM puzzle), (SELECT count(*) FROM result), (SELECT count(*) FROM grade)").
		Scan(&m.sum.Puzzles, &results, &grades)
	if err != nil {
		return false, err
	}
	fmt.Fprintln(state, program(), m.sum.Puzzles, results, grades)
	err = file.Found(m.other.QueryContext(ctx, "SELECT name, value FROM digest ORDER BY name")).Values(func(_ []string, v []any) error {
		fmt.Fprintln(state, v...)
		return nil
	})
	if err == nil {
		m.state = hex.EncodeToString(state.Sum(nil))
		err = m.to.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM merged WHERE digest = ?)", m.state).Scan(&known)
	}
	return known, err
}

// remember records that all of the other library is here. What a merge has to report each time is not left out.
func (m *merger) remember(b *batch) error {
	if m.sum.Refuted > 0 || m.sum.Disputed > 0 || len(m.sum.Contested) > 0 {
		return nil
	}
	_, err := b.Exec("INSERT INTO merged VALUES (?, ?) ON CONFLICT DO NOTHING", m.state, time.Now().UnixMilli())
	return err
}

// forgetMerges has merges read libraries again: something of them was taken away here.
func (b *batch) forgetMerges() error {
	_, err := b.Exec("DELETE FROM merged")
	return err
}

// checkReferences names a row of the other library that refers to one that is not there. Such a row ends a merge, for here no
// number may be NULL, nor a text.
func (m *merger) checkReferences(ctx context.Context) error {
	var table, parent string
	err := m.other.QueryRowContext(ctx, `SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1`).Scan(&table, &parent)
	if err == nil {
		return fmt.Errorf("there is no %s to which a row of table %q refers: %w", parent, table, row.ErrCorrupt)
	}
	return nil // or one that cannot be read, which is what the merge has found
}

// puzzles reads puzzles of the other library, most of the time as many as n, and their numbers there.
func (m *merger) puzzles(b *batch, n int, condition string, args ...any) (puzzles []incoming, theirs []int64, err error) {
	puzzles, theirs = make([]incoming, 0, n), make([]int64, 0, n)
	var id, geometryID, source int64
	var cells, line, name, comment any
	err = b.Query(`SELECT p.id, p.geometry_id, p.cells, s.here, p.line, p.name, p.comment FROM other.puzzle p
		LEFT JOIN temp.merged_source s ON s.id = p.source_id WHERE `+condition, args...).Each(func() (err error) {
		p := incoming{Cells: cells, Geometry: m.geometries[geometryID]}
		if p.Geometry == nil {
			return fmt.Errorf("puzzle %d: there is no geometry %d: %w", id, geometryID, row.ErrCorrupt)
		}
		if p.Puzzle, err = p.Geometry.Puzzle(p.Cells); err != nil {
			return fmt.Errorf("puzzle %d: %w", id, err)
		}
		p.Puzzle.Comment, _ = comment.(string)
		p.Key = p.Geometry.Key(p.Puzzle, p.Cells)
		if text, ok := name.(string); ok {
			p.Name = plain.Line(text)
		}
		p.Here.Source = source
		if number, ok := line.(int64); ok {
			p.Here.Line = number
		}
		p.First = p.Here
		puzzles, theirs = append(puzzles, p), append(theirs, id)
		return nil
	}, &id, &geometryID, &cells, &source, &line, &name, &comment)
	return puzzles, theirs, err
}

// mergedPart is one transaction of a merge: puzzles with their answers and grades in the other library.
type mergedPart struct {
	*merger
	b       *batch
	after   int64 // their number of the puzzle before the first
	puzzles []incoming
	theirs  []int64       // their numbers, increasing
	known   *knownAnswers // what both libraries know
}

// run merges the puzzles of one transaction.
func (p *mergedPart) run(b *batch) (err error) {
	p.b = b
	if err := p.mergeReferences(b, p.after == 0); err != nil {
		return err
	}
	p.puzzles, p.theirs, err = p.merger.puzzles(b, mergeBatch, "p.id > ? ORDER BY p.id LIMIT ?", p.after, mergeBatch)
	if err != nil || len(p.puzzles) == 0 {
		return err
	}
	known, err := b.Recognise(p.puzzles, nil)
	if err != nil {
		return err
	}
	p.sum.New += int64(len(p.puzzles) - known)
	into := b.Inserter("temp.merged_puzzle (id, here, known)", "")
	for i := range p.puzzles {
		if err := into.Add(p.theirs[i], p.puzzles[i].ID, p.puzzles[i].Known); err != nil {
			return err
		}
	}
	if err := into.Flush(); err != nil {
		return err
	}
	for _, step := range []func() error{p.solutions, p.results, p.savePuzzles, p.grades} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// mergeOfPuzzles copies further places, tags, deletions of puzzles that are new here, canonical keys and plays, for the puzzles
// whose numbers there are above ?1 and at most ?2.
var mergeOfPuzzles = [...]string{
	`INSERT INTO recurrence (source_id, line, puzzle_id) SELECT s.here, x.line, m.here
		FROM temp.merged_source s CROSS JOIN other.recurrence x
		LEFT JOIN temp.merged_puzzle m ON m.id = x.puzzle_id LEFT JOIN puzzle p ON p.id = m.here
		WHERE x.source_id = s.id AND x.puzzle_id > ?1 AND x.puzzle_id <= ?2
		AND (p.source_id IS NOT s.here OR coalesce(p.line, 0) <> x.line) ON CONFLICT DO NOTHING`,
	`INSERT INTO tag (name) SELECT plain_line(t.name) FROM other.puzzle_tag x CROSS JOIN other.tag t
		WHERE t.id = x.tag_id AND x.puzzle_id > ?1 AND x.puzzle_id <= ?2 GROUP BY t.id ORDER BY min(x.puzzle_id), t.id
		ON CONFLICT DO NOTHING`,
	`INSERT INTO puzzle_tag SELECT m.here, h.id, x.tagged_at, plain_line(x.tagged_by) FROM other.puzzle_tag x
		LEFT JOIN temp.merged_puzzle m ON m.id = x.puzzle_id LEFT JOIN other.tag t ON t.id = x.tag_id
		LEFT JOIN tag h ON h.name = plain_line(t.name) WHERE x.puzzle_id > ?1 AND x.puzzle_id <= ?2 ON CONFLICT DO NOTHING`,
	`INSERT INTO deletion (puzzle_id, deleted_at) SELECT coalesce(m.here, 'none'), x.deleted_at FROM other.deletion x
		LEFT JOIN temp.merged_puzzle m ON m.id = x.puzzle_id
		WHERE x.puzzle_id > ?1 AND x.puzzle_id <= ?2 AND m.known IS NOT 1 ON CONFLICT DO NOTHING`,
	`INSERT INTO canonical (puzzle_id, puzzle_key) SELECT coalesce(m.here, 'none'), x.puzzle_key
		FROM other.canonical x LEFT JOIN temp.merged_puzzle m ON m.id = x.puzzle_id WHERE x.puzzle_id > ?1 AND x.puzzle_id <= ?2
		ON CONFLICT DO NOTHING`,
	`INSERT INTO play SELECT x.id, coalesce(m.here, 'none'), x.player, x.seconds, x.solved, x.hints, x.checks, x.played_at
		FROM other.play x LEFT JOIN temp.merged_puzzle m ON m.id = x.puzzle_id WHERE x.puzzle_id > ?1 AND x.puzzle_id <= ?2
		ON CONFLICT DO NOTHING`,
}

// each walks over rows about the puzzles of the part: the query names its table x and ends where a condition may
// follow. The first column is the puzzle's number.
func (p *mergedPart) each(query string, each func(n *incoming) error, into ...any) error {
	var id int64
	rows := p.b.Query(query+" AND x.puzzle_id > ? AND x.puzzle_id <= ?", p.after, p.theirs[len(p.theirs)-1])
	return rows.Each(func() error {
		place, ok := int(id-p.theirs[0]), true
		if uint(place) >= uint(len(p.theirs)) || p.theirs[place] != id { // mostly there is no gap
			place, ok = slices.BinarySearch(p.theirs, id)
		}
		if !ok {
			return fmt.Errorf("there is no puzzle %d: %w", id, row.ErrCorrupt)
		}
		return each(&p.puzzles[place])
	}, append([]any{&id}, into...)...)
}

// solutions copies the answers of the other library for puzzles, and those of its solutions that are right.
func (p *mergedPart) solutions() (err error) {
	ids := make([]int64, len(p.puzzles))
	for i := range p.puzzles {
		ids[i] = p.puzzles[i].ID
	}
	slices.Sort(ids)
	if p.known, err = p.b.Answers(slices.Compact(ids)); err != nil {
		return err
	}
	var stored any
	refuted := map[int64]bool{}
	learn := func(n *incoming) error {
		grid, err := n.Geometry.Grid(stored)
		if err != nil || sudoku.Verify(n.Puzzle, grid) != nil {
			p.sum.Refuted++
			refuted[n.ID] = true
			return nil
		}
		p.known.Of(n.ID).Learn(sudoku.Solved, []any{n.Geometry.GridOf(grid)})
		return nil
	}
	var verdict sudoku.Verdict
	var disputed bool
	err = p.each("SELECT x.puzzle_id, x.verdict, x.disputed, x.grid FROM (SELECT id AS puzzle_id, * FROM other.puzzle) x WHERE x.verdict IS NOT NULL", func(n *incoming) error {
		if stored != nil {
			if err := learn(n); err != nil {
				return err
			}
		}
		if refuted[n.ID] && slices.Contains(solvedVerdicts, verdict) {
			return nil
		}
		a := p.known.Of(n.ID)
		if a.Learn(verdict, nil); disputed && !a.Disputed {
			a.Disputed, a.Changed = true, true
		}
		return nil
	}, &verdict, &disputed, &stored)
	if err == nil {
		err = p.each("SELECT x.puzzle_id, x.grid FROM other.solution x WHERE TRUE", learn, &stored)
	}
	if err == nil && len(refuted) > 0 {
		_, err = p.b.Exec("UPDATE temp.merged_puzzle SET refuted = 1 WHERE here "+file.InNumbers, file.Numbers(slices.Collect(maps.Keys(refuted))))
	}
	return err
}

// solvedVerdicts are not taken over from a library of which a solution of the puzzle is wrong.
var solvedVerdicts = []sudoku.Verdict{sudoku.Solved, sudoku.Unique, sudoku.Multiple}

// results takes over the results that this library does not have.
func (p *mergedPart) results() error {
	if !p.news {
		return nil
	}
	var found [][]any // chunk_id and row.ResultColumns
	err := p.b.Query(`SELECT k.here, pl.here, m.here, x.verdict, x.found, x.self_ns, x.guesses, iif(x.measures IS NULL, NULL, plain_text(x.measures)),
			iif(x.error IS NULL, NULL, plain_text(x.error))
		FROM other.opinions x LEFT JOIN temp.merged_plugin pl ON pl.id = x.plugin_id LEFT JOIN temp.merged_chunk k ON k.id = x.chunk_id
		LEFT JOIN temp.merged_puzzle m ON m.id = x.puzzle_id WHERE x.puzzle_id > ? AND x.puzzle_id <= ?
		AND k.equal IS NOT 1 AND (m.refuted IS NOT 1 OR x.verdict NOT IN (1, 2, 3))
		AND NOT EXISTS (SELECT 1 FROM puzzle h WHERE h.id = m.here AND h.plugin_id = pl.here AND h.chunk_id = k.here)
		AND NOT EXISTS (SELECT 1 FROM result h WHERE h.plugin_id = pl.here AND h.puzzle_id = m.here AND h.chunk_id = k.here)`,
		p.after, p.theirs[len(p.theirs)-1]).Values(func(_ []string, v []any) error {
		for i, of := range []string{"chunk", "plugin", "puzzle", "verdict"} {
			if _, ok := v[i].(int64); !ok {
				return fmt.Errorf("there is no %s to which a result refers: %w", of, row.ErrCorrupt)
			}
		}
		verdict := v[3].(int64)
		if verdict < 0 || verdict > int64(sudoku.Invalid) {
			return fmt.Errorf("there is no verdict %d: %w", verdict, row.ErrCorrupt)
		}
		p.known.Of(v[2].(int64)).Learn(sudoku.Verdict(verdict), nil)
		found = append(found, slices.Clone(v))
		return nil
	})
	if err != nil {
		return err
	}
	into := p.b.Inserter("result (chunk_id, "+row.ResultColumns+")", "")
	counts, digests := map[int64]int64{}, map[int64]int64{}
	for _, v := range found {
		chunk, plugin := v[0].(int64), v[1].(int64)
		counts[chunk]++
		digests[chunk] ^= row.Digest(v[1:]...)
		p.sum.Results++
		numbers := [3]int64{}
		for i := range numbers {
			numbers[i], _ = v[4+i].(int64)
		}
		if v[7] == nil && v[8] == nil && p.known.Of(v[2].(int64)).place(sudoku.Verdict(v[3].(int64)),
			placedResult{plugin, chunk, numbers[0], numbers[1], numbers[2]}) {
			continue
		}
		if err := into.Add(v...); err != nil {
			return err
		}
	}
	if err := into.Flush(); err != nil {
		return err
	}
	return p.count(counts, digests)
}

// count adds rows to the chunks that hold them, and to their digests.
func (p *mergedPart) count(rows, digests map[int64]int64) error {
	for chunk, n := range rows {
		if _, err := p.b.Exec("UPDATE chunk SET puzzles = puzzles + ? WHERE id = ?", n, chunk); err != nil {
			return err
		}
	}
	return p.b.JoinDigests(digests)
}

// savePuzzles stores the new puzzles, and for all of them their answers and their further places.
func (p *mergedPart) savePuzzles() error {
	p.sum.Disputed += p.known.Disputed()
	if err := cmp.Or(p.b.InsertPuzzles(p.puzzles, p.known), p.b.InsertRecurrences(p.puzzles), p.b.SaveAnswers(p.known)); err != nil {
		return err
	}
	for _, statement := range mergeOfPuzzles {
		if _, err := p.b.Exec(statement, p.after, p.theirs[len(p.theirs)-1]); err != nil {
			return err
		}
	}
	return nil
}
