// Package easy solves 9×9 puzzles by the easy techniques of people, to tell in microseconds which puzzles cannot have
// some level.
package easy

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// Solver solves a puzzle by sets of techniques. Each leads as far in any order, since taking candidates away never
// hinders them.
type Solver struct {
	may  [81]uint16 // digits possible in an empty cell, bit d for digit d+1; 0 in a filled one
	left int        // empty cells
	gone int        // candidates taken away, to see whether there was progress
}

const allDigits = 1<<9 - 1

// Means are sets of techniques for a quick test of how far they lead.
type Means uint8

// The sets, each of which solves what those before it do; NakedSingles aside.
const (
	BoxSingles   Means = iota // last cell of a house, hidden single of a box
	LineSingles               // hidden singles
	NakedSingles              // naked singles alone
	AllSingles                // naked and hidden singles
	Pairs                     // these, locked candidates, naked and hidden pairs
	Anything                  // all that people know, which is not tried here
)

// cellHouses lists the cells of the nine boxes, nine rows and nine columns, cellPeers those that a cell sees.
var cellHouses, cellPeers = func() (houses [27][9]uint8, peers [81][20]uint8) {
	for i := range 9 {
		for j := range 9 {
			houses[i][j] = uint8(27*(i/3) + 3*(i%3) + 9*(j/3) + j%3)
			houses[9+i][j] = uint8(9*i + j)
			houses[18+i][j] = uint8(9*j + i)
		}
	}
	for a := range peers {
		n := 0
		for c := range 81 {
			if c != a && (a/9 == c/9 || a%9 == c%9 || a/27 == c/27 && a%9/3 == c%9/3) {
				peers[a][n] = uint8(c)
				n++
			}
		}
	}
	return houses, peers
}()

// Load begins with the givens of a puzzle that has a solution.
func (s *Solver) Load(givens []uint8) {
	s.left, s.gone = 81, 0
	for c := range s.may {
		s.may[c] = allDigits
	}
	for c, v := range givens {
		if v != 0 {
			s.place(uint8(c), 1<<(v-1))
		}
	}
}

// LoadSettled begins with the digits that follow from the givens without a guess.
func (s *Solver) LoadSettled(givens []uint8) {
	nine.Candidates((*[81]uint8)(givens), &s.may)
	s.left, s.gone = 81, 0
	for c, digits := range s.may {
		if digits&(digits-1) == 0 {
			s.may[c] = 0
			s.left--
		}
	}
}

// place enters a digit.
func (s *Solver) place(cell uint8, digit uint16) {
	s.may[cell] = 0
	s.left--
	s.gone++
	for _, c := range cellPeers[cell] {
		s.may[c] &^= digit
	}
}

// strike takes digits from a cell.
func (s *Solver) strike(cell uint8, digits uint16) {
	if s.may[cell]&digits != 0 {
		s.may[cell] &^= digits
		s.gone++
	}
}

// Left returns how many cells are still empty, 0 if the means have solved the puzzle.
func (s *Solver) Left() int { return s.left }

// Solve goes on with some means until they are used up and reports whether the puzzle is solved.
func (s *Solver) Solve(m Means) bool {
	for before := -1; m != Anything && s.left > 0 && before != s.gone; {
		before = s.gone
		switch m {
		case BoxSingles:
			s.hidden(cellHouses[:9])
			s.lastCells()
		case LineSingles:
			s.hidden(cellHouses[:])
		case NakedSingles:
			s.naked()
		default:
			s.naked()
			s.hidden(cellHouses[:])
		}
		if m == Pairs && before == s.gone {
			s.locked()
			s.pairs()
		}
	}
	return s.left == 0
}

// naked enters all naked singles.
func (s *Solver) naked() {
	for c, digits := range s.may {
		if digits != 0 && digits&(digits-1) == 0 {
			s.place(uint8(c), digits)
		}
	}
}

// hidden enters all hidden singles of some houses.
func (s *Solver) hidden(houses [][9]uint8) {
	for i := range houses {
		var once, twice uint16
		for _, c := range houses[i] {
			twice |= once & s.may[c]
			once |= s.may[c]
		}
		single := once &^ twice
		for k := 0; single != 0 && k < 9; k++ {
			if digit := s.may[houses[i][k]] & single; digit != 0 {
				single &^= digit
				s.place(houses[i][k], digit)
			}
		}
	}
}

// lastCells fills rows and columns with one empty cell.
func (s *Solver) lastCells() {
	for i := range cellHouses[9:] {
		empty, last := 0, uint8(0)
		for _, c := range cellHouses[9+i] {
			if s.may[c] != 0 {
				empty++
				last = c
			}
		}
		if empty == 1 {
			s.place(last, s.may[last])
		}
	}
}

// locked strikes digits that a box has in one line only from the rest of the line, and the other way round.
func (s *Solver) locked() {
	for i := range 54 {
		box, line := &cellHouses[i/6], &cellHouses[9+3*(i/18)+i%3]
		if i%6 >= 3 {
			line = &cellHouses[18+3*(i/6%3)+i%3]
		}
		var both, inBox, inLine uint16
		for k := range 9 {
			if slices.Contains(line[:], box[k]) {
				both |= s.may[box[k]]
			} else {
				inBox |= s.may[box[k]]
			}
			if !slices.Contains(box[:], line[k]) {
				inLine |= s.may[line[k]]
			}
		}
		for k := 0; k < 9 && both&(inBox^inLine) != 0; k++ {
			if !slices.Contains(line[:], box[k]) {
				s.strike(box[k], both&inBox&^inLine)
			}
			if !slices.Contains(box[:], line[k]) {
				s.strike(line[k], both&inLine&^inBox)
			}
		}
	}
}

// pairs strikes by two cells of a house that hold the same two digits, or that alone hold two digits.
func (s *Solver) pairs() {
	for h := range cellHouses {
		house := &cellHouses[h]
		var places [9]uint16
		for k, c := range house {
			digits := s.may[c]
			for m := digits; m != 0; m &= m - 1 {
				places[bits.TrailingZeros16(m)] |= 1 << k
			}
			if bits.OnesCount16(digits) == 2 {
				s.nakedPair(house, k, digits)
			}
		}
		for d, at := range places {
			if bits.OnesCount16(at) != 2 {
				continue
			}
			for e := d + 1; e < 9; e++ {
				if places[e] == at {
					s.strike(house[bits.TrailingZeros16(at)], allDigits&^(1<<d|1<<e))
					s.strike(house[15-bits.LeadingZeros16(at)], allDigits&^(1<<d|1<<e))
				}
			}
		}
	}
}

// nakedPair strikes two digits, which cell k of a house holds, if a later cell holds the same two.
func (s *Solver) nakedPair(house *[9]uint8, k int, digits uint16) {
	for j := k + 1; j < 9; j++ {
		if s.may[house[j]] != digits {
			continue
		}
		for i, c := range house {
			if i != k && i != j {
				s.strike(c, digits)
			}
		}
	}
}
