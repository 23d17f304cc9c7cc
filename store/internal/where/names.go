package where

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	kinds "github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Level is a band of a metric: values below Below that are in no earlier band.
type Level struct {
	Name   string
	Metric string
	Below  float64 // +Inf for the last
}

// BesideConstraints returns the metric that puzzles with constraints have instead of another, on the same scale: no puzzle has
// both. A metric for which there is none is returned itself.
func BesideConstraints(metric string) string {
	if metric == "se" {
		return "variant_step"
	}
	return metric
}

// fieldKind says how a name can be compared.
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
	countField // how many there are; without a comparison: whether there are any
)

// field is what a name of a condition stands for.
type field struct {
	kind   fieldKind
	sql    string // of the value
	table  string // that sql speaks of, "" if it needs a puzzle's number alone
	label  string // of a metric's label
	flag   string // what holds if there are any, of a countField
	guard  string // what must hold beside, with AND behind, or ""
	grader int64  // the algorithm whose grade guard asks for, 0 if there is none
	args   []any  // of sql
	levels []levelRange
	find   func(query string, arg any) (int64, error) // a number in the library, 0 if there is none
}

// levelRange is the condition of a level.
type levelRange struct {
	name string
	clause
	args []any
}

// graders returns the algorithms that have graded every puzzle of which a comparison of the field holds.
func (f field) graders() []int64 {
	if f.grader == 0 {
		return nil
	}
	return []int64{f.grader}
}

// Library answers a query with its rows.
type Library func(query string, args ...any) ([][]any, error)

// Options say what conditions can speak of beside what the library holds.
type Options struct {
	Levels     []Level
	Techniques func() []string // that graders may find, whether or not a puzzle needs them; or nil
	Metrics    func() []string // that graders measure, whether or not a puzzle has been graded; or nil
	ByID       bool            // puzzles are found by id, not by their grades
}

// Names knows the names of conditions and collects the joins that the names in use need.
type Names struct {
	Options
	library Library
	metrics map[string]Metric
	tables  map[string]bool  // that are used, beside grades
	joins   map[int64]bool   // algorithms whose grades are used
	graders []int64          // algorithms that have graded every puzzle of which the condition holds
	begin   map[int64]string // by algorithm: the index of a technique that few puzzles need, to begin with
}

var plainFields = map[string]field{
	"id":       {kind: numberField, sql: PuzzleID},
	"clues":    {kind: numberField, sql: "p.clues", table: puzzleTable},
	"line":     {kind: numberField, sql: "p.line", table: puzzleTable},
	"digits":   {kind: numberField, sql: "gm.digits", table: geometryTable},
	"cells":    {kind: numberField, sql: "gm.cells", table: geometryTable},
	"geometry": {kind: geometryField, sql: "gm.text", table: geometryTable},
	"symmetry": {kind: symmetryField, table: puzzleTable},
	"source":   {kind: textField, sql: "s.name", table: sourceTable},
	"licence":  {kind: textField, sql: "s.licence", table: sourceTable},
	"name":     {kind: textField, sql: "coalesce(p.name, s.name || coalesce(':' || p.line, ''))", table: sourceTable},
	"comment":  {kind: textField, sql: "p.comment", table: puzzleTable},
	"verdict":  {kind: verdictField, table: puzzleTable},
	"tag":      {kind: tagField},
	"dup":      {kind: flagField, sql: "d.original_id IS NOT NULL", table: duplicateTable},
	"disputed": {kind: flagField, sql: "p.disputed = 1", table: puzzleTable},
	"level":    {kind: levelField},
	"constraints": {kind: countField, flag: PuzzleID + " IN (SELECT puzzle_id FROM puzzle_constraint)",
		sql: "coalesce((SELECT sum(n) FROM puzzle_constraint WHERE puzzle_id = " + PuzzleID + " AND name NOT LIKE 'kind:%'), 0)"},
}

// calls are the names with an argument: of solvers, the least of all their results.
var calls = map[string]field{
	"time":    {kind: timeField, sql: "r.self_ns"},
	"self_ns": {kind: timeField, sql: "r.self_ns"},
	"guesses": {kind: numberField, sql: "r.guesses"},
	"uses":    {kind: flagField},

	"constraint": {kind: countField},
	"kind":       {kind: countField},
}

