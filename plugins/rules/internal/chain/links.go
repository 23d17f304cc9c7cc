package chain

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Chains argue with candidates being true ("on") or false ("off"):
//
//	on  → off   the other candidates of the cell (a Y link) and the same digit in its houses (X links)
//	off → on    the cell's only other candidate (Y), the only other place of the digit in a house (X)
//
// A node is a candidate's number times two, plus one when it is on. Candidates are numbered cell by cell.

// links numbers the candidates of a board and lists their weak links once, in Sudoku Explainer's order.
type links struct {
	*board.Board
	marks []board.Mark // number → candidate
	id    []int32      // cell*n+v → number, -1 for none
	weak  []int32      // all weak links, candidate after candidate: Y links, then X links
	first []int32      // number → where its Y links begin; one more entry at the end
	xFrom []int32      // number → where its X links begin
	words int          // of a set of candidates
}

// view is a board's candidates as a chain changes them.
type view struct {
	cand, pos, alive []uint64 // as in Board; alive is the set of candidates by number
}

func on(id int32) int32   { return id<<1 | 1 }
func off(id int32) int32  { return id << 1 }
func isOn(nd int32) bool  { return nd&1 == 1 }
func idOf(nd int32) int32 { return nd >> 1 }

// number lists the candidates and weak links of the board.
func (l *links) number(b *board.Board) {
	l.Board = b
	l.marks, l.weak, l.first, l.xFrom = l.marks[:0], l.weak[:0], l.first[:0], l.xFrom[:0]
	if len(l.id) != b.Cells*b.N {
		l.id = make([]int32, b.Cells*b.N)
	}
	for i := range l.id {
		l.id[i] = -1
	}
	for c, vs := range b.Cand {
		for ; vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			l.id[c*b.N+v] = int32(len(l.marks))
			l.marks = append(l.marks, board.Mark{Cell: c, V: v})
		}
	}
	l.words = (len(l.marks) + 63) / 64
	for _, m := range l.marks {
		l.first = append(l.first, int32(len(l.weak)))
		for vs := b.Cand[m.Cell] &^ (1 << uint(m.V)); vs != 0; vs &= vs - 1 {
			l.weak = append(l.weak, l.id[m.Cell*b.N+bits.TrailingZeros64(vs)])
		}
		l.xFrom = append(l.xFrom, int32(len(l.weak)))
		seats := b.Seats[m.Cell]
		for i := range seats {
			s := &seats[i]
			cells := b.Houses[s.House].Cells
			for slots := b.Pos[int(s.Row)+m.V] & s.First; slots != 0; slots &= slots - 1 {
				l.weak = append(l.weak, l.id[int(cells[bits.TrailingZeros64(slots)])*b.N+m.V])
			}
		}
	}
	l.first = append(l.first, int32(len(l.weak)))
}

// weakLinks returns the numbers of the candidates that are off when id is on; without Y links if y is false.
func (l *links) weakLinks(id int32, y bool) []int32 {
	if y {
		return l.weak[l.first[id]:l.first[id+1]]
	}
	return l.weak[l.xFrom[id]:l.first[id+1]]
}

// idAt returns the number of a candidate.
func (l *links) idAt(cell, v int) int32 { return l.id[cell*l.N+v] }

// otherInCell returns the second of a cell's two candidates, -1 if it has not exactly two.
func (l *links) otherInCell(w *view, m board.Mark) int32 {
	rest := w.cand[m.Cell] &^ (1 << uint(m.V))
	if rest == 0 || rest&(rest-1) != 0 || w.cand[m.Cell] == rest {
		return -1
	}
	return l.idAt(m.Cell, bits.TrailingZeros64(rest))
}

// otherInHouse returns the second of a digit's two places in a house of the candidate, -1 if it has not exactly two.
func (l *links) otherInHouse(w *view, m board.Mark, s *board.Seat) int32 {
	all := w.pos[int(s.Row)+m.V]
	rest := all &^ s.Bit
	if rest&(rest-1) != 0 || rest == 0 || all == rest || !s.Full {
		return -1
	}
	return l.idAt(l.CellAt(int(s.House), rest), m.V)
}

// load makes the view equal to the numbered board.
func (w *view) load(l *links) {
	w.cand = append(w.cand[:0], l.Cand...)
	w.pos = append(w.pos[:0], l.Pos...)
	w.alive = w.alive[:0]
	for i := range l.words {
		left := len(l.marks) - i*64
		word := ^uint64(0)
		if left < 64 {
			word = 1<<uint(left) - 1
		}
		w.alive = append(w.alive, word)
	}
}

// copyFrom makes the view equal to another.
func (w *view) copyFrom(o *view) {
	w.cand = append(w.cand[:0], o.cand...)
	w.pos = append(w.pos[:0], o.pos...)
	w.alive = append(w.alive[:0], o.alive...)
}

// has reports whether a candidate is left.
func (w *view) has(id int32) bool { return has(w.alive, id) }

// has reports whether a candidate is in a set.
func has(set []uint64, id int32) bool { return set[uint32(id)/64]>>(uint32(id)%64)&1 == 1 }

// drop removes a candidate.
func (w *view) drop(l *links, id int32) {
	m := l.marks[id]
	w.alive[uint32(id)/64] &^= 1 << (uint32(id) % 64)
	w.cand[m.Cell] &^= 1 << uint(m.V)
	for _, s := range l.Seats[m.Cell] {
		w.pos[int(s.House)*l.N+m.V] &^= 1 << uint(s.Slot)
	}
}

