package logic

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Naked sets: k cells of a house hold k digits between them, so the digits leave the house's other cells.

var (
	setNames      = [...]string{2: "pair", 3: "triplet", 4: "quad"}
	nakedRatings  = [...]float64{2: 3.0, 3: 3.6, 4: 5.0}
	hiddenRatings = [...]float64{2: 3.4, 3: 4.0, 4: 5.4}
	directRatings = [...]float64{2: 2.0, 3: 2.5}
)

type nakedSet struct {
	*position
	k    int
	seen memory // houses
	sets [sudoku.MaxSize]uint64
}

// newNakedSet makes naked pairs (3.0), triplets (3.6) or quads (5.0).
func newNakedSet(k int) maker {
	return func(p *position) technique {
		return &nakedSet{position: p, k: k, seen: make(memory, len(p.houses))}
	}
}

// each goes through the houses. Sudoku Explainer leaves the larger half of a house to hidden sets.
func (t *nakedSet) each(done func() bool) bool {
	least := 2 * t.k
	if t.wide {
		least = t.k + 1
	}
	for h := range t.houses {
		if t.seen[h] >= t.houseChanged[h] || int(t.empty[h]) < least {
			continue
		}
		if t.in(h, done) {
			return true
		}
		t.seen[h] = t.version
	}
	return false
}

func (t *nakedSet) in(h int, done func() bool) bool {
	k := t.k
	poor := t.poorOf(h).poor[k]
	if bits.OnesCount64(poor) < k {
		return false
	}
	sets := t.sets[:len(t.houses[h].cells)]
	for slot, c := range t.houses[h].cells {
		sets[slot] = t.cand[c] & -(poor >> uint(slot) & 1)
	}
	p := pick{sets, k, func(chosen, union uint64) bool {
		return hintNakedSet(t.position, h, chosen, union) && done()
	}}
	return p.search()
}

// hintNakedSet describes the naked set if it removes something.
func hintNakedSet(p *position, h int, chosen, union uint64) bool {
	k := bits.OnesCount64(union)
	p.startHint("naked_"+setNames[k], nakedRatings[k])
	for slot, c := range p.houses[h].cells {
		if chosen>>uint(slot)&1 == 0 {
			p.hint.strikeAll(p.board, int(c), union)
		}
	}
	if len(p.hint.strikes) == 0 {
		return false
	}
	p.hint.houses = append(p.hint.houses, h)
	p.hint.addSlots(p.board, h, chosen)
	widenSet(p, union)
	if p.verbose {
		p.hint.text = fmt.Sprintf("In %s, %s hold %s between them; this removes %s.",
			p.houseName(h), p.cellNames(p.hint.cells), p.digitNames(union), p.hint.struck(p.frame))
	}
	return true
}

// widenSet strikes the digits of a naked set, which is the hint's pattern, in every house that holds it,
// where the ladder is HoDoKu's; Sudoku Explainer strikes in one house at a time.
func widenSet(p *position, vs uint64) {
	if !p.wide {
		return
	}
	for i := range p.seats[p.hint.cells[0]] {
		if h := p.commonHouse(p.hint.cells, i); h >= 0 {
			p.strikeOutside(h, vs)
		}
	}
}
