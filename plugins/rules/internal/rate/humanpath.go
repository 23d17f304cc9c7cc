package rate

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// People do not scan in a fixed order: they see several next moves and take whichever they notice first.
// humanPath therefore walks in rounds. Each round makes placements that are there together, and only if
// there is none, all eliminations of the easiest kind that has any. Nothing depends on an order of scanning,
// so all symmetric images of a puzzle walk alike.
//
// A round places every single but naked ones, which people see last: those are placed only if there is no other.
// Its effort is that of a search in which each placement has to be noticed among the empty cells,
//
//	empty² · (placements made) / (placements seen, those that are easier to see counting more)
//
// and empty²/2 where candidates are struck. Where singles, locked candidates and pairs end with cells left empty, the
// effort is empty³/2.
type humanPath struct {
	*board.Board
	digit  []int8   // cell → digit that can be placed in this round, -1 for none
	kind   []int8   // cell → the easiest single that shows it
	gone   []uint64 // cell → candidates to be struck this round
	effort float64
}

// The kinds of singles, the easiest first.
const (
	shownLast  int8 = iota // last cell of a house
	shownBox               // hidden in a box
	shownLine              // hidden in another house
	shownNaked             // the cell's last candidate
)

// seen is how much a single of each kind counts among those that are to be seen, one that is hidden in a box counting 1:
// how readily people notice it. A last cell counts little, since it is noticed but takes as long to fill in as others.
// Chosen together with the exponents, on the puzzles of the fit alone.
var seen = [...]float64{shownLast: 0.25, shownBox: 1, shownLine: 0.3, shownNaked: 0.1}

// alwaysSeen is added to what is seen, so that a round with a single naked single is long but not endless.
const alwaysSeen = 0.05

func newHumanPath(b *board.Board) *humanPath {
	return &humanPath{
		Board: board.NewBoard(b.Frame), digit: make([]int8, b.Cells), kind: make([]int8, b.Cells),
		gone: make([]uint64, b.Cells),
	}
}

// walk goes from the board as it is to the end of what singles, locked candidates and pairs reach.
func (w *humanPath) walk() {
	w.effort = 0
	for w.Left > 0 && !w.Broken {
		empty := float64(w.Left)
		switch {
		case w.placeSingles():
		case w.strikeLocked(), w.strikePairs():
			w.effort += empty * empty / 2
		default:
			w.effort += empty * empty * empty / 2
			return
		}
	}
}

// show notes a placement, by the easiest single that shows it.
func (w *humanPath) show(cell, v int, kind int8) {
	if w.digit[cell] < 0 || kind < w.kind[cell] {
		w.digit[cell], w.kind[cell] = int8(v), kind
	}
}

// placeSingles makes the round's placements and reports whether there was one.
func (w *humanPath) placeSingles() bool {
	for c, vs := range w.Cand {
		w.digit[c] = -1
		if vs != 0 && vs&(vs-1) == 0 {
			w.show(c, bits.TrailingZeros64(vs), shownNaked)
		}
	}
	for h, vs := range w.Single {
		kind := shownLine
		if w.Empty[h] == 1 {
			kind = shownLast
		} else if board.ScanRank(w.Houses[h].Kind) == 0 {
			kind = shownBox
		}
		for ; vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			w.show(w.CellAt(h, w.Places(h, v)), v, kind)
		}
	}
	return w.placeShown()
}

func (w *humanPath) placeShown() bool {
	var counts [len(seen)]int
	for c, v := range w.digit {
		if v >= 0 {
			counts[w.kind[c]]++
		}
	}
	hardest := shownNaked
	if counts[shownLast]+counts[shownBox]+counts[shownLine] > 0 {
		hardest = shownLine
	}
	noticed := alwaysSeen
	for kind, n := range counts {
		noticed += seen[kind] * float64(n)
	}
	empty, made := float64(w.Left), 0
	for c, v := range w.digit {
		if v >= 0 && w.kind[c] <= hardest && w.Can(c, int(v)) {
			w.Place(c, int(v))
			made++
		}
	}
	w.effort += empty * empty * float64(made) / noticed
	return made > 0
}

// strikeLocked makes all eliminations by locked candidates and reports whether there was one.
func (w *humanPath) strikeLocked() bool {
	for i := range w.Crosses {
		x := &w.Crosses[i]
		for v := range w.N {
			m := w.Pos[x.Row1+v]
			if m&^x.Shared1 != 0 || m&(m-1) == 0 {
				continue
			}
			for out := w.Pos[x.Row2+v] &^ x.Shared2; out != 0; out &= out - 1 {
				w.gone[w.CellAt(x.House2, out)] |= 1 << uint(v)
			}
		}
	}
	return w.strikeGone()
}

// strikePairs makes all eliminations by naked and hidden pairs and reports whether there was one.
func (w *humanPath) strikePairs() bool {
	for h := range w.Houses {
		w.nakedPairs(h)
		if w.Houses[h].Full {
			w.hiddenPairs(h)
		}
	}
	return w.strikeGone()
}

func (w *humanPath) nakedPairs(h int) {
	cells := w.Houses[h].Cells
	for i, a := range cells {
		vs := w.Cand[a]
		if bits.OnesCount64(vs) != 2 {
			continue
		}
		for _, b := range cells[i+1:] {
			for _, c := range cells {
				if w.Cand[b] == vs && c != a && c != b {
					w.gone[c] |= vs
				}
			}
		}
	}
}

func (w *humanPath) hiddenPairs(h int) {
	for v := range w.N {
		m := w.Places(h, v)
		for u := v + 1; u < w.N && bits.OnesCount64(m) == 2; u++ {
			if w.Places(h, u) == m {
				others := ^(uint64(1)<<uint(v) | 1<<uint(u))
				w.gone[w.CellAt(h, m)] |= others
				w.gone[w.CellAt(h, m&(m-1))] |= others
			}
		}
	}
}

// strikeGone strikes what was gathered and reports whether there was anything.
func (w *humanPath) strikeGone() bool {
	some := false
	for c := range w.gone {
		vs := w.gone[c] & w.Cand[c]
		w.gone[c] = 0
		some = some || vs != 0
		for ; vs != 0; vs &= vs - 1 {
			w.Strike(c, bits.TrailingZeros64(vs))
		}
	}
	return some
}
