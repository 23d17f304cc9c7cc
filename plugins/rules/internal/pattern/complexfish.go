package pattern

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Fish with boxes. Base houses, k of them, hold the digit k times; cover houses, k of them, at most k times.
// Places that more base than cover houses hold are fins. Unless a fin is true, the covers are used up by the
// base, so what more cover than base houses hold is impossible if it sees all fins. Franken fish have rows
// and boxes on one side, columns and boxes on the other; mutant fish any houses.

// FishKind is a sort of fish that may use boxes: its size, whether rows and columns mix, and whether it has fins.
type FishKind struct {
	K            int
	Mutant, Fins bool
}

// name returns the technique's name.
func (k FishKind) name() string {
	name := "franken_"
	if k.Mutant {
		name = "mutant_"
	}
	if k.Fins {
		name = "finned_" + name
	}
	return name + fishNames[k.K]
}

// fisher looks for fish of one digit at a time. Its places are numbered, and sets of them are words.
type fisher struct {
	*board.Position
	kind  FishKind
	v     int
	cells []int    // place → cell
	sight []uint64 // place → the places that it sees
	body  []uint64 // house → its places
	open  []int    // the houses with places
	base  []int
	cover []int
	done  func() bool
	tried map[string]bool
}

// ComplexFish makes the technique that finds fish of a kind. Large ones take long, so the ladder tries them late.
func ComplexFish(kind FishKind) board.Maker {
	return func(p *board.Position) board.Technique { return &fisher{Position: p, kind: kind} }
}

// Each finds fish whose base or cover may be boxes too.
func (f *fisher) Each(done func() bool) bool {
	if !f.Square {
		return false
	}
	f.done = done
	for v := range f.N {
		if f.number(v) && f.search() {
			return true
		}
	}
	return false
}

// number numbers the places of a digit; more than 64 are too many.
func (f *fisher) number(v int) bool {
	f.v, f.cells, f.open, f.tried = v, f.cells[:0], f.open[:0], map[string]bool{}
	for c := range f.Board.Cand {
		if f.Can(c, v) {
			f.cells = append(f.cells, c)
		}
	}
	if len(f.cells) > 64 {
		return false
	}
	f.sight, f.body = make([]uint64, len(f.cells)), make([]uint64, len(f.Houses))
	for i, c := range f.cells {
		for j, d := range f.cells {
			if f.ArePeers(c, d) {
				f.sight[i] |= 1 << uint(j)
			}
		}
		for _, s := range f.Seats[c] {
			f.body[s.House] |= 1 << uint(i)
		}
	}
	for h, m := range f.body {
		if bits.OnesCount64(m) > 1 && f.Houses[h].Full {
			f.open = append(f.open, h)
		}
	}
	return true
}

// search assumes each place in turn and looks for k base houses of which only k−1 covers hold what is left.
func (f *fisher) search() bool {
	for p := range f.cells {
		left := ^(f.sight[p] | 1<<uint(p))
		f.cover = f.cover[:0]
		if f.chooseCovers(p, 0, left, 0) {
			return true
		}
	}
	return false
}

// chooseCovers chooses cover houses, from f.open[i] on, none with the assumed place.
func (f *fisher) chooseCovers(p, i int, left, covered uint64) bool {
	if len(f.cover) == f.kind.K-1 {
		f.base = f.base[:0]
		return f.chooseBases(p, 0, left, covered)
	}
	for ; i < len(f.open); i++ {
		h := f.open[i]
		if f.body[h]>>uint(p)&1 == 1 || f.body[h]&left == 0 || f.mixes(h, f.cover, nil) {
			continue
		}
		f.cover = append(f.cover, h)
		stop := f.chooseCovers(p, i+1, left, covered|f.body[h])
		f.cover = f.cover[:len(f.cover)-1]
		if stop {
			return true
		}
	}
	return false
}

// chooseBases chooses base houses whose places, as far as they are left, are covered.
func (f *fisher) chooseBases(p, i int, left, covered uint64) bool {
	if len(f.base) == f.kind.K {
		return f.closes(p, left)
	}
	for ; i < len(f.open); i++ {
		h := f.open[i]
		if m := f.body[h] & left; m == 0 || m&^covered != 0 || slices.Contains(f.cover, h) || f.mixes(h, f.base, f.cover) {
			continue
		}
		f.base = append(f.base, h)
		stop := f.chooseBases(p, i+1, left, covered)
		f.base = f.base[:len(f.base)-1]
		if stop {
			return true
		}
	}
	return false
}

