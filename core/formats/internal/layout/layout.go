// Package layout finds out what lines of text are as rows of grids: pictures with bars and rules, tables of data with
// labels, arrays of programs, rows whose cells no sign parts. Of returns the reading in which the lines are whole
// grids, if there is one.
package layout

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Layout is what lines are as rows of grids of one size.
type Layout struct {
	Size  int // of the grids, 0 if no line is a row
	Items []Item
}

// Item is a row, or a line that is none and no art; Row.Cells is nil then.
type Item struct {
	Line
	Row
	doubtful bool // it may be a rule of the picture as well as an empty row
}

// Rows counts the rows, and what is none behind the first.
func (l *Layout) Rows() int {
	n := len(l.Items)
	for _, item := range l.Items {
		if item.Cells != nil {
			break
		}
		n--
	}
	return n
}

// Sure returns the lines that are rows of cells beyond doubt. A line of dashes may be an empty row or a rule, which
// its neighbours decide.
func (l *Layout) Sure() (all []Item) {
	for _, item := range l.Items {
		if item.Cells != nil {
			all = append(all, item)
		}
	}
	return all
}

// Whole reports whether the lines are grids and nothing else.
func (l *Layout) Whole() bool {
	return l.Size > 0 && len(l.Items) > 0 && len(l.Items)%l.Size == 0 && len(l.Sure()) == len(l.Items)
}

// Join returns the layout with the items of next behind its own.
func (l Layout) Join(next Layout) Layout {
	return Layout{l.Size, slices.Concat(l.Items, next.Items)}
}

// longestRow is more bytes than a row of a 49×49 takes with all its candidates.
const longestRow = 1 << 15

// Of finds out what lines without an empty one between them are: of the readings in which they are whole grids
// the first, else the plainest.
func Of(lines []Line) Layout {
	if slices.ContainsFunc(lines, func(l Line) bool { return len(l.Raw) > longestRow }) {
		return Layout{}
	}
	plain := rowsOf(lines)
	bare := withoutLabels(lines)
	if l := rowsOf(bare); len(bare) > 0 && l.Whole() {
		return l
	}
	if plain.Whole() {
		return plain
	}
	undressed := undress(lines)
	for _, reading := range [][]Line{undressed, withoutLast(undressed), withoutLabels(undressed), otherSign(undressed),
		undress(unwrapped(lines)), withoutAside(lines)} {
		if l := rowsOf(reading); len(reading) > 0 && l.Whole() {
			return l
		}
	}
	return plain
}

// rowsOf reads each line as a row of the size that most of them have.
func rowsOf(lines []Line) Layout {
	sizes := map[int]int{}
	size := 0
	for _, l := range lines {
		if r, ok := ParseRow(l.Raw, 0); ok {
			n := len(r.Cells)
			if sizes[n]++; sizes[n] > sizes[size] || sizes[n] == sizes[size] && n < size {
				size = n
			}
		}
	}
	if size == 0 {
		if size = doubtfulSize(lines); size == 0 {
			return Layout{}
		}
	}
	sure, all := Layout{Size: size}, Layout{Size: size}
	for _, l := range lines {
		s := strings.TrimSpace(l.Raw)
		r, ok := ParseRow(l.Raw, size)
		item := Item{Line: l, Row: r}
		switch {
		case IsEmptyRow(s, size):
			item.Row, item.doubtful = Row{Cells: slices.Repeat([]string{"."}, size)}, IsArt(s)
		case !ok && IsArt(s):
			continue
		case !ok:
			item.Row = Row{}
		}
		all.Items = append(all.Items, item)
		if !item.doubtful {
			sure.Items = append(sure.Items, item)
		}
	}
	if isMarkdownTable(lines, size) && len(sure.Items)%size == 1 {
		sure.Items = sure.Items[1:]
		return sure
	}
	if len(sure.Items) == len(all.Items) || len(sure.Items)%size == 0 && len(sure.Items) > 0 {
		return sure
	}
	if len(all.Items)%size == 0 {
		return all
	}
	if some, ok := all.betweenBands(); ok {
		return some
	}
	return all
}

