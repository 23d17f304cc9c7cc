package uniqueness

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A unique loop is a closed path of four cells or more that all hold the digits a and b, each step inside one
// house, so that every house is visited once in each direction or not at all. If the cells held nothing but a
// and b, exchanging the two along the loop would give a second solution; so one of the cells with further
// digits ("extra cells") must hold one of these. Four cells make a unique rectangle.

// loopFinder walks along all loops from all cells with two candidates and keeps the best hint.
type loopFinder struct {
	*board.Position
	start  int
	pair   uint64        // a and b
	low    int           // a
	high   int           // b
	path   []int         // the cells so far, from start
	onPath board.CellSet // the same as a set
	extra  []int         // the closed loop's cells with further digits
	// house → bit 0 set when visited by a cell at an even place of the path, bit 1 by one at an odd
	parity []uint8
	rating float64 // of the best hint so far, 0 for none
	kind   int     // its type, 1 … 4
	best   board.Hint
	every  []board.Hint // the best of each loop, if the position wants all
	trial  board.Hint
	sets   [sudoku.MaxSize]uint64
}

// UniqueLoop makes the technique that finds unique rectangles and loops of types 1 to 4 as Sudoku Explainer does, the
// best of each loop.
func UniqueLoop(p *board.Position) board.Technique {
	return &loopFinder{Position: p, onPath: board.NewCellSet(p.Cells), parity: make([]uint8, len(p.Houses))}
}

// Each finds one unique rectangle or loop, the one of the lowest rating, then type, then the one found first.
func (f *loopFinder) Each(done func() bool) bool {
	f.rating, f.kind, f.every = 0, 0, f.every[:0]
	for c, vs := range f.Cand {
		if vs&(vs-1) == 0 || bits.OnesCount64(vs) != 2 {
			continue
		}
		low, high := bits.TrailingZeros64(vs), bits.TrailingZeros64(vs&(vs-1))
		f.start, f.pair, f.low, f.high = c, vs, low, high
		f.follow(c, -1, 2, 0)
	}
	for i := range f.every {
		if f.Hint = f.every[i]; done() {
			return true
		}
	}
	if f.kind == 0 {
		return false
	}
	f.Hint, f.best = f.best, f.Hint
	return done()
}

// follow extends the path by a cell reached through a house of kind by. Up to two cells may hold further
// digits, more only while all share one: allowed counts down, extras is the union of the further digits,
// including those of cells that were tried beside the path (as Sudoku Explainer has it).
func (f *loopFinder) follow(cell, by, allowed int, extras uint64) {
	side := uint8(1) << (len(f.path) & 1)
	f.path = append(f.path, cell)
	f.onPath.Add(cell)
	f.visit(cell, side)
	seats := f.Seats[cell]
	for i := range seats {
		s := &seats[i]
		kind := int(f.Houses[s.House].Kind)
		if kind == by {
			continue
		}
		for m := f.Pos[int(s.Row)+f.low] & f.Pos[int(s.Row)+f.high]; m != 0; m &= m - 1 {
			next := f.CellAt(int(s.House), m)
			if next == f.start && len(f.path) >= 4 && f.alternates() {
				f.closed()
				f.keepEvery()
			}
			if f.onPath.Has(next) {
				continue
			}
			further := f.Cand[next] &^ f.pair
			extras |= further
			if f.visited(next, side^3) {
				continue
			}
			switch {
			case further == 0:
				f.follow(next, kind, allowed, extras)
			case allowed > 0 || bits.OnesCount64(extras) == 1:
				f.follow(next, kind, allowed-1, extras)
			}
		}
	}
	f.path = f.path[:len(f.path)-1]
	f.onPath.Remove(cell)
	f.visit(cell, side)
}

// visit turns the marks of a cell's houses on one side, even or odd.
func (f *loopFinder) visit(c int, side uint8) {
	seats := f.Seats[c]
	for i := range seats {
		f.parity[seats[i].House] ^= side
	}
}

// visited reports whether a house of a cell has been visited on one side: no loop that visits it
// there again alternates.
func (f *loopFinder) visited(c int, side uint8) bool {
	seats := f.Seats[c]
	for i := range seats {
		if f.parity[seats[i].House]&side != 0 {
			return true
		}
	}
	return false
}

// closed looks at a closed loop that alternates.
func (f *loopFinder) closed() {
	base := loopRating(len(f.path))
	if f.kind != 0 && base > f.rating {
		return
	}
	f.extra = f.extra[:0]
	for _, c := range f.path {
		if f.Cand[c]&^f.pair != 0 {
			f.extra = append(f.extra, c)
		}
	}
	switch {
	case len(f.extra) == 0:
	case len(f.extra) == 1:
		f.type1(base)
	case len(f.extra) > 2 || f.extras()&(f.extras()-1) == 0:
		f.type2(base)
	default:
		f.type3(base)
	}
	if len(f.extra) == 2 {
		f.type4(base)
	}
}

