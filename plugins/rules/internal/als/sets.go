// Package als holds the techniques that look for almost locked sets: k cells of a house with k+1 candidates between
// them. The sets of a position are found once and shared, as [Sets].
package als

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// An almost locked set (Set) is k cells of a house with k+1 candidates between them: without any one of these
// it holds all others. Two sets have a restricted common candidate x when all cells of x in one see all in
// the other: then x is in one of them at most, and the other holds every candidate it has but x.

// Set is an almost locked set: cells of one house with one digit more than cells. Without any of its digits the others
// are locked.
type Set struct {
	house  int
	Cells  []int
	Digits uint64
	set    board.CellSet
	At     []board.CellSet // digit → the set's cells with it
	sight  []board.CellSet // digit → the cells that see all of these
}

// Sets are the almost locked sets of a position, each set of cells once, with their restricted common digits.
type Sets struct {
	*board.Position
	all     []Set
	commons [][]uint64 // set, set → their restricted common candidates; filled in when first needed
	at      int64      // the version of the board for which they hold
}

// NewSets returns the almost locked sets of a position.
func NewSets(p *board.Position) *Sets { return &Sets{Position: p} }

// Here returns the almost locked sets of the board as it is.
func (t *Sets) Here() []Set {
	if t.at == t.Version {
		return t.all
	}
	t.at, t.commons, t.all = t.Version, nil, t.all[:0]
	for h := range t.Houses {
		t.all = t.in(h, 0, nil, 0, t.all)
	}
	for i := range t.all {
		t.survey(&t.all[i])
	}
	return t.all
}

// commonsHere returns the restricted common candidates of any two almost locked sets.
func (t *Sets) commonsHere() (all []Set, commons [][]uint64) {
	all = t.Here()
	if t.commons != nil {
		return all, t.commons
	}
	t.commons = make([][]uint64, len(all))
	for i := range all {
		t.commons[i] = make([]uint64, len(all))
		for j := range i {
			t.commons[i][j] = restricted(&all[i], &all[j])
			t.commons[j][i] = t.commons[i][j]
		}
	}
	return all, t.commons
}

// in extends the chosen cells by cells from slot from on; on boards larger than 9×9 to four cells at most.
func (t *Sets) in(h, from int, chosen []int, digits uint64, all []Set) []Set {
	if len(chosen) > 0 && bits.OnesCount64(digits) == len(chosen)+1 && !isElsewhere(t.Frame, h, chosen) {
		all = append(all, Set{house: h, Cells: append([]int(nil), chosen...), Digits: digits})
	}
	most := t.N - 2
	if t.N > 9 {
		most = 4
	}
	for slot := from; slot < len(t.Houses[h].Cells) && len(chosen) < most; slot++ {
		if c := int(t.Houses[h].Cells[slot]); t.Cand[c] != 0 {
			all = t.in(h, slot+1, append(chosen, c), digits|t.Cand[c], all)
		}
	}
	return all
}

// isElsewhere reports whether cells of house h are all in an earlier house too.
func isElsewhere(f *board.Frame, h int, cells []int) bool {
	for i := range f.Seats[cells[0]] {
		if at := f.CommonHouse(cells, i); at >= 0 && at < h {
			return true
		}
	}
	return false
}

// survey fills in the set's cells and what they see.
func (t *Sets) survey(a *Set) {
	a.set = board.NewCellSet(t.Cells)
	a.At, a.sight = make([]board.CellSet, t.N), make([]board.CellSet, t.N)
	for _, c := range a.Cells {
		a.set.Add(c)
		for vs := t.Cand[c]; vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			if a.sight[v] == nil {
				a.At[v] = board.NewCellSet(t.Cells)
				a.sight[v] = append(board.CellSet(nil), t.PeerSets[c]...)
			}
			a.At[v].Add(c)
			a.sight[v].SetAnd(a.sight[v], t.PeerSets[c])
		}
	}
}

// restricted returns the restricted common candidates of two sets. They may share cells, but none with
// such a candidate.
func restricted(a, b *Set) uint64 {
	var found uint64
	for vs := a.Digits & b.Digits; vs != 0; vs &= vs - 1 {
		if v := bits.TrailingZeros64(vs); b.At[v].IsIn(a.sight[v]) {
			found |= 1 << uint(v)
		}
	}
	return found
}

// strikeSight strikes v from the cells that see all its cells in both sets.
func strikeSight(p *board.Position, a, b *Set, v int) {
	for c := range a.sight[v].All {
		if b.sight[v].Has(c) {
			p.Hint.StrikeAll(p.Board, c, 1<<uint(v))
		}
	}
}

