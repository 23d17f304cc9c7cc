// Package library is what the program does with the puzzles that it has stored: it lists and chooses them, tags and
// exports them, finds duplicates, counts and compares what plugins have answered, takes over other libraries, divides
// puzzles into levels, chooses them for readers, and rates them by how people fared with them.
//
// # Words
//
//   - A selection is a list of puzzles by number or by a condition. Commands and pages choose by the same rules.
//   - A duplicate is a puzzle that is an image of an older one. It is linked and stays.
//   - A comparison is about the answers of several solvers to the same puzzles: disagreements, then times.
//   - A spread is how the values of a metric are distributed, for tables and histograms. Of a large library it is read
//     for a bounded time.
//   - A series is a name under which puzzles are shown; an issue is the day or the number of one of them. Issues are
//     recorded with a hash of the canonical form, so that no reader sees a puzzle, or an image of one, twice. The choice
//     for a day follows from the series, the day and the puzzles that its level and condition allow; once it is recorded
//     it does not change, whatever is imported later.
//   - A play is a game of a player against a puzzle (people.go).
//   - A division is four levels of difficulty by fuzzy c-means of a metric, after Zhai & Zhang 2013 (levels.go). It needs
//     to know which end of the metric is harder. Graders declare it; for a column of an imported file it is learned from
//     the metrics that its puzzles also have.
package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// List yields what the library knows of the puzzles that a filter lets through.
func List(ctx context.Context, env *work.Env, f store.Filter) iter.Seq2[*ListRecord, error] {
	return func(yield func(*ListRecord, error) bool) {
		for listed, err := range env.Store.List(ctx, f) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(NewListRecord(listed, env.Levels), nil) {
				return
			}
		}
	}
}

// Tag gives a tag to puzzles, or takes it away.
func Tag(ctx context.Context, env *work.Env, name string, ids []int64, remove bool) error {
	if remove {
		return env.Store.Untag(ctx, name, ids...)
	}
	if err := CheckTag(name); err != nil {
		return err
	}
	return env.Store.Tag(ctx, name, ids...)
}

// CheckTag refuses tags that lists of tags, which are separated by blanks, commas and semicolons, could not hold.
func CheckTag(name string) error {
	if name == "" || strings.ContainsFunc(name, unicode.IsSpace) || strings.ContainsAny(name, ",;") {
		return work.RequestErrorf("tag %q: a tag has no blanks, commas or semicolons, and at least one character; try %q",
			name,
			strings.Join(strings.FieldsFunc(name, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == ';' }), "-"))
	}
	return nil
}

// RenameTag gives a tag another name and returns how many puzzles have it. If there is a tag of that name already, the
// two become one.
func RenameTag(ctx context.Context, env *work.Env, from, to string) (int64, error) {
	if err := CheckTag(to); err != nil {
		return 0, err
	}
	n, err := env.Store.RenameTag(ctx, from, to)
	if errors.Is(err, store.ErrNotFound) {
		return 0, work.RequestErrorf("no puzzle has a tag %q", from)
	}
	return n, err
}

// Export calls write with the record of each puzzle that a filter lets through.
func Export(ctx context.Context, env *work.Env, f store.Filter, write func(formats.Record) error) error {
	for listed, err := range env.Store.List(ctx, f) {
		if err != nil {
			return err
		}
		if err := write(ExportRecord(listed, env.Levels)); err != nil {
			return err
		}
	}
	return nil
}

// Exported returns a filter that reads what a format holds and columns ask for, all that the library has if they are
// nil.
func Exported(env *work.Env, f store.Filter, format string, columns []string) store.Filter {
	f.Detail = store.Numbers
	switch holds := formats.Holds(format); {
	case holds == formats.Puzzle:
		f.Detail, f.Metrics = store.Cells, []string{}
	case holds == formats.Solution:
		f.Metrics = work.LevelMetrics(env.Levels)
	case columns != nil:
		f.Metrics = slices.Clone(columns)
		if slices.Contains(columns, "level") {
			f.Metrics = append(f.Metrics, work.LevelMetrics(env.Levels)...)
		}
	}
	return f
}

// MetricNames returns the names of all metrics of the library, by plugin and name, not by the order in which they were
// stored.
func MetricNames(ctx context.Context, env *work.Env) (names []string, err error) {
	err = env.Store.SQL(ctx,
		"SELECT m.name FROM metric m JOIN algorithm a ON a.id = m.algorithm_id ORDER BY a.name, m.name",
		func(_ []string, v []any) error {
			if name := v[0].(string); !slices.Contains(names, name) {
				names = append(names, name)
			}
			return nil
		})
	return names, err
}

