package store

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Entry is a puzzle on its way into the library, with its place in the source and all that the source says of it.
type Entry struct {
	Puzzle   *sudoku.Puzzle
	Name     string // that people gave it, "" if the puzzle's own is a place
	Tags     []string
	Solution sudoku.Grid    // nil, or a claimed solution, which is kept if it is one
	Stated   []sudoku.Grade // values that the source states, kept as grades by "imported"
	Origin   *Origin        // nil, or where the source has the puzzle from, which is then its first place
}

// Origin is a place that is not part of the import at hand.
type Origin struct {
	Source       // its ID does not count
	Line   int64 // from 1, 0 if there is none
}

// Imported counts what an import did.
type Imported struct {
	Source     int64 // id of the source
	Read       int   // entries
	New        int   // puzzles that the library did not hold
	Duplicates int   // entries equal to a puzzle of the library or to an earlier entry
	Refuted    int   // claimed solutions that are wrong
}

// importBatch is how many puzzles one transaction takes.
const importBatch = 10_000

// Import stores puzzles in transactions of 10,000 and constant memory; while one is under way the next entries are
// taken. A puzzle that is already there is not stored again; the further place is recorded. A line number is taken from
// the puzzle's name when that is source:number. When ctx ends, the counted puzzles are stored.
func (s *Store) Import(ctx context.Context, src Source, entries iter.Seq[Entry]) (Imported, error) {
	sum, _, err := s.ImportAsking(ctx, src, entries, nil)
	if err == nil {
		err = s.EndImports(ctx)
	}
	return sum, err
}

// EndImports says that nothing follows on calls of ImportAsking. Without it the library is whole, but finding a puzzle takes longer.
func (s *Store) EndImports(ctx context.Context) error {
	if err := s.load(ctx, (*batch).EndPuzzles); err != nil {
		return fmt.Errorf("ending an import: %w", err)
	}
	return nil
}

// Asked is what a task has found out about entries before they are stored. IDs are the entries' places among them.
type Asked struct {
	Task    *Task
	Results []Answered
	Graded  []Graded
	InVain  []int64 // places of entries that were asked without an answer to store
}

// Ask has tasks answer entries that the library does not have, and returns what each has found. Entries that a task was not asked
// are left.
type Ask func(entries []Entry, known []bool) []Asked

// ImportAsking is Import of one of many sources. Unless ask is nil, puzzles that are new are asked for answers, and
// each transaction stores puzzles with their answers. The next entries are taken and asked meanwhile. It returns as
// left the known puzzles, and those without an answer.
func (s *Store) ImportAsking(ctx context.Context, src Source, entries iter.Seq[Entry], ask Ask) (sum Imported, left []int64, err error) {
	i := &importer{store: s, ctx: ctx, from: src, ask: ask}
	b := i.batch()
	for e := range entries {
		if b.entries = append(b.entries, e); len(b.entries) < importBatch {
			continue
		}
		if err = i.take(b); err != nil {
			break
		}
		b = i.batch()
	}
	if err == nil {
		err = i.take(b)
	}
	if last := i.end(); err == nil {
		err = last
	}
	if err != nil {
		err = fmt.Errorf("importing %q: %w", src.Name, err)
	}
	return i.sum, i.left, err
}

// importer saves one batch while the next one is asked.
type importer struct {
	store *Store
	ctx   context.Context
	from  Source
	ask   Ask
	sum   Imported
	left  []int64
	ready *importing // to be saved next, nil if there is none
	under *importing // in the transaction under way
	saved chan error // of it, nil if there is none
	spare *importing // that was saved: its room is used again
}

// batch returns one without entries.
func (i *importer) batch() *importing {
	b := &importing{from: i.from}
	if i.spare != nil {
		clear(i.spare.entries)
		b.entries, b.puzzles, i.spare = i.spare.entries[:0], i.spare.puzzles[:0], nil
	}
	return b
}

// take has a batch asked, and saves the one before.
func (i *importer) take(b *importing) error {
	if i.ask != nil {
		if err := i.wait(); err != nil {
			return err
		}
		if err := i.store.load(i.ctx, b.lookUp); err != nil {
			return err
		}
	}
	if err := i.save(); err != nil {
		return err
	}
	if i.ready = b; i.ask == nil {
		return i.save()
	}
	known := make([]bool, len(b.entries))
	for k := range b.puzzles {
		known[k] = b.puzzles[k].Known
	}
	b.asked = i.ask(b.entries, known)
	return nil
}