// StrikeLocked strikes the digits of a set that is locked but for the restricted commons x.
func StrikeLocked(p *board.Position, a *Set, x uint64) {
	for vs := a.Digits &^ x; vs != 0; vs &= vs - 1 {
		v := bits.TrailingZeros64(vs)
		for c := range a.sight[v].All {
			p.StrikeOnce(c, 1<<uint(v))
		}
	}
}

// linkSets adds that restricted commons x of two sets are in one of them at most.
func linkSets(p *board.Position, a, b *Set, x uint64) {
	for ; x != 0; x &= x - 1 {
		v := bits.TrailingZeros64(x)
		p.Weak(a.end(v), b.end(v))
	}
}

// end returns the set's places for a digit, as the end of a link.
func (a *Set) end(v int) []sudoku.Candidate {
	return board.At(v, slices.Collect(a.At[v].All)...)
}

// xz uses one or two restricted commons of two almost locked sets.
type xz struct {
	*board.Position
	sets *Sets
}

// XZ makes uses of two almost locked sets.
func XZ(p *board.Position) board.Technique { return xz{p, board.Share(p, NewSets)} }

// Each finds two almost locked sets with a restricted common digit.
func (t xz) Each(done func() bool) bool {
	all, commons := t.sets.commonsHere()
	for i := range all {
		for j := range i {
			a, b := &all[i], &all[j]
			x := commons[i][j]
			if x != 0 && t.describe(a, b, x) && done() {
				return true
			}
		}
	}
	return false
}

// describe makes the hint of two sets and their common digits x.
func (t xz) describe(a, b *Set, x uint64) bool {
	double := x&(x-1) != 0
	t.StartHint("als_xz", 0)
	for vs := a.Digits & b.Digits; vs != 0; vs &= vs - 1 {
		if v := bits.TrailingZeros64(vs); double || x>>uint(v)&1 == 0 {
			strikeSight(t.Position, a, b, v)
		}
	}
	if double {
		StrikeLocked(t.Position, a, x)
		StrikeLocked(t.Position, b, x)
	}
	t.Hint.Cells = append(append(t.Hint.Cells, a.Cells...), b.Cells...)
	t.Hint.Houses = append(t.Hint.Houses, a.house, b.house)
	if t.Verbose {
		t.AddSet(a.Cells...)
		t.AddSet(b.Cells...)
		linkSets(t.Position, a, b, x)
		t.Say("%c hold %d, %c hold %d, and %d is in one of the two sets only", a.Cells, a.Digits, b.Cells, b.Digits, x)
	}
	return len(t.Hint.Strikes) > 0
}

// wing is the ALS-XY-wing: a pivot set shares a restricted common x with one set and another, y, with a
// second; a digit that these two share beside leaves what sees all of it in both.
type wing struct {
	*board.Position
	sets *Sets
}

// Wing makes the technique that finds three almost locked sets, two of which are linked to the third.
func Wing(p *board.Position) board.Technique { return wing{p, board.Share(p, NewSets)} }

// Each finds a pivot set with a restricted common digit to each of two others.
func (t wing) Each(done func() bool) bool {
	all, commons := t.sets.commonsHere()
	for p := range all {
		for i, x := range commons[p] {
			for j := range i {
				if y := commons[p][j]; x != 0 && y != 0 && (x != y || x&(x-1) != 0) &&
					t.describe(&all[p], &all[i], &all[j], x, y) && done() {
					return true
				}
			}
		}
	}
	return false
}

// describe makes the hint of a pivot set and its two wings.
func (t wing) describe(p, a, b *Set, x, y uint64) bool {
	t.StartHint("als_xy_wing", 0)
	shared := a.Digits & b.Digits
	if x&(x-1) == 0 {
		shared &^= x
	}
	if y&(y-1) == 0 {
		shared &^= y
	}
	if x&(x-1) != 0 || y&(y-1) != 0 {
		shared &^= x | y
	}
	for ; shared != 0; shared &= shared - 1 {
		strikeSight(t.Position, a, b, bits.TrailingZeros64(shared))
	}
	t.Hint.Cells = append(append(append(t.Hint.Cells, p.Cells...), a.Cells...), b.Cells...)
	t.Hint.Houses = append(t.Hint.Houses, p.house, a.house, b.house)
	if t.Verbose {
		for _, set := range []*Set{a, p, b} {
			t.AddSet(set.Cells...)
		}
		linkSets(t.Position, a, p, x)
		linkSets(t.Position, p, b, y)
		t.Say("%c cannot lose both %d to %c and %d to %c, so one of these two is locked", p.Cells, x, a.Cells, y, b.Cells)
	}
	return len(t.Hint.Strikes) > 0
}