// mixes reports whether a fish that is not mutant cannot have house h beside others on its side and across
// from those of the other: rows and columns on one side, or rows, or columns, on both.
func (f *fisher) mixes(h int, beside, across []int) bool {
	if f.kind.Mutant || f.IsBox(h) {
		return false
	}
	kind := f.Houses[h].Kind
	for _, i := range beside {
		if !f.IsBox(i) && f.Houses[i].Kind != kind {
			return true
		}
	}
	return slices.ContainsFunc(across, func(i int) bool { return f.Houses[i].Kind == kind })
}

// closes adds each cover with the assumed place and reports whether done returned true.
func (f *fisher) closes(p int, left uint64) bool {
	base, cover := f.count(f.base), f.count(f.cover)
	if base[0]&left&^cover[0] != 0 || base[1]&left&^cover[1] != 0 || base[2]&left&^cover[2] != 0 {
		return false
	}
	for _, s := range f.Seats[f.cells[p]] {
		h := int(s.House)
		if slices.Contains(f.base, h) || !f.Houses[h].Full {
			continue
		}
		f.cover = append(f.cover, h)
		stop := f.fits() && f.describe() && f.done()
		f.cover = f.cover[:len(f.cover)-1]
		if stop {
			return true
		}
	}
	return false
}

// count returns the places that at least one, two, three of some houses hold.
func (f *fisher) count(houses []int) (times [3]uint64) {
	for _, h := range houses {
		m := f.body[h]
		times[2] |= times[1] & m
		times[1] |= times[0] & m
		times[0] |= m
	}
	return times
}

// fits reports whether the fish is of the kind and was not met before.
func (f *fisher) fits() bool {
	rows, columns, boxes := f.sides()
	apart := rows&1 == 0 && columns&2 == 0 || rows&2 == 0 && columns&1 == 0
	if apart && boxes == 0 || apart == f.kind.Mutant {
		return false // plain, or of the other sort
	}
	key := fmt.Sprint(f.base, slices.Sorted(slices.Values(f.cover)))
	known := f.tried[key]
	f.tried[key] = true
	return !known
}

// sides says where each kind of house is used: bit 0 among the bases, bit 1 among the covers.
func (f *fisher) sides() (rows, columns, boxes int) {
	for side, houses := range [2][]int{f.base, f.cover} {
		for _, h := range houses {
			switch f.Houses[h].Kind {
			case sudoku.Row:
				rows |= 1 << side
			case sudoku.Column:
				columns |= 1 << side
			default:
				boxes |= 1 << side
			}
		}
	}
	return rows, columns, boxes
}

// describe fills the hint if the fish has fins as wanted and strikes something.
func (f *fisher) describe() bool {
	base, cover := f.count(f.base), f.count(f.cover)
	fins := base[0]&^cover[0] | base[1]&^cover[1] | base[2]&^cover[2]
	if (fins != 0) != f.kind.Fins {
		return false
	}
	victims := cover[0]&^base[0] | cover[1]&^base[1] | cover[2]&^base[2]
	for m := fins; m != 0; m &= m - 1 {
		victims &= f.sight[bits.TrailingZeros64(m)]
	}
	if victims == 0 {
		return false
	}
	f.StartHint(f.kind.name(), 0)
	for m := victims; m != 0; m &= m - 1 {
		f.Hint.Strikes = append(f.Hint.Strikes, board.Mark{Cell: f.cells[bits.TrailingZeros64(m)], V: f.v})
	}
	for m := base[0]; m != 0; m &= m - 1 {
		f.Hint.Cells = append(f.Hint.Cells, f.cells[bits.TrailingZeros64(m)])
	}
	f.Hint.Houses = append(append(f.Hint.Houses, f.base...), f.cover...)
	f.Say("In %h, %d stands in %h%s", f.base, f.v, f.cover, f.finText(fins))
	return true
}

// finText returns the part of the sentence about fins.
func (f *fisher) finText(fins uint64) string {
	if fins == 0 {
		return ""
	}
	var cells []int
	for ; fins != 0; fins &= fins - 1 {
		cells = append(cells, f.cells[bits.TrailingZeros64(fins)])
	}
	return " unless in " + f.CellNames(cells)
}
