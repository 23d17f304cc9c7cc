// Package draft is a puzzle of another program while its reader puts it together, and what other programs call the
// constraints that sudokuctl knows.
//
// A reader collects what a file states: size, boxes, givens, pencil marks, constraints. What it does not understand it
// names in Unknown, and goes on; Puzzle makes a puzzle of the rest, and whoever asked decides whether the rest will do.
package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// MostN is the largest size that the programs have whose puzzles are read by way of a Draft.
const MostN = 16

// Draft is a puzzle while it is read from the format of another program: its parts in any order, not yet checked.
type Draft struct {
	N       int             // cells of a row, and digits
	Least   int             // what the first digit is called and worth: 1 or 0
	Rows    int             // of a box; 0 without boxes
	Regions []int           // by cell: the number of its region, from 0, -1 for none; nil if Rows says it
	Flags   string          // some of "wgnk", as in a head, and "/" and "\\" for diagonals
	Givens  sudoku.Grid     // digits from 1, 0 for none
	Marks   []clause.Digits // by cell: digits that are left, 0 for all

	Constraints []constraint.Constraint
	Unknown     []string // names of what is not understood

	Title, Author string
	Solution      sudoku.Grid // nil for none
}

// New returns an empty draft of size n with the boxes that programs draw by themselves.
func New(n int) (*Draft, error) {
	if n < 2 || n > MostN {
		return nil, fmt.Errorf("a grid of size %d; 2 to %d can be read", n, MostN)
	}
	return &Draft{N: n, Least: 1, Rows: UsualRows(n), Givens: make(sudoku.Grid, n*n), Marks: make([]clause.Digits, n*n)},
		nil
}

// UsualRows returns how high boxes of n cells are that are as near to a square as can be and not higher than wide; 0 if
// n is prime.
func UsualRows(n int) int {
	rows := 0
	for r := 2; r*r <= n; r++ {
		if n%r == 0 {
			rows = r
		}
	}
	return rows
}

// Add appends a constraint of one name, value and lists of cells. Nothing is checked before Puzzle compiles all of
// them.
func (d *Draft) Add(name, value string, lists ...[]int) {
	d.Constraints = append(d.Constraints, constraint.Constraint{Name: name, Value: value, Lists: lists})
}

// NotUnderstood remembers the name of a part that is not understood. Puzzle then fails, unless the reader is lenient.
func (d *Draft) NotUnderstood(name string) {
	if !slices.Contains(d.Unknown, name) {
		d.Unknown = append(d.Unknown, name)
	}
}

// Mark removes all digits but these from a cell.
func (d *Draft) Mark(cell int, digits clause.Digits) error {
	if d.Marks[cell] != 0 {
		digits &= d.Marks[cell]
	}
	if given := d.Givens[cell]; given != 0 && digits.Has(int(given)) {
		return nil
	}
	if digits == 0 || d.Givens[cell] != 0 {
		return fmt.Errorf("no digit is left for r%dc%d", cell/d.N+1, cell%d.N+1)
	}
	d.Marks[cell] = digits
	if digits.Len() == 1 {
		d.Givens[cell] = uint8(digits.Min())
	}
	return nil
}

// Label makes regions of labels, one for each cell, "" for none.
func (d *Draft) Label(labels []string) {
	d.Regions = make([]int, len(labels))
	var known []string
	for cell, label := range labels {
		k := slices.Index(known, label)
		if k < 0 && label != "" {
			k, known = len(known), append(known, label)
		}
		d.Regions[cell] = k
	}
}

// Digit returns the digit, from 1, that the format calls v. Some formats count from 0, as Least says.
func (d *Draft) Digit(v int) (digit int, ok bool) {
	digit = v - d.Least + 1
	return digit, digit >= 1 && digit <= d.N
}

