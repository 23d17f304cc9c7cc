package host

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// maxNodes is how many guesses a proof may take: a classic 9×9 puzzle rarely takes a hundred. Puzzles of large
// geometries with few givens can take more; they count as unproved.
const maxNodes = 100_000

// A prover counts the solutions of puzzles without the help of a plugin, as far as that is quick. It looks for a
// cell with few digits left, then for a digit with one place in a house.
type prover struct {
	geometry *sudoku.Geometry
	full     []sudoku.House // houses that hold every digit
	housesOf [][]int

	grid    sudoku.Grid
	allowed []sudoku.Digits
	held    []sudoku.Digits // by house
	empty   []int
	found   int
	limit   int
	nodes   int
}

func newProver(g *sudoku.Geometry) *prover {
	v := &prover{geometry: g, allowed: make([]sudoku.Digits, g.Cells()), held: make([]sudoku.Digits, len(g.Houses()))}
	for _, h := range g.Houses() {
		if len(h.Cells) == g.N() {
			v.full = append(v.full, h)
		}
	}
	for cell := range g.Cells() {
		v.housesOf = append(v.housesOf, g.HousesOf(cell))
	}
	return v
}

// solutions counts up to limit solutions of a puzzle whose givens do not clash. proved says whether the search
// went to its end or reached the limit.
func (v *prover) solutions(p *sudoku.Puzzle, limit int) (found int, proved bool) {
	v.grid = append(v.grid[:0], p.Givens...)
	v.empty, v.found, v.limit, v.nodes = v.empty[:0], 0, limit, 0
	clear(v.held)
	for cell := range v.allowed {
		v.allowed[cell] = sudoku.AllDigits(v.geometry.N())
	}
	for _, s := range p.Soft {
		v.allowed[s.Cell] = s.Allowed
	}
	for cell, d := range v.grid {
		if d == 0 {
			v.empty = append(v.empty, cell)
			continue
		}
		v.mark(cell, int(d))
	}
	v.search()
	return v.found, v.found >= limit || v.nodes < maxNodes
}

func (v *prover) mark(cell, digit int) {
	for _, h := range v.housesOf[cell] {
		v.held[h] = v.held[h].With(digit)
	}
}

func (v *prover) unmark(cell, digit int) {
	for _, h := range v.housesOf[cell] {
		v.held[h] = v.held[h].Without(digit)
	}
}

func (v *prover) left(cell int) sudoku.Digits {
	digits := v.allowed[cell]
	for _, h := range v.housesOf[cell] {
		digits &^= v.held[h]
	}
	return digits
}

// search fills the empty cells in every way, until there are enough solutions or guesses.
func (v *prover) search() {
	if len(v.empty) == 0 {
		v.found++
		return
	}
	at, digits := v.choose()
	if digits == 0 {
		return
	}
	cell := v.empty[at]
	last := len(v.empty) - 1
	v.empty[at] = v.empty[last]
	v.empty = v.empty[:last]
	if digits.Len() > 1 {
		v.nodes++
	}
	for d := range digits.All {
		v.grid[cell] = uint8(d)
		v.mark(cell, d)
		v.search()
		v.unmark(cell, d)
		if v.found >= v.limit || v.nodes >= maxNodes {
			break
		}
	}
	v.grid[cell] = 0
	v.empty = v.empty[:last+1]
	v.empty[last] = v.empty[at]
	v.empty[at] = cell
}

// choose returns the place among the empty cells of the one to fill next, and the digits to try there: none if
// the puzzle has no solution from here.
func (v *prover) choose() (at int, digits sudoku.Digits) {
	fewest := sudoku.MaxSize + 1
	for i, cell := range v.empty {
		left := v.left(cell)
		if n := left.Len(); n < fewest {
			if at, digits, fewest = i, left, n; n < 2 {
				return at, digits
			}
		}
	}
	for _, h := range v.full {
		if cell, digit := v.onlyPlace(h); digit != 0 {
			for i, c := range v.empty {
				if c == cell {
					return i, digit
				}
			}
		}
	}
	return at, digits
}

// onlyPlace returns a cell of a house that alone can take a digit, as a set of that digit; the set is empty if
// there is none.
func (v *prover) onlyPlace(h sudoku.House) (cell int, digit sudoku.Digits) {
	var once, twice sudoku.Digits
	for _, c := range h.Cells {
		if v.grid[c] == 0 {
			left := v.left(c)
			twice |= once & left
			once |= left
		}
	}
	single := once &^ twice
	if single == 0 {
		return 0, 0
	}
	for _, c := range h.Cells {
		if v.grid[c] == 0 {
			if d := v.left(c) & single; d != 0 {
				return c, d & -d
			}
		}
	}
	return 0, 0
}
