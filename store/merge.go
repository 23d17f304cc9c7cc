package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// Merged counts what a merge has added to the library.
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
// library's word stays; of two grades of a plugin the newer one is current. The other library is read as it is at the
// beginning and is not changed; one of an older schema is copied first.
//
// Transactions take 10,000 puzzles with all that belongs to them, and what is there already is recognised: a merge that
// was cut short, by whatever, is completed by merging again. progress is called with the puzzles done and with all.
func (s *Store) Merge(ctx context.Context, path string, progress func(done, total int64)) (Merged, error) {
	m := &merger{to: s, progress: progress}
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

// CopyPuzzles adds some puzzles of the library in another file, by their numbers there, with the place that each was first
// seen at, and nothing else of what is known of them. Transactions take 10,000 puzzles; what is there already is recognised.
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

func (m *merger) copy(ctx context.Context, ids []int64) error {
	err := m.to.update(ctx, func(b *batch) error {
		if err := m.mergeGeometries(ctx, b); err != nil {
			return err
		}
		return m.mergeSources(ctx, b)
	})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(ids, mergeBatch) {
		puzzles := make([]incoming, 0, len(some))
		for part := range slices.Chunk(some, file.IDsPerQuery) {
			read, _, err := m.puzzles(ctx, len(part), "p.id IN "+file.IDList(part)+" ORDER BY p.id")
			if err != nil {
				return err
			}
			puzzles = append(puzzles, read...)
		}
		err := m.to.load(ctx, func(b *batch) error {
			if _, err := b.Recognise(puzzles); err != nil {
				return err
			}
			return b.InsertPuzzles(puzzles)
		})
		if err != nil {
			return err
		}
	}
	return m.to.load(ctx, (*batch).EndPuzzles)
}

// merger takes one library into another. Its maps lead from the other library's numbers to this one's.
type merger struct {
	to       *Store
	tx       *sql.Tx // a snapshot of the other library
	progress func(done, total int64)
	sum      Merged

	geometries  map[int64]row.Geometry
	theirs      map[int64]row.Geometry // by their number
	sources     map[int64]int64
	plugins     map[int64]mergedPlugin
	tasks       map[int64]int64
	metrics     map[int64][]mergedMetric // by their algorithm's number, in the order of slots
	wordings    map[wordingKey]any       // ids, nil for no words
	equal       map[int64]bool           // their chunks of which this library has every row
	chunksThere int                      // how many they have
}

// open takes a snapshot of the other library, which must be released.
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
		puzzles, theirs, err := m.puzzles(ctx, mergeBatch, "p.id > ? ORDER BY p.id LIMIT ?", after, mergeBatch)
		if err != nil {
			return err
		}
		if len(puzzles) == 0 {
			break
		}
		last := theirs[len(theirs)-1]
		before := m.sum
		if err := m.to.load(ctx, func(b *batch) error { return m.mergePuzzles(ctx, b, after, puzzles, theirs) }); err != nil {
			m.sum = before
			return err
		}
		after, done = last, done+int64(len(puzzles))
		m.progress(done, total)
	}
	return m.to.load(ctx, func(b *batch) error { return m.conclude(ctx, b) })
}

// lookUp returns what the row of the other library with a number is in this one: a reference to no row is not taken over.
func lookUp[T any](rows map[int64]T, what string, theirs int64) (T, error) {
	found, ok := rows[theirs]
	if !ok {
		return found, fmt.Errorf("there is no %s %d: %w", what, theirs, row.ErrCorrupt)
	}
	return found, nil
}

// query finds rows of the other library. It goes on when ctx ends, as a batch does: watching ctx takes time in each row.
func (m *merger) query(ctx context.Context, query string, args ...any) file.Rows {
	return file.Found(m.tx.QueryContext(context.WithoutCancel(ctx), query, args...))
}