// geometry returns the frame of the puzzle.
func (d *Draft) geometry() (*sudoku.Geometry, error) {
	head, regions := fmt.Sprint(d.N), ""
	switch {
	case d.Regions != nil:
		head, regions = head+"/j", ":"+d.labels()
		if rows := d.boxRows(); rows > 0 {
			head, regions = fmt.Sprintf("%d/%dx%d", d.N, rows, d.N/rows), ""
		} else if slices.Max(d.Regions) < 0 {
			head, regions = fmt.Sprintf("%d/l", d.N), ""
		}
	case d.Rows == 0:
		head += "/l"
	default:
		head += fmt.Sprintf("/%dx%d", d.Rows, d.N/d.Rows)
	}
	for _, flag := range "xwgnk" {
		if strings.ContainsRune(d.Flags, flag) {
			head += "+" + string(flag)
		}
	}
	if d.Least == 0 {
		head += "@0123456789ABCDEF"[:1+d.N]
	}
	return sudoku.ParseGeometry(head + regions)
}

// Unbox takes the boxes away and keeps the windows and groups that go by them.
func (d *Draft) Unbox() error {
	rows := d.Rows
	d.Rows = 0
	if rows == 0 || !strings.ContainsAny(d.Flags, "wg") {
		return nil
	}
	boxed := Draft{N: d.N, Least: d.Least, Rows: rows, Flags: d.Flags}
	g, err := boxed.geometry()
	if err != nil {
		return err
	}
	for _, house := range g.Houses() {
		if house.Kind == sudoku.Window || house.Kind == sudoku.Group {
			d.Add("extra", "", house.Cells)
		}
	}
	d.Flags = strings.NewReplacer("w", "", "g", "").Replace(d.Flags)
	return nil
}

// labels returns the map of the regions.
func (d *Draft) labels() string {
	labels := make([]byte, len(d.Regions))
	for i, r := range d.Regions {
		labels[i] = '.'
		if r >= 0 {
			labels[i] = byte('A' + r)
		}
	}
	return string(labels)
}

// boxRows returns how high the boxes are that the regions make, 0 if they make none.
func (d *Draft) boxRows() int {
	for rows := 1; rows <= d.N; rows++ {
		cols := d.N / rows
		isBox := func(cell int) bool {
			row, col := cell/d.N, cell%d.N
			return d.Regions[cell] >= 0 && d.Regions[cell] == d.Regions[row/rows*rows*d.N+col/cols*cols]
		}
		cell := 0
		for rows*cols == d.N && cell < len(d.Regions) && isBox(cell) {
			cell++
		}
		if cell == len(d.Regions) {
			return rows
		}
	}
	return 0
}

