package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Merged counts what a merge has added to the library.
type Merged struct {
	Puzzles int64 // that the other library holds
	New     int64 // of them, that this one did not hold
	Refuted int64 // solutions that are none, which were left out
	Results int64
	Grades  int64
	Runs    int64
	// Contested are issues that both libraries have published, each with another puzzle. This library's count.
	Contested []Publication
}

// mergeBatch is how many puzzles of the other library one transaction takes, with all that is known of them.
const mergeBatch = 1_000

// Merge adds everything that the library in another file knows: puzzles and where they are from, solutions, results
// and grades with their runs, tags, deletions of puzzles that are new, publications. Where both know something, this
// library's word stays; of two grades of a plugin the newer one is current. The other library is read as it is at the
// beginning and is not changed; one of an older schema is copied first.
//
// Transactions take 1,000 puzzles with all that belongs to them, and what is there already is recognised: a merge that
// was cut short, by whatever, is completed by merging again. tell is called with the puzzles done and with all.
func (s *Store) Merge(ctx context.Context, path string, tell func(done, total int64)) (Merged, error) {
	m := &merger{to: s, tell: tell}
	release, err := m.open(ctx, path)
	if err == nil {
		defer release()
		err = m.run(ctx)
	}
	if err != nil {
		return m.sum, fmt.Errorf("merging library %q: %w", path, file.Explain(err))
	}
	return m.sum, nil
}

// IsDatabase reports whether a file begins as SQLite's do.
func IsDatabase(path string) bool { return file.IsDatabase(path) }

// merger takes one library into another. Its maps lead from the other library's numbers to this one's.
type merger struct {
	to   *Store
	tx   *sql.Tx // a snapshot of the other library
	tell func(done, total int64)
	sum  Merged

	geometries map[int64]row.Geometry
	theirs     map[int64]row.Geometry // by their number
	sources    map[int64]int64
	plugins    map[int64]mergedPlugin
	tasks      map[int64]int64
	chunks     map[int64]mergedChunk
	metrics    map[int64][]mergedMetric // by their algorithm's number, in the order of slots
	wordings   map[wordingKey]any       // ids, nil for no words
}

// open takes a snapshot of the other library, which must be released.
func (m *merger) open(ctx context.Context, path string) (release func(), err error) {
	mine, err := os.Stat(m.to.file.Path)
	if err != nil {
		return nil, err
	}
	if other, err := os.Stat(path); err == nil && os.SameFile(mine, other) {
		return nil, errors.New("it is the library that it was to be added to")
	}
	f, leave, err := file.OpenSnapshot(ctx, path)
	if err != nil {
		return nil, err
	}
	if m.tx, err = f.Read.BeginTx(ctx, nil); err != nil {
		leave()
		return nil, err
	}
	return func() { m.tx.Rollback(); leave() }, nil
}

func (m *merger) run(ctx context.Context) error {
	var total, done int64
	if err := m.tx.QueryRowContext(ctx, "SELECT count(*) FROM puzzle").Scan(&total); err != nil {
		return err
	}
	m.sum.Puzzles = total
	if err := m.to.update(ctx, func(b *batch) error { return m.mergeCircumstances(ctx, b) }); err != nil {
		return err
	}
	for after := int64(0); ; {
		puzzles, err := m.puzzles(ctx, "p.id > ? ORDER BY p.id LIMIT ?", after, mergeBatch)
		if err != nil {
			return err
		}
		if len(puzzles) == 0 {
			break
		}
		last := puzzles[len(puzzles)-1].theirID
		before := m.sum
		if err := m.to.update(ctx, func(b *batch) error { return m.mergePuzzles(ctx, b, after, last, puzzles) }); err != nil {
			m.sum = before
			return err
		}
		after, done = last, done+int64(len(puzzles))
		m.tell(done, total)
	}
	return m.to.update(ctx, func(b *batch) error { return m.conclude(ctx, b) })
}

