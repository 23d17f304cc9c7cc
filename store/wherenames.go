package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Level is a band of a metric: values below Below that are in no earlier band.
type Level struct {
	Name   string
	Metric string
	Below  float64 // +Inf for the last
}

type fieldKind uint8

const (
	numberField fieldKind = iota
	textField
	verdictField
	tagField
	levelField
	geometryField
	symmetryField
	metricField // compared with a number by value, with a text by label
	timeField   // compared with a time, or a number of nanoseconds
	flagField
)

// field is what a name of a condition stands for.
type field struct {
	kind   fieldKind
	sql    string // of the value
	label  string // of a metric's label
	guard  string // what must hold beside, with AND behind, or ""
	args   []any  // of sql
	levels []levelRange
	find   func(query string, arg any) (int64, error) // a number in the library, 0 where there is none
}

type levelRange struct {
	name, sql string
	args      []any
}

// whereNames knows the names of conditions and collects the joins that the names in use need.
type whereNames struct {
	ctx        context.Context
	store      *Store
	techniques func(context.Context) []string // that graders may find, whether or not a puzzle needs them
	metrics    map[string]metricColumn
	levels     []Level
	joins      map[int64]bool   // algorithms whose grades are used
	byID       bool             // puzzles are found by id, not by their grades
	begin      map[int64]string // by algorithm: the index of a technique that few puzzles need, to begin with
}

// metricColumn says where a metric is stored.
type metricColumn struct {
	id, algorithm int64
	slot          int64
	divisor       int64 // see values.go
}

var plainFields = map[string]field{
	"id":       {kind: numberField, sql: "p.id"},
	"clues":    {kind: numberField, sql: "p.clues"},
	"line":     {kind: numberField, sql: "p.line"},
	"digits":   {kind: numberField, sql: "gm.digits"},
	"cells":    {kind: numberField, sql: "gm.cells"},
	"geometry": {kind: geometryField, sql: "gm.text"},
	"symmetry": {kind: symmetryField},
	"source":   {kind: textField, sql: "s.name"},
	"licence":  {kind: textField, sql: "s.licence"},
	"name":     {kind: textField, sql: "coalesce(p.name, s.name || coalesce(':' || p.line, ''))"},
	"comment":  {kind: textField, sql: "p.comment"},
	"verdict":  {kind: verdictField},
	"tag":      {kind: tagField},
	"dup":      {kind: flagField, sql: "d.original_id IS NOT NULL"},
	"disputed": {kind: flagField, sql: "a.disputed = 1"},
	"level":    {kind: levelField},
}

// calls are the names with an argument: of solvers, the least of all their results.
var calls = map[string]field{
	"time":    {kind: timeField, sql: "r.self_ns"},
	"self_ns": {kind: timeField, sql: "r.self_ns"},
	"guesses": {kind: numberField, sql: "r.guesses"},
	"uses":    {kind: flagField},
}

// A metric's condition says by its guard, which is true of every current grade, that there is a grade at
// all: SQLite then turns the LEFT JOIN into an inner one and may start from the metric's index.

// TechniquesMetric is the metric whose label lists, joined by commas, the techniques that uses() asks for.
const TechniquesMetric = "techniques"

func (s *Store) whereNames(ctx context.Context, f Filter) (*whereNames, error) {
	n := &whereNames{ctx: ctx, store: s, techniques: f.Techniques, metrics: map[string]metricColumn{},
		levels: f.Levels, joins: map[int64]bool{}, begin: map[int64]string{}, byID: f.IDs != nil}
	return n, s.SQL(ctx, "SELECT name, id, algorithm_id, slot, coalesce(divisor, 1) FROM metric ORDER BY id DESC",
		func(_ []string, v []any) error {
			n.metrics[v[0].(string)] = metricColumn{v[1].(int64), v[2].(int64), v[3].(int64), v[4].(int64)}
			return nil
		})
}

// words returns the first column of a query.
func (n *whereNames) words(query string, args ...any) (words []string, err error) {
	rows, err := n.store.read.QueryContext(n.ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var word sql.NullString
		if err := rows.Scan(&word); err != nil {
			return nil, err
		}
		words = append(words, word.String)
	}
	return words, rows.Err()
}