// Puzzle compiles the draft to a puzzle. Its error names the first part that makes none, such as a cage outside the
// grid.
func (d *Draft) Puzzle() (*sudoku.Puzzle, error) {
	switch rising, falling := strings.Contains(d.Flags, "/"), strings.Contains(d.Flags, `\`); {
	case rising && falling:
		d.Flags += "x"
	case rising:
		d.Add("extra", "", Line(d.N, 0, d.N-1, 1, -1))
	case falling:
		d.Add("extra", "", Line(d.N, 0, 0, 1, 1))
	}
	g, err := d.geometry()
	if err != nil {
		return nil, err
	}
	var soft []sudoku.SoftClue
	for cell, digits := range d.Marks {
		if digits != 0 && d.Givens[cell] == 0 && digits != clause.All(d.N) {
			soft = append(soft, sudoku.SoftClue{Cell: cell, Allowed: sudoku.Digits(digits)})
		}
	}
	p, err := sudoku.NewPuzzle(g, d.Givens, sudoku.Soft(soft...), sudoku.Constraints(d.Constraints...))
	if err != nil {
		return nil, err
	}
	p.Comment = strings.Join(strings.Fields(d.Title), " ")
	return p, nil
}

// IncompleteError says that a puzzle has more than is understood.
type IncompleteError struct{ Names []string }

// Error names what is not understood.
func (e *IncompleteError) Error() string { return "not understood: " + strings.Join(e.Names, ", ") }

// Incomplete returns an *IncompleteError if there is something that is not understood.
func (d *Draft) Incomplete() error {
	if d.Unknown == nil {
		return nil
	}
	return &IncompleteError{slices.Sorted(slices.Values(d.Unknown))}
}

// Line returns the cells from a cell on in a direction, to the edge of a grid of n×n. Rows and columns count from 0.
func Line(n, row, col, down, right int) []int {
	var cells []int
	for row >= 0 && row < n && col >= 0 && col < n && (down != 0 || right != 0) {
		cells = append(cells, row*n+col)
		row, col = row+down, col+right
	}
	return cells
}

// Spread returns the cells that can be reached from one of a grid of n×n, itself included, each by a side from one to
// which it is joined.
func Spread(n, start int, joined func(a, b int) bool) []int {
	reached := []int{start}
	seen := map[int]bool{start: true}
	for i := 0; i < len(reached); i++ {
		for _, next := range []int{reached[i] - n, reached[i] - 1, reached[i] + 1, reached[i] + n} {
			if next >= 0 && next < n*n && !seen[next] && Touch(n, reached[i], next) && joined(reached[i], next) {
				seen[next] = true
				reached = append(reached, next)
			}
		}
	}
	return reached
}

// Touch reports whether two cells have a side in common.
func Touch(n, a, b int) bool {
	if a > b {
		a, b = b, a
	}
	return b == a+n || b == a+1 && b%n > 0
}

// Symbol returns what a digit is called that is worth v: beyond nine A, B, …
func Symbol(v int) string { return strings.ToUpper(strconv.FormatInt(int64(v), 36)) }

// Numeric reports whether the digits of a board are called by numbers, from 0 or from 1 on; beyond nine by A, B, … or
// by numbers.
func Numeric(b *constraint.Board) bool {
	for digit := 1; digit <= b.N; digit++ {
		v := digit + b.Least - 1
		if symbol := b.Symbol(digit); symbol != strconv.Itoa(v) && symbol != Symbol(v) {
			return false
		}
	}
	return b.Least == 0 || b.Least == 1
}

// Row is what other programs call a constraint, "" if they have no name for it.
type Row struct {
	Name string // here
	ISS  string // type in Interactive Sudoku Solver
	Args Args
	Key  string // in the JSON of f-puzzles
	Form Form
}

// Args is what stands behind a type of Interactive Sudoku Solver.
type Args uint8

// The forms of arguments. A type whose arguments are Own is read and written by code of its own.
const (
	Own        Args = iota
	Alone           // nothing
	Cells           // cells
	Value           // a value, then cells
	Digits          // digits parted by "_", then cells
	Neighbours      // cells: each two that touch are meant
	Ends            // a row or column, the clue at its begin, the clue at its end
	Start           // a clue, a row or column
)

// Form is what a key of f-puzzles holds.
type Form uint8

// The forms. A key of Particular form is read and written by code of its own.
const (
	Particular Form = iota
	Lines           // lines, and perhaps a value
	Set             // cells, and perhaps a value
	Each            // a cell for each object
	Outside         // a cell outside the grid, and a value
)

// Elsewhere has a row for each constraint that another program has a name for.
var Elsewhere = []Row{
	{"all-dots", "StrictKropki", Alone, "", 0},
	{"all-xv", "StrictXV", Alone, "", 0},
	{"anti-taxicab", "AntiTaxicab", Alone, "", 0},
	{"arrow", "Arrow", Own, "arrow", Particular},
	{"between", "Between", Cells, "betweenline", Lines},
	{"black", "BlackDot", Neighbours, "ratio", Set},
	{"box-index", "", 0, "boxindexer", Set},
	{"cage", "Cage", Own, "killercage", Set},
	{"circles", "CountingCircles", Cells, "", 0},
	{"clone", "", 0, "clone", Particular},
	{"column-index", "Indexing", Own, "columnindexer", Set},
	{"contain", "ContainAtLeast", Digits, "", 0},
	{"contain-exactly", "ContainExact", Digits, "", 0},
	{"double-arrow", "DoubleArrow", Cells, "doublearrow", Lines},
	{"entropic", "Entropic", Cells, "entropicline", Lines},
	{"equal", "SameValues", Own, "", 0},
	{"equal-sums", "EqualSum", Own, "", 0},
	{"equality", "EqualityCage", Cells, "", 0},
	{"even", "", 0, "even", Each},
	{"extra", "AllDifferent", Cells, "extraregion", Set},
	{"flatmates", "DutchFlatmates", Alone, "", 0},
	{"global-entropy", "GlobalEntropy", Alone, "", 0},
	{"global-mod", "GlobalMod", Alone, "", 0},
	{"hidden-skyscraper", "HiddenSkyscraper", Ends, "", 0},
	{"less", "GreaterThan", Own, "", 0},
	{"little-killer", "LittleKiller", Own, "littlekillersum", Particular},
	{"lockout", "Lockout", Value, "lockout", Lines},
	{"look-and-say", "LookAndSay", Own, "", 0},
	{"lunchbox", "Lunchbox", Own, "", 0},
	{"maximum", "", 0, "maximum", Each},
	{"minimum", "", 0, "minimum", Each},
	{"modular", "Modular", Value, "modularline", Lines},
	{"nabner", "", 0, "nabner", Lines},
	{"no-sum", "RellikCage", Value, "", 0},
	{"nonconsecutive", "AntiConsecutive", Alone, "", 0},
	{"numbered-room", "NumberedRoom", Ends, "", 0},
	{"odd", "", 0, "odd", Each},
	{"pair", "Pair", Own, "", 0},
	{"palindrome", "Palindrome", Cells, "palindrome", Lines},
	{"quad", "Quad", Own, "quadruple", Particular},
	{"regex", "Regex", Own, "", 0},
	{"region-sum", "RegionSumLine", Cells, "regionsumline", Lines},
	{"renban", "Renban", Cells, "renban", Lines},
	{"row-index", "Indexing", Own, "rowindexer", Set},
	{"same-digits", "SameValues", Own, "", 0},
	{"sandwich", "Sandwich", Start, "sandwichsum", Outside},
	{"skyscraper", "Skyscraper", Ends, "skyscraper", Outside},
	{"slingshot", "ValueIndexing", Cells, "", 0},
	{"slow-thermo", "", 0, "slowthermometer", Lines},
	{"sum", "Sum", Own, "", 0},
	{"ten-line", "SumLine", Value, "", 0},
	{"thermo", "Thermo", Cells, "thermometer", Lines},
	{"v", "V", Neighbours, "xv", Particular},
	{"whisper", "Whisper", Value, "whispers", Lines},
	{"white", "WhiteDot", Neighbours, "difference", Set},
	{"word", "NFA", Own, "", 0},
	{"x", "X", Neighbours, "xv", Particular},
	{"x-sum", "XSum", Ends, "xsum", Outside},
	{"zipper", "Zipper", Cells, "zipperline", Lines},
}

// Called returns the row of a constraint, nil if it has no name elsewhere.
func Called(name string) *Row { return find(name, func(r *Row) string { return r.Name }) }

// InISS returns the row of a type of Interactive Sudoku Solver; nil if there is none.
func InISS(name string) *Row { return find(name, func(r *Row) string { return r.ISS }) }

// InFPuzzles returns the row of a key of f-puzzles; nil if there is none.
func InFPuzzles(key string) *Row { return find(key, func(r *Row) string { return r.Key }) }

// find returns the first row of Elsewhere of a name, nil if there is none.
func find(name string, of func(*Row) string) *Row {
	for i := range Elsewhere {
		if name != "" && of(&Elsewhere[i]) == name {
			return &Elsewhere[i]
		}
	}
	return nil
}
