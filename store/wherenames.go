package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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
	metricField // compared with a number by value, with a text by label
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
}

type levelRange struct {
	name, sql string
	args      []any
}

// whereNames knows the names of conditions and collects the joins that the names in use need.
type whereNames struct {
	metrics map[string]metricColumn
	levels  []Level
	joins   map[int64]bool // algorithms whose grades are used
	byID    bool           // puzzles are found by id, not by their grades
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
	"geometry": {kind: textField, sql: "gm.text"},
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

const ofSolver = ` FROM result r JOIN plugin pl ON pl.id = r.plugin_id JOIN algorithm al ON al.id = pl.algorithm_id
	WHERE r.puzzle_id = p.id AND r.plugin_id IN (SELECT id FROM plugin) AND al.name = ?)`

// calls are the names with an argument.
var calls = map[string]field{
	"self_ns": {kind: numberField, sql: "(SELECT min(r.self_ns)" + ofSolver},
	"guesses": {kind: numberField, sql: "(SELECT min(r.guesses)" + ofSolver},
	"uses":    {kind: flagField},
}

// A metric's condition says by its guard, which is true of every current grade, that there is a grade at
// all: SQLite then turns the LEFT JOIN into an inner one and may start from the metric's index.

// techniques is the metric whose label lists, joined by commas, the techniques that uses() asks for.
const techniques = "techniques"

func (s *Store) whereNames(ctx context.Context, levels []Level) (*whereNames, error) {
	n := &whereNames{metrics: map[string]metricColumn{}, levels: levels, joins: map[int64]bool{}}
	return n, s.SQL(ctx, "SELECT name, id, algorithm_id, slot, coalesce(divisor, 1) FROM metric ORDER BY id DESC",
		func(_ []string, v []any) error {
			n.metrics[v[0].(string)] = metricColumn{v[1].(int64), v[2].(int64), v[3].(int64), v[4].(int64)}
			return nil
		})
}

// find returns what a name means.
func (n *whereNames) find(p *whereParser, name token, argument string, called bool) (field, error) {
	if called {
		f, ok := calls[name.text]
		if !ok {
			return f, p.unknown(name, slices.Sorted(maps.Keys(calls)), "function")
		}
		if name.text == "uses" {
			return n.uses(p, name, argument)
		}
		f.args = []any{argument}
		return f, nil
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

func (n *whereNames) uses(p *whereParser, name token, technique string) (field, error) {
	m, ok := n.metrics[techniques]
	if !ok {
		return field{}, p.wrong(name.at, "no puzzle has a grade \""+techniques+"\"")
	}
	f := n.metric(m)
	sql := fmt.Sprintf("(%sg%d.wording_id IN (SELECT id FROM wording WHERE instr(',' || %s || ',', ?) > 0))",
		f.guard, m.algorithm, m.label())
	return field{kind: flagField, sql: sql, args: []any{"," + technique + ","}}, nil
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
	return &WhereError{Where: p.where, Column: utf8.RuneCountInString(p.where[:name.at]) + 1,
		Reason: fmt.Sprintf("unknown %s %q", what, name.text), Name: name.text, Known: known}
}

var operators = map[string]string{"==": "=", "=": "=", "!=": "IS NOT", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

// compare returns the SQL of a comparison with a float64 or a string.
func (f field) compare(operator string, value any) (sql string, args []any, err error) {
	text, isText := value.(string)
	left := f.sql
	switch {
	case f.kind == metricField && isText:
		left = f.label
	case (f.kind == numberField || f.kind == metricField) && isText:
		return "", nil, errors.New("is compared with a number")
	case f.kind > numberField && f.kind < metricField && !isText:
		return "", nil, errors.New("is compared with a text in quotes")
	case f.kind >= verdictField && f.kind <= levelField:
		return f.compareWord(operator, text)
	}
	if operator == "~" && isText {
		return "(" + f.guard + "instr(" + left + ", ?) > 0)", append(f.args, text), nil
	}
	op, ok := operators[operator]
	if !ok {
		return "", nil, errors.New("is followed by one of == != < <= > >=")
	}
	return "(" + f.guard + left + " " + op + " ?)", append(f.args, value), nil
}

// compareWord compares what has a fixed set of words: verdicts, tags and levels.
func (f field) compareWord(operator, word string) (sql string, args []any, err error) {
	if _, ok := operators[operator]; !ok || strings.ContainsAny(operator, "<>") {
		return "", nil, errors.New("is followed by == or !=")
	}
	switch f.kind {
	case verdictField:
		sql, err = verdictIs(word)
	case tagField:
		sql = "p.id IN (SELECT puzzle_id FROM puzzle_tag WHERE tag_id = (SELECT id FROM tag WHERE name = ?))"
		args = []any{word}
	case levelField:
		sql, args, err = f.levelIs(word)
	}
	if operator == "!=" {
		sql = "NOT coalesce(" + sql + ", FALSE)"
	}
	return sql, args, err
}

// verdictIs says the rare verdicts in the words of their partial index.
func verdictIs(word string) (string, error) {
	v, err := sudoku.ParseVerdict(word)
	switch {
	case err != nil:
		return "", fmt.Errorf("cannot be %q", word)
	case v == sudoku.Unknown:
		return "coalesce(a.verdict, 0) = 0", nil
	case v == sudoku.Unique:
		return "a.verdict = 2", nil
	}
	return fmt.Sprintf("(a.verdict = %d AND a.verdict <> 2)", v), nil
}

func (f field) levelIs(word string) (string, []any, error) {
	var names []string
	for _, l := range f.levels {
		if l.name == word {
			return "(" + l.sql + ")", l.args, nil
		}
		names = append(names, l.name)
	}
	return "", nil, fmt.Errorf("cannot be %q, the levels are %s", word, strings.Join(names, ", "))
}
