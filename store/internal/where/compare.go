package where

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var operators = map[string]string{"==": "=", "=": "=", "!=": "IS NOT", "<": "<", "<=": "<=", ">": ">",
	">=": ">="}

// compare returns the SQL of a comparison with a float64, a string or a time, and its arguments.
func (f field) compare(operator string, value any) (sql string, args []any, err error) {
	text, isText := value.(string)
	left := f.sql
	if d, isTime := value.(time.Duration); isTime {
		if f.kind != timeField {
			return "", nil, errors.New("is not a time")
		}
		value = d.Nanoseconds()
	}
	switch {
	case f.kind == timeField && isText:
		return "", nil, errors.New("is compared with a time such as 5ms")
	case f.kind == metricField && isText:
		left = f.label
	case (f.kind == numberField || f.kind == countField) && isText:
		return "", nil, errors.New("is compared with a number")
	case f.kind > numberField && f.kind < metricField && !isText:
		return "", nil, errors.New("is compared with a text in quotes")
	case f.kind == geometryField && operator == "~":
	case f.kind >= verdictField && f.kind <= symmetryField:
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

// compareWord compares what is one of some words: verdicts, tags, levels, geometries and symmetries.
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
	case geometryField:
		sql, err = f.geometryIs(word)
	case symmetryField:
		sql, err = symmetryIs(word)
	}
	if operator == "!=" {
		sql = negated(sql)
	}
	return sql, args, err
}

// verdictIs says the rare verdicts in the words of their partial index.
func verdictIs(word string) (sql string, err error) {
	v, err := sudoku.ParseVerdict(word)
	switch {
	case err != nil:
		return "", &unknownWord{word, "verdicts", verdictNames()}
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
	return "", nil, &unknownWord{word, "levels", names}
}

// geometryIs names the geometry by its number. All but the library's first are in an index.
func (f field) geometryIs(text string) (string, error) {
	if g, err := sudoku.ParseGeometry(text); err == nil {
		text = g.String()
	}
	id, err := f.find("SELECT id FROM geometry WHERE text = ?", text)
	if err != nil || id == 1 {
		return "p.geometry_id = 1", err
	}
	return fmt.Sprintf("(p.geometry_id = %d AND p.geometry_id <> 1)", id), nil
}

// symmetryIs asks for a bit of those puzzles that have any, in the words of their partial index.
func symmetryIs(word string) (string, error) {
	if word == "none" {
		return "p.symmetry = 0", nil
	}
	bit := slices.Index(sudoku.SymmetryNames, word)
	if bit < 0 {
		return "", &unknownWord{word, "symmetries", append(slices.Clone(sudoku.SymmetryNames), "none")}
	}
	return fmt.Sprintf("(p.symmetry <> 0 AND p.symmetry & %d <> 0)", 1<<bit), nil
}

// unknownWord says that a word is none of those that can stand there.
type unknownWord struct {
	word, what string
	known      []string
}

func (e *unknownWord) Error() string {
	return fmt.Sprintf("cannot be %q, the %s are %s", e.word, e.what, strings.Join(e.known, ", "))
}

func verdictNames() []string {
	var names []string
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		names = append(names, v.String())
	}
	return names
}
