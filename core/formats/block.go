package formats

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/iss"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/layout"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// block is the lines that wait until it is known how many puzzles they are. Lines that are a puzzle each are never
// among them, so a block is as long as a few grids.
type block struct {
	lines []layout.Line
	iss   bool // they are texts of Interactive Sudoku Solver, one constraint each
	open  int  // groups of such a text that have not ended
	small bool // lines before these, in the same paragraph, were 4×4 puzzles each
}

// maxBlock is how many lines a block can have. A grid of 25 rows with rules and empty lines has half as many.
const maxBlock = 128

// hold adds the current line to the block.
func (t *text) hold(raw string) {
	t.block.lines = append(t.block.lines, layout.Line{Number: t.lines.number, Raw: raw})
	if len(t.block.lines) >= maxBlock {
		t.decide(false)
	}
}

// gap takes an empty line. It ends a block that is whole as it is; a grid may have such lines between its rows.
func (t *text) gap() {
	b := &t.block
	switch {
	case len(b.lines) == 0:
	case b.iss:
		t.decide(true)
	case b.lines[len(b.lines)-1].Raw != "":
		t.hold("")
		t.decide(false)
	}
}

// decide yields the puzzles of the block. What may still get rows stays in it, unless the block is at its end.
func (t *text) decide(end bool) {
	b := t.block
	if len(b.lines) == 0 {
		return
	}
	t.block = block{}
	if b.iss {
		t.joinISS(b.lines)
		return
	}
	full := len(b.lines) >= maxBlock
	if full {
		n := wholeGrids(b.lines)
		b.lines, t.block.lines = b.lines[:n], slices.Clone(b.lines[n:])
	}
	t.small = b.small
	paragraphs := paragraphsOf(b.lines)
	defer func() { t.small = false }()
	for len(paragraphs) > 0 && !t.stopped {
		used, wait := t.grids(paragraphs, end)
		if wait && !full {
			for _, p := range paragraphs {
				t.block.lines = append(append(t.block.lines, p.lines...), layout.Line{Number: p.last() + 1, Raw: ""})
			}
			return
		}
		if wait { // too long to wait for more
			used, _ = t.grids(paragraphs, true)
		}
		paragraphs = paragraphs[used:]
	}
}

// wholeGrids returns how many lines are the whole grids of a block that is rows of digits and dots alone, all lines of
// another block.
func wholeGrids(lines []layout.Line) int {
	size := len(lines[0].Raw)
	if size > 9 || layout.BandRows[size] == 0 || slices.ContainsFunc(lines, func(l layout.Line) bool {
		return len(l.Raw) != size || strings.Trim(l.Raw, digits+".") != ""
	}) {
		return len(lines)
	}
	return len(lines) - len(lines)%size
}

// paragraph is lines that no empty line parts, and what they are as rows.
type paragraph struct {
	lines []layout.Line
	layout.Layout
}

// last returns the number of its last line.
func (p *paragraph) last() int { return p.lines[len(p.lines)-1].Number }

// paragraphsOf parts lines at empty ones.
func paragraphsOf(lines []layout.Line) (all []paragraph) {
	for len(lines) > 0 {
		n := slices.IndexFunc(lines, func(l layout.Line) bool { return l.Raw == "" })
		if n < 0 {
			n = len(lines)
		}
		for rest := lines[:n]; len(rest) > 0; {
			size := sameSize(rest)
			all = append(all, paragraph{rest[:size], layout.Of(rest[:size])})
			rest = rest[size:]
		}
		lines = lines[min(n+1, len(lines)):]
	}
	return all
}

// sameSize returns how many lines come before whole puzzles of one size are followed by rows of another.
func sameSize(lines []layout.Line) int {
	size, rows, small, last := 0, 0, true, 0
	for i, l := range lines {
		r, ok := layout.ParseRow(l.Raw, 0)
		if !ok {
			continue
		}
		if n := len(r.Cells); n != size && size > 0 && (rows%size == 0 || size == 16 && small) {
			return last + 1
		} else if n != size {
			size, rows, small = n, 0, true
		}
		rows, last = rows+1, i
		small = small && size == 16 && small4(l.Raw) != nil
	}
	return len(lines)
}