// extras returns the further digits of the extra cells.
func (f *loopFinder) extras() uint64 {
	var vs uint64
	for _, c := range f.extra {
		vs |= f.Cand[c]
	}
	return vs &^ f.pair
}

// loopRating returns 4.5 for a rectangle, more for longer loops; added up as Sudoku Explainer does.
func loopRating(cells int) float64 {
	rating := 4.5
	if cells >= 10 {
		rating += 0.3
	}
	switch {
	case cells >= 8:
		rating += 0.2
	case cells >= 6:
		rating += 0.1
	}
	return rating
}

// alternates reports whether every house is visited exactly once at an even and once at an odd place, or never.
func (f *loopFinder) alternates() bool {
	for _, c := range f.path {
		seats := f.Seats[c]
		for i := range seats {
			if f.parity[seats[i].House] != 3 {
				return false
			}
		}
	}
	return true
}

// try begins a hint unless the best so far comes before it; keep makes it the best if it removes something.
func (f *loopFinder) try(kind int, rating float64) bool {
	if f.kind != 0 && (rating > f.rating || rating == f.rating && kind >= f.kind) {
		return false
	}
	name := "unique_loop_"
	if len(f.path) == 4 {
		name = "unique_rectangle_"
	}
	f.trial.Reset(name+string('0'+rune(kind)), rating)
	f.trial.Cells = append(f.trial.Cells, f.path...)
	return true
}

// keep keeps the hint if it strikes anything.
func (f *loopFinder) keep(kind int) bool {
	if len(f.trial.Strikes) == 0 {
		return false
	}
	f.best, f.trial = f.trial, f.best
	f.rating, f.kind = f.best.Rating, kind
	return true
}

// keepEvery keeps the best hint of one loop, if the position wants all.
func (f *loopFinder) keepEvery() {
	if !f.All || f.kind == 0 {
		return
	}
	f.every = append(f.every, f.best)
	f.best, f.rating, f.kind = board.Hint{}, 0, 0
}

// The four types of hints that a unique loop gives.

// say writes the sentence of the best hint: how the loop would be deadly, and what follows.
func (f *loopFinder) say(conclusion string, args ...any) {
	if f.Verbose {
		f.best.Text = f.Sentence("If %c held only %d, these could be exchanged; %s; this removes %s.",
			f.best.Cells[:len(f.path)], f.pair, f.Sentence(conclusion, args...), f.best.Struck(f.Frame))
	}
}

// type1: the only extra cell must hold one of its further digits.
func (f *loopFinder) type1(base float64) {
	if !f.try(1, base) {
		return
	}
	f.trial.StrikeAll(f.Board, f.extra[0], f.pair)
	if f.keep(1) {
		f.say("so %c holds something else", f.extra[0])
	}
}

// type2: all extra cells share one further digit, which leaves every cell that sees all of them.
func (f *loopFinder) type2(base float64) {
	if !f.try(2, base) {
		return
	}
	vs := f.Cand[f.extra[0]] &^ f.pair
	vs &= -vs
	for _, p := range f.Peers[f.extra[0]] {
		if f.SeesAll(int(p), f.extra[1:]) {
			f.trial.StrikeAll(f.Board, int(p), vs)
		}
	}
	if f.keep(2) {
		f.say("so one of %c holds %d", f.extra, vs)
	}
}

// type3: the two extra cells of a house act as one cell that holds their further digits: it makes a naked set
// with other cells, or the loop's digits make a hidden set with others.
func (f *loopFinder) type3(base float64) {
	extras := f.extras()
	for k := bits.OnesCount64(extras); k <= f.N-2; k++ {
		for _, s := range f.Seats[f.extra[0]] {
			h := int(s.House)
			other := f.SlotIn(h, f.extra[1])
			if other < 0 {
				continue
			}
			if 2*k <= int(f.Empty[h]) {
				f.type3Naked(base, h, k, int(s.Slot), other, extras)
			}
			if 2*k < int(f.Empty[h]) {
				f.type3Hidden(base, h, k, int(s.Slot), other, extras)
			}
		}
	}
}

// type3Naked looks for a naked set with the extra digits as one more cell.
func (f *loopFinder) type3Naked(base float64, h, k, slot1, slot2 int, extras uint64) {
	if !f.try(3, base+float64(k-1)*0.1) {
		return
	}
	both := extras & f.Cand[f.extra[0]] & f.Cand[f.extra[1]]
	sets := f.sets[:len(f.Houses[h].Cells)]
	for slot, c := range f.Houses[h].Cells {
		sets[slot] = board.Within(f.Cand[c], k)
	}
	sets[slot1], sets[slot2] = extras, 0
	p := board.Pick{Sets: sets, K: k, Accept: func(chosen, union uint64) bool {
		shared := both
		for m := chosen &^ (1 << uint(slot1)); m != 0; m &= m - 1 {
			shared |= sets[bits.TrailingZeros64(m)]
		}
		if chosen>>uint(slot1)&1 == 0 || bits.OnesCount64(shared) != k {
			return false
		}
		return f.keepNaked(h, chosen|1<<uint(slot1)|1<<uint(slot2), chosen&^(1<<uint(slot1)), union)
	}}
	p.Search()
}

