// Package tensor counts what the clues of a puzzle say of each digit and cell, after Kranawetter & Geiger 2013, and finds
// the bipartitions of the clues whose parts say most of it twice.
package tensor

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Tensor is what the statements of clues cover, after Kranawetter & Geiger: place digit·cells + cell for each digit
// and cell of a geometry.
type Tensor struct {
	puzzle     *sudoku.Puzzle
	Clues      []int   // with a clue
	covers     [][]int // places that each of these clues covers
	statements []int   // that cover a place
}

func New(p *sudoku.Puzzle) *Tensor {
	n, cells := p.Geometry().N(), p.Geometry().Cells()
	t := &Tensor{puzzle: p, statements: make([]int, n*cells)}
	for cell, digit := range p.Givens() {
		if digit == 0 {
			continue
		}
		var covered []int
		seen := map[int]bool{}
		state := func(place int) {
			t.statements[place]++
			if !seen[place] {
				seen[place] = true
				covered = append(covered, place)
			}
		}
		for _, house := range p.Geometry().HousesOf(cell) {
			for _, other := range p.Geometry().Houses()[house].Cells {
				if other != cell {
					state((int(digit)-1)*cells + other)
				}
			}
		}
		for d := range n {
			if d != int(digit)-1 {
				state(d*cells + cell)
			}
		}
		t.Clues, t.covers = append(t.Clues, cell), append(t.covers, covered)
	}
	return t
}

// Covered returns the number of places that some clue covers.
func (t *Tensor) Covered() (places int) {
	for _, n := range t.statements {
		if n > 0 {
			places++
		}
	}
	return places
}

// Split is what all bipartitions of the clues of a tensor are at best.
type Split struct {
	Places int    // covered by both parts, at most
	sizes  uint64 // bit k: some best bipartition has a part of k clues
	part   uint64 // one part of a best bipartition whose parts are as equal as those of any: bit i for clue i
}

// BestSplit tries all bipartitions, 2^(C−1), in the order of a Gray code: from one to the next a clue changes sides.
func (t *Tensor) BestSplit() Split {
	var here [2][]int // clues of each side that cover a place
	for side := range here {
		here[side] = make([]int, len(t.statements))
	}
	for _, places := range t.covers {
		for _, p := range places {
			here[1][p]++
		}
	}
	var best Split
	part, both := uint64(0), 0
	consider := func() {
		if both < best.Places {
			return
		}
		if both > best.Places {
			best = Split{Places: both, part: part}
		}
		if uneven(len(t.Clues), bits.OnesCount64(part)) < uneven(len(t.Clues), bits.OnesCount64(best.part)) {
			best.part = part
		}
		best.sizes |= 1<<bits.OnesCount64(part) | 1<<(len(t.Clues)-bits.OnesCount64(part))
	}
	consider()
	for step := uint64(1); step < 1<<(len(t.Clues)-1); step++ {
		clue := bits.TrailingZeros64(step)
		to := int(part >> clue & 1) // clues that are in the part are at side 0
		part ^= 1 << clue
		for _, p := range t.covers[clue] {
			here[1-to][p]--
			here[to][p]++
			switch {
			case here[1-to][p] == 0 && here[to][p] > 1:
				both--
			case here[to][p] == 1 && here[1-to][p] > 0:
				both++
			}
		}
		consider()
	}
	return best
}

// Readings returns the greatest number of places by both readings of the paper that are not bipartitions to begin with:
// of all pairs of parts that share no clue, as in the lattice of redundancy, and of all parts that could be dismissed, the
// places covered by the part less those that nothing covers without it. There are at most 64 places and some ten clues.
func (t *Tensor) Readings() (lattice, dismissed int) {
	covered := make([]uint64, 1<<len(t.Clues))
	for part := range covered {
		for i, places := range t.covers {
			for _, p := range places {
				covered[part] |= uint64(part) >> i & 1 << p
			}
		}
	}
	all := len(covered) - 1
	for part, places := range covered {
		rest := all &^ part
		for other := rest; other > 0; other = (other - 1) & rest {
			lattice = max(lattice, bits.OnesCount64(places&covered[other]))
		}
		dismissed = max(dismissed, bits.OnesCount64(places)-bits.OnesCount64(places&^covered[rest]))
	}
	return lattice, dismissed
}

// uneven returns by how much the parts of clues differ in size if one has size clues.
func uneven(clues, size int) int { return max(clues-2*size, 2*size-clues) }

// Difference returns the least difference in size of the parts of a best bipartition.
func (s Split) Difference(clues int) int {
	least := clues
	for size := range clues + 1 {
		if s.sizes>>size&1 == 1 {
			least = min(least, uneven(clues, size))
		}
	}
	return least
}

// Text writes the sizes of the parts of the best bipartitions: "2 + 7".
func (s Split) Text(clues int) (text string) {
	for size := range clues/2 + 1 {
		if s.sizes>>size&1 == 1 {
			if text != "" {
				text += " or "
			}
			text += fmt.Sprintf("%d + %d", size, clues-size)
		}
	}
	return text
}
