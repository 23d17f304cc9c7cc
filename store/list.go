package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// Listed is a puzzle with all that is known of it: grades, tags, first place and solutions.
type Listed struct {
	Item
	Verdict     sudoku.Verdict
	Disputed    bool        // solvers contradict each other
	Solution    sudoku.Grid // the first that was found, or nil
	Grades      []NamedGrade
	Tags        []string
	Source      Source
	Place       string // source:line
	Name        string // that people gave it, "" if it is called by its place
	DuplicateOf int64  // 0 if it is not one
}

// NamedGrade is the newest value of a metric and who measured it.
type NamedGrade struct {
	sudoku.Grade
	By       string // plugin and version: "rules 1.0.0"
	Settings string // of the plugin, as JSON
}

// Detail says how much of puzzles is read. What is not read is not looked for either.
type Detail int

const (
	All     Detail = iota
	Numbers        // not the labels of grades
	Cells          // cells and comments alone
)

const selectListed = "SELECT " + itemColumns + `, p.verdict, p.disputed, p.grid, d.original_id,
	s.id, s.name, s.sha256, s.licence,
	(SELECT group_concat(t.name, char(10)) FROM puzzle_tag pt JOIN tag t ON t.id = pt.tag_id
		WHERE pt.puzzle_id = p.id)`

// List walks over puzzles by id. An error is yielded last; a bad condition is a *WhereError.
func (s *Store) List(ctx context.Context, f Filter) iter.Seq2[*Listed, error] {
	return func(yield func(*Listed, error) bool) {
		if err := s.list(ctx, f, func(l *Listed) bool { return yield(l, nil) }); err != nil {
			yield(nil, fmt.Errorf("listing puzzles: %w", file.Explain(err)))
		}
	}
}

// list passes on the puzzles of a filter, with their metrics.
func (s *Store) list(ctx context.Context, f Filter, yield func(*Listed) bool) error {
	names, err := newCatalogue(ctx, s, f.Metrics)
	if err != nil {
		return err
	}
	clause, args, err := clause(ctx, s, f)
	if err != nil {
		return err
	}
	if f.Detail == Cells && (f.Sort == "" || f.Sort == "id") {
		return eachBare(ctx, s, "SELECT "+commentedColumns+clause, args, func(item Item) error {
			if !yield(&Listed{Item: item}) {
				return file.ErrEnough
			}
			return nil
		})
	}
	names.unlabelled = f.Detail != All
	r := newRowOf(names)
	return file.Found(s.read.QueryContext(ctx, names.query(clause), args...)).Each(func() error {
		l, err := r.listed(ctx, s)
		if err == nil && !yield(l) {
			err = file.ErrEnough
		}
		return err
	}, r.fields...)
}

// Show returns one puzzle with all that is known of it. ErrDeleted says that it is hidden.
func (s *Store) Show(ctx context.Context, id int64) (*Listed, error) {
	for l, err := range s.List(ctx, Filter{IDs: []int64{id}}) {
		return l, err
	}
	var deleted bool
	err := s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM deletion WHERE puzzle_id = ?)", id).Scan(&deleted)
	switch {
	case err != nil:
		err = file.Explain(err)
	case deleted:
		err = ErrDeleted
	default:
		err = ErrNotFound
	}
	return nil, fmt.Errorf("showing puzzle %d: %w", id, err)
}

// rowOf is a scanned row of a listing.
type rowOf struct {
	rawItem
	verdict   sql.NullInt16
	disputed  sql.NullBool
	grid      any
	duplicate sql.NullInt64
	source    Source
	tags      sql.NullString
	grades    []any // of one grader after the other
	fields    []any
	names     *catalogue
}

// newRowOf returns a row with a target for each column.
func newRowOf(names *catalogue) *rowOf {
	r := &rowOf{names: names}
	r.fields = append(r.rawItem.fields(), &r.verdict, &r.disputed, &r.grid, &r.duplicate, &r.source.ID, &r.source.Name,
		&r.source.SHA256, &r.source.Licence, &r.tags)
	for _, g := range names.graders {
		r.grades = append(r.grades, make([]any, len(g.metrics)+gradeExtras)...)
	}
	for i := range r.grades {
		r.fields = append(r.fields, &r.grades[i])
	}
	return r
}

// listed reads the current row.
func (r *rowOf) listed(ctx context.Context, s *Store) (*Listed, error) {
	item, g, err := item(ctx, s, &r.rawItem)
	if err != nil {
		return nil, err
	}
	l := &Listed{Item: item, Verdict: sudoku.Verdict(r.verdict.Int16), Disputed: r.disputed.Bool, DuplicateOf: r.duplicate.Int64,
		Source: r.source, Place: r.place(r.source.Name), Name: r.name.String}
	if r.tags.Valid {
		l.Tags = strings.Split(r.tags.String, "\n")
	}
	if l.Solution, err = g.Grid(r.grid); err != nil {
		return nil, fmt.Errorf("solution of puzzle %d: %w", r.id, err)
	}
	values := r.grades
	l.Grades = make([]NamedGrade, 0, r.names.values)
	for _, grader := range r.names.graders {
		n := len(grader.metrics) + gradeExtras
		if l.Grades, err = r.names.gradesOf(l.Grades, grader, values[:n]); err != nil {
			return nil, fmt.Errorf("grades of puzzle %d: %w", r.id, err)
		}
		values = values[n:]
	}
	return l, nil
}

// catalogue names what grades refer to by number.
type catalogue struct {
	metrics    map[[2]int64]namedMetric // algorithm id, slot
	plugins    map[int64][2]string      // "rules 1.0.0", and its settings
	graders    []grader                 // in the order in which the library met them
	values     int                      // metrics in all
	unlabelled bool                     // labels are not read
	words      map[string]map[string]string
}