// A metric's condition says by its guard, which is true of every current grade, that there is a grade at
// all: SQLite then turns the LEFT JOIN into an inner one and may start from the metric's index.

// TechniquesMetric is the metric whose label lists, joined by commas, the techniques that uses() asks for.
const TechniquesMetric = "techniques"

// NewNames reads which metrics the library has. Of those with the same name the first is meant.
func NewNames(library Library, o Options) (*Names, error) {
	n := &Names{Options: o, library: library, metrics: map[string]Metric{}, tables: map[string]bool{}, joins: map[int64]bool{},
		begin: map[int64]string{}}
	rows, err := library("SELECT name, id, algorithm_id, slot, coalesce(divisor, 1) FROM metric ORDER BY id DESC")
	for _, v := range rows {
		n.metrics[v[0].(string)] = Metric{v[1].(int64), v[2].(int64), v[3].(int64), v[4].(int64)}
	}
	return n, err
}

// Condition returns the SQL of a condition, with its arguments; a bad condition is an *Error.
func (n *Names) Condition(text string) (sql string, args []any, err error) {
	p := parser{scanner: scanner{where: text}, names: n}
	c, err := p.parse()
	return c.sql, p.args, err
}

// Metric returns in which column grades of a metric are stored. A metric that no grader of this library has measured
// is not known.
func (n *Names) Metric(name string) (m Metric, known bool) {
	m, known = n.metrics[name]
	return m, known
}

// Value returns the SQL of a metric's value.
func (n *Names) Value(m Metric) string { return n.metric(m).sql }

// Number returns the SQL of a single number of a puzzle: a metric, or a field such as clues.
func (n *Names) Number(name string) (sql string, known bool) {
	if m, ok := n.metrics[name]; ok {
		return n.Value(m), true
	}
	f, ok := plainFields[name]
	n.tables[f.table] = true
	return f.sql, ok && f.kind == numberField
}

// words returns the first column of a query.
func (n *Names) words(query string) (words []string, err error) {
	rows, err := n.library(query)
	for _, row := range rows {
		word, _ := row[0].(string)
		words = append(words, word)
	}
	return words, err
}

// number returns the first value of a query, 0 if there is none.
func (n *Names) number(query string, arg any) (id int64, err error) {
	rows, err := n.library(query, arg)
	if len(rows) > 0 {
		id, _ = rows[0][0].(int64)
	}
	return id, err
}

// find returns what a name means.
func (n *Names) find(p *parser, name, argument token, called bool) (field, error) {
	if called {
		call, ok := calls[name.text]
		if !ok {
			return field{}, p.unknown(name, slices.Sorted(maps.Keys(calls)), "function")
		}
		switch call.kind {
		case flagField:
			return n.uses(p, name, argument)
		case countField:
			return constraints(p, name, argument)
		}
		return n.ofSolver(p, call, argument)
	}
	if m, ok := n.metrics[name.text]; ok {
		return n.metric(m), nil
	}
	f, ok := plainFields[name.text]
	if !ok && n.Metrics != nil && slices.Contains(n.Metrics(), name.text) {
		return f, p.wrong(name.at, NotGraded(name.text))
	}
	if !ok {
		known := slices.Sorted(maps.Keys(plainFields))
		return f, p.unknown(name, append(known, slices.Sorted(maps.Keys(n.metrics))...), "name")
	}
	if f.kind == levelField {
		return n.level(p, name)
	}
	n.tables[f.table] = true
	f.find = n.number
	return f, nil
}

// metric returns the column of a metric, and joins its table.
func (n *Names) metric(m Metric) field {
	n.joins[m.Algorithm] = true
	alias := fmt.Sprintf("g%d.", m.Algorithm)
	guard, value := alias+"superseded = 0 AND ", m.Number(alias)
	if n.ByID { // coalesce is true of the same rows, but has the LEFT JOIN stay
		guard, value = "coalesce("+alias+"superseded, 1) = 0 AND ", "coalesce("+value+", NULL)"
	}
	return field{kind: metricField, sql: value, guard: guard, grader: m.Algorithm,
		label: "(SELECT " + m.Label() + " FROM wording WHERE id = " + alias + "wording_id)"}
}

