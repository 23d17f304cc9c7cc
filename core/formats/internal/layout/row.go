package layout

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Row is one line of a grid: a text for each cell, a symbol, a number or pencil marks in braces.
type Row struct {
	Cells  []string
	Marked bool // some cell holds pencil marks
}

const (
	bars   = "|│┃║!"
	digits = "0123456789"
	empty  = ".-*_xX0?"
)

// blankSigns are written for an empty cell in pictures.
var blankSigns = strings.NewReplacer("·", ".", "•", ".", "∙", ".", "⋅", ".", "□", ".", "▢", ".")

// IsArt reports whether a line is a border or a rule of a picture: dashes, and no cell.
func IsArt(s string) bool {
	dashes := 0
	for _, c := range s {
		switch {
		case strings.ContainsRune("-=_─━═", c):
			dashes++
		case !strings.ContainsRune("|+*.:' \t│┃║┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╪╫╟╢╤╧╂┿┠┨┷┯", c):
			return false
		}
	}
	return dashes >= 3
}

// ParseRow cuts a line into the cells of a row of size cells, or of any size that a grid can have if size
// is 0. One group of characters is one cell if the number of groups fits, else one character is.
func ParseRow(raw string, size int) (Row, bool) {
	s := blankSigns.Replace(strings.TrimSpace(raw))
	if r, ok := markdownRow(s, size); ok {
		return r, true
	}
	if r, ok := DelimitedRow(raw, size); ok {
		return r, true
	}
	if IsArt(s) && !(size > 0 && len(s) == size) {
		return Row{}, false
	}
	groups := strings.FieldsFunc(s, func(c rune) bool {
		return c == ' ' || c == '\t' || strings.ContainsRune(bars, c)
	})
	if r, ok := groupRow(groups); ok && fits(len(r.Cells), size) {
		return r, true
	}
	symbols := strings.Split(strings.Join(groups, ""), "")
	if !fits(len(symbols), size) || !allCells(symbols, len(symbols)) {
		return Row{}, false
	}
	return Row{Cells: symbols}, true
}

// markdownRow reads a row of a Markdown table, | 8 |   | 3 |, in which a blank is an empty cell.
func markdownRow(s string, size int) (Row, bool) {
	inner, begins := strings.CutPrefix(s, "|")
	inner, ends := strings.CutSuffix(inner, "|")
	if !begins || !ends {
		return Row{}, false
	}
	return blankRow(strings.Split(inner, "|"), size)
}

// isMarkdownRule reports whether s is the line below the header of a Markdown table.
func isMarkdownRule(s string) bool {
	return strings.HasPrefix(s, "|") && strings.HasSuffix(s, "|") && strings.Contains(s, "-") &&
		strings.Trim(s, "|-: ") == ""
}

// DelimitedRow reads a row whose cells are separated by commas, semicolons or tabs, as a spreadsheet writes it. Nothing
// between two of them is an empty cell.
func DelimitedRow(raw string, size int) (Row, bool) {
	for _, separator := range []byte(",;\t") {
		n := strings.Count(raw, string(separator)) + 1
		if !fits(n, size) {
			continue
		}
		texts := textsOf(raw, separator)
		if len(texts) != n {
			continue
		}
		if r, ok := blankRow(texts, size); ok {
			return r, true
		}
	}
	return Row{}, false
}

// blankRow makes a row of texts of one cell each, blank ones for empty cells.
func blankRow(texts []string, size int) (Row, bool) {
	if !fits(len(texts), size) {
		return Row{}, false
	}
	r := Row{Cells: make([]string, len(texts))}
	for i, text := range texts {
		text = strings.TrimSpace(text)
		if text == "" {
			text = "."
		}
		r.Cells[i] = text
	}
	return r, allCells(r.Cells, len(r.Cells))
}

// fits reports whether a row of n cells makes a grid, of that size if it is known.
func fits(n, size int) bool {
	return BandRows[n] > 0 && (size == 0 || n == size)
}

// groupRow reads a row of one group a cell. Nine groups may be pencil marks, more than nine may be numbers.
func groupRow(groups []string) (Row, bool) {
	n := len(groups)
	r := Row{Cells: make([]string, n)}
	for i, g := range groups {
		marks := strings.TrimPrefix(g, "u")
		switch {
		case n == 9 && (len(marks) > 1 || marks != g) && areMarks(marks):
			r.Cells[i], r.Marked = "{"+marks+"}", true
		case isCell(g, n):
			r.Cells[i] = g
		default:
			return r, false
		}
	}
	return r, allCells(r.Cells, n)
}

// areMarks reports whether s is different digits from 1 to 9.
func areMarks(s string) bool {
	for i, c := range s {
		if c < '1' || c > '9' || strings.ContainsRune(s[:i], c) {
			return false
		}
	}
	return s != ""
}

// isCell reports whether a group is a cell of a row of n: a digit, an empty sign or, beyond nine, a letter or a number.
func isCell(g string, n int) bool {
	switch {
	case len(g) == 1 && strings.Contains(empty, g):
		return true
	case len(g) == 1 && g[0] >= '1' && g[0] <= '9':
		return int(g[0]-'0') <= n
	case len(g) == 1:
		return n > 9 && (g[0] >= 'A' && g[0] <= 'Z' || g[0] >= 'a' && g[0] <= 'z')
	}
	return n > 9 && len(g) == 2 && strings.Trim(g, digits) == ""
}

// allCells reports whether all are cells of a row of n; letters alone are a word, not a row.
func allCells(cells []string, n int) bool {
	word := true
	for _, c := range cells {
		if c[0] != '{' && !isCell(c, n) {
			return false
		}
		word = word && (c[0] >= 'A' && c[0] <= 'Z' || c[0] >= 'a' && c[0] <= 'z')
	}
	return !word
}

// Separators are the characters that part the cells of tables, beside bars.
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

// textsOf returns the texts of the values of a line, nil if they cannot be told apart.
func textsOf(s string, separator byte) []string {
	values, err := Split(s, separator)
	if err != nil {
		return nil
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.Text
	}
	return texts
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

// unquote returns the text in quotes of a CSV cell.
func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' {
		return s
	}
	return strings.ReplaceAll(s[1:len(s)-1], `""`, `"`)
}
