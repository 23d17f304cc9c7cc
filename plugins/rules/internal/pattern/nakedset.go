package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Naked sets: k cells of a house hold k digits between them, so the digits leave the house's other cells.

var (
	setNames      = [...]string{2: "pair", 3: "triplet", 4: "quad"}
	nakedRatings  = [...]float64{2: 3.0, 3: 3.6, 4: 5.0}
	hiddenRatings = [...]float64{2: 3.4, 3: 4.0, 4: 5.4}
	directRatings = [...]float64{2: 2.0, 3: 2.5}
)

// nakedSet looks for k cells that have only k digits.
type nakedSet struct {
	*board.Position
	k    int
	seen board.Memory // houses
	sets [sudoku.MaxSize]uint64
}

// NakedSet makes the technique that finds naked pairs (3.0), triplets (3.6) or quads (5.0).
func NakedSet(k int) board.Maker {
	return func(p *board.Position) board.Technique {
		return &nakedSet{Position: p, k: k, seen: make(board.Memory, len(p.Houses))}
	}
}

// Each goes through the houses. Sudoku Explainer leaves the larger half of a house to hidden sets.
func (t *nakedSet) Each(done func() bool) bool {
	least := 2 * t.k
	if t.Wide {
		least = t.k + 1
	}
	for h := range t.Houses {
		if t.seen[h] >= t.HouseChanged[h] || int(t.Empty[h]) < least {
			continue
		}
		if t.in(h, done) {
			return true
		}
		t.seen[h] = t.Version
	}
	return false
}

// in looks at one house.
func (t *nakedSet) in(h int, done func() bool) bool {
	k := t.k
	poor := t.PoorOf(h).Poor[k]
	if bits.OnesCount64(poor) < k {
		return false
	}
	sets := t.sets[:len(t.Houses[h].Cells)]
	for slot, c := range t.Houses[h].Cells {
		sets[slot] = t.Cand[c] & -(poor >> uint(slot) & 1)
	}
	p := board.Pick{Sets: sets, K: k, Accept: func(chosen, union uint64) bool {
		return HintNakedSet(t.Position, h, chosen, union) && done()
	}}
	return p.Search()
}

// HintNakedSet describes the naked set if it removes something.
func HintNakedSet(p *board.Position, h int, chosen, union uint64) bool {
	k := bits.OnesCount64(union)
	p.StartHint("naked_"+setNames[k], nakedRatings[k])
	for slot, c := range p.Houses[h].Cells {
		if chosen>>uint(slot)&1 == 0 {
			p.Hint.StrikeAll(p.Board, int(c), union)
		}
	}
	if len(p.Hint.Strikes) == 0 {
		return false
	}
	p.Hint.Houses = append(p.Hint.Houses, h)
	p.Hint.AddSlots(p.Board, h, chosen)
	widenSet(p, union)
	if p.Verbose {
		p.AddSet(p.Hint.Cells...)
		p.Say("In %h, %c hold %d between them", h, p.Hint.Cells, union)
	}
	return true
}

// widenSet strikes the digits of a naked set, which is the hint's pattern, in every house that holds it,
// if sets are wide, as in HoDoKu; Sudoku Explainer strikes in one house at a time.
func widenSet(p *board.Position, vs uint64) {
	if !p.Wide {
		return
	}
	for i := range p.Seats[p.Hint.Cells[0]] {
		if h := p.CommonHouse(p.Hint.Cells, i); h >= 0 {
			p.StrikeOutside(h, vs)
		}
	}
}
