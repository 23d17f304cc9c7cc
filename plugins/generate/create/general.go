package create

import (
	"bytes"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// general searches solutions of any geometry: naked and hidden singles, then the cell with fewest digits.
type general struct {
	g      *sudoku.Geometry
	may    []sudoku.Digits // digits left in each cell
	queue  []int           // cells with one digit whose consequences are to be drawn
	trail  []change
	rng    *rand.Rand // orders the digits of a guess; nil: increasing
	avoid  []uint8    // digits that come last in a guess; nil: none
	nodes  int
	budget int
	check  int         // nodes of a uniqueness check
	want   func() bool // called with a solution in may; false ends the search
	placed []bool
}

// change is a cell and what was left in it before.
type change struct {
	cell int
	may  sudoku.Digits
	done bool
}

const (
	checkNodes = 3000 // of a uniqueness check, before it is given up
	quickNodes = 60   // likewise in large geometries: 1 % more clues in a ninth of the time
	fillNodes  = 2000 // of the search for a full grid, before it starts again
)

func newGeneral(g *sudoku.Geometry) *general {
	return &general{g: g, check: checkNodes, may: make([]sudoku.Digits, g.Cells()),
		placed: make([]bool, g.Cells())}
}

// start empties the board and puts the givens. It reports false if they clash.
func (s *general) start(givens []uint8, budget int) bool {
	for c := range s.may {
		s.may[c], s.placed[c] = sudoku.AllDigits(s.g.N()), false
	}
	s.trail, s.queue, s.nodes, s.budget = s.trail[:0], s.queue[:0], 0, budget
	for c, v := range givens {
		if v != 0 && !s.confine(c, sudoku.DigitSet(int(v))) {
			return false
		}
	}
	return s.propagate()
}

// confine leaves in a cell only digits of set. It reports false if none is left.
func (s *general) confine(cell int, set sudoku.Digits) bool {
	left := s.may[cell] & set
	if left == s.may[cell] {
		return true
	}
	s.trail = append(s.trail, change{cell, s.may[cell], s.placed[cell]})
	s.may[cell] = left
	if left.Len() == 1 {
		s.queue = append(s.queue, cell)
	}
	return left != 0
}

func (s *general) propagate() bool {
	for {
		for len(s.queue) > 0 {
			cell := s.queue[len(s.queue)-1]
			s.queue = s.queue[:len(s.queue)-1]
			if !s.place(cell) {
				s.queue = s.queue[:0]
				return false
			}
		}
		if !s.hidden() {
			s.queue = s.queue[:0]
			return false
		}
		if len(s.queue) == 0 {
			return true
		}
	}
}

// place takes the digit of a cell from its peers.
func (s *general) place(cell int) bool {
	if s.placed[cell] {
		return true
	}
	s.trail = append(s.trail, change{cell, s.may[cell], false})
	s.placed[cell] = true
	for _, peer := range s.g.Peers(cell) {
		if !s.confine(peer, ^s.may[cell]) {
			return false
		}
	}
	return true
}

// hidden finds digits with one place in a house that needs all digits.
func (s *general) hidden() bool {
	all := sudoku.AllDigits(s.g.N())
	for _, h := range s.g.Houses() {
		if len(h.Cells) != s.g.N() {
			continue
		}
		var once, twice, done sudoku.Digits
		for _, c := range h.Cells {
			twice |= once & s.may[c]
			once |= s.may[c]
			if s.may[c].Len() == 1 {
				done |= s.may[c]
			}
		}
		if once != all {
			return false
		}
		if single := once &^ twice &^ done; single != 0 && !s.confineSingles(h.Cells, single) {
			return false
		}
	}
	return true
}

func (s *general) confineSingles(cells []int, single sudoku.Digits) bool {
	for _, c := range cells {
		if mine := s.may[c] & single; mine != 0 && (mine.Len() > 1 || !s.confine(c, mine)) {
			return false
		}
	}
	return true
}

func (s *general) undo(mark int) {
	for len(s.trail) > mark {
		last := s.trail[len(s.trail)-1]
		s.may[last.cell], s.placed[last.cell] = last.may, last.done
		s.trail = s.trail[:len(s.trail)-1]
	}
}

// search calls want with each solution and reports whether it asked to stop or the budget ended.
func (s *general) search() bool {
	if s.nodes++; s.nodes > s.budget {
		return true
	}
	cell, fewest := -1, sudoku.MaxSize+1
	for c, may := range s.may {
		if n := may.Len(); n > 1 && n < fewest {
			cell, fewest = c, n
		}
	}
	if cell < 0 {
		return !s.want()
	}
	for _, d := range s.guesses(cell) {
		mark := len(s.trail)
		if s.confine(cell, sudoku.DigitSet(d)) && s.propagate() && s.search() {
			return true
		}
		s.undo(mark)
	}
	return false
}

// guesses returns the digits of a cell in the order in which to try them.
func (s *general) guesses(cell int) []int {
	var digits []int
	for d := range s.may[cell].All {
		if s.avoid == nil || int(s.avoid[cell]) != d {
			digits = append(digits, d)
		}
	}
	if s.avoid != nil && s.may[cell].Has(int(s.avoid[cell])) {
		digits = append(digits, int(s.avoid[cell]))
	}
	if s.rng != nil {
		s.rng.Shuffle(len(digits), func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
	}
	return digits
}

func (s *general) read(grid []uint8) {
	for c, may := range s.may {
		grid[c] = uint8(may.Min())
	}
}

// other implements engine.
func (s *general) other(givens, solution []uint8, changed int) answer {
	s.rng, s.avoid = nil, solution
	if !s.start(givens, s.check) {
		return no
	}
	if changed >= 0 {
		without := sudoku.AllDigits(s.g.N()).Without(int(solution[changed]))
		if !s.confine(changed, without) || !s.propagate() {
			return no
		}
	}
	found := no
	grid := make([]uint8, len(solution))
	s.want = func() bool {
		s.read(grid)
		if bytes.Equal(grid, solution) {
			return true
		}
		found = yes
		return false
	}
	if s.search() && found == no {
		return undecided
	}
	return found
}

// count implements engine. A search given up counts as limit.
func (s *general) count(givens []uint8, limit int, last []uint8) int {
	s.rng, s.avoid = nil, nil
	if !s.start(givens, checkNodes) {
		return 0
	}
	found := 0
	s.want = func() bool {
		found++
		s.read(last)
		return found < limit
	}
	if s.search() && s.nodes > s.budget {
		return limit
	}
	return found
}

// grid implements engine by a search that takes digits in random order. Every solution grid can come, not
// all equally often.
func (s *general) grid(rng *rand.Rand) sudoku.Grid {
	const tries = 200
	grid := make(sudoku.Grid, s.g.Cells())
	for range tries {
		s.avoid = nil
		if !s.start(make([]uint8, len(grid)), fillNodes) {
			return nil
		}
		s.rng = rng
		found := false
		s.want = func() bool {
			s.read(grid)
			found = true
			return false
		}
		if !s.search() {
			return nil
		}
		if found {
			return grid
		}
	}
	return nil
}
