package formats

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// layout is what lines are as rows of grids of one size.
type layout struct {
	size  int // of the grids, 0 if no line is a row
	items []layoutItem
}

// layoutItem is a row, or a line that is none and no art; row.cells is nil then.
type layoutItem struct {
	blockLine
	row
	doubtful bool // it may be a rule of the picture as well as an empty row
}

// rows counts the rows, and what is none behind the first.
func (l *layout) rows() int {
	n := len(l.items)
	for _, item := range l.items {
		if item.cells != nil {
			break
		}
		n--
	}
	return n
}

// rowsOnly are the items that are rows.
func (l *layout) rowsOnly() (all []layoutItem) {
	for _, item := range l.items {
		if item.cells != nil {
			all = append(all, item)
		}
	}
	return all
}

// whole reports whether the lines are grids and nothing else.
func (l *layout) whole() bool {
	return l.size > 0 && len(l.items) > 0 && len(l.items)%l.size == 0 && len(l.rowsOnly()) == len(l.items)
}

func (l layout) join(next layout) layout {
	return layout{l.size, slices.Concat(l.items, next.items)}
}

// layoutOf finds out what lines without an empty one between them are: of the readings in which they are whole grids
// the first, else the plainest.
func layoutOf(lines []blockLine) layout {
	plain := rowsOf(lines)
	bare := withoutLabels(lines)
	if l := rowsOf(bare); len(bare) > 0 && l.whole() {
		return l
	}
	if plain.whole() {
		return plain
	}
	undressed := undress(lines)
	for _, reading := range [][]blockLine{undressed, withoutLast(undressed), withoutLabels(undressed), otherSign(undressed),
		undress(unwrapped(lines)), withoutAside(lines)} {
		if l := rowsOf(reading); len(reading) > 0 && l.whole() {
			return l
		}
	}
	return plain
}

// rowsOf reads each line as a row of the size that most of them have.
func rowsOf(lines []blockLine) layout {
	sizes := map[int]int{}
	size := 0
	for _, l := range lines {
		if r, ok := parseRow(l.raw, 0); ok {
			n := len(r.cells)
			if sizes[n]++; sizes[n] > sizes[size] || sizes[n] == sizes[size] && n < size {
				size = n
			}
		}
	}
	if size == 0 {
		if size = doubtfulSize(lines); size == 0 {
			return layout{}
		}
	}
	sure, all := layout{size: size}, layout{size: size}
	for _, l := range lines {
		s := strings.TrimSpace(l.raw)
		r, ok := parseRow(l.raw, size)
		item := layoutItem{blockLine: l, row: r}
		switch {
		case isEmptyRow(s, size):
			item.row, item.doubtful = row{cells: slices.Repeat([]string{"."}, size)}, isArt(s)
		case !ok && isArt(s):
			continue
		case !ok:
			item.row = row{}
		}
		all.items = append(all.items, item)
		if !item.doubtful {
			sure.items = append(sure.items, item)
		}
	}
	if isMarkdownTable(lines, size) && len(sure.items)%size == 1 {
		sure.items = sure.items[1:]
		return sure
	}
	if len(sure.items) == len(all.items) || len(sure.items)%size == 0 && len(sure.items) > 0 {
		return sure
	}
	if len(all.items)%size == 0 {
		return all
	}
	if some, ok := all.betweenBands(); ok {
		return some
	}
	return all
}

// betweenBands leaves out the doubtful rows that stand between bands, if whole grids are left.
func (l layout) betweenBands() (layout, bool) {
	some := layout{size: l.size}
	left := len(l.items)
	for _, item := range l.items {
		if item.doubtful && len(some.items)%bandRows[l.size] == 0 && left%l.size != 0 {
			left--
			continue
		}
		some.items = append(some.items, item)
	}
	return some, some.whole()
}

// doubtfulSize is the size of lines that are all empty rows, as many as each has signs; 0 for others.
func doubtfulSize(lines []blockLine) int {
	if len(lines) == 0 {
		return 0
	}
	n := countSymbols(lines[0].raw)
	for _, l := range lines {
		if len(lines) != n || bandRows[n] == 0 || !isEmptyRow(strings.TrimSpace(l.raw), n) {
			return 0
		}
	}
	return n
}

// isEmptyRow reports whether a line is a row of n signs for empty cells that is art, or a word, by itself.
func isEmptyRow(s string, n int) bool {
	symbols := symbolsOf(s)
	return len(symbols) == n && strings.Trim(strings.Join(symbols, ""), "-_") == "" ||
		len(symbols) == n && strings.Trim(strings.Join(symbols, ""), "xX") == ""
}

// isMarkdownTable reports whether the second line is the rule below the header of a table.
func isMarkdownTable(lines []blockLine, size int) bool {
	return len(lines) > 2 && isMarkdownRule(strings.TrimSpace(lines[1].raw)) && strings.Count(lines[1].raw, "|") == size+1
}

