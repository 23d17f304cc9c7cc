package uniqueness

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// The four types of hints that a unique loop gives.

// say writes the sentence of the best hint: how the loop would be deadly, and what follows.
func (f *loopFinder) say(conclusion string) {
	if f.Verbose {
		f.best.Text = fmt.Sprintf("If %s held only %s, these could be exchanged; %s; this removes %s.",
			f.CellNames(f.best.Cells[:len(f.path)]), f.DigitNames(f.pair), conclusion, f.best.Struck(f.Frame))
	}
}

// type1: the only extra cell must hold one of its further digits.
func (f *loopFinder) type1(base float64) {
	if !f.try(1, base) {
		return
	}
	f.trial.StrikeAll(f.Board, f.extra[0], f.pair)
	if f.keep(1) {
		f.say("so " + f.CellName(f.extra[0]) + " holds something else")
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
		f.say("so one of " + f.CellNames(f.extra) + " holds " + f.DigitNames(vs))
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

// keepNaked strikes digits vs everywhere in a house but at some slots; where sets are wide, also in another
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
	f.say(fmt.Sprintf("so %s act as one cell with %s, which makes a naked set of %s with %s in %s",
		f.CellNames(f.extra), f.DigitNames(f.extras()), f.DigitNames(vs), f.CellNames(f.best.Cells[len(f.path):]),
		f.HouseName(h)))
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
	f.say(fmt.Sprintf("so in %s one of %s holds a further digit, and %s stand in the other and %s",
		f.HouseName(h), f.CellNames(f.extra), f.DigitNames(vs), f.CellNames(f.best.Cells[len(f.path):])))
	return true
}

// type4: in a house of both extra cells one of the loop's digits stands nowhere else, so neither holds the
// other.
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
		f.say("in " + f.HouseName(at) + ", " + f.DigitNames(lock) + " stands in one of " + f.CellNames(f.extra))
	}
}