// maxLabel is how many characters of a metric's description fit on an axis.
const maxLabel = 60

// MetricLabels returns what an axis says of each metric of the library: its name, its unit, and what it is.
func MetricLabels(ctx context.Context, env *work.Env) (map[string]string, error) {
	labels := map[string]string{}
	err := env.Store.SQL(ctx, "SELECT name, unit, summary FROM metric ORDER BY id", func(_ []string, v []any) error {
		name, unit := v[0].(string), v[1].(string)
		what, _, _ := strings.Cut(v[2].(string), ";")
		label := name
		if unit != "" {
			label += " in " + unit
		}
		if what != "" && utf8.RuneCountInString(what) <= maxLabel {
			label += ": " + what
		}
		labels[name] = label
		return nil
	})
	return labels, err
}

// ExportRecord returns what files can hold of a puzzle, its level among those given with it.
func ExportRecord(l *store.Listed, levels []store.Level) formats.Record {
	r := formats.Record{Puzzle: l.Puzzle, Name: l.Name, Level: work.LevelOf(levels, l.Grades), Solution: l.Solution,
		Tags: l.Tags, Origin: formats.NewOrigin(l.Place, l.Source.SHA256, l.Source.Licence),
		Grades: make([]formats.Grade, len(l.Grades)),
		Entry:  &formats.Entry{ID: l.ID, Verdict: l.Verdict.String(), DuplicateOf: l.DuplicateOf}}
	for i, g := range l.Grades {
		r.Grades[i] = formats.Grade{Metric: g.Metric, Value: g.Value}
	}
	return r
}

// ListRecord is what the library knows of a puzzle. Its keys are stable.
type ListRecord struct {
	ID          int64              `json:"id"`
	Puzzle      string             `json:"puzzle"`
	Geometry    string             `json:"geometry"`
	Clues       int                `json:"clues"`
	Verdict     string             `json:"verdict"`
	Level       string             `json:"level,omitempty"` // "" if it is not graded
	Disputed    bool               `json:"disputed,omitempty"`
	Solution    string             `json:"solution,omitempty"`
	Grades      map[string]float64 `json:"grades"`
	Labels      map[string]string  `json:"labels"`
	By          map[string]string  `json:"by"`
	Tags        []string           `json:"tags"`
	Name        string             `json:"name,omitempty"` // that people gave it
	Source      string             `json:"source"`         // file:line
	SHA256      string             `json:"sha256,omitempty"`
	Licence     string             `json:"licence,omitempty"`
	Comment     string             `json:"comment,omitempty"`
	DuplicateOf *int64             `json:"duplicate_of"`
}

// NewListRecord returns the record of a puzzle, with its level among those given.
func NewListRecord(l *store.Listed, levels []store.Level) *ListRecord {
	p := l.Puzzle
	r := &ListRecord{ID: l.ID, Puzzle: p.String(), Geometry: p.Geometry().String(), Clues: p.Clues(),
		Verdict: l.Verdict.String(), Level: work.LevelOf(levels, l.Grades), Disputed: l.Disputed,
		Grades: make(map[string]float64, len(l.Grades)), Labels: map[string]string{},
		By: make(map[string]string, len(l.Grades)), Tags: l.Tags, Name: l.Name, Source: l.Place, SHA256: l.Source.SHA256,
		Licence: l.Source.Licence,
		Comment: p.Comment}
	if l.Solution != nil {
		r.Solution = p.Geometry().FormatGrid(l.Solution)
	}
	if r.Tags == nil {
		r.Tags = []string{}
	}
	for _, g := range l.Grades {
		r.Grades[g.Metric], r.By[g.Metric] = g.Value, g.By
		if g.Label != "" {
			r.Labels[g.Metric] = g.Label
		}
	}
	if l.DuplicateOf != 0 {
		r.DuplicateOf = &l.DuplicateOf
	}
	return r
}

// CompareRecord is one solver in a comparison. Its keys are stable.
type CompareRecord struct {
	Solver    string         `json:"solver"`
	Puzzles   int            `json:"puzzles"`
	Verdicts  map[string]int `json:"verdicts"`
	MedianNs  int64          `json:"median_ns"`
	MeanNs    int64          `json:"mean_ns"`
	P99Ns     int64          `json:"p99_ns"`
	SumNs     int64          `json:"sum_ns"`
	PerSecond float64        `json:"per_second_self"`
	Ratio     float64        `json:"ratio"`
	RatioLow  float64        `json:"ratio_low"`
	RatioHigh float64        `json:"ratio_high"`
	Fastest   int            `json:"fastest"`
	Only      int            `json:"only"`
	SavedNs   int64          `json:"saved_ns"`
}

