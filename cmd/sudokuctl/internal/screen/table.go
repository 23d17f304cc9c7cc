package screen

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Width returns the number of columns of the terminal that standard output is, 0 if it is none or does not say.
func (s *Streams) Width() int {
	f, ok := beneath(s.Stdout).(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Indented breaks a text between words so that it fits the terminal behind a margin of some columns. A word that is too
// long stays whole.
func (s *Streams) Indented(text string, margin int) string {
	width := s.Width()
	if width == 0 {
		return text
	}
	var b strings.Builder
	at := margin
	for i, word := range strings.Split(text, " ") {
		long := utf8.RuneCountInString(word)
		switch {
		case i > 0 && at+1+long > width:
			b.WriteString("\n" + strings.Repeat(" ", margin))
			at = margin
		case i > 0:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += long
	}
	return b.String()
}

// Wrapped returns rows below each other, the texts of their last column broken to fit the terminal.
func (s *Streams) Wrapped(rows [][]string) string {
	last := len(rows[0]) - 1
	margin, widths := 0, make([]int, last)
	for i := range last {
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		margin += widths[i] + tableGap
	}
	var b strings.Builder
	for _, row := range rows {
		for i, width := range widths {
			fmt.Fprintf(&b, "%-*s", width+tableGap, plain.Line(row[i]))
		}
		b.WriteString(s.Indented(plain.Line(row[last]), margin) + "\n")
	}
	return b.String()
}

const (
	tableGap = 2
	// narrowest is the width below which no column is shortened as long as another can be left out instead.
	narrowest = 16
)

// Table writes rows below the headings of their columns. On a terminal it fits: long columns are shortened, then
// columns are left out, the spare ones first, then from the right. It returns the headings of those.
func (s *Streams) Table(w io.Writer, columns []string, rows [][]string, spare ...string) (left []string, err error) {
	t := table{cells: [][]string{make([]string, len(columns))}, widths: make([]int, len(columns))}
	copy(t.cells[0], columns)
	for _, row := range rows {
		shown := make([]string, len(columns))
		for i := range min(len(row), len(columns)) {
			shown[i] = plain.Line(row[i])
		}
		t.cells = append(t.cells, shown)
	}
	for _, row := range t.cells {
		for i, cell := range row {
			t.widths[i] = max(t.widths[i], utf8.RuneCountInString(cell))
		}
	}
	t.shown = make([]bool, len(columns))
	for i := range t.shown {
		t.shown[i] = true
	}
	if width := s.Width(); width > 0 {
		var order []int
		for _, name := range spare {
			if i := slices.Index(columns, name); i > 0 {
				order = append(order, i)
			}
		}
		for i := len(columns) - 1; i > 0; i-- {
			if !slices.Contains(order, i) {
				order = append(order, i)
			}
		}
		for _, i := range t.fit(width, order) {
			left = append(left, columns[i])
		}
	}
	_, err = io.WriteString(w, t.text())
	return left, err
}

// table is cells and how much of them is shown.
type table struct {
	cells  [][]string // the names of the columns first
	widths []int
	shown  []bool
}

// width is that of the whole table.
func (t *table) width() int {
	sum := -tableGap
	for i, w := range t.widths {
		if t.shown[i] {
			sum += w + tableGap
		}
	}
	return sum
}

// fit makes the table as narrow as asked for, and returns the columns that it leaves out, in the order given: as few as
// leave the others some width.
func (t *table) fit(width int, order []int) (left []int) {
	full := slices.Clone(t.widths)
	t.shorten(width, narrowest)
	for _, i := range order {
		if t.width() <= width || len(left) == len(t.widths)-2 {
			break
		}
		t.shown[i] = false
		left = append(left, i)
	}
	copy(t.widths, full)
	t.shorten(width, 1)
	slices.Sort(left)
	return left
}

// shorten takes what is too much from the widest columns, down to a least width.
func (t *table) shorten(width, least int) {
	for t.width() > width {
		widest := -1
		for i, w := range t.widths {
			if t.shown[i] && w > least && (widest < 0 || w > t.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		t.widths[widest]--
	}
}

// text returns the table with aligned columns.
func (t *table) text() string {
	var b strings.Builder
	for _, row := range t.cells {
		var line strings.Builder
		for i, cell := range row {
			if !t.shown[i] {
				continue
			}
			if n := utf8.RuneCountInString(cell); n > t.widths[i] {
				cell = string([]rune(cell)[:t.widths[i]-1]) + "…"
			} else {
				cell += strings.Repeat(" ", t.widths[i]-n)
			}
			line.WriteString(cell + strings.Repeat(" ", tableGap))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// Bar is a line of a histogram: a name and how often it came.
type Bar struct {
	Name  string
	Count int
}

const (
	// widestBar is how long the longest bar is where there is room for it.
	widestBar = 40
	// barGap is between the columns of a histogram.
	barGap = 2
)

// eighths are blocks that fill one to seven eighths of a character.
var eighths = []rune(" ▏▎▍▌▋▊▉")

// Histogram draws bars to the right of their names, counts and shares. The longest fills what the terminal leaves it;
// the least that is not empty can be seen.
func (s *Streams) Histogram(w io.Writer, bars []Bar) error {
	total, most, names := 0, 0, 0
	for _, b := range bars {
		total, most, names = total+b.Count, max(most, b.Count), max(names, utf8.RuneCountInString(b.Name))
	}
	counts := len(fmt.Sprint(most))
	room := widestBar
	if width := s.Width(); width > 0 {
		room = max(1, min(room, width-names-counts-len("100 %")-3*barGap))
	}
	for _, b := range bars {
		share, blocks := 0.0, ""
		if b.Count > 0 {
			share = 100 * float64(b.Count) / float64(total)
			blocks = bar(float64(room) * float64(b.Count) / float64(most))
		}
		line := fmt.Sprintf("%*s%s  %*d  %3.0f %%  ", names-utf8.RuneCountInString(b.Name), "", b.Name, counts,
			b.Count, share)
		if blocks == "" {
			line = strings.TrimRight(line, " ")
		} else {
			line += paint(s, styleFound, blocks)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// bar is a bar of some characters' length.
func bar(length float64) string {
	parts := max(1, int(math.Round(8*length)))
	text := strings.Repeat("█", parts/8)
	if parts%8 > 0 {
		text += string(eighths[parts%8])
	}
	return text
}
