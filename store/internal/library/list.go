package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// Listed is a puzzle with all that is known of it.
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

const selectListed = "SELECT " + ItemColumns + `, a.verdict, a.disputed, a.grid, d.original_id,
	s.id, s.name, s.sha256, s.licence,
	(SELECT group_concat(t.name, char(10)) FROM puzzle_tag pt JOIN tag t ON t.id = pt.tag_id
		WHERE pt.puzzle_id = p.id),
	(SELECT json_group_array(json_array(g.algorithm_id, g.plugin_id, json_array(` + row.ValueColumns + `), json(g.more), json(w.text)))
		FROM algorithm al CROSS JOIN grade g LEFT JOIN wording w ON w.id = g.wording_id
		WHERE g.algorithm_id = al.id AND g.puzzle_id = p.id AND g.superseded = 0)
`

// List walks over puzzles by id. An error is yielded last; a bad condition is a *WhereError.
func (s *Reader) List(ctx context.Context, f Filter) iter.Seq2[*Listed, error] {
	return func(yield func(*Listed, error) bool) {
		if err := s.list(ctx, f, func(l *Listed) bool { return yield(l, nil) }); err != nil {
			yield(nil, fmt.Errorf("listing puzzles: %w", file.Explain(err)))
		}
	}
}

func (s *Reader) list(ctx context.Context, f Filter, yield func(*Listed) bool) error {
	names, err := newCatalogue(ctx, s)
	if err != nil {
		return err
	}
	clause, args, err := clause(ctx, s, f)
	if err != nil {
		return err
	}
	rows, err := s.read.QueryContext(ctx, selectListed+clause, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		l, err := listed(ctx, s, rows, names)
		if err != nil {
			return err
		}
		if !yield(l) {
			return nil
		}
	}
	return rows.Err()
}

// Show returns one puzzle with all that is known of it. ErrDeleted says that it is hidden.
func (s *Reader) Show(ctx context.Context, id int64) (*Listed, error) {
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

// listed reads the current row of selectListed.
func listed(ctx context.Context, s *Reader, rows *sql.Rows, names *catalogue) (*Listed, error) {
	var raw rawItem
	var verdict sql.NullInt16
	var disputed sql.NullBool
	var grid any
	var duplicate sql.NullInt64
	var tags sql.NullString
	var grades string
	var l Listed
	err := rows.Scan(append(raw.fields(), &verdict, &disputed, &grid, &duplicate, &l.Source.ID, &l.Source.Name,
		&l.Source.SHA256,
		&l.Source.Licence, &tags, &grades)...)
	if err != nil {
		return nil, err
	}
	item, g, err := item(ctx, s, &raw)
	if err != nil {
		return nil, err
	}
	l.Place, l.Name = raw.place(l.Source.Name), raw.name.String
	l.Item, l.Verdict, l.Disputed, l.DuplicateOf = item, sudoku.Verdict(verdict.Int16), disputed.Bool,
		duplicate.Int64
	if tags.Valid {
		l.Tags = strings.Split(tags.String, "\n")
	}
	if l.Solution, err = g.Grid(grid); err != nil {
		return nil, fmt.Errorf("solution of puzzle %d: %w", raw.id, err)
	}
	if l.Grades, err = names.grades(grades); err != nil {
		return nil, fmt.Errorf("grades of puzzle %d: %w", raw.id, err)
	}
	return &l, nil
}

// catalogue names what grades refer to by number.
type catalogue struct {
	metrics map[[2]int64]namedMetric // algorithm id, slot
	plugins map[int64][2]string      // "rules 1.0.0", and its settings
}

type namedMetric struct {
	where.Metric
	name string
}

func newCatalogue(ctx context.Context, s *Reader) (*catalogue, error) {
	c := &catalogue{metrics: map[[2]int64]namedMetric{}, plugins: map[int64][2]string{}}
	err := s.SQL(ctx, "SELECT algorithm_id, slot, coalesce(divisor, 1), name FROM metric",
		func(_ []string, v []any) error {
			m := where.Metric{Algorithm: v[0].(int64), Slot: v[1].(int64), Divisor: v[2].(int64)}
			c.metrics[[2]int64{m.Algorithm, m.Slot}] = namedMetric{m, v[3].(string)}
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

// gradeRow is one algorithm's grade of a puzzle.
type gradeRow struct {
	algorithm, plugin int64
	numbers, more     []*json.Number    // of the slots from 0 and from row.ValueSlots on
	words             map[string]string // by slot
}

// UnmarshalJSON reads [algorithm, plugin, [numbers], [more] or null, {words} or null].
func (r *gradeRow) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&r.algorithm, &r.plugin, &r.numbers, &r.more, &r.words})
}

// grades reads a list of rows.
func (c *catalogue) grades(text string) ([]NamedGrade, error) {
	if text == "[]" {
		return nil, nil
	}
	var rows []gradeRow
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		return nil, err
	}
	var grades []NamedGrade
	for _, r := range rows {
		for slot, number := range append(r.numbers, r.more...) {
			if number == nil {
				continue
			}
			m := c.metrics[[2]int64{r.algorithm, int64(slot)}]
			plugin := c.plugins[r.plugin]
			g := NamedGrade{By: plugin[0], Settings: plugin[1]}
			g.Metric, g.Value = m.name, row.Value(m.Metric, number.String())
			g.Label = r.words[strconv.Itoa(slot)]
			grades = append(grades, g)
		}
	}
	return grades, nil
}