// betweenBands leaves out the doubtful rows that stand between bands, if whole grids are left.
func (l Layout) betweenBands() (Layout, bool) {
	some := Layout{Size: l.Size}
	left := len(l.Items)
	for _, item := range l.Items {
		if item.doubtful && len(some.Items)%BandRows[l.Size] == 0 && left%l.Size != 0 {
			left--
			continue
		}
		some.Items = append(some.Items, item)
	}
	return some, some.Whole()
}

// doubtfulSize is the size of lines that are all empty rows, as many as each has signs; 0 for others.
func doubtfulSize(lines []Line) int {
	if len(lines) == 0 {
		return 0
	}
	n := CountSymbols(lines[0].Raw)
	for _, l := range lines {
		if len(lines) != n || BandRows[n] == 0 || !IsEmptyRow(strings.TrimSpace(l.Raw), n) {
			return 0
		}
	}
	return n
}

// IsEmptyRow reports whether a line is a row of n signs for empty cells that is art, or a word, by itself.
func IsEmptyRow(s string, n int) bool {
	symbols := Symbols(s)
	return len(symbols) == n && strings.Trim(strings.Join(symbols, ""), "-_") == "" ||
		len(symbols) == n && strings.Trim(strings.Join(symbols, ""), "xX") == ""
}

// isMarkdownTable reports whether the second line is the rule below the header of a table.
func isMarkdownTable(lines []Line, size int) bool {
	return len(lines) > 2 && isMarkdownRule(strings.TrimSpace(lines[1].Raw)) && strings.Count(lines[1].Raw, "|") == size+1
}

// withoutLabels takes away what counts the columns and rows of a table of data: a first line that counts from 0, from 1
// or in letters beside as many further lines, and a first value of these that does so too. It returns nil for lines
// without labels.
func withoutLabels(lines []Line) []Line {
	var tables [][]string
	var kept []Line
	for _, l := range lines {
		s := strings.TrimSpace(l.Raw)
		if IsArt(s) {
			continue
		}
		if strings.Contains(s, ",]") || strings.Contains(s, "[,") {
			l.Raw = labelsOfR.Replace(s)
		}
		tables, kept = append(tables, valuesOf(l.Raw)), append(kept, l)
	}
	if len(tables) < 4 {
		return nil
	}
	header := tables[0]
	if len(header) == 1 {
		header = Symbols(kept[0].Raw)
	}
	if len(header) > 0 && strings.TrimSpace(header[0]) == "" {
		header = header[1:]
	}
	n := len(header)
	hasHeader := countsUp(header) && len(tables) == n+1
	if hasHeader {
		tables, kept = tables[1:], kept[1:]
	} else {
		n = len(tables)
	}
	var index []string
	cells := make([]Line, 0, n)
	for i, values := range tables {
		if len(values) == n+2 && strings.TrimSpace(values[n+1]) == "" { // a separator at the end
			values = values[:n+1]
		}
		if len(values) == n+1 {
			index = append(index, strings.TrimSpace(values[0]))
			values = values[1:]
		}
		if len(values) != n {
			if values = Symbols(strings.Join(values, "")); len(values) != n {
				return nil
			}
		}
		cells = append(cells, Line{kept[i].Number, strings.Join(cleaned(values), ",")})
	}
	if BandRows[n] == 0 || !hasHeader && index == nil || index != nil && (len(index) != n || !countsUp(index)) {
		return nil
	}
	return cells
}

// labelsOfR are the signs of R around the numbers of rows and columns, [1,] and [,1].
var labelsOfR = strings.NewReplacer("[,", "", ",]", "", "]", "")