// puzzles reads puzzles of the other library, most of the time as many as n, and their numbers there.
func (m *merger) puzzles(ctx context.Context, n int, condition string, args ...any) (puzzles []incoming, theirs []int64, err error) {
	puzzles, theirs = make([]incoming, 0, n), make([]int64, 0, n)
	var id, geometryID, source int64
	var cells, line, name, comment any
	err = m.query(ctx, "SELECT p.id, p.geometry_id, p.cells, p.source_id, p.line, p.name, p.comment FROM puzzle p WHERE "+condition,
		args...).Each(func() (err error) {
		p := incoming{Cells: cells}
		if p.Geometry, err = lookUp(m.theirs, "geometry", geometryID); err == nil {
			p.Puzzle, err = p.Geometry.Puzzle(p.Cells)
		}
		if err == nil {
			p.Here.Source, err = lookUp(m.sources, "source", source)
		}
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", id, err)
		}
		p.Puzzle.Comment, _ = comment.(string)
		p.Geometry = m.geometries[geometryID]
		p.Key = row.Key(p.Geometry.ID, p.Cells)
		if text, ok := name.(string); ok {
			p.Name = plain.Line(text)
		}
		if number, ok := line.(int64); ok {
			p.Here.Line = number
		}
		p.First = p.Here
		puzzles, theirs = append(puzzles, p), append(theirs, id)
		return nil
	}, &id, &geometryID, &cells, &source, &line, &name, &comment)
	return puzzles, theirs, err
}