// CountRecord is how many puzzles of the library something is said of. Its keys are stable.
type CountRecord struct {
	Count int64  `json:"count"`
	What  string `json:"what"`
}

// Counts returns the numbers of puzzles by verdict, and of disputed, graded, ungraded and ungradable puzzles.
func Counts(s *store.Stats) []CountRecord {
	counts := []CountRecord{{s.Puzzles, "puzzles"}}
	for _, v := range slices.Sorted(maps.Keys(s.Verdicts)) {
		counts = append(counts, CountRecord{s.Verdicts[v], sudoku.Verdict(v).String()})
	}
	counts = append(counts, CountRecord{s.Disputed, "disputed"}, CountRecord{s.Duplicates, "duplicates"},
		CountRecord{s.Deleted, "deleted"})
	for _, g := range s.Graders {
		counts = append(counts, CountRecord{g.Graded, "graded by " + g.Plugin},
			CountRecord{g.Ungradable, "could not be graded by " + g.Plugin}, CountRecord{g.Missing, "not graded by " + g.Plugin})
	}
	return counts
}

// Withdraw removes what a version of a plugin has found from the library. A version that the library has nothing of is
// a RequestError that names those it has.
func Withdraw(ctx context.Context, env *work.Env, plugin, version string) (store.Withdrawn, error) {
	done, err := env.Store.Withdraw(ctx, plugin, version)
	if !errors.Is(err, store.ErrNotFound) {
		return done, err
	}
	var known []string
	sqlErr := env.Store.SQL(ctx, "SELECT DISTINCT plugin || ' ' || version FROM plugins ORDER BY 1",
		func(_ []string, v []any) error {
			known = append(known, v[0].(string))
			return nil
		})
	if sqlErr != nil {
		return done, sqlErr
	}
	return done, work.UnknownWord(plugin+" "+version, known, "the library has nothing of %s %s", plugin, version)
}

// Merge takes everything that the library of an input knows into s. When ctx ends, the merged part stays, and merging
// again takes the rest.
func Merge(ctx context.Context, s *store.Store, in *input.Input, progress work.Progress) (store.Merged, error) {
	begun, before := false, int64(0)
	defer func() {
		if begun {
			progress.Report(work.Ended{})
		}
	}()
	return s.Merge(ctx, in.String(), func(done, total int64) {
		if !begun {
			begun = true
			progress.Report(work.Begun{Stage: "merging", Total: total})
		}
		progress.Report(work.Advanced(done - before))
		before = done
	})
}

// Deduped says how many puzzles Dedupe has looked at and linked, and where it could not try all images.
type Deduped struct {
	Puzzles int      // whose canonical forms are new
	Linked  int64    // to an older image of themselves
	Partial []string // geometries of which only rotations, reflections and relabellings were tried
}

// canonicalBatch is how many puzzles one transaction takes. If the forms go into an index, they go all over it, and
// each page of it that a transaction touches is written: in a large library many small ones write it many times.
const canonicalBatch = 20_000

// Dedupe finds puzzles of the library that are images of each other, and links each to the oldest.
func Dedupe(ctx context.Context, env *work.Env, progress work.Progress) (*Deduped, error) {
	defer progress.Stage(work.Begun{Stage: "canonical forms"})()
	if err := env.Store.ExpectCanonical(ctx); err != nil {
		return nil, err
	}
	done, forms := &Deduped{}, canon.Keys{}
	for items, err := range env.Store.WithoutCanonical(ctx, nil, canonicalBatch) {
		if err != nil {
			return nil, err
		}
		keys := make([]store.Canonical, len(items))
		for i, item := range items {
			keys[i] = store.Canonical{ID: item.ID, Puzzle: forms.Key(item.Puzzle)}
		}
		if err := env.Store.SaveCanonical(context.WithoutCancel(ctx), keys); err != nil {
			return nil, err
		}
		done.Puzzles += len(items)
		progress.Report(work.Advanced(len(items)))
	}
	var err error
	if done.Linked, err = env.Store.LinkDuplicates(ctx); err != nil {
		return nil, err
	}
	for text, c := range forms {
		if !c.Whole() {
			done.Partial = append(done.Partial, text)
		}
	}
	return done, nil
}