// valuesOf cuts a line at its Separators: commas, semicolons, tabs, bars, or else blanks.
func valuesOf(raw string) []string {
	for _, separator := range []byte(Separators) {
		if strings.IndexByte(raw, separator) >= 0 {
			if texts := textsOf(strings.TrimRight(raw, " \r"), separator); len(texts) > 3 {
				return texts
			}
		}
	}
	s := strings.TrimSpace(raw)
	if inner, ok := strings.CutPrefix(s, "|"); ok && strings.Count(s, "|") > 4 {
		return strings.Split(strings.TrimSuffix(inner, "|"), "|")
	}
	values := strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == '\t' || strings.ContainsRune(bars, c) })
	if len(values) == 2 && len(values[1]) > 3 && len(values[0]) <= 2 { // a label and a row without blanks
		return append(values[:1], strings.Split(values[1], "")...)
	}
	return values
}

// countsUp reports whether labels count: 0, 1, 2, … or 1, 2, 3, … or A, B, C, …, perhaps with the same letters before
// each.
func countsUp(labels []string) bool {
	if len(labels) < 4 {
		return false
	}
	for _, first := range []int{0, 1, 'A', 'a'} {
		prefix, ok := "", true
		for i, label := range labels {
			label = strings.Trim(strings.TrimSpace(label), "[],:.\"'")
			want := strconv.Itoa(first + i)
			if first >= 'A' {
				want = string(rune(first + i))
			}
			before, found := strings.CutSuffix(label, want)
			if i == 0 {
				prefix = before
			}
			if !found || before != prefix || strings.ContainsAny(prefix, "0123456789") {
				ok = false
				break
			}
		}
		if ok {
			return true
		}
	}
	return false
}

// dress is what programs write around the values of an array.
var dress = strings.NewReplacer("[", " ", "]", " ", "{", " ", "}", " ", "(", " ", ")", " ", "'", "", `"`, "")

// arrayNoise finds what stands behind the values of an array: its type, comments, the sign that a line goes on.
var arrayNoise = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`,?\s*dtype=.*$|\s*(?:%|//|\s#).*$|/\*.*?\*/|[,;]\s*\.\.\.\s*$`)
})

// arrayName finds the name before an array and the call around it.
var arrayName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^={\[]*\b[A-Za-z_][^=]*=\s*|\b[A-Za-z_][\w.]*\(`)
})

// rowEnd finds where a row ends within a line.
var rowEnd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\]})]\s*,?\s*[\[{(]|[\]})]\s*,\s*$|;|\|`)
})

// undress takes the signs of arrays away from lines: brackets, braces, names, calls, and the Separators behind rows. A
// line that holds several rows becomes several, and one that holds all cells a grid.
func undress(lines []Line) (rows []Line) {
	for _, l := range lines {
		s := arrayName().ReplaceAllString(arrayNoise().ReplaceAllString(l.Raw, ""), "")
		for _, part := range rowEnd().Split(s, -1) {
			if part = strings.TrimSpace(dress.Replace(part)); strings.Trim(part, ", ") == "" && !strings.Contains(part, ",,") {
				continue
			}
			if strings.IndexByte(part, ',') == len(part)-1 { // a text, not cells
				part = strings.TrimSpace(part[:len(part)-1])
			}
			separator := " "
			if strings.Contains(part, ",") {
				separator = ","
			}
			rows = append(rows, Line{l.Number, strings.Join(cleaned(valuesOf(part)), separator)})
		}
	}
	if len(rows) != 1 {
		return rows
	}
	values := strings.FieldsFunc(rows[0].Raw, func(c rune) bool { return c == ',' || c == ' ' })
	for n := range BandRows {
		if n*n == len(values) {
			number := rows[0].Number
			rows = nil
			for i := range n {
				rows = append(rows, Line{number, strings.Join(values[i*n:i*n+n], ",")})
			}
			return rows
		}
	}
	return rows
}