// save begins to save the batch that is ready, after the one under way.
func (i *importer) save() error {
	if i.ready == nil {
		return nil
	}
	if err := i.wait(); err != nil {
		return err
	}
	b, done := i.ready, make(chan error, 1)
	i.ready, i.under, i.saved = nil, b, done
	go func() {
		done <- i.store.load(i.ctx, func(batch *batch) error {
			b.batch = batch
			batch.AfterCommit(func() { i.left = append(i.left, b.left...) })
			return b.run(&i.sum)
		})
	}()
	return nil
}

// wait waits for the transaction under way.
func (i *importer) wait() error {
	if i.saved == nil {
		return nil
	}
	err := <-i.saved
	i.saved, i.spare, i.under = nil, i.under, nil
	return err
}

// end stores the last entries.
func (i *importer) end() error {
	if err := i.save(); err != nil {
		return err
	}
	return i.wait()
}

// importing is a batch of entries on their way into the library.
type importing struct {
	*batch
	from    Source
	source  int64 // its id
	entries []Entry
	puzzles []incoming  // of the entries
	seen    *tableTwins // that were found before the entries were asked, nil if they are not
	asked   []Asked
	left    []int64 // puzzles that were known, or of which an answer is missing
}

// lookUp finds out which entries the library has.
func (b *importing) lookUp(batch *batch) error {
	b.batch, b.seen = batch, &tableTwins{}
	if err := b.newPuzzles(); err != nil {
		return err
	}
	_, err := b.Recognise(b.puzzles, b.seen)
	return err
}

// run stores the entries of one transaction.
func (b *importing) run(sum *Imported) (err error) {
	if b.source, err = b.Source(b.from); err != nil {
		return err
	}
	if b.seen == nil {
		if err := b.newPuzzles(); err != nil {
			return err
		}
	}
	if err := b.places(); err != nil {
		return err
	}
	known, err := b.Recognise(b.puzzles, b.seen)
	if err != nil {
		return err
	}
	b.left = b.leftOver()
	answers := newAnswers(b.puzzles)
	refuted, err := b.insertClaims(answers)
	if err != nil {
		return err
	}
	for _, a := range b.asked {
		if err := b.insertAsked(a, answers); err != nil {
			return err
		}
	}
	if err := b.InsertPuzzles(b.puzzles, answers); err != nil {
		return err
	}
	if err := b.SaveAnswers(answers); err != nil {
		return err
	}
	if err := b.InsertRecurrences(b.puzzles); err != nil {
		return err
	}
	if err := b.insertStated(); err != nil {
		return err
	}
	done := Imported{Source: b.source, Read: sum.Read + len(b.entries), New: sum.New + len(b.entries) - known,
		Duplicates: sum.Duplicates + known, Refuted: sum.Refuted + refuted}
	b.AfterCommit(func() { *sum = done })
	return b.tagEntries()
}

// insertAsked stores what a task has found out about puzzles that are new.
func (b *importing) insertAsked(a Asked, known *knownAnswers) error {
	saving := &saving{b.batch, a.Task}
	if results := ofNew(b.puzzles, a.Results, func(r *Answered) *int64 { return &r.ID }); len(results) > 0 {
		if err := saving.insertResults(results, known); err != nil {
			return err
		}
	}
	if graded := ofNew(b.puzzles, a.Graded, func(g *Graded) *int64 { return &g.ID }); len(graded) > 0 {
		return saving.insertGrades(graded)
	}
	return nil
}

// ofNew keeps those of answers that are about new puzzles, sorts them and has their ids be the puzzles'.
func ofNew[T any](puzzles []incoming, answers []T, id func(*T) *int64) []T {
	kept := answers[:0]
	for i := range answers {
		at := id(&answers[i])
		if n := &puzzles[*at]; !n.Known {
			*at = n.ID
			kept = append(kept, answers[i])
		}
	}
	byID := func(a, b T) int { return cmp.Compare(*id(&a), *id(&b)) }
	if !slices.IsSortedFunc(kept, byID) {
		slices.SortStableFunc(kept, byID)
	}
	return kept
}