// small4 returns the 4×4 puzzle that a line of sixteen cells is, nil if it is none.
func small4(raw string) *sudoku.Puzzle {
	p, err := sudoku.ParsePuzzle(strings.TrimSpace(raw))
	if err != nil || len(p.Givens()) != 16 {
		return nil
	}
	return p
}

// grids yields the puzzles that begin in the first paragraph, and returns how many paragraphs they take. It waits if
// the paragraphs so far are the beginning of a grid and more may come.
func (t *text) grids(all []paragraph, end bool) (used int, wait bool) {
	first := &all[0]
	if first.Size == 0 {
		t.unreadable(first.lines)
		return 1, false
	}
	if first.Size == 16 {
		each := first.Rows() // of a band, or between all rows
		bands, grid := 0, false
		for bands < len(all) && all[bands].Size == 16 && all[bands].Rows() == each {
			bands++
		}
		if each > 0 && each < 16 && 16%each == 0 {
			if bands*each < 16 && bands == len(all) && !end {
				return 0, true
			}
			grid = bands*each >= 16 && !allSmall(all[:16/each])
		}
		if !grid && t.smallPuzzles(first) {
			return 1, false
		}
	}
	if first.Rows()%first.Size == 0 {
		t.layoutGrids(&first.Layout)
		return 1, false
	}
	joined := first.Layout
	for n := 1; n < len(all) && all[n].Size == first.Size && all[n].Rows() < first.Size; n++ {
		joined = joined.Join(all[n].Layout)
		if joined.Rows() == first.Size {
			t.layoutGrids(&joined)
			return n + 1, false
		}
		if joined.Rows() > first.Size {
			break
		}
	}
	if joined.Rows() < first.Size && !end && slices.IndexFunc(all, func(p paragraph) bool {
		return p.Size != first.Size || p.Rows() >= p.Size
	}) < 0 {
		return 0, true
	}
	if n := brokenBands(all, first.Size); n > 1 {
		joined = first.Layout
		for _, p := range all[1:n] {
			joined = joined.Join(p.Layout)
		}
		t.layoutGrids(&joined)
		return n, false
	}
	t.layoutGrids(&first.Layout)
	return 1, false
}

// smallPuzzles yields lines of sixteen cells as 4×4 puzzles if they are no 16×16 grid; false if they are one, or what
// is left of one.
func (t *text) smallPuzzles(p *paragraph) bool {
	puzzles := make([]*sudoku.Puzzle, len(p.lines))
	whole := 0
	for i, l := range p.lines {
		if puzzles[i] = small4(l.Raw); puzzles[i] != nil {
			whole++
		}
	}
	if !t.small && (len(p.Items) == 16 || whole < len(p.lines) && len(p.Items)%16 == 0) || whole*2 < len(p.lines) {
		return false
	}
	t.small = false
	for i, l := range p.lines {
		if puzzles[i] == nil {
			t.unread(l.Number, l.Raw)
			continue
		}
		t.giveAt(l.Number, newLineRecord(puzzles[i]), nil)
	}
	t.block.small = len(p.lines) >= maxBlock
	return true
}

// allSmall reports whether every line is a 4×4 puzzle.
func allSmall(all []paragraph) bool {
	return !slices.ContainsFunc(all, func(p paragraph) bool {
		return slices.ContainsFunc(p.lines, func(l layout.Line) bool { return small4(l.Raw) == nil })
	})
}

// brokenBands returns how many paragraphs are bands of a grid that breaks off: they are of bands, and what follows is
// not.
func brokenBands(all []paragraph, size int) (n int) {
	for n < len(all) && all[n].Size == size && all[n].Rows() == layout.BandRows[size] {
		n++
	}
	if n*layout.BandRows[size] > size {
		return 1
	}
	return n
}