// mergePuzzles stores puzzles, those of the other library whose numbers there follow on after, with all that it knows of
// them.
func (m *merger) mergePuzzles(ctx context.Context, b *batch, after int64, puzzles []incoming, theirs []int64) error {
	known, err := b.Recognise(puzzles)
	if err != nil {
		return err
	}
	m.sum.New += int64(len(puzzles) - known)
	if err := b.InsertPuzzles(puzzles); err != nil {
		return err
	}
	if err := b.InsertRecurrences(puzzles); err != nil {
		return err
	}
	part := &mergedPart{merger: m, ctx: ctx, b: b, after: after, puzzles: puzzles, theirs: theirs, chunks: map[int64]mergedChunk{},
		refuted: map[int64]bool{}}
	for _, step := range []func() error{part.recurrences, part.tags, part.deletions, part.keys, part.solutions, part.results,
		part.saveAnswers, part.grades} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// mergedPart is what one transaction takes over.
type mergedPart struct {
	*merger
	ctx     context.Context
	b       *batch
	after   int64 // their number of the puzzle before the first
	puzzles []incoming
	theirs  []int64               // their numbers, increasing
	chunks  map[int64]mergedChunk // by their number
	known   *knownAnswers         // what both libraries know
	refuted map[int64]bool        // puzzles of which the other library has a wrong solution
}

// puzzle returns the puzzle with a number of the other library.
func (p *mergedPart) puzzle(theirs int64) (*incoming, error) {
	place, ok := int(theirs-p.theirs[0]), true
	if uint(place) >= uint(len(p.theirs)) || p.theirs[place] != theirs { // mostly there is no gap
		place, ok = slices.BinarySearch(p.theirs, theirs)
	}
	if !ok {
		return nil, fmt.Errorf("there is no puzzle %d: %w", theirs, row.ErrCorrupt)
	}
	return &p.puzzles[place], nil
}

// eachNew is each of rows with a chunk, but for those of chunks that this library has.
func (p *mergedPart) eachNew(query string, each func(n *incoming) error, into ...any) error {
	if len(p.equal) == p.chunksThere {
		return nil
	}
	if len(p.equal) > 0 {
		query += " AND x.chunk_id NOT IN " + file.IDList(slices.Sorted(maps.Keys(p.equal)))
	}
	return p.each(query, each, into...)
}

// each walks over rows about the puzzles of the part: the query names its table x and ends where a condition may
// follow. The first column is the puzzle's number.
func (p *mergedPart) each(query string, each func(n *incoming) error, into ...any) error {
	var id int64
	rows := p.query(p.ctx, query+" AND x.puzzle_id > ? AND x.puzzle_id <= ?", p.after, p.theirs[len(p.theirs)-1])
	return rows.Each(func() error {
		n, err := p.puzzle(id)
		if err != nil {
			return err
		}
		return each(n)
	}, append([]any{&id}, into...)...)
}

func (p *mergedPart) recurrences() error {
	into := p.b.Inserter("recurrence (source_id, line, puzzle_id)", "ON CONFLICT DO NOTHING")
	var source, line int64
	err := p.each("SELECT x.puzzle_id, x.source_id, x.line FROM source s CROSS JOIN recurrence x WHERE x.source_id = s.id",
		func(n *incoming) error {
			own, err := lookUp(p.sources, "source", source)
			if err != nil {
				return err
			}
			at := placed{Source: own, Line: line}
			if at == n.Home || line == 0 && n.Home == (placed{Source: at.Source}) {
				return nil
			}
			return into.Add(at.Source, line, n.ID)
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
		func(n *incoming) error {
			if tagged[name] == nil {
				names = append(names, name)
			}
			tagged[name] = append(tagged[name], n.ID)
			return nil
		}, &name)
	if err != nil {
		return err
	}
	for _, name := range names {
		id, err := p.b.Tag(name)
		if err == nil {
			err = p.b.Link(id, tagged[name])
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
	err := p.each("SELECT x.puzzle_id, x.deleted_at FROM deletion x WHERE TRUE", func(n *incoming) error {
		if n.Known {
			return nil
		}
		return into.Add(n.ID, at)
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
	var key, solution any
	err := p.each("SELECT x.puzzle_id, x.puzzle_key, x.solution_key FROM canonical x WHERE TRUE",
		func(n *incoming) error {
			return into.Add(n.ID, key, solution)
		}, &key, &solution)
	if err != nil {
		return err
	}
	return into.Flush()
}

// conclude takes over what can be said only when all puzzles are there.
func (m *merger) conclude(ctx context.Context, b *batch) error {
	if err := b.KeyPuzzles(); err != nil {
		return err
	}
	if err := m.publications(ctx, b); err != nil {
		return err
	}
	if err := m.selections(ctx, b); err != nil {
		return err
	}
	_, err := b.LinkDuplicates("TRUE")
	return err
}

func (m *merger) publications(ctx context.Context, b *batch) error {
	type issue struct {
		Publication
		published string
	}
	var issues []issue
	var ids []int64
	var i issue
	err := m.query(ctx, "SELECT series, issue, puzzle_id, form, published FROM publication ORDER BY id").Each(func() error {
		issues, ids = append(issues, i), append(ids, i.Puzzle)
		return nil
	}, &i.Series, &i.Issue, &i.Puzzle, &i.Form, &i.published)
	if err != nil {
		return err
	}
	here, err := m.locate(ctx, b, ids)
	if err != nil {
		return err
	}
	for _, i := range issues {
		own, err := lookUp(here, "puzzle", i.Puzzle)
		if err != nil {
			return err
		}
		var puzzle int64
		err = b.QueryRow(`INSERT INTO publication (series, issue, puzzle_id, form, published) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (series, issue) DO UPDATE SET series = series RETURNING puzzle_id`,
			plain.Line(i.Series), plain.Line(i.Issue), own, i.Form, plain.Line(i.published)).Scan(&puzzle)
		if err != nil {
			return err
		}
		if puzzle != own {
			i.Puzzle = own
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
		puzzles, theirs, err := m.puzzles(ctx, len(some), "p.id IN "+file.IDList(some))
		if err != nil {
			return nil, err
		}
		known, err := b.Recognise(puzzles)
		if err != nil {
			return nil, err
		}
		if known < len(puzzles) {
			return nil, fmt.Errorf("%d puzzles that were taken over are gone: %w", len(puzzles)-known, row.ErrCorrupt)
		}
		for i, id := range theirs {
			here[id] = puzzles[i].ID
		}
	}
	return here, nil
}
