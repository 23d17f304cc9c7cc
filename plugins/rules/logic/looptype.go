package logic

import (
	"fmt"
	"math/bits"
	"slices"
)

// The four types of hints that a unique loop gives.

// say writes the sentence of the best hint: how the loop would be deadly, and what follows.
func (f *loopFinder) say(conclusion string) {
	if f.verbose {
		f.best.text = fmt.Sprintf("If %s held only %s, these could be exchanged; %s; this removes %s.",
			f.cellNames(f.best.cells[:len(f.path)]), f.digitNames(f.pair), conclusion, f.best.struck(f.frame))
	}
}

// type1: the only extra cell must hold one of its further digits.
func (f *loopFinder) type1(base float64) {
	if !f.try(1, base) {
		return
	}
	f.trial.strikeAll(f.board, f.extra[0], f.pair)
	if f.keep(1) {
		f.say("so " + f.cellName(f.extra[0]) + " holds something else")
	}
}

// type2: all extra cells share one further digit, which leaves every cell that sees all of them.
func (f *loopFinder) type2(base float64) {
	if !f.try(2, base) {
		return
	}
	vs := f.cand[f.extra[0]] &^ f.pair
	vs &= -vs
	for _, p := range f.peers[f.extra[0]] {
		if f.seesAll(int(p), f.extra[1:]) {
			f.trial.strikeAll(f.board, int(p), vs)
		}
	}
	if f.keep(2) {
		f.say("so one of " + f.cellNames(f.extra) + " holds " + f.digitNames(vs))
	}
}

// type3: the two extra cells of a house act as one cell that holds their further digits: it makes a naked set
// with other cells, or the loop's digits make a hidden set with others.
func (f *loopFinder) type3(base float64) {
	extras := f.extras()
	for k := bits.OnesCount64(extras); k <= f.n-2; k++ {
		for _, s := range f.seats[f.extra[0]] {
			h := int(s.house)
			other := f.slotIn(h, f.extra[1])
			if other < 0 {
				continue
			}
			if 2*k <= int(f.empty[h]) {
				f.type3Naked(base, h, k, int(s.slot), other, extras)
			}
			if 2*k < int(f.empty[h]) {
				f.type3Hidden(base, h, k, int(s.slot), other, extras)
			}
		}
	}
}

func (f *loopFinder) type3Naked(base float64, h, k, slot1, slot2 int, extras uint64) {
	if !f.try(3, base+float64(k-1)*0.1) {
		return
	}
	both := extras & f.cand[f.extra[0]] & f.cand[f.extra[1]]
	sets := f.sets[:len(f.houses[h].cells)]
	for slot, c := range f.houses[h].cells {
		sets[slot] = within(f.cand[c], k)
	}
	sets[slot1], sets[slot2] = extras, 0
	p := pick{sets, k, func(chosen, union uint64) bool {
		shared := both
		for m := chosen &^ (1 << uint(slot1)); m != 0; m &= m - 1 {
			shared |= sets[bits.TrailingZeros64(m)]
		}
		if chosen>>uint(slot1)&1 == 0 || bits.OnesCount64(shared) != k {
			return false
		}
		return f.keepNaked(h, chosen|1<<uint(slot1)|1<<uint(slot2), chosen&^(1<<uint(slot1)), union)
	}}
	p.search()
}

// keepNaked strikes digits vs everywhere in a house but at some slots; where sets are wide, also in another
// house that holds them all.
func (f *loopFinder) keepNaked(h int, but, set, vs uint64) bool {
	for slot, c := range f.houses[h].cells {
		if but>>uint(slot)&1 == 0 {
			f.trial.strikeAll(f.board, int(c), vs)
		}
	}
	if f.wide {
		f.widenNaked(h, but, vs)
	}
	if !f.keep(3) {
		return false
	}
	f.best.houses = append(f.best.houses, h)
	f.best.addSlots(f.board, h, set)
	f.say(fmt.Sprintf("so %s act as one cell with %s, which makes a naked set of %s with %s in %s",
		f.cellNames(f.extra), f.digitNames(f.extras()), f.digitNames(vs), f.cellNames(f.best.cells[len(f.path):]),
		f.houseName(h)))
	return true
}

// widenNaked strikes in the other houses that hold the cells at some slots of a house.
func (f *loopFinder) widenNaked(h int, slots, vs uint64) {
	var cells []int
	for m := slots; m != 0; m &= m - 1 {
		cells = append(cells, f.cellAt(h, m))
	}
	for i := range f.seats[cells[0]] {
		at := f.commonHouse(cells, i)
		if at < 0 || at == h || int(f.seats[cells[0]][i].house) != at {
			continue
		}
		for _, c := range f.houses[at].cells {
			if !slices.Contains(cells, int(c)) && f.slotIn(h, int(c)) < 0 {
				f.trial.strikeAll(f.board, int(c), vs)
			}
		}
	}
}

func (f *loopFinder) type3Hidden(base float64, h, k, slot1, slot2 int, extras uint64) {
	if f.n-2-bits.OnesCount64(extras) < max(k-2, 1) || !f.try(3, base+float64(k-2)*0.1) {
		return
	}
	sets := f.sets[:f.n]
	var loopSlots uint64
	for v := range sets {
		m := f.places(h, v) &^ (1 << uint(slot2))
		sets[v] = m
		switch {
		case f.pair>>uint(v)&1 == 1:
			loopSlots |= m
			sets[v] = 0
		case extras>>uint(v)&1 == 1 || bits.OnesCount64(m) > k:
			sets[v] = 0
		}
	}
	p := pick{sets, k, func(chosen, union uint64) bool {
		return f.keepHidden(h, chosen|f.pair, union&^(1<<uint(slot1)))
	}}
	p.extend(k-2, f.n, 0, loopSlots)
}

// keepHidden strikes all but digits vs at some slots of a house.
func (f *loopFinder) keepHidden(h int, vs, slots uint64) bool {
	for m := slots; m != 0; m &= m - 1 {
		f.trial.strikeAll(f.board, f.cellAt(h, m), ^vs)
	}
	if !f.keep(3) {
		return false
	}
	f.best.houses = append(f.best.houses, h)
	f.best.addSlots(f.board, h, slots)
	f.say(fmt.Sprintf("so in %s one of %s holds a further digit, and %s stand in the other and %s",
		f.houseName(h), f.cellNames(f.extra), f.digitNames(vs), f.cellNames(f.best.cells[len(f.path):])))
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
		for _, s := range f.seats[f.extra[0]] {
			h := int(s.house)
			slot := f.slotIn(h, f.extra[1])
			if slot >= 0 && f.places(h, bits.TrailingZeros64(v)) == 1<<uint(s.slot)|1<<uint(slot) {
				lock, at = v, h
			}
		}
	}
	if at < 0 {
		return
	}
	for _, c := range f.extra {
		f.trial.strikeAll(f.board, c, f.pair&^lock)
	}
	if f.keep(4) {
		f.best.houses = append(f.best.houses, at)
		f.say("in " + f.houseName(at) + ", " + f.digitNames(lock) + " stands in one of " + f.cellNames(f.extra))
	}
}
