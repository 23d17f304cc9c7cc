package rate

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// People do not scan in a fixed order: they see several next moves and take whichever they notice first.
// humanPath therefore walks in rounds. Each round makes placements that are there together, and only if
// there is none, all eliminations of the easiest kind that has any. Nothing depends on an order of scanning,
// so all symmetric images of a puzzle walk alike.
type humanPath struct {
	*board.Board
	patient bool     // a round places only the easiest kind of single that is there
	digit   []int8   // cell → digit to be placed this round, -1 for none
	kind    []int8   // cell → the easiest single that shows it
	gone    []uint64 // cell → candidates to be struck this round
	effort  float64  // Σ over rounds: empty cells per placement seen
	naked   int      // placements that only a naked single showed
}

// The kinds of singles, the easiest first.
const (
	shownBox   int8 = iota // last cell of a house, or hidden in a box
	shownLine              // hidden in another house
	shownNaked             // the cell's last candidate
)

func newHumanPath(b *board.Board) *humanPath {
	return &humanPath{
		Board: board.NewBoard(b.Frame), digit: make([]int8, b.Cells), kind: make([]int8, b.Cells),
		gone: make([]uint64, b.Cells),
	}
}

// walk goes from the board as it is to the end of what singles, locked candidates and pairs reach. From there
// on, effort counts as if two placements were seen at a time.
func (w *humanPath) walk() {
	w.effort, w.naked = 0, 0
	for w.Left > 0 && !w.Broken {
		if !w.placeSingles() && !w.strikeLocked() && !w.strikePairs() {
			break
		}
	}
	w.effort += float64(w.Left*(w.Left+1)) / 4
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
		if w.Empty[h] == 1 || board.ScanRank(w.Houses[h].Kind) == 0 {
			kind = shownBox
		}
		for ; vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			w.show(w.CellAt(h, w.Places(h, v)), v, kind)
		}
	}
	return w.placeShown(w.hardestPlaced())
}

// hardestPlaced returns the hardest kind of single that is placed in this round.
func (w *humanPath) hardestPlaced() int8 {
	kind := shownNaked
	for c, v := range w.digit {
		if w.patient && v >= 0 {
			kind = min(kind, w.kind[c])
		}
	}
	return kind
}

func (w *humanPath) placeShown(hardest int8) bool {
	empty, seen := w.Left, 0
	for c, v := range w.digit {
		if v < 0 || w.kind[c] > hardest || !w.Can(c, int(v)) {
			continue
		}
		seen++
		if w.kind[c] == shownNaked {
			w.naked++
		}
		w.Place(c, int(v))
	}
	if seen > 0 {
		w.effort += float64(empty) / float64(seen)
	}
	return seen > 0
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
