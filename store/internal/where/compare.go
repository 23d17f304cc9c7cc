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

// compare returns a comparison with a float64 or a string, and the arguments of its SQL.
func (f field) compare(operator string, value any) (c clause, args []any, err error) {
	text, isText := value.(string)
	left := f.sql
	c.graders = f.graders()
	if d, isTime := value.(time.Duration); isTime {
		if f.kind != timeField {
			return c, nil, errors.New("is not a time")
		}
		value = d.Nanoseconds()
	}
	switch {
	case f.kind == timeField && isText:
		return c, nil, errors.New("is compared with a time such as 5ms")
	case f.kind == metricField && isText:
		left = f.label
	case (f.kind == numberField || f.kind == metricField || f.kind == countField) && isText:
		return c, nil, errors.New("is compared with a number")
	case f.kind > numberField && f.kind < metricField && !isText:
		return c, nil, errors.New("is compared with a text in quotes")
	case f.kind == geometryField && operator == "~":
	case f.kind >= verdictField && f.kind <= symmetryField:
		return f.compareWord(operator, text)
	}
	if operator == "~" && isText {
		c.sql = "(" + f.guard + "instr(" + left + ", ?) > 0)"
		return c, append(f.args, text), nil
	}
	op, ok := operators[operator]
	if !ok {
		return c, nil, errors.New("is followed by one of == != < <= > >=")
	}
	c.sql = "(" + f.guard + left + " " + op + " ?)"
	return c, append(f.args, value), nil
}

// compareWord compares what is one of some words: verdicts, tags, levels, geometries and symmetries.
func (f field) compareWord(operator, word string) (c clause, args []any, err error) {
	if _, ok := operators[operator]; !ok || strings.ContainsAny(operator, "<>") {
		return c, nil, errors.New("is followed by == or !=")
	}
	switch f.kind {
	case verdictField:
		c, err = verdictIs(word)
	case tagField:
		c.sql = "p.id IN (SELECT puzzle_id FROM puzzle_tag WHERE tag_id = (SELECT id FROM tag WHERE name = ?))"
		args = []any{word}
	case levelField:
		c, args, err = f.levelIs(word)
	case geometryField:
		c, err = f.geometryIs(word)
	case symmetryField:
		c, err = symmetryIs(word)
	}
	if operator == "!=" {
		c = c.negated()
	}
	return c, args, err
}

// verdictIs says the rare verdicts in the words of their partial index.
func verdictIs(word string) (c clause, err error) {
	names := verdictNames()
	v := slices.Index(names, word)
	if v < 0 {
		return c, &unknownWord{word, "verdicts", names}
	}
	switch sudoku.Verdict(v) {
	case sudoku.Unknown:
		c.sql = "coalesce(p.verdict, 0) = 0"
	case sudoku.Unique:
		c.sql = "p.verdict = 2"
	default:
		c.sql = fmt.Sprintf("(p.verdict = %d AND p.verdict <> 2)", v)
	}
	return c, nil
}

func (f field) levelIs(word string) (clause, []any, error) {
	var names []string
	for _, l := range f.levels {
		if l.name == word {
			return clause{"(" + l.sql + ")", l.graders}, l.args, nil
		}
		names = append(names, l.name)
	}
	return clause{}, nil, &unknownWord{word, "levels", names}
}

// geometryIs names the geometry by its number. All but the library's first are in an index.
func (f field) geometryIs(text string) (c clause, err error) {
	if g, err := sudoku.ParseGeometry(text); err == nil {
		text = g.String()
	}
	id, err := f.find("SELECT id FROM geometry WHERE text = ?", text)
	if err != nil || id == 1 {
		c.sql = "p.geometry_id = 1"
		return c, err
	}
	c.sql = fmt.Sprintf("(p.geometry_id = %d AND p.geometry_id <> 1)", id)
	return c, nil
}

// symmetryIs asks for a bit of those puzzles that have any, in the words of their partial index.
func symmetryIs(word string) (c clause, err error) {
	if word == "none" {
		c.sql = "p.symmetry = 0"
		return c, nil
	}
	bit := slices.Index(sudoku.SymmetryNames, word)
	if bit < 0 {
		return c, &unknownWord{word, "symmetries", append(slices.Clone(sudoku.SymmetryNames), "none")}
	}
	c.sql = fmt.Sprintf("(p.symmetry <> 0 AND p.symmetry & %d <> 0)", 1<<bit)
	return c, nil
}

// unknownWord is the error for a word that cannot stand there.
type unknownWord struct {
	word, what string
	known      []string
}

func (e *unknownWord) Error() string {
	return fmt.Sprintf("cannot be %q, the %s are %s", e.word, e.what, strings.Join(e.known, ", "))
}

// verdictNames returns the words of verdicts.
func verdictNames() []string {
	var names []string
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		names = append(names, v.String())
	}
	return names
}
