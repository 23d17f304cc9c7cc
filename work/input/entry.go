package input

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// entryOf returns what the library keeps of a record. Numbers become grades, other named values join the
// comment, and so does a number whose text says more, such as 007.
func entryOf(r formats.Record, licence string, tags []string) store.Entry {
	grades := stated(r.Fields)
	words := slices.DeleteFunc(slices.Clone(r.Fields), func(f formats.Field) bool {
		return slices.ContainsFunc(grades, func(g sudoku.Grade) bool {
			return g.Metric == statedName(f.Name) && isDecimal(f.Text, g.Value)
		})
	})
	if len(words) > 0 {
		r.Puzzle.Comment = strings.TrimSpace(r.Puzzle.Comment + "  " + formats.FieldsText(words))
	}
	return store.Entry{Puzzle: r.Puzzle, Name: r.Name, Solution: r.Solution, Tags: append(slices.Clip(tags), r.Tags...),
		Stated: grades, Origin: originOf(r.Origin, licence)}
}

// originOf returns where a record says that the puzzle is from, under the licence given where it states none.
func originOf(o formats.Origin, licence string) *store.Origin {
	if o.File == "" {
		return nil
	}
	return &store.Origin{Line: int64(o.Line),
		Source: store.Source{Name: o.File, SHA256: o.SHA256, Licence: cmp.Or(o.Licence, licence)}}
}

// isDecimal reports whether text is v in plain decimals, zeros behind aside.
func isDecimal(text string, v float64) bool {
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text == strconv.FormatFloat(v, 'f', -1, 64)
}

// maxStated is how many numbers of a record become grades.
const maxStated = 16

// notGrades are columns of numbers that only name or count.
var notGrades = []string{"id", "hash", "game", "clues", "line", "index", "code"}

// stated returns the numbers among fields as grades called imported_NAME.
func stated(fields []formats.Field) (grades []sudoku.Grade) {
	for _, f := range fields {
		v, ok := f.Number()
		if !ok || math.IsNaN(v) || math.IsInf(v, 0) || slices.Contains(notGrades, metricName(f.Name)) ||
			len(grades) == maxStated {
			continue
		}
		grades = append(grades, sudoku.Grade{Metric: statedName(f.Name), Value: v})
	}
	return grades
}

// statedName is imported_NAME, also of what an export has called so before.
func statedName(name string) string {
	return "imported_" + strings.TrimPrefix(metricName(name), "imported_")
}

// metricName writes a name in lower case with underscores for all but letters and digits.
func metricName(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, strings.ToLower(name))
}
