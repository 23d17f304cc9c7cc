package layout

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Separators are those of tables.
const Separators = ",\t;"

// Value is a value of a record and the column, in characters from 1, where it begins.
type Value struct {
	Text   string
	Column int
}

var errQuote = errors.New("a quoted value must end with a quote on its line")

// Split splits a line at separators. A value in double quotes may hold separators, and quotes written twice.
func Split(s string, separator byte) (cells []Value, err error) {
	cells = make([]Value, 0, strings.Count(s, string(rune(separator)))+1)
	column := 1
	for {
		value, rest := s, ""
		end := strings.IndexByte(s, separator)
		if strings.HasPrefix(s, `"`) {
			if end, err = quotedEnd(s, separator); err != nil {
				return nil, &sudoku.ParseError{Column: column, Err: err}
			}
		}
		if end >= 0 {
			value, rest = s[:end], s[end+1:]
		}
		cells = append(cells, Value{unquote(value), column})
		if end < 0 {
			return cells, nil
		}
		column += utf8.RuneCountInString(value) + 1
		s = rest
	}
}

// quotedEnd returns where the separator behind a quoted value stands, -1 at the end of the line.
func quotedEnd(s string, separator byte) (int, error) {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != '"':
		case i+1 == len(s):
			return -1, nil
		case s[i+1] == '"':
			i++
		case s[i+1] == separator:
			return i + 1, nil
		default:
			return 0, errQuote
		}
	}
	return 0, errQuote
}

func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' {
		return s
	}
	return strings.ReplaceAll(s[1:len(s)-1], `""`, `"`)
}