// withoutLabels takes away what counts the columns and rows of a table of data: a first line that counts from 0, from 1
// or in letters beside as many further lines, and a first value of these that does so too. It returns nil for lines
// without labels.
func withoutLabels(lines []blockLine) []blockLine {
	var tables [][]string
	var kept []blockLine
	for _, l := range lines {
		s := strings.TrimSpace(l.raw)
		if isArt(s) {
			continue
		}
		if strings.Contains(s, ",]") || strings.Contains(s, "[,") {
			l.raw = labelsOfR.Replace(s)
		}
		tables, kept = append(tables, valuesOf(l.raw)), append(kept, l)
	}
	if len(tables) < 4 {
		return nil
	}
	header := tables[0]
	if len(header) == 1 {
		header = symbolsOf(kept[0].raw)
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
	cells := make([]blockLine, 0, n)
	for i, values := range tables {
		if len(values) == n+2 && strings.TrimSpace(values[n+1]) == "" { // a separator at the end
			values = values[:n+1]
		}
		if len(values) == n+1 {
			index = append(index, strings.TrimSpace(values[0]))
			values = values[1:]
		}
		if len(values) != n {
			if values = symbolsOf(strings.Join(values, "")); len(values) != n {
				return nil
			}
		}
		cells = append(cells, blockLine{kept[i].number, strings.Join(cleaned(values), ",")})
	}
	if bandRows[n] == 0 || !hasHeader && index == nil || index != nil && (len(index) != n || !countsUp(index)) {
		return nil
	}
	return cells
}

// labelsOfR are the signs of R around the numbers of rows and columns, [1,] and [,1].
var labelsOfR = strings.NewReplacer("[,", "", ",]", "", "]", "")

// valuesOf cuts a line at its separators: commas, semicolons, tabs, bars, or else blanks.
func valuesOf(raw string) []string {
	for _, separator := range []byte(separators) {
		if strings.IndexByte(raw, separator) >= 0 {
			if values, err := splitRecord(strings.TrimRight(raw, " \r"), separator); err == nil && len(values) > 3 {
				texts := make([]string, len(values))
				for i, v := range values {
					texts[i] = v.text
				}
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

// countsUp reports whether labels count: 0, 1, 2, … or 1, 2, 3, … or A, B, C, …, perhaps with the same letters before each.
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

// undress takes the signs of arrays away from lines: brackets, braces, names, calls, and the separators behind rows. A
// line that holds several rows becomes several, and one that holds all cells a grid.
func undress(lines []blockLine) (rows []blockLine) {
	for _, l := range lines {
		s := arrayName().ReplaceAllString(arrayNoise().ReplaceAllString(l.raw, ""), "")
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
			rows = append(rows, blockLine{l.number, strings.Join(cleaned(valuesOf(part)), separator)})
		}
	}
	if len(rows) != 1 {
		return rows
	}
	values := strings.FieldsFunc(rows[0].raw, func(c rune) bool { return c == ',' || c == ' ' })
	for n := range bandRows {
		if n*n == len(values) {
			number := rows[0].number
			rows = nil
			for i := range n {
				rows = append(rows, blockLine{number, strings.Join(values[i*n:i*n+n], ",")})
			}
			return rows
		}
	}
	return rows
}

// unwrapped joins the lines of a row of an array that is longer than a line. It returns nil if each has a bracket at its end.
func unwrapped(lines []blockLine) (rows []blockLine) {
	if strings.IndexAny(lines[0].raw, "[{(") < 0 {
		return nil
	}
	goesOn := false
	for _, l := range lines {
		if goesOn {
			rows[len(rows)-1].raw += " " + l.raw
		} else {
			rows = append(rows, l)
		}
		goesOn = !strings.ContainsAny(l.raw, "]})")
	}
	if len(rows) == len(lines) {
		return nil
	}
	return rows
}

// withoutAside takes away what a screen shows to the right of a picture of bars, such as a menu. It returns nil for other lines.
func withoutAside(lines []blockLine) (rows []blockLine) {
	found := false
	for _, l := range lines {
		if s := strings.TrimSpace(l.raw); strings.HasPrefix(s, "|") || strings.HasPrefix(s, "+") {
			end := strings.LastIndexAny(s, "|+") + 1
			found = found || end < len(s)
			rows = append(rows, blockLine{l.number, s[:end]})
		}
	}
	if !found {
		return nil
	}
	return rows
}

// withoutLast takes away what a separator behind each row has made a last cell. It returns nil for other lines.
func withoutLast(lines []blockLine) (rows []blockLine) {
	for _, l := range lines {
		row, ok := strings.CutSuffix(l.raw, ",.")
		if !ok {
			return nil
		}
		rows = append(rows, blockLine{l.number, row})
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
func otherSign(lines []blockLine) (rows []blockLine) {
	sign := ""
	for _, l := range lines {
		for _, c := range symbolsOf(strings.ReplaceAll(l.raw, ",", "")) {
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
		rows = append(rows, blockLine{l.number, strings.ReplaceAll(l.raw, sign, ".")})
	}
	return rows
}
