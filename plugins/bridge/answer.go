package bridge

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// claim is what a line says.
type claim uint8

const (
	silent      claim = iota // nothing that can be understood
	solution                 // a grid
	none                     // there is no solution
	many                     // there are several
	unsupported              // such puzzles cannot be taken
	failed                   // the program failed
)

// answer is what a program said to one puzzle.
type answer struct {
	claim claim
	grids []sudoku.Grid
	text  string // of a failure, or the line that was not understood
}

// reader finds answers in lines.
type reader struct {
	pattern *regexp.Regexp
	groups  map[claim]int // submatch that makes a claim
}

// saying is how programs say what a line claims.
type saying struct {
	claim   claim
	pattern *regexp.Regexp
}

// sayings are what lines hold besides grids; the first that fits counts.
var sayings = sync.OnceValue(func() []saying {
	return []saying{
		{failed, regexp.MustCompile(`(?i)^\s*error\b:?\s*(.*)`)},
		{unsupported, regexp.MustCompile(`(?i)\bunsupported\b|\bnot supported\b`)},
		{many, regexp.MustCompile(`(?i)(^|[,;:\s])many\b|\b(multiple|several|more than one|not unique)\b`)},
		{none, regexp.MustCompile(`(?i)(^|[,;:\s])none\b|\bno solutions?\b|\bnot possible\b|\bimpossible\b|\bunsolvable\b|` +
			`\bunsatisfiable\b|\bunsat\b`)},
	}
})

// newReader returns a reader for a regular expression, which may be "". Its groups named grid, none, many,
// unsupported and error make that claim if they match; without names the first group is the grid.
func newReader(pattern string) *reader {
	r := &reader{groups: map[claim]int{}}
	if pattern == "" {
		return r
	}
	r.pattern = regexp.MustCompile(pattern) // checked by Program.Check
	for name, c := range map[string]claim{"grid": solution, "none": none, "many": many, "unsupported": unsupported,
		"error": failed} {
		if i := r.pattern.SubexpIndex(name); i > 0 {
			r.groups[c] = i
		}
	}
	if len(r.groups) == 0 {
		r.groups[solution] = min(1, r.pattern.NumSubexp())
	}
	return r
}

// read returns what a line says to a puzzle of a geometry.
func (r *reader) read(line string, g *sudoku.Geometry) answer {
	line = strings.TrimRight(line, "\r\n")
	if r.pattern != nil {
		return r.match(line, g)
	}
	if grid := whole(line, g); grid != nil {
		return answer{claim: solution, grids: []sudoku.Grid{grid}}
	}
	grids := runs(line, g)
	if len(grids) > 0 && !sayings()[2].pattern.MatchString(line) {
		return answer{claim: solution, grids: grids[:1]}
	}
	for _, w := range sayings() {
		m := w.pattern.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		a := answer{claim: w.claim, grids: grids}
		if w.claim == failed {
			a.text = m[1]
		}
		return a
	}
	return answer{text: line}
}

// match reads a line by the regular expression.
func (r *reader) match(line string, g *sudoku.Geometry) answer {
	m := r.pattern.FindStringSubmatch(line)
	if m == nil {
		return answer{text: line}
	}
	for _, c := range []claim{failed, unsupported, many, none, solution} {
		i, named := r.groups[c]
		if !named || m[i] == "" {
			continue
		}
		grids := runs(strings.ReplaceAll(m[i], " ", ""), g)
		if c == many {
			grids = runs(line, g)
		}
		if c == solution && len(grids) == 0 {
			break
		}
		return answer{claim: c, grids: grids, text: m[i]}
	}
	return answer{text: line}
}

// whole returns the grid that a line is, nil if there is more in it or less.
func whole(line string, g *sudoku.Geometry) sudoku.Grid {
	if len(line) != g.Cells() {
		return nil
	}
	grid := make(sudoku.Grid, len(line))
	for i := range grid {
		if grid[i] = valueOf(line[i], g.N()); grid[i] == 0 {
			return nil
		}
	}
	return grid
}