// strongLinks lists what is on when a candidate of a grid is off.
type strongLinks struct {
	all   []int32 // candidate after candidate: the Y link, then X links, each once
	first []int32 // candidate → where its Y link begins; one more entry at the end
	xFrom []int32 // candidate → where its X links begin
}

// linkUp lists the strong links of a grid.
func (s *strongLinks) linkUp(l *links, grid *view) {
	s.all, s.first, s.xFrom = s.all[:0], s.first[:0], s.xFrom[:0]
	for id, m := range l.marks {
		s.first = append(s.first, int32(len(s.all)))
		if !grid.has(int32(id)) {
			s.xFrom = append(s.xFrom, int32(len(s.all)))
			continue
		}
		if q := l.otherInCell(grid, m); q >= 0 {
			s.all = append(s.all, q)
		}
		from := len(s.all)
		s.xFrom = append(s.xFrom, int32(from))
		seats := l.Seats[m.Cell]
		for i := range seats {
			if q := l.otherInHouse(grid, m, &seats[i]); q >= 0 && !slices.Contains(s.all[from:], q) {
				s.all = append(s.all, q)
			}
		}
	}
	s.first = append(s.first, int32(len(s.all)))
}

// of returns the candidates that are on when id is off, by links of a kind.
func (s *strongLinks) of(id int32, kind chainKind) []int32 {
	switch kind {
	case xChain:
		return s.all[s.xFrom[id]:s.first[id+1]]
	case yChain:
		return s.all[s.first[id]:s.xFrom[id]]
	}
	return s.all[s.first[id]:s.first[id+1]]
}

// flood finds, without order or reasons, which candidates of a grid may be on or off without a contradiction among the
// places of their digit: for these a run of X links comes to nothing (Nishio).
//
// What follows from a node is the same set in whatever order it is found, and what follows from each node in the set is
// a part of it. So if there is no contradiction in it, there is none in any of these parts.
type flood struct {
	*links
	base    *view
	quiet   [2][]uint64 // off or on → the candidates that lead to no contradiction so
	reached [2][]uint64 // off or on → the candidates that follow from one
	pos     []uint64    // house → places of the digit that are left
	todo    []int32     // candidates that are on
}

// begin looks at a grid.
func (f *flood) begin(l *links, base *view) {
	f.links, f.base = l, base
	for i := range 2 {
		f.quiet[i], f.reached[i] = sized(f.quiet[i], l.words), sized(f.reached[i], l.words)
	}
	f.pos = sized(f.pos, len(l.Houses))
	for _, state := range [2]int{1, 0} {
		for id := range l.marks {
			if f.isIn(id, f.base.alive) && !f.isIn(id, f.quiet[state]) {
				f.start(id, state)
			}
		}
	}
}

// isIn reports whether a candidate is in a set.
func (f *flood) isIn(id int, set []uint64) bool { return has(set, int32(id)) }

// isQuiet reports whether a node leads to no contradiction.
func (f *flood) isQuiet(node int32) bool { return has(f.quiet[node&1], idOf(node)) }

// start finds what follows from a candidate that is on or off.
func (f *flood) start(id, state int) {
	clear(f.reached[0])
	clear(f.reached[1])
	v := f.marks[id].V
	for h := range f.pos {
		f.pos[h] = f.base.pos[h*f.N+v]
	}
	f.todo = f.todo[:0]
	if state == 1 {
		f.put(int32(id), 1)
		f.todo = append(f.todo, int32(id))
	} else {
		f.putOff(int32(id))
	}
	for i := 0; i < len(f.todo); i++ {
		if !f.spread(f.todo[i], v) {
			return
		}
	}
	for i := range 2 {
		for w, ids := range f.reached[i] {
			f.quiet[i][w] |= ids
		}
	}
}

// put records that a candidate has a state.
func (f *flood) put(id int32, state int) { f.reached[state][id/64] |= 1 << uint(id%64) }

// putOff takes a candidate out of its houses. The last place left in a house is on.
func (f *flood) putOff(id int32) {
	f.put(id, 0)
	m := f.marks[id]
	for i := range f.Seats[m.Cell] {
		s := &f.Seats[m.Cell][i]
		left := f.pos[s.House] &^ s.Bit
		f.pos[s.House] = left
		if !s.Full || left == 0 || left&(left-1) != 0 {
			continue
		}
		if last := f.idAt(f.CellAt(int(s.House), left), m.V); !has(f.reached[1], last) {
			f.put(last, 1)
			f.todo = append(f.todo, last)
		}
	}
}

// spread turns off the digit v wherever a candidate that is on sees it. It reports false for a contradiction.
func (f *flood) spread(id int32, v int) bool {
	if has(f.reached[0], id) {
		return false
	}
	seats := f.Seats[f.marks[id].Cell]
	for i := range seats {
		s := &seats[i]
		for m := f.base.pos[int(s.Row)+v] &^ s.Bit; m != 0; m &= m - 1 {
			q := f.idAt(f.CellAt(int(s.House), m), v)
			if has(f.reached[1], q) {
				return false
			}
			if !has(f.reached[0], q) {
				f.putOff(q)
			}
		}
	}
	return true
}