// number returns the first value of a query, 0 where there is none.
func (n *whereNames) number(query string, arg any) (id int64, err error) {
	err = n.store.read.QueryRowContext(n.ctx, query, arg).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// find returns what a name means.
func (n *whereNames) find(p *whereParser, name, argument token, called bool) (field, error) {
	if called {
		f, ok := calls[name.text]
		if !ok {
			return f, p.unknown(name, slices.Sorted(maps.Keys(calls)), "function")
		}
		if f.kind == flagField {
			return n.uses(p, name, argument)
		}
		return n.ofSolver(p, f, argument)
	}
	if m, ok := n.metrics[name.text]; ok {
		return n.metric(m), nil
	}
	f, ok := plainFields[name.text]
	if !ok {
		known := slices.Sorted(maps.Keys(plainFields))
		return f, p.unknown(name, append(known, slices.Sorted(maps.Keys(n.metrics))...), "name")
	}
	if f.kind == levelField {
		return n.level(p, name)
	}
	f.find = n.number
	return f, nil
}

func (n *whereNames) metric(m metricColumn) field {
	n.joins[m.algorithm] = true
	alias := fmt.Sprintf("g%d.", m.algorithm)
	guard := alias + "superseded = 0 AND "
	if n.byID {
		guard = "coalesce(" + alias + "superseded, 1) = 0 AND " // true of the same rows, but the LEFT JOIN stays
	}
	return field{kind: metricField, sql: m.number(alias), guard: guard,
		label: "(SELECT " + m.label() + " FROM wording WHERE id = " + alias + "wording_id)"}
}

// ofSolver is a value of a solver's results. The numbers of its plugins stand in the text, so that each is
// found by key.
func (n *whereNames) ofSolver(p *whereParser, f field, solver token) (field, error) {
	var plugins []string
	err := n.store.SQL(n.ctx, `SELECT pl.id, al.name FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id
		WHERE EXISTS (SELECT 1 FROM task t WHERE t.plugin_id = pl.id AND t.kind = 'solve')`,
		func(_ []string, v []any) error {
			if v[1] == solver.text {
				plugins = append(plugins, fmt.Sprint(v[0]))
			}
			return nil
		})
	if err != nil {
		return f, err
	}
	if plugins == nil {
		known, err := n.words("SELECT DISTINCT plugin FROM tasks WHERE kind = 'solve' ORDER BY plugin")
		if err != nil {
			return f, err
		}
		return f, p.unknown(solver, known, "solver")
	}
	f.sql = "(SELECT min(" + f.sql + ") FROM result r WHERE r.plugin_id IN (" + strings.Join(plugins, ", ") +
		") AND r.puzzle_id = p.id)"
	return f, nil
}

func (n *whereNames) uses(p *whereParser, name, technique token) (field, error) {
	m, ok := n.metrics[TechniquesMetric]
	if !ok {
		return field{}, p.wrong(name.at, "no puzzle has a grade \""+TechniquesMetric+"\"")
	}
	known, err := n.knownTechniques(m)
	if err != nil {
		return field{}, err
	}
	if !slices.Contains(known, technique.text) && n.techniques != nil {
		known = append(known, n.techniques(n.ctx)...)
	}
	if !slices.Contains(known, technique.text) {
		slices.Sort(known)
		return field{}, p.unknown(technique, slices.Compact(known), "technique")
	}
	wordings := "wording_id IN (SELECT id FROM wording WHERE instr(',' || " + m.label() + " || ',', ?) > 0)"
	listed := "," + technique.text + ","
	f := n.metric(m)
	sql := fmt.Sprintf("g%d.%s", m.algorithm, wordings)
	rare, err := n.isRare(m, wordings, listed)
	if rare && p.negations == 0 && !n.byID {
		n.begin[m.algorithm] = fmt.Sprint(" INDEXED BY grade_metric_", m.id)
	}
	return field{kind: flagField, sql: "(" + f.guard + sql + ")", args: []any{listed}}, err
}

// rareTechnique is how few puzzles must need a technique for a search to begin with them. SQLite itself would
// rather begin with a metric.
const rareTechnique = 10_000

// isRare reports whether an index says that few puzzles have such a wording.
func (n *whereNames) isRare(m metricColumn, wordings, listed string) (bool, error) {
	indexed, err := n.number("SELECT 1 FROM sqlite_schema WHERE name = ?", fmt.Sprint("grade_metric_", m.id))
	if err != nil || indexed == 0 {
		return false, err
	}
	found, err := n.number(fmt.Sprintf(`SELECT count(*) FROM (SELECT 1 FROM grade INDEXED BY grade_metric_%d
		WHERE algorithm_id = %d AND superseded = 0 AND %s LIMIT %d)`, m.id, m.algorithm, wordings, rareTechnique), listed)
	return found < rareTechnique, err
}

// knownTechniques returns those that puzzles need.
func (n *whereNames) knownTechniques(m metricColumn) ([]string, error) {
	labels, err := n.words("SELECT DISTINCT " + m.label() + " FROM wording")
	if err != nil {
		return nil, err
	}
	var known []string
	for _, label := range labels {
		known = append(known, strings.Split(label, ",")...)
	}
	return known, nil
}

func (n *whereNames) level(p *whereParser, name token) (field, error) {
	f := field{kind: levelField}
	from := map[string]any{}
	for _, l := range n.levels {
		m, ok := n.metrics[l.Metric]
		if !ok {
			return f, p.wrong(name.at, fmt.Sprintf("no puzzle has a grade %q, which levels are made of", l.Metric))
		}
		value := n.metric(m)
		r := levelRange{name: l.Name, sql: value.guard + value.sql + " < ?", args: []any{l.Below}}
		if lower, ok := from[l.Metric]; ok {
			r.sql, r.args = r.sql+" AND "+value.sql+" >= ?", []any{l.Below, lower}
		}
		from[l.Metric] = l.Below
		f.levels = append(f.levels, r)
	}
	return f, nil
}

func (p *whereParser) unknown(name token, known []string, what string) error {
	return &WhereError{Where: p.where, Column: p.column(name.at),
		Reason: fmt.Sprintf("unknown %s %q", what, name.text), Name: name.text, Known: known}
}