// namedMetric is a metric with its column's name.
type namedMetric struct {
	where.Metric
	name string
}

// grader is an algorithm with those of its metrics that have a column of their own.
type grader struct {
	algorithm int64
	metrics   []namedMetric
	more      bool // others are asked for
}

// maxJoined is how many graders' rows are joined to a puzzle, of which SQLite takes 64 in all. What further graders say is looked
// up column by column.
const maxJoined = 24

// gradeExtras are the columns of a grader beside its metrics: plugin, more and wording.
const gradeExtras = 3

// newCatalogue reads the names of some metrics, of all if there is no choice.
func newCatalogue(ctx context.Context, s *Store, chosen []string) (*catalogue, error) {
	c := &catalogue{metrics: map[[2]int64]namedMetric{}, plugins: map[int64][2]string{}, words: map[string]map[string]string{}}
	err := s.SQL(ctx, `SELECT m.algorithm_id, m.slot, coalesce(m.divisor, 1), m.name FROM metric m
		ORDER BY m.algorithm_id, m.slot`,
		func(_ []string, v []any) error {
			m := namedMetric{where.Metric{Algorithm: v[0].(int64), Slot: v[1].(int64), Divisor: v[2].(int64)}, v[3].(string)}
			if chosen == nil || slices.Contains(chosen, m.name) {
				c.add(m)
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	return c, s.SQL(ctx, "SELECT id, plugin || ' ' || version, settings FROM plugins", func(_ []string, v []any) error {
		c.plugins[v[0].(int64)] = [2]string{v[1].(string), v[2].(string)}
		return nil
	})
}

// add adds the next metric in the order of graders.
func (c *catalogue) add(m namedMetric) {
	c.metrics[[2]int64{m.Algorithm, m.Slot}] = m
	c.values++
	if len(c.graders) == 0 || c.graders[len(c.graders)-1].algorithm != m.Algorithm {
		c.graders = append(c.graders, grader{algorithm: m.Algorithm})
	}
	g := &c.graders[len(c.graders)-1]
	if m.Slot < row.ValueSlots {
		g.metrics = append(g.metrics, m)
	} else {
		g.more = true
	}
}

// query returns what reads the puzzles of a clause with their grades.
func (c *catalogue) query(clause string) string {
	var columns, joins strings.Builder
	for i, g := range c.graders {
		// The plus keeps SQLite from the index of a metric, which has the grades of all puzzles.
		of := fmt.Sprintf("listed%[1]d.algorithm_id = %[1]d AND listed%[1]d.puzzle_id = p.id AND +listed%[1]d.superseded = 0", g.algorithm)
		value := func(column string) string { return fmt.Sprintf("listed%d.%s", g.algorithm, column) }
		if i < maxJoined {
			fmt.Fprintf(&joins, " LEFT JOIN grade listed%d ON %s", g.algorithm, of)
		} else {
			joined := value
			value = func(column string) string {
				return fmt.Sprintf("(SELECT %s FROM grade listed%d WHERE %s)", joined(column), g.algorithm, of)
			}
		}
		columns.WriteString(", " + value("plugin_id"))
		for _, m := range g.metrics {
			columns.WriteString(", " + value(fmt.Sprint("v", m.Slot)))
		}
		more, wording := "NULL", "NULL"
		if g.more {
			more = value("more")
		}
		if !c.unlabelled {
			wording = "(SELECT text FROM wording WHERE id = " + value("wording_id") + ")"
		}
		columns.WriteString(", " + more + ", " + wording)
	}
	from, rest, _ := strings.Cut(clause, " WHERE ")
	return selectListed + columns.String() + from + joins.String() + " WHERE " + rest
}

// gradesOf appends what a grader says, of whose row the values are.
func (c *catalogue) gradesOf(grades []NamedGrade, of grader, values []any) ([]NamedGrade, error) {
	id, graded := values[0].(int64)
	if !graded {
		return grades, nil
	}
	plugin := c.plugins[id]
	var words map[string]string
	if text, ok := asText(values[len(values)-1]); ok {
		var err error
		if words, err = c.wording(text); err != nil {
			return nil, err
		}
	}
	add := func(m namedMetric, value float64) {
		grades = append(grades, NamedGrade{By: plugin[0], Settings: plugin[1], Grade: sudoku.Grade{Metric: m.name, Value: value}})
		if words != nil {
			grades[len(grades)-1].Label = words[strconv.FormatInt(m.Slot, 10)]
		}
	}
	for i, m := range of.metrics {
		if value, known := row.Value(values[1+i], m.Divisor); known {
			add(m, value)
		} else if values[1+i] != nil {
			return nil, fmt.Errorf("%w: %q is no value of metric %q", row.ErrCorrupt, values[1+i], m.name)
		}
	}
	text, ok := asText(values[len(values)-2])
	if !ok {
		return grades, nil
	}
	more, err := row.ParseNumbers(text)
	for i, value := range more {
		if m, known := c.metrics[[2]int64{of.algorithm, int64(row.ValueSlots + i)}]; known && !math.IsNaN(value) {
			add(m, value)
		}
	}
	return grades, err
}

// asText returns a value that SQLite has as a text.
func asText(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case []byte:
		return string(v), true
	}
	return "", false
}

// maxWordings is how many wordings are kept while puzzles are listed.
const maxWordings = 10_000

// wording reads labels by slot, and remembers them: most puzzles share theirs with others.
func (c *catalogue) wording(text string) (map[string]string, error) {
	words, known := c.words[text]
	if known {
		return words, nil
	}
	if err := json.Unmarshal([]byte(text), &words); err != nil {
		return nil, err
	}
	if len(c.words) == maxWordings {
		clear(c.words)
	}
	c.words[text] = words
	return words, nil
}