// ofSolver is a value of a solver's results. The numbers of its plugins stand in the text, so that each is
// found by key.
func (n *Names) ofSolver(p *parser, f field, solver token) (field, error) {
	rows, err := n.library(`SELECT pl.id FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id
		WHERE al.name = ? AND EXISTS (SELECT 1 FROM task t WHERE t.plugin_id = pl.id AND t.kind = 'solve')`, solver.text)
	if err != nil {
		return f, err
	}
	var plugins []string
	for _, v := range rows {
		plugins = append(plugins, fmt.Sprint(v[0]))
	}
	if plugins == nil {
		known, err := n.words("SELECT DISTINCT plugin FROM tasks WHERE kind = 'solve' ORDER BY plugin")
		if err != nil {
			return f, err
		}
		return f, p.unknown(solver, known, "solver")
	}
	of := f.sql + " AS value FROM %s r WHERE r.plugin_id IN (" + strings.Join(plugins, ", ") + ") AND r.%s = " + PuzzleID
	f.sql = "(SELECT min(value) FROM (SELECT " + fmt.Sprintf(of, "puzzle", "id") + " UNION ALL SELECT " +
		fmt.Sprintf(of, "result", "puzzle_id") + "))"
	return f, nil
}

// constraints is how many constraints of a name, or clauses of a kind, a puzzle has.
func constraints(p *parser, name, argument token) (field, error) {
	counted := argument.text
	switch known := constraint.Names(); {
	case name.text == "kind":
		if _, ok := kinds.ParseKind(counted); !ok {
			return field{}, p.unknown(argument, (^kinds.Kinds(0)).Names(), "kind")
		}
		counted = "kind:" + counted
	case !slices.Contains(known, counted):
		return field{}, p.wrong(argument.at, (&constraint.UnknownError{Name: counted}).Error())
	case constraint.Flag(counted) != 0:
		return field{}, p.wrong(argument.at, fmt.Sprintf("%q is part of the geometry: geometry ~ \"+%c\"", counted,
			constraint.Flag(counted)))
	}
	return field{kind: countField, args: []any{counted},
		sql:  "coalesce((SELECT n FROM puzzle_constraint WHERE puzzle_id = " + PuzzleID + " AND name = ?), 0)",
		flag: PuzzleID + " IN (SELECT puzzle_id FROM puzzle_constraint WHERE name = ?)"}, nil
}

// uses returns the condition that a technique was used.
func (n *Names) uses(p *parser, name, technique token) (field, error) {
	m, ok := n.metrics[TechniquesMetric]
	if !ok {
		return field{}, p.wrong(name.at, "no puzzle has a grade \""+TechniquesMetric+"\"")
	}
	known, err := n.knownTechniques(m)
	if err != nil {
		return field{}, err
	}
	if !slices.Contains(known, technique.text) && n.Techniques != nil {
		known = append(known, n.Techniques()...)
	}
	if !slices.Contains(known, technique.text) {
		slices.Sort(known)
		return field{}, p.unknown(technique, slices.Compact(known), "technique")
	}
	listed := "," + technique.text + ","
	wordings := "wording_id IN (SELECT id FROM wording WHERE instr(',' || " + m.Label() + " || ',', ?) > 0)"
	rare, err := n.isRare(m, wordings, listed)
	if rare && p.negations == 0 && !n.ByID {
		n.begin[m.Algorithm] = fmt.Sprint(" INDEXED BY grade_metric_", m.ID)
	}
	f := n.metric(m)
	return field{kind: flagField, sql: fmt.Sprintf("(%sg%d.%s)", f.guard, m.Algorithm, wordings), args: []any{listed},
		grader: f.grader}, err
}

// rareTechnique is how few puzzles must need a technique for a search to begin with them. SQLite itself would
// rather begin with a metric.
const rareTechnique = 10_000

// isRare reports whether an index says that few puzzles have such a wording.
func (n *Names) isRare(m Metric, wordings, listed string) (bool, error) {
	indexed, err := n.number("SELECT 1 FROM sqlite_schema WHERE name = ?", fmt.Sprint("grade_metric_", m.ID))
	if err != nil || indexed == 0 {
		return false, err
	}
	found, err := n.number(fmt.Sprintf(`SELECT count(*) FROM (SELECT 1 FROM grade INDEXED BY grade_metric_%d
		WHERE algorithm_id = %d AND superseded = 0 AND %s LIMIT %d)`, m.ID, m.Algorithm, wordings, rareTechnique), listed)
	return found < rareTechnique, err
}

