package rate

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// singlesQueue keeps singles in the order in which HoDoKu comes to know them, since with it first come, first
// served decides between a naked single for 4 points and a hidden one for 14. It is for boards whose houses
// are rows, columns and boxes.
type singlesQueue struct {
	*board.Frame
	cand   []uint64
	filled []bool
	free   []int        // house*n+digit → places left
	naked  []board.Mark // cells that came down to one candidate
	hidden []board.Mark // digits that came down to one place in some house
}

// load sets the queue to an empty board and writes the givens one after the other.
func (q *singlesQueue) load(b *board.Board, givens []uint8) {
	q.Frame = b.Frame
	q.cand = append(q.cand[:0], b.Fresh...)
	q.filled = slices.Grow(q.filled[:0], b.Cells)[:b.Cells]
	q.free = slices.Grow(q.free[:0], len(b.Houses)*b.N)[:len(b.Houses)*b.N]
	q.naked, q.hidden = q.naked[:0], q.hidden[:0]
	clear(q.filled)
	for i := range q.free {
		q.free[i] = b.N
	}
	for c, v := range givens {
		if v != 0 {
			q.place(c, int(v)-1)
		}
	}
}

// eachSeat calls see with the row, column and box of a cell, in this order.
func (q *singlesQueue) eachSeat(cell int, see func(house int)) {
	for _, i := range [3]int{1, 2, 0} {
		see(int(q.Seats[cell][i].House))
	}
}

// place writes a digit: first its peers lose it, then the cell's candidates leave its houses.
func (q *singlesQueue) place(cell, v int) {
	own := q.cand[cell]
	q.cand[cell], q.filled[cell] = 0, true
	for p := range q.PeerSets[cell].All {
		q.strike(p, v)
	}
	for ; own != 0; own &= own - 1 {
		w := bits.TrailingZeros64(own)
		q.eachSeat(cell, func(h int) {
			if q.lessFree(h, w) == 1 && w != v {
				q.addHidden(h, w)
			}
		})
	}
}

// strike removes a candidate.
func (q *singlesQueue) strike(cell, v int) {
	if q.cand[cell]>>uint(v)&1 == 0 {
		return
	}
	q.cand[cell] &^= 1 << uint(v)
	if vs := q.cand[cell]; vs != 0 && vs&(vs-1) == 0 {
		q.naked = append(q.naked, board.Mark{Cell: cell, V: bits.TrailingZeros64(vs)})
	}
	q.eachSeat(cell, func(h int) {
		if q.lessFree(h, v) == 1 {
			q.addHidden(h, v)
		}
	})
}

func (q *singlesQueue) lessFree(h, v int) int {
	q.free[h*q.N+v]--
	return q.free[h*q.N+v]
}

func (q *singlesQueue) addHidden(h, v int) {
	for _, c := range q.Houses[h].Cells {
		if q.cand[c]>>uint(v)&1 == 1 {
			q.hidden = append(q.hidden, board.Mark{Cell: int(c), V: v})
			return
		}
	}
}

// next returns the single that HoDoKu would place next and its place in the ladder; ok is false if
// there is none.
func (q *singlesQueue) next() (m board.Mark, rung int, ok bool) {
	for _, m := range q.naked {
		if !q.filled[m.Cell] && q.isFullHouse(m) {
			return m, 0, true
		}
	}
	for len(q.naked) > 0 {
		m, q.naked = q.naked[0], q.naked[1:]
		if !q.filled[m.Cell] {
			return m, 1, true
		}
	}
	for len(q.hidden) > 0 {
		m, q.hidden = q.hidden[0], q.hidden[1:]
		if !q.filled[m.Cell] && q.cand[m.Cell]>>uint(m.V)&1 == 1 {
			return m, 2, true
		}
	}
	return m, 0, false
}

// isFullHouse reports whether the cell is the last empty one of a house.
func (q *singlesQueue) isFullHouse(m board.Mark) bool {
	full := false
	q.eachSeat(m.Cell, func(h int) {
		others := 0
		for v := range q.N {
			if v != m.V {
				others += q.free[h*q.N+v]
			}
		}
		full = full || others == 0
	})
	return full
}