// leftOver returns the puzzles of which some task has no answer, or which the library had.
func (b *importing) leftOver() (ids []int64) {
	if b.seen == nil { // they are not asked
		return nil
	}
	answers := make([]int, len(b.entries))
	for _, a := range b.asked {
		for _, r := range a.Results {
			answers[r.ID]++
		}
		for _, g := range a.Graded {
			answers[g.ID]++
		}
		for _, place := range a.InVain {
			answers[place]++
		}
	}
	for i := range b.puzzles {
		if n := &b.puzzles[i]; n.Known || answers[i] < len(b.asked) || b.asked == nil {
			ids = append(ids, n.ID)
		}
	}
	return ids
}

// newPuzzles packs the puzzles of the entries.
func (b *importing) newPuzzles() error {
	b.puzzles = slices.Grow(b.puzzles[:0], len(b.entries))[:len(b.entries)]
	clear(b.puzzles)
	for i, e := range b.entries {
		g, err := b.Geometry(e.Puzzle.Geometry())
		if err != nil {
			return err
		}
		n := &b.puzzles[i]
		n.Puzzle, n.Geometry, n.Cells = e.Puzzle, g, g.CellsOf(e.Puzzle)
		n.Key = g.Key(e.Puzzle, n.Cells)
		n.Here.Line, n.Name = placeOf(b.from.Name, e.Puzzle.Name)
		if e.Name != "" {
			n.Name = plain.Line(e.Name)
		}
	}
	return nil
}

// places fills in where the puzzles are from; the sources that entries name are made when they are new.
func (b *importing) places() error {
	named := map[Source]int64{}
	for i := range b.puzzles {
		n := &b.puzzles[i]
		n.Here.Source = b.source
		n.First = n.Here
		origin := b.entries[i].Origin
		if origin == nil {
			continue
		}
		id, ok := named[origin.Source]
		if !ok {
			var err error
			if id, err = b.Source(origin.Source); err != nil {
				return err
			}
			named[origin.Source] = id
		}
		if n.First = (placed{Source: id}); b.entries[i].Name == "" {
			n.Name = nil
		}
		if origin.Line > 0 {
			n.First.Line = origin.Line
		}
	}
	return nil
}

// placeOf splits "source:7" into line 7 and no name of its own.
func placeOf(source, name string) (line, ownName any) {
	if len(name) > len(source) && name[len(source)] == ':' && name[:len(source)] == source {
		if n, err := strconv.ParseInt(name[len(source)+1:], 10, 64); err == nil {
			return n, nil
		}
	}
	if name == "" {
		return nil, nil
	}
	return nil, plain.Line(name)
}

// insertClaims keeps the claimed solutions of imported entries that are solutions, those of new puzzles in answers, and counts the
// others.
func (b *importing) insertClaims(answers *knownAnswers) (refuted int, err error) {
	var claims []int
	var ids []int64
	for i, e := range b.entries {
		n := &b.puzzles[i]
		switch {
		case e.Solution == nil:
		case sudoku.Verify(e.Puzzle, e.Solution) != nil:
			refuted++
		case answers.has(n.ID):
			answers.Of(n.ID).Learn(sudoku.Solved, []any{n.Geometry.GridOf(e.Solution)})
		default:
			claims, ids = append(claims, i), append(ids, n.ID)
		}
	}
	slices.Sort(ids)
	known, err := b.Answers(slices.Compact(ids))
	if err != nil {
		return 0, err
	}
	for _, i := range claims {
		n := &b.puzzles[i]
		known.Of(n.ID).Learn(sudoku.Solved, []any{n.Geometry.GridOf(b.entries[i].Solution)})
	}
	return refuted, b.SaveAnswers(known)
}

// tagEntries gives imported puzzles the tags of their entries. Tags are stored in the order in which they first
// come, so that importing the same files gives the same library.
func (b *importing) tagEntries() error {
	var tags []string
	byTag := map[string][]int64{}
	for i, e := range b.entries {
		for _, t := range e.Tags {
			if byTag[t] == nil {
				tags = append(tags, t)
			}
			byTag[t] = append(byTag[t], b.puzzles[i].ID)
		}
	}
	for _, tag := range tags {
		id, err := b.Tag(tag)
		if err != nil {
			return err
		}
		if err := b.Link(id, byImport, byTag[tag]); err != nil {
			return err
		}
	}
	return nil
}