// knownTechniques returns those that puzzles need.
func (n *Names) knownTechniques(m Metric) ([]string, error) {
	labels, err := n.words("SELECT DISTINCT " + m.Label() + " FROM wording")
	if err != nil {
		return nil, err
	}
	var known []string
	for _, label := range labels {
		known = append(known, strings.Split(label, ",")...)
	}
	return known, nil
}

// NotGraded says of a metric that no puzzle of the library has it, and what to do.
func NotGraded(metric string) string {
	return fmt.Sprintf(`no puzzle is graded by %q yet; "sudokuctl run" grades puzzles, and so does "Grade these" on the page`,
		metric)
}

// level returns the field level.
func (n *Names) level(p *parser, name token) (field, error) {
	f := field{kind: levelField}
	constrained, err := n.number("SELECT 1 FROM puzzle_constraint LIMIT ?", 1)
	if err != nil {
		return f, err
	}
	from := map[string]any{}
	for _, l := range n.Levels {
		m, ok := n.metrics[l.Metric]
		if !ok {
			return f, p.wrong(name.at, NotGraded(l.Metric)+"; levels are ranges of it")
		}
		r := n.band(l, m, from[l.Metric])
		if beside, ok := n.metrics[BesideConstraints(l.Metric)]; ok && beside != m && constrained != 0 {
			r = n.either(r, n.band(l, beside, from[l.Metric]), m, beside)
		}
		from[l.Metric] = l.Below
		f.levels = append(f.levels, r)
	}
	return f, nil
}

// band is the range of a metric that a level has, which begins at lower unless that is nil.
func (n *Names) band(l Level, m Metric, lower any) levelRange {
	value := n.metric(m)
	r := levelRange{l.Name, clause{value.guard + value.sql + " < ?", value.graders()}, []any{l.Below}}
	if lower != nil {
		r.sql, r.args = r.sql+" AND "+value.sql+" >= ?", append(r.args, lower)
	}
	return r
}

// either is a level that is a range of two metrics. SQLite uses the indexes of both only for queries of their own.
func (n *Names) either(a, b levelRange, of, or Metric) levelRange {
	r := levelRange{a.name, a.or(b.clause), slices.Concat(a.args, b.args)}
	if !n.ByID {
		found := func(l levelRange, m Metric) string {
			return fmt.Sprintf("SELECT g%d.puzzle_id FROM grade g%[1]d WHERE %s AND %s", m.Algorithm, n.current(m.Algorithm), l.sql)
		}
		r.sql = PuzzleID + " IN (" + found(a, of) + " UNION ALL " + found(b, or) + ")"
	}
	return r
}

// unknown returns the error for a name that does not exist.
func (p *parser) unknown(name token, known []string, what string) error {
	return &Error{Where: p.where, Column: p.column(name.at),
		Reason: fmt.Sprintf("unknown %s %q", what, name.text), Name: name.text, Known: known}
}

// ValueSlots is how many metrics of an algorithm have a column of their own in the table grade: v0, v1 …; those
// of further slots stand in a JSON array.
const ValueSlots = 8

// Metric says where a metric is stored: in a grade's column v0 to v7 by its slot, or in the array more.
type Metric struct {
	ID, Algorithm int64
	Slot          int64
	Divisor       int64 // a whole number in the column is the value times this
}

// Number is the SQL of the metric's value in a grade, written as the metric's index has it. The product with v0 = v0, which is 1 or
// NULL, has SQLite see that no comparison holds without a grade, which it does not see of a function: it then turns a LEFT JOIN
// into an inner one, and the view library answers se >= 9 by the index.
func (m Metric) Number(alias string) string {
	if m.Slot >= ValueSlots {
		return fmt.Sprintf("json_extract(%smore, '$[%d]')", alias, m.Slot-ValueSlots)
	}
	column := fmt.Sprintf("%sv%d", alias, m.Slot)
	if m.Divisor <= 1 {
		return column
	}
	return fmt.Sprintf("(iif(typeof(%s) = 'integer', %[1]s / %d.0, %[1]s) * (%[1]s = %[1]s))", column, m.Divisor)
}

// Label is the SQL of the metric's label in a row of wording.
func (m Metric) Label() string { return fmt.Sprintf(`json_extract(text, '$."%d"')`, m.Slot) }
