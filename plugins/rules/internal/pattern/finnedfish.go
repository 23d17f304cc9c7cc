package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A finned fish is a fish whose base lines have further places, the fins, outside the cover lines. Either it is a fish
// after all, or a fin is true. So a candidate that the fish would strike is struck if it sees every fin. It is called
// sashimi when without its fins a base line has but one place left or none.

// finned looks for finned fish of one digit at a time.
type finned struct {
	*board.Position
	k           int
	sashimi     bool
	v           int
	base, cover int // first house of either kind of line
	lines       uint64
	done        func() bool
}

// FinnedFish makes the technique that finds finned or sashimi fish of k lines.
func FinnedFish(k int, sashimi bool) board.Maker {
	return func(p *board.Position) board.Technique { return &finned{Position: p, k: k, sashimi: sashimi} }
}

// Each finds finned and sashimi fish.
func (f *finned) Each(done func() bool) bool {
	if !f.Square {
		return false
	}
	rows, columns := f.LinesOf(sudoku.Row), f.LinesOf(sudoku.Column)
	f.done = done
	for f.v = range f.N {
		if int(f.Placed[f.v])+f.k >= f.N {
			continue
		}
		for _, lines := range [2][2]int{{rows, columns}, {columns, rows}} {
			f.base, f.cover = lines[0], lines[1]
			if f.chooseBase(0, 0, 0) {
				return true
			}
		}
	}
	return false
}

// chooseBase chooses base lines from line i on; all is the union of their places.
func (f *finned) chooseBase(i, chosen int, all uint64) bool {
	if chosen == f.k {
		return bits.OnesCount64(all) > f.k && f.chooseCover(all, 0, 0)
	}
	for ; i < f.N; i++ {
		m := f.Places(f.base+i, f.v)
		if m&(m-1) == 0 {
			continue
		}
		f.lines |= 1 << uint(i)
		stop := f.chooseBase(i+1, chosen+1, all|m)
		f.lines &^= 1 << uint(i)
		if stop {
			return true
		}
	}
	return false
}

// chooseCover chooses cover lines among those of the set left.
func (f *finned) chooseCover(left, cover uint64, chosen int) bool {
	if chosen == f.k {
		return f.fits(cover) && f.describe(cover) && f.done()
	}
	for ; left != 0; left &= left - 1 {
		if f.chooseCover(left&(left-1), cover|left&-left, chosen+1) {
			return true
		}
	}
	return false
}

// fits reports whether the fins lie in one box and the fish is sashimi as wanted.
func (f *finned) fits(cover uint64) bool {
	box, thin := -1, false
	for m := f.lines; m != 0; m &= m - 1 {
		h := f.base + bits.TrailingZeros64(m)
		at := f.Places(h, f.v)
		body := at & cover
		thin = thin || body&(body-1) == 0
		for fins := at &^ cover; fins != 0; fins &= fins - 1 {
			b := f.BoxOf(f.CellAt(h, fins))
			if box >= 0 && b != box || b < 0 {
				return false
			}
			box = b
		}
	}
	return box >= 0 && thin == f.sashimi
}

// describe fills the hint if the fish strikes something.
func (f *finned) describe(cover uint64) bool {
	kind := "finned_"
	if f.sashimi {
		kind = "sashimi_"
	}
	f.StartHint(kind+fishNames[f.k], 0)
	var fins []int
	for m := f.lines; m != 0; m &= m - 1 {
		h := f.base + bits.TrailingZeros64(m)
		f.Hint.Houses = append(f.Hint.Houses, h)
		f.Hint.AddSlots(f.Board, h, f.Places(h, f.v))
		for out := f.Places(h, f.v) &^ cover; out != 0; out &= out - 1 {
			fins = append(fins, f.CellAt(h, out))
		}
	}
	for m := cover; m != 0; m &= m - 1 {
		h := f.cover + bits.TrailingZeros64(m)
		for out := f.Places(h, f.v) &^ f.lines; out != 0; out &= out - 1 {
			if c := f.CellAt(h, out); f.SeesAll(c, fins) {
				f.Hint.Strikes = append(f.Hint.Strikes, board.Mark{Cell: c, V: f.v})
			}
		}
	}
	if f.Verbose && len(f.Hint.Strikes) > 0 {
		f.Say("In %h, %d makes a fish but for %c", f.Hint.Houses, f.v, fins)
	}
	for m := cover; m != 0 && f.Verbose; m &= m - 1 {
		f.Hint.Houses = append(f.Hint.Houses, f.cover+bits.TrailingZeros64(m)) // after those that it is found in
	}
	return len(f.Hint.Strikes) > 0
}