// layoutGrids yields the grids of a layout, one after the other. A line that is no row counts as one where a row lacks.
func (t *text) layoutGrids(l *layout.Layout) {
	strict := len(l.Sure())%l.Size == 0
	var cells []string
	var first, rows int
	var marked bool
	var bad error
	flush := func() {
		switch {
		case rows == 0:
			return
		case bad == nil && rows < l.Size:
			bad = badAt(t.file, first, 0, fmt.Errorf("a grid of %d instead of %d rows", rows, l.Size))
		}
		var p *sudoku.Puzzle
		if bad == nil {
			if p, bad = gridPuzzle(cells, marked); bad != nil {
				bad = badAt(t.file, first, 0, bad)
			}
		}
		t.endGrid(p, first, marked, bad)
		cells, rows, marked, bad = nil, 0, false, nil
	}
	for _, item := range l.Items {
		if item.Cells == nil {
			if strict || rows == 0 || rows == l.Size {
				t.unread(item.Number, item.Raw)
				continue
			}
			if bad == nil {
				bad = badAt(t.file, item.Number, 0, fmt.Errorf("%q is not a row of %d cells", shorten(strings.TrimSpace(item.Raw)),
					l.Size))
			}
			item.Cells = slices.Repeat([]string{"."}, l.Size)
		}
		if rows == 0 {
			first = item.Number
		}
		cells, marked = append(cells, item.Cells...), marked || item.Marked
		if rows++; rows == l.Size {
			flush()
		}
	}
	flush()
}

// endGrid yields the puzzle of rows that begin on a line, or what was wrong with them.
func (t *text) endGrid(p *sudoku.Puzzle, line int, marked bool, bad error) {
	header := t.header
	t.header = nil
	if bad != nil {
		t.emit(Record{}, bad)
		return
	}
	p.Name = t.place(line)
	t.titled(p)
	t.offer(t.blockRecord(p, header, marked))
}

// gridPuzzle makes the puzzle of all rows.
func gridPuzzle(cells []string, marked bool) (*sudoku.Puzzle, error) {
	if marked {
		if err := withoutMarks(cells); err != nil {
			return nil, err
		}
	}
	p, err := sudoku.ParsePuzzle(joinCells(cells))
	if err != nil {
		return nil, err
	}
	return dropImplied(p)
}

// withoutMarks refuses a grid of pencil marks in which a cell has lost all of them: such a cell has no candidate. A
// sign for empty cells says so if most cells that are not given have marks; elsewhere it is a cell whose marks nobody
// wrote.
func withoutMarks(cells []string) error {
	marks, signs, first := 0, 0, -1
	for i, c := range cells {
		switch {
		case c[0] == '{':
			marks++
			continue
		case len(c) > 1 || c[0] >= '1' && c[0] <= '9':
			continue
		}
		signs++
		if first < 0 {
			first = i
		}
	}
	if signs == 0 || signs >= marks {
		return nil
	}
	n := 9
	return fmt.Errorf("%s has no candidates, as %d others have: the grid has no solution",
		fmt.Sprintf("r%dc%d", first/n+1, first%n+1), marks)
}

// joinCells writes cells in short notation: with blanks between them if one of them is a number of two digits.
func joinCells(cells []string) string {
	separator := ""
	for _, c := range cells {
		if len(c) > 1 && c[0] != '{' {
			separator = " "
		}
	}
	return strings.Join(cells, separator)
}

// dropImplied returns a puzzle without soft clues that only repeat what the givens imply.
func dropImplied(p *sudoku.Puzzle) (*sudoku.Puzzle, error) {
	bare, err := p.With(sudoku.Soft())
	if err != nil {
		return nil, err
	}
	candidates := bare.Candidates()
	var soft []sudoku.SoftClue
	for _, s := range p.Soft() {
		if candidates[s.Cell]&^s.Allowed != 0 {
			soft = append(soft, s)
		}
	}
	return p.With(sudoku.Soft(soft...))
}

// blockRecord makes a record of a grid, with its heading as fields.
func (t *text) blockRecord(p *sudoku.Puzzle, header []Field, marked bool) Record {
	r := Record{Puzzle: p, Format: "grid"}
	switch {
	case marked:
		r.Format = "candidates"
	case t.section != "" || header != nil:
		r.Format = "sdk"
	}
	for _, f := range header {
		if f.Name == "comment" {
			p.Comment = strings.TrimSpace(p.Comment + " " + f.Text)
			continue
		}
		r.Fields = append(r.Fields, f)
	}
	return r
}

// sudoCue names the lines in front of a SudoCue puzzle, #A author … #U address.
var sudoCue = map[byte]string{'A': "author", 'D': "description", 'C': "comment", 'B': "date", 'S': "source",
	'L': "level", 'U': "url"}