// runs returns the grids of a line: its runs of exactly as many symbols as the geometry has cells.
func runs(line string, g *sudoku.Geometry) []sudoku.Grid {
	var grids []sudoku.Grid
	run := make(sudoku.Grid, 0, g.Cells()+1)
	for i := range len(line) + 1 {
		var v uint8
		if i < len(line) {
			v = valueOf(line[i], g.N())
		}
		switch {
		case v != 0 && len(run) <= g.Cells():
			run = append(run, v)
		case v == 0:
			if len(run) == g.Cells() {
				grids = append(grids, run.Clone())
			}
			run = run[:0]
		}
	}
	return grids
}

// tell hands an answer to emit and says how the search ended. A program that is not complete proves nothing.
func (a *answer) tell(complete bool, emit func(sudoku.Grid) bool) error {
	for _, g := range a.grids {
		if !emit(g) {
			return nil
		}
	}
	switch {
	case a.claim == unsupported:
		return sudoku.ErrUnsupported
	case a.claim == failed:
		return fmt.Errorf("the program says: error: %s", a.text)
	case a.claim == silent:
		return fmt.Errorf("its line %q is not an answer: neither a grid nor none, many, unsupported or error: text; "+
			"print everything else to standard error", shorten(a.text))
	case a.claim == many || !complete:
		return sudoku.ErrGaveUp
	}
	return nil
}

// shorten cuts a text that is quoted in an error.
func shorten(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// symbols are what digits are written as, whatever alphabet the puzzle has.
const symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"

// question writes a puzzle as a line without its end: cells alone if the shape is a
// plain size, else shape:cells[:map]; and constraints, each behind "~".
func question(p *sudoku.Puzzle, empty byte) string { return string(appendQuestion(nil, p, empty)) }

// appendQuestion appends what question returns.
func appendQuestion(line []byte, p *sudoku.Puzzle, empty byte) []byte {
	head, regions, jigsaw := strings.Cut(p.Geometry().Shape(), ":")
	if _, err := strconv.Atoi(head); err != nil || jigsaw {
		line = append(append(line, head...), ':')
	}
	line = appendCells(line, p.Givens(), empty)
	if jigsaw {
		line = append(append(line, ':'), regions...)
	}
	return appendConstraints(line, p)
}

// appendConstraints writes the puzzle's constraints, each after a "~".
func appendConstraints(line []byte, p *sudoku.Puzzle) []byte {
	for _, text := range p.ConstraintTexts() {
		line = append(append(line, '~'), text...)
	}
	return line
}

// madeOf reads a puzzle that a program has made: cells, and constraints, each behind "~".
func madeOf(text string, g *sudoku.Geometry) (*sudoku.Puzzle, error) {
	cells, constraints, some := strings.Cut(text, "~")
	givens, err := gridOf(cells, g)
	if err != nil {
		return nil, err
	}
	if some {
		constraints = "~" + constraints
	}
	p, err := sudoku.NewPuzzle(g, givens, sudoku.ConstraintText(constraints))
	if err != nil {
		return nil, fmt.Errorf("its puzzle %q: %w", shorten(text), err)
	}
	return p, nil
}

// cellsOf writes a grid, one symbol a cell.
func cellsOf(grid sudoku.Grid, empty byte) string { return string(appendCells(nil, grid, empty)) }

// appendCells writes the cells of a grid with the program's symbol for empty ones.
func appendCells(line []byte, grid sudoku.Grid, empty byte) []byte {
	start := len(line)
	line = slices.Grow(line, len(grid)+1)[:start+len(grid)]
	for i, v := range grid {
		if v == 0 {
			line[start+i] = empty
		} else {
			line[start+i] = symbols[v-1]
		}
	}
	return line
}

// values are the digits that symbols stand for; of the second kind if case counts.
var values = func() (v [2][256]uint8) {
	for i := range len(symbols) {
		c, digit := symbols[i], uint8(i+1)
		v[1][c] = digit
		if c <= 'Z' {
			v[0][c], v[0][c|' '] = digit, digit
		}
	}
	return v
}()

// valueOf returns the digit that a symbol stands for among n, 0 for none. Case counts only beyond 35 digits.
func valueOf(c byte, n int) uint8 {
	v := values[0][c]
	if n > 35 {
		v = values[1][c]
	}
	if int(v) > n {
		return 0
	}
	return v
}