// query walks over rows of the other library.
func (m *merger) query(ctx context.Context, query string, args []any, each func(scan func(...any) error) error) error {
	rows, err := m.tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// mergedPuzzle is a puzzle of the other library on its way into this one.
type mergedPuzzle struct {
	newPuzzle
	theirID int64
}

// puzzles reads puzzles of the other library.
func (m *merger) puzzles(ctx context.Context, condition string, args ...any) (puzzles []mergedPuzzle, err error) {
	err = m.query(ctx, "SELECT p.id, p.geometry_id, p.cells, p.source_id, p.line, p.name, p.comment FROM puzzle p WHERE "+condition,
		args, func(scan func(...any) error) error {
			var p mergedPuzzle
			var geometryID, source int64
			var line sql.NullInt64
			var name, comment sql.NullString
			if err := scan(&p.theirID, &geometryID, &p.cells, &source, &line, &name, &comment); err != nil {
				return err
			}
			p.geometry = m.theirs[geometryID]
			if p.geometry.Geometry == nil {
				return fmt.Errorf("puzzle %d has no geometry: %w", p.theirID, ErrCorrupt)
			}
			if p.Puzzle, err = p.geometry.Puzzle(p.cells); err != nil {
				return fmt.Errorf("puzzle %d: %w", p.theirID, err)
			}
			p.Puzzle.Comment = comment.String
			p.geometry = m.geometries[geometryID]
			p.key = row.Key(p.geometry.ID, p.cells)
			if name.Valid {
				p.name = plain.Line(name.String)
			}
			p.here = place{source: m.sources[source]}
			if line.Valid {
				p.here.line = line.Int64
			}
			p.first = p.here
			puzzles = append(puzzles, p)
			return nil
		})
	return puzzles, err
}

// mergePuzzles stores puzzles, those of the other library whose number is above after and at most last, with all that
// it knows of them.
func (m *merger) mergePuzzles(ctx context.Context, b *batch, after, last int64, puzzles []mergedPuzzle) error {
	fresh := make([]newPuzzle, len(puzzles))
	for i, p := range puzzles {
		fresh[i] = p.newPuzzle
	}
	into := &importing{batch: b, puzzles: fresh}
	known, err := into.recognise()
	if err != nil {
		return err
	}
	m.sum.New += int64(len(fresh) - known)
	if err := into.insertPuzzles(); err != nil {
		return err
	}
	if err := into.insertRecurrences(); err != nil {
		return err
	}
	part := &mergedPart{merger: m, ctx: ctx, b: b, after: after, last: last, puzzles: make(map[int64]*newPuzzle, len(fresh))}
	for i, p := range puzzles {
		part.puzzles[p.theirID] = &fresh[i]
	}
	for _, step := range []func() error{part.recurrences, part.tags, part.deletions, part.keys, part.answers, part.results, part.grades} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// mergedPart is what one transaction takes over.
type mergedPart struct {
	*merger
	ctx         context.Context
	b           *batch
	after, last int64
	puzzles     map[int64]*newPuzzle // by their number
}

// each walks over rows about the puzzles of the part: the query names its table x and ends where a condition may
// follow. The first column is the puzzle's number.
func (p *mergedPart) each(query string, each func(n *newPuzzle, scan func(...any) error) error, into ...any) error {
	var id int64
	into = append([]any{&id}, into...)
	return p.query(p.ctx, query+" AND x.puzzle_id > ? AND x.puzzle_id <= ?", []any{p.after, p.last}, func(scan func(...any) error) error {
		if err := scan(into...); err != nil {
			return err
		}
		n := p.puzzles[id]
		if n == nil {
			return fmt.Errorf("there is no puzzle %d: %w", id, ErrCorrupt)
		}
		return each(n, scan)
	})
}

func (p *mergedPart) recurrences() error {
	into := p.b.Inserter("recurrence (source_id, line, puzzle_id)", "ON CONFLICT DO NOTHING")
	var source, line int64
	err := p.each("SELECT x.puzzle_id, x.source_id, x.line FROM source s CROSS JOIN recurrence x WHERE x.source_id = s.id",
		func(n *newPuzzle, _ func(...any) error) error {
			at := place{source: p.sources[source], line: line}
			if at == n.home || line == 0 && n.home == (place{source: at.source}) {
				return nil
			}
			return into.Add(at.source, line, n.id)
		}, &source, &line)
	if err != nil {
		return err
	}
	return into.Flush()
}

func (p *mergedPart) tags() error {
	var names []string
	tagged := map[string][]int64{}
	var name string
	err := p.each("SELECT x.puzzle_id, t.name FROM puzzle_tag x JOIN tag t ON t.id = x.tag_id WHERE TRUE",
		func(n *newPuzzle, _ func(...any) error) error {
			if tagged[name] == nil {
				names = append(names, name)
			}
			tagged[name] = append(tagged[name], n.id)
			return nil
		}, &name)
	if err != nil {
		return err
	}
	for _, name := range names {
		id, err := p.b.tagOf(name)
		if err == nil {
			err = p.b.link(id, tagged[name])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// deletions hides the new puzzles that the other library hides. What this library shows stays.
func (p *mergedPart) deletions() error {
	into := p.b.Inserter("deletion (puzzle_id, deleted_at)", "ON CONFLICT DO NOTHING")
	var at int64
	err := p.each("SELECT x.puzzle_id, x.deleted_at FROM deletion x WHERE TRUE", func(n *newPuzzle, _ func(...any) error) error {
		if n.known {
			return nil
		}
		return into.Add(n.id, at)
	}, &at)
	if err != nil {
		return err
	}
	return into.Flush()
}

// keys takes over the canonical keys.
func (p *mergedPart) keys() error {
	into := p.b.Inserter("canonical (puzzle_id, puzzle_key, solution_key)", `ON CONFLICT (puzzle_id) DO UPDATE SET
		solution_key = coalesce(solution_key, excluded.solution_key)`)
	var key []byte
	var solution any
	err := p.each("SELECT x.puzzle_id, x.puzzle_key, x.solution_key FROM canonical x WHERE TRUE", func(n *newPuzzle, _ func(...any) error) error {
		return into.Add(n.id, append([]byte(nil), key...), solution)
	}, &key, &solution)
	if err != nil {
		return err
	}
	return into.Flush()
}

// conclude takes over what can be said only when all puzzles are there.
func (m *merger) conclude(ctx context.Context, b *batch) error {
	if err := m.publications(ctx, b); err != nil {
		return err
	}
	if err := m.selections(ctx, b); err != nil {
		return err
	}
	_, err := b.linkDuplicates("TRUE")
	return err
}

func (m *merger) publications(ctx context.Context, b *batch) error {
	type issue struct {
		Publication
		published string
	}
	var issues []issue
	var ids []int64
	err := m.query(ctx, "SELECT series, issue, puzzle_id, form, published FROM publication ORDER BY id", nil,
		func(scan func(...any) error) error {
			var i issue
			if err := scan(&i.Series, &i.Issue, &i.Puzzle, &i.Form, &i.published); err != nil {
				return err
			}
			issues, ids = append(issues, i), append(ids, i.Puzzle)
			return nil
		})
	if err != nil {
		return err
	}
	here, err := m.locate(ctx, b, ids)
	if err != nil {
		return err
	}
	for _, i := range issues {
		var puzzle int64
		err := b.QueryRow(`INSERT INTO publication (series, issue, puzzle_id, form, published) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (series, issue) DO UPDATE SET series = series RETURNING puzzle_id`,
			plain.Line(i.Series), plain.Line(i.Issue), here[i.Puzzle], i.Form, plain.Line(i.published)).Scan(&puzzle)
		if err != nil {
			return err
		}
		if puzzle != here[i.Puzzle] {
			i.Puzzle = here[i.Puzzle]
			m.sum.Contested = append(m.sum.Contested, i.Publication)
		}
	}
	return nil
}

// locate returns where this library, which has them all, has some puzzles of the other.
func (m *merger) locate(ctx context.Context, b *batch, ids []int64) (map[int64]int64, error) {
	here := make(map[int64]int64, len(ids))
	for len(ids) > 0 {
		some := ids[:min(len(ids), file.IDsPerQuery)]
		ids = ids[len(some):]
		puzzles, err := m.puzzles(ctx, "p.id IN "+file.IDList(some))
		if err != nil {
			return nil, err
		}
		fresh := make([]newPuzzle, len(puzzles))
		for i, p := range puzzles {
			fresh[i] = p.newPuzzle
		}
		if known, err := (&importing{batch: b, puzzles: fresh}).recognise(); err != nil || known < len(fresh) {
			if err == nil {
				err = fmt.Errorf("%d puzzles that were taken over are gone: %w", len(fresh)-known, ErrCorrupt)
			}
			return nil, err
		}
		for i, p := range puzzles {
			here[p.theirID] = fresh[i].id
		}
	}
	return here, nil
}
