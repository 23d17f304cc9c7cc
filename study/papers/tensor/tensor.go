// Package tensor counts what the clues of a puzzle say of each digit and cell, after Kranawetter & Geiger 2013, and
// finds the bipartitions of the clues whose parts say most of it twice.
package tensor

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/picture"
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
// of all pairs of parts that share no clue, as in the lattice of redundancy, and of all parts that could be dismissed,
// the places covered by the part less those that nothing covers without it. There are at most 64 places and some ten
// clues.
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

// The colours of places in pictures of tensors. A place that no statement covers is white.
const (
	onceColour  = "#d9d9d9"
	twiceColour = "#35c4d7" // the paper's cyan
	clueColour  = "#3b3b3b"
	partAColour = "#f2c14e"
	partBColour = "#9db7e8"
)

// Draw draws the layers of a tensor side by side: by the number of statements on a place, or by the parts of a
// bipartition that cover it.
func (t *Tensor) Draw(title string, best *Split) *picture.Picture {
	const side, gap, top = 26.0, 22.0, 66.0
	g := t.puzzle.Geometry()
	n, cells := g.N(), g.Cells()
	columns, rows := n, cells/n
	layer := side*float64(columns) + gap
	p := &picture.Picture{Unit: picture.Pixel, Title: title, Width: gap + layer*float64(n),
		Height: top + side*float64(rows) + 52}
	p.Write(gap, 26, title, picture.Font{Size: 15, Bold: true})
	for d := range n {
		x := gap + layer*float64(d)
		p.Write(x, top-10, fmt.Sprintf("layer %d", d+1), picture.Font{})
		for cell := range cells {
			cx, cy := x+side*float64(cell%columns), top+side*float64(cell/columns)
			own := int(t.puzzle.Givens()[cell]) == d+1
			fill := t.colour(d*cells+cell, best)
			if own {
				fill = clueColour
			}
			p.Rect(cx, cy, side, side, picture.Style{Fill: fill, Stroke: "#666666"})
			if own {
				p.Write(cx+side/2, cy+side*0.7, fmt.Sprint(d+1), picture.Font{Colour: "#ffffff", Anchor: picture.Middle,
					Bold: true})
			}
		}
	}
	key := []struct{ colour, text string }{{clueColour, "clue"}, {onceColour, "one statement"}, {twiceColour, "several"}}
	if best != nil {
		key = []struct{ colour, text string }{{clueColour, "clue"}, {partAColour, "part A"}, {partBColour, "part B"},
			{twiceColour, "both"}}
	}
	x, y := gap, top+side*float64(rows)+22
	for _, k := range key {
		p.Rect(x, y, 14, 14, picture.Style{Fill: k.colour, Stroke: "#666666"})
		p.Write(x+20, y+12, k.text, picture.Font{})
		x += 120
	}
	return p
}

func (t *Tensor) colour(place int, best *Split) string {
	if best == nil {
		return [...]string{"#ffffff", onceColour, twiceColour}[min(t.statements[place], 2)]
	}
	inA, inB := false, false
	for i, covers := range t.covers {
		for _, p := range covers {
			if p == place && best.part>>i&1 == 1 {
				inA = true
			} else if p == place {
				inB = true
			}
		}
	}
	switch {
	case inA && inB:
		return twiceColour
	case inA:
		return partAColour
	case inB:
		return partBColour
	}
	return "#ffffff"
}