// Chosen returns the numbers of the puzzles that arguments name, each a number or a puzzle in any notation. Without
// arguments a condition picks the puzzles. They are among the deleted ones, or among the others.
func Chosen(ctx context.Context, env *work.Env, args []string, where string, deleted bool) (ids []int64, err error) {
	filter := env.Filter(where)
	filter.Deleted = deleted
	if len(args) == 0 {
		err := env.Store.EachID(ctx, filter, func(id int64) { ids = append(ids, id) })
		slices.Sort(ids)
		return ids, err
	}
	for _, arg := range args {
		id, err := Numbered(ctx, env, arg)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	filter.IDs = ids
	found := map[int64]bool{}
	if err := env.Store.EachID(ctx, filter, func(id int64) { found[id] = true }); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if !found[id] && deleted {
			return nil, work.RequestErrorf("puzzle %d is not deleted", id)
		}
		if !found[id] {
			return nil, fmt.Errorf("puzzle %d: %w", id, store.ErrNotFound)
		}
	}
	return ids, nil
}

// OfLevel is a condition with that on a level, each of which may be "".
func OfLevel(level, where string) string {
	switch {
	case level == "":
		return where
	case where == "":
		return fmt.Sprintf("level == %q", level)
	}
	return fmt.Sprintf("(%s) && level == %q", where, level)
}

// Classic is the condition that puzzles have no constraints beyond houses.
const Classic = "!constraints"

// Draw draws n different puzzles of a level that meet a condition, fewer if fewer do. The same seed draws the same
// puzzles. Without a condition only classic puzzles are drawn.
func Draw(ctx context.Context, env *work.Env, level, where string, n int,
	seed uint64) (drawn []*store.Listed, err error) {
	ids, err := env.Store.Random(ctx, env.Filter(OfLevel(level, cmp.Or(where, Classic))), n, seed)
	if err != nil {
		return nil, err
	}
	for l, err := range env.Store.List(ctx, store.Filter{IDs: append([]int64{}, ids...)}) {
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, l)
	}
	return drawn, nil
}

// Numbered returns the number of the puzzle that an argument names by its number, by its uid or by its cells in any
// notation.
func Numbered(ctx context.Context, env *work.Env, arg string) (int64, error) {
	if id, err := strconv.ParseInt(arg, 10, 64); err == nil && len(arg) < 16 {
		return id, nil
	}
	if id, err := env.Store.FindUID(ctx, arg); !errors.Is(err, store.ErrNotFound) {
		return id, err
	}
	p, err := sudoku.ParsePuzzle(arg)
	if err != nil {
		return 0, work.RequestErrorf("%q is neither a number nor a puzzle: %w", arg, err)
	}
	id, err := env.Store.Find(ctx, p)
	if errors.Is(err, store.ErrNotFound) {
		return 0, work.RequestErrorf("%s has no such puzzle; \"sudokuctl list --like PUZZLE\" looks for images of it",
			env.Database)
	}
	return id, err
}

// ShowAnyway returns a puzzle with everything known about it, even if it is deleted, because its results and
// publications stay.
func ShowAnyway(ctx context.Context, env *work.Env, id int64) (*store.Listed, error) {
	shown, err := env.Store.Show(ctx, id)
	if !errors.Is(err, store.ErrDeleted) {
		return shown, err
	}
	for shown, err := range env.Store.List(ctx, store.Filter{IDs: []int64{id}, Deleted: true}) {
		return shown, err
	}
	return env.Store.Show(ctx, id) // it was restored just now
}

// Like returns the numbers of the puzzles that are images of p under the symmetries of its geometry and
// relabelling, p itself included.
func Like(ctx context.Context, env *work.Env, p *sudoku.Puzzle, progress work.Progress) ([]int64, error) {
	forms := canon.Keys{}
	key := forms.Key(p)
	ids, err := env.Store.WithCanonical(ctx, key)
	if err != nil {
		return nil, err
	}
	defer progress.Stage(work.Begun{Stage: "comparing"})()
	for items, err := range env.Store.WithoutCanonical(ctx, p, canonicalBatch) {
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			if string(forms.Key(item.Puzzle)) == string(key) {
				ids = append(ids, item.ID)
			}
		}
		progress.Report(work.Advanced(len(items)))
	}
	slices.Sort(ids)
	return ids, nil
}