// keepNaked strikes digits vs everywhere in a house but at some slots; if sets are wide, also in another
// house that holds them all.
func (f *loopFinder) keepNaked(h int, but, set, vs uint64) bool {
	for slot, c := range f.Houses[h].Cells {
		if but>>uint(slot)&1 == 0 {
			f.trial.StrikeAll(f.Board, int(c), vs)
		}
	}
	if f.Wide {
		f.widenNaked(h, but, vs)
	}
	if !f.keep(3) {
		return false
	}
	f.best.Houses = append(f.best.Houses, h)
	f.best.AddSlots(f.Board, h, set)
	if f.Verbose {
		f.best.Sets = [][]int{slices.Concat(f.extra, f.best.Cells[len(f.path):])}
	}
	f.say("so %c act as one cell with %d, which makes a naked set of %d with %c in %h", f.extra, f.extras(), vs,
		f.best.Cells[len(f.path):], h)
	return true
}

// widenNaked strikes in the other houses that hold the cells at some slots of a house.
func (f *loopFinder) widenNaked(h int, slots, vs uint64) {
	var cells []int
	for m := slots; m != 0; m &= m - 1 {
		cells = append(cells, f.CellAt(h, m))
	}
	for i := range f.Seats[cells[0]] {
		at := f.CommonHouse(cells, i)
		if at < 0 || at == h || int(f.Seats[cells[0]][i].House) != at {
			continue
		}
		for _, c := range f.Houses[at].Cells {
			if !slices.Contains(cells, int(c)) && f.SlotIn(h, int(c)) < 0 {
				f.trial.StrikeAll(f.Board, int(c), vs)
			}
		}
	}
}

// type3Hidden looks for a hidden set with the extra digits as one more cell.
func (f *loopFinder) type3Hidden(base float64, h, k, slot1, slot2 int, extras uint64) {
	if f.N-2-bits.OnesCount64(extras) < max(k-2, 1) || !f.try(3, base+float64(k-2)*0.1) {
		return
	}
	sets := f.sets[:f.N]
	var loopSlots uint64
	for v := range sets {
		m := f.Places(h, v) &^ (1 << uint(slot2))
		sets[v] = m
		switch {
		case f.pair>>uint(v)&1 == 1:
			loopSlots |= m
			sets[v] = 0
		case extras>>uint(v)&1 == 1 || bits.OnesCount64(m) > k:
			sets[v] = 0
		}
	}
	p := board.Pick{Sets: sets, K: k, Accept: func(chosen, union uint64) bool {
		return f.keepHidden(h, chosen|f.pair, union&^(1<<uint(slot1)))
	}}
	p.Extend(k-2, f.N, 0, loopSlots)
}

// keepHidden strikes all but digits vs at some slots of a house.
func (f *loopFinder) keepHidden(h int, vs, slots uint64) bool {
	for m := slots; m != 0; m &= m - 1 {
		f.trial.StrikeAll(f.Board, f.CellAt(h, m), ^vs)
	}
	if !f.keep(3) {
		return false
	}
	f.best.Houses = append(f.best.Houses, h)
	f.best.AddSlots(f.Board, h, slots)
	if f.Verbose {
		f.best.Sets = [][]int{slices.Clone(f.best.Cells[len(f.path):])}
	}
	f.say("so in %h one of %c holds a further digit, and %d stand in the other and %c", h, f.extra, vs,
		f.best.Cells[len(f.path):])
	return true
}

// type4: in a house of both extra cells one of the loop's digits has no other place, so neither holds the other.
func (f *loopFinder) type4(base float64) {
	if !f.try(4, base) {
		return
	}
	lock, at := uint64(0), -1
	for _, v := range [2]uint64{f.pair & (f.pair - 1), f.pair & -f.pair} {
		for _, s := range f.Seats[f.extra[0]] {
			h := int(s.House)
			slot := f.SlotIn(h, f.extra[1])
			if slot >= 0 && f.Places(h, bits.TrailingZeros64(v)) == 1<<uint(s.Slot)|1<<uint(slot) {
				lock, at = v, h
			}
		}
	}
	if at < 0 {
		return
	}
	for _, c := range f.extra {
		f.trial.StrikeAll(f.Board, c, f.pair&^lock)
	}
	if f.keep(4) {
		f.best.Houses = append(f.best.Houses, at)
		if v := bits.TrailingZeros64(lock); f.Verbose {
			f.best.Links = []sudoku.Link{{Kind: sudoku.StrongLink, From: board.At(v, f.extra[0]), To: board.At(v, f.extra[1])}}
		}
		f.say("in %h, %d stands in one of %c", at, lock, f.extra)
	}
}
