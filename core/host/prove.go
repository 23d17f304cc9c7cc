package host

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// maxNodes is how many guesses a proof may take: a classic 9×9 puzzle rarely takes a hundred. Puzzles of large
// geometries with few givens can take more; they count as unproved.
const maxNodes = 100_000

// A prover counts the solutions of puzzles without the help of a plugin, as far as that is quick. It keeps what each
// cell can still take: it fills cells with one digit left and digits with one place left in a house, and guesses in a
// cell with few digits only when there are none.
type prover struct {
	geometry *sudoku.Geometry
	full     [][]int    // cells of the houses that hold every digit
	peers    [][]uint16 // by cell

	left    []sudoku.Digits   // of each cell; none once it is filled
	singles []int             // empty cells with one digit left
	held    []sudoku.Digits   // by house, of the givens
	copies  [][]sudoku.Digits // of left, by depth of the guesses
	depth   int
	empty   int
	found   int
	limit   int
	nodes   int
}

func newProver(g *sudoku.Geometry) *prover {
	v := &prover{geometry: g, left: make([]sudoku.Digits, g.Cells()),
		held: make([]sudoku.Digits, len(g.Houses()))}
	for _, h := range g.Houses() {
		if len(h.Cells) == g.N() {
			v.full = append(v.full, h.Cells)
		}
	}
	for cell := range g.Cells() {
		var peers []uint16
		for _, p := range g.Peers(cell) {
			peers = append(peers, uint16(p))
		}
		v.peers = append(v.peers, peers)
	}
	return v
}

// solutions counts up to limit solutions of a puzzle whose givens do not clash. proved says whether the search
// went to its end or reached the limit.
func (v *prover) solutions(p *sudoku.Puzzle, limit int) (found int, proved bool) {
	v.singles, v.depth = v.singles[:0], 0
	v.empty, v.found, v.limit, v.nodes = 0, 0, limit, 0
	for cell := range v.left {
		v.left[cell] = sudoku.AllDigits(v.geometry.N())
	}
	for _, s := range p.Soft {
		v.left[s.Cell] = s.Allowed
	}
	clear(v.held)
	for cell, d := range p.Givens {
		if d != 0 {
			for _, h := range v.geometry.HousesOf(cell) {
				v.held[h] = v.held[h].With(int(d))
			}
		}
	}
	for cell, d := range p.Givens {
		if d != 0 {
			v.left[cell] = 0
			continue
		}
		v.empty++
		left := v.left[cell]
		for _, h := range v.geometry.HousesOf(cell) {
			left &^= v.held[h]
		}
		if left == 0 {
			return 0, true
		}
		if left&(left-1) == 0 {
			v.singles = append(v.singles, cell)
		}
		v.left[cell] = left
	}
	v.search()
	return v.found, v.found >= limit || v.nodes < maxNodes
}

// fill puts a digit into an empty cell, a set of one, and reports whether every other empty cell can still take one.
func (v *prover) fill(cell int, digit sudoku.Digits) bool {
	all := v.left
	all[cell] = 0
	v.empty--
	for _, peer := range v.peers[cell] {
		if all[peer]&digit == 0 {
			continue
		}
		left := all[peer] &^ digit
		all[peer] = left
		if left&(left-1) == 0 {
			if left == 0 {
				return false
			}
			v.singles = append(v.singles, int(peer))
		}
	}
	return true
}

// search fills the empty cells in every way, until there are enough solutions or guesses.
func (v *prover) search() {
	if !v.settle() {
		return
	}
	if v.empty == 0 {
		v.found++
		return
	}
	v.nodes++
	cell := v.choose()
	if v.depth == len(v.copies) {
		v.copies = append(v.copies, make([]sudoku.Digits, len(v.left)))
	}
	saved, empty := v.copies[v.depth], v.empty
	copy(saved, v.left)
	v.depth++
	for digits := saved[cell]; digits != 0; digits &= digits - 1 {
		copy(v.left, saved)
		v.empty, v.singles = empty, v.singles[:0]
		if v.fill(cell, digits&-digits) {
			v.search()
		}
		if v.found >= v.limit || v.nodes >= maxNodes {
			break
		}
	}
	v.depth--
}

// settle fills what needs no guess, and reports false if the puzzle has no solution from here.
func (v *prover) settle() bool {
	for more := true; more; {
		for n := len(v.singles); n > 0; n = len(v.singles) {
			cell := v.singles[n-1]
			v.singles = v.singles[:n-1]
			if digit := v.left[cell]; digit != 0 && !v.fill(cell, digit) {
				return false
			}
		}
		more = false
		if v.empty == 0 {
			return true
		}
		for _, house := range v.full {
			filled, possible := v.fillHouse(house)
			if !possible {
				return false
			}
			more = more || filled
		}
	}
	return true
}

// fillHouse fills the cells of a house that alone can take a digit.
func (v *prover) fillHouse(house []int) (filled, possible bool) {
	var once, twice sudoku.Digits
	empty := 0
	for _, c := range house {
		left := v.left[c]
		twice |= once & left
		once |= left
		if left != 0 {
			empty++
		}
	}
	if once.Len() < empty {
		return false, false
	}
	single := once &^ twice
	if single == 0 {
		return false, true
	}
	for _, c := range house {
		if digit := v.left[c] & single; digit != 0 && (digit&(digit-1) != 0 || !v.fill(c, digit)) {
			return true, false
		}
	}
	return true, true
}

// choose returns the empty cell with the fewest digits left.
func (v *prover) choose() (cell int) {
	fewest := sudoku.MaxSize + 1
	for c, left := range v.left {
		if left == 0 {
			continue
		}
		if n := left.Len(); n < fewest {
			if cell, fewest = c, n; n == 2 {
				return cell
			}
		}
	}
	return cell
}