// sudoCueKey returns the letter of a name, 0 if it has none.
func sudoCueKey(name string) byte {
	for key, n := range sudoCue {
		if n == name {
			return key
		}
	}
	return 0
}

// remember keeps a line that begins with # if it is one of SudoCue's; others are comments of the file.
func (t *text) remember(s string) {
	if len(s) < 3 {
		return
	}
	name, ok := sudoCue[s[1]]
	if !ok {
		return
	}
	if len(t.block.lines) > 0 {
		t.decide(false)
	}
	if len(t.block.lines) == 0 && len(t.header) < 2*len(sudoCue) {
		t.header = append(t.header, Field{name, strings.TrimSpace(s[2:])})
	}
}

// isSection reports whether s is [Puzzle] or the head of another section of a SadMan file.
func isSection(s string) bool {
	if len(s) < 3 || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	for _, c := range s[1 : len(s)-1] {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

// labelsOf returns all signs of lines, as those of a jigsaw's map stand in one line.
func labelsOf(lines []layout.Line) (labels string) {
	for _, l := range lines {
		labels += strings.Join(layout.Symbols(l.Raw), "")
	}
	return labels
}

// maxUnreadable is how many lines of their own are an error each.
const maxUnreadable = 2

// unreadable says what is wrong with lines of which none is a row. Lines of equally many signs that are too short for a
// puzzle are somebody's grid that is not understood: one mistake, not nine. They may be the map of a jigsaw.
func (t *text) unreadable(lines []layout.Line) {
	lines = slices.DeleteFunc(slices.Clone(lines),
		func(l layout.Line) bool { return layout.IsArt(strings.TrimSpace(l.Raw)) })
	for len(lines) > 0 && !t.stopped {
		symbols, n := layout.CountSymbols(lines[0].Raw), 1
		for n < len(lines) && layout.CountSymbols(lines[n].Raw) == symbols {
			n++
		}
		switch {
		case n == symbols && t.mergeMap(labelsOf(lines[:n])):
		case n > maxUnreadable && symbols >= 4 && symbols <= sudoku.MaxSize:
			t.emit(Record{}, badAt(t.file, lines[0].Number, 0, fmt.Errorf(
				"not a grid: %d lines of %d symbols, expected rows of 4, 6, 8, 9, 10, 12, 16 or 25 cells", n, symbols)))
		default:
			for _, l := range lines[:n] {
				t.unread(l.Number, l.Raw)
			}
		}
		lines = lines[n:]
	}
}

// holdISS adds a line to the constraints of a puzzle if it holds one of them, or goes on with a group; false if the
// line is a puzzle of its own.
func (t *text) holdISS(s string) bool {
	b := &t.block
	constraints, open := iss.Constraints(s, b.open)
	if constraints > 1 && b.open == 0 && open == 0 {
		return false
	}
	begun := slices.ContainsFunc(b.lines, func(l layout.Line) bool { return iss.Givens(l.Raw) > 0 })
	if !b.iss || strings.HasPrefix(s, ".Shape") || begun && iss.Givens(s) > 1 {
		t.decide(true)
	}
	b.iss, b.open = true, open
	t.block.lines = append(b.lines, layout.Line{Number: t.lines.number, Raw: s})
	size := 0
	for _, l := range b.lines {
		size += len(l.Raw)
	}
	if size > maxLine {
		t.decide(true)
	}
	return true
}

// joinISS yields the puzzle of lines that hold one constraint each.
func (t *text) joinISS(lines []layout.Line) {
	var joined strings.Builder
	for _, l := range lines {
		joined.WriteString(l.Raw)
	}
	r, err := readISS(joined.String())
	number, column := lines[0].Number, 1
	var bad *sudoku.ParseError
	if err != nil && errors.As(err, &bad) && bad.Column > 0 {
		column = bad.Column
		for i := 0; i+1 < len(lines) && column > len(lines[i].Raw); i++ {
			column -= len(lines[i].Raw)
			number = lines[i+1].Number
		}
		err = badAt(t.file, number, column, bad.Err)
	} else if err != nil {
		err = badAt(t.file, number, 0, err)
	}
	t.giveAt(lines[0].Number, r, err)
}
