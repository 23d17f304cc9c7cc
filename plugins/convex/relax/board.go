package relax

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// board is a set of candidates that obeys what has been decided so far.
type board struct {
	f      *frame
	cand   []sudoku.Digits // candidates of each cell
	places []uint64        // places[h·n + d−1]: where digit d can still stand in house h
	placed []sudoku.Digits // digits decided in each house
	value  sudoku.Grid     // decided cells
	queue  []int32         // candidates, cell·n + d−1, that stand alone in their cell or house
	left   int             // candidates left in undecided cells and decided ones together
	broken bool            // a strike left a cell or a house without candidates
}

func newBoard(f *frame) *board {
	return &board{f: f, cand: make([]sudoku.Digits, f.cells), places: make([]uint64, len(f.houses)*f.n),
		placed: make([]sudoku.Digits, len(f.houses)), value: make(sudoku.Grid, f.cells)}
}

// reset makes every digit possible in every cell.
func (b *board) reset() {
	for c := range b.cand {
		b.cand[c] = sudoku.AllDigits(b.f.n)
	}
	for h, cells := range b.f.houses {
		for d := range b.f.n {
			b.places[h*b.f.n+d] = 1<<len(cells) - 1
		}
	}
	clear(b.placed)
	clear(b.value)
	b.queue, b.left, b.broken = b.queue[:0], b.f.candidates, false
}

// copyFrom makes b equal to a board of the same frame.
func (b *board) copyFrom(a *board) {
	copy(b.cand, a.cand)
	copy(b.places, a.places)
	copy(b.placed, a.placed)
	copy(b.value, a.value)
	b.queue, b.left, b.broken = append(b.queue[:0], a.queue...), a.left, a.broken
}

// start resets b and enters the givens and supports of p, without any conclusion beyond the peers of the givens:
// the clue elimination of the model. It returns false where a cell or a house is left without a candidate.
func (b *board) start(p *sudoku.Puzzle) bool {
	b.reset()
	for _, s := range p.Soft() {
		for d := range (sudoku.AllDigits(b.f.n) &^ s.Allowed).All {
			if !b.remove(int32(s.Cell), d) {
				return false
			}
		}
	}
	for c, v := range p.Givens() {
		if v != 0 && !b.assign(int32(c), int(v)) {
			return false
		}
	}
	return true
}

// take removes what an engine has struck.
func (b *board) take(e *search.Engine) bool {
	for c := range b.cand {
		for d := range (b.cand[c] &^ e.Candidates(c)).All {
			if !b.remove(int32(c), d) {
				return false
			}
		}
	}
	return true
}

// assign decides a cell and removes what that excludes. It returns false at a contradiction.
func (b *board) assign(c int32, d int) bool {
	if b.value[c] != 0 || !b.cand[c].Has(d) {
		return int(b.value[c]) == d
	}
	b.value[c] = uint8(d)
	for _, m := range b.f.housesOf(c) {
		b.placed[m.house] = b.placed[m.house].With(d)
	}
	for e := range b.cand[c].Without(d).All {
		if !b.remove(c, e) {
			return false
		}
	}
	for _, m := range b.f.housesOf(c) {
		if !b.clearHouse(m, d) {
			return false
		}
	}
	return true
}

// clearHouse removes digit d from all cells of a house but the one that m names.
func (b *board) clearHouse(m member, d int) bool {
	others := b.places[int(m.house)*b.f.n+d-1] &^ (1 << m.place)
	return b.removeAt(m.house, others, d)
}

// removeAt removes digit d from the cells at a set of places of a house.
func (b *board) removeAt(house int32, places uint64, d int) bool {
	for ; places != 0; places &= places - 1 {
		if !b.remove(b.f.houses[house][bits.TrailingZeros64(places)], d) {
			return false
		}
	}
	return true
}

// remove strikes a candidate and queues what then stands alone. It returns false where nothing is left.
func (b *board) remove(c int32, d int) bool {
	if !b.cand[c].Has(d) {
		return true
	}
	left := b.cand[c].Without(d)
	b.cand[c] = left
	b.left--
	if left&(left-1) == 0 {
		if left == 0 {
			return false
		}
		b.enqueue(c, left.Min())
	}
	for _, m := range b.f.housesOf(c) {
		at := &b.places[int(m.house)*b.f.n+d-1]
		*at &^= 1 << m.place
		if *at&(*at-1) == 0 && b.f.full[m.house] {
			if *at == 0 {
				return false
			}
			b.enqueue(b.f.houses[m.house][bits.TrailingZeros64(*at)], d)
		}
	}
	return true
}

// strike removes a candidate; a contradiction stays on the board for conclude.
func (b *board) strike(c int32, d int) {
	if !b.remove(c, d) {
		b.broken = true
	}
}

func (b *board) enqueue(c int32, d int) { b.queue = append(b.queue, c*int32(b.f.n)+int32(d-1)) }

// conclude draws all conclusions from naked and hidden singles and locked candidates, which follow from the
// linear relaxation too, and with partial houses from cells that see all places of a digit, which need not.
// It returns false at a contradiction.
func (b *board) conclude() bool {
	for !b.broken {
		if !b.singles() {
			return false
		}
		before := b.left
		if !b.locked() || !b.seen() {
			return false
		}
		if b.left == before {
			return true
		}
	}
	return false
}

func (b *board) singles() bool {
	for len(b.queue) > 0 {
		next := b.queue[len(b.queue)-1]
		b.queue = b.queue[:len(b.queue)-1]
		if !b.assign(next/int32(b.f.n), int(next)%b.f.n+1) {
			return false
		}
	}
	return true
}

// locked goes once over all pairs of houses.
func (b *board) locked() bool {
	n := b.f.n
	for i := range b.f.locks {
		l := &b.f.locks[i]
		from, into := b.places[l.digits:int(l.digits)+n], b.places[l.digitsInto:int(l.digitsInto)+n]
		for d, at := range from {
			if at&l.outFrom == 0 && into[d]&l.outInto != 0 && !b.removeAt(l.into, into[d]&l.outInto, d+1) {
				return false
			}
		}
	}
	return true
}

// seen strikes, in geometries with partial houses, a digit from the cells that see all its places in a full house.
func (b *board) seen() bool {
	f := b.f
	if f.peers == nil {
		return true
	}
	for h := range f.houses {
		for d := range f.n {
			places := b.places[h*f.n+d]
			if n := bits.OnesCount64(places); f.full[h] && n > 1 && n < 5 && !b.strikeSeen(h, places, d+1) {
				return false
			}
		}
	}
	return true
}

// strikeSeen strikes a digit from the common peers of some places of a house.
func (b *board) strikeSeen(h int, places uint64, d int) bool {
	f := b.f
	for w := range f.words {
		common := ^uint64(0)
		for set := places; set != 0; set &= set - 1 {
			common &= f.peersOf(f.houses[h][bits.TrailingZeros64(set)])[w]
		}
		for ; common != 0; common &= common - 1 {
			if !b.remove(int32(w*64+bits.TrailingZeros64(common)), d) {
				return false
			}
		}
	}
	return true
}

// solved reports whether every cell is decided.
func (b *board) solved() bool {
	return b.left == b.f.cells && len(b.queue) == 0 && b.value.Filled() == b.f.cells
}