// unwrapped joins the lines of a row of an array that is longer than a line. It returns nil if each has a bracket at
// its end.
func unwrapped(lines []Line) (rows []Line) {
	if !strings.ContainsAny(lines[0].Raw, "[{(") {
		return nil
	}
	goesOn := false
	for _, l := range lines {
		if goesOn {
			rows[len(rows)-1].Raw += " " + l.Raw
		} else {
			rows = append(rows, l)
		}
		goesOn = !strings.ContainsAny(l.Raw, "]})")
	}
	if len(rows) == len(lines) {
		return nil
	}
	return rows
}

// withoutAside takes away what a screen shows to the right of a picture of bars, such as a menu. It returns nil for
// other lines.
func withoutAside(lines []Line) (rows []Line) {
	found := false
	for _, l := range lines {
		if s := strings.TrimSpace(l.Raw); strings.HasPrefix(s, "|") || strings.HasPrefix(s, "+") {
			end := strings.LastIndexAny(s, "|+") + 1
			found = found || end < len(s)
			rows = append(rows, Line{l.Number, s[:end]})
		}
	}
	if !found {
		return nil
	}
	return rows
}

// withoutLast takes away what a separator behind each row has made a last cell. It returns nil for other lines.
func withoutLast(lines []Line) (rows []Line) {
	for _, l := range lines {
		row, ok := strings.CutSuffix(l.Raw, ",.")
		if !ok {
			return nil
		}
		rows = append(rows, Line{l.Number, row})
	}
	return rows
}

// cleaned returns values as cells: 5.0 is 5, and what programs call nothing is an empty cell.
func cleaned(values []string) []string {
	cells := make([]string, len(values))
	for i, v := range values {
		v = strings.Trim(strings.TrimSpace(v), `'"`)
		switch strings.ToLower(v) {
		case "", "nan", "none", "null", "na", "<na>", "nil", "-1", "0.0", "0.", "-1.0", "-1.", "<>", "()":
			v = "."
		}
		if whole, ok := strings.CutSuffix(v, ".0"); ok && whole != "" {
			v = whole
		} else if whole, ok := strings.CutSuffix(v, "."); ok && whole != "" && strings.Trim(whole, digits) == "" {
			v = whole
		}
		cells[i] = v
	}
	return cells
}

// otherSign reads the one letter that a whole grid has among its digits as the sign of its empty cells. It returns nil
// for other lines.
func otherSign(lines []Line) (rows []Line) {
	sign := ""
	for _, l := range lines {
		for _, c := range Symbols(strings.ReplaceAll(l.Raw, ",", "")) {
			switch {
			case c >= "1" && c <= "9" || c == sign:
			case sign == "" && (c >= "a" && c <= "z" || c >= "A" && c <= "Z"):
				sign = c
			default:
				return nil
			}
		}
	}
	if sign == "" {
		return nil
	}
	for _, l := range lines {
		rows = append(rows, Line{l.Number, strings.ReplaceAll(l.Raw, sign, ".")})
	}
	return rows
}

// Line is a line of a text. An empty one parts paragraphs.
type Line struct {
	Number int
	Raw    string
}

// BandRows returns the rows between two lines of the picture for a size with boxes.
var BandRows = map[int]int{4: 2, 6: 2, 8: 2, 9: 3, 10: 2, 12: 3, 16: 4, 25: 5}

// Symbols are the characters of a line that are neither blank nor bar.
func Symbols(s string) (all []string) {
	for _, c := range s {
		if isSymbol(c) {
			all = append(all, string(c))
		}
	}
	return all
}

// CountSymbols returns how many signs of a line can be cells.
func CountSymbols(s string) (n int) {
	for _, c := range s {
		if isSymbol(c) {
			n++
		}
	}
	return n
}

// isSymbol reports whether a sign can be a cell.
func isSymbol(c rune) bool { return c != ' ' && c != '\t' && !strings.ContainsRune(bars, c) }
