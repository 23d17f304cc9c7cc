package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Wings: a pivot and two bivalue peers of it hold three digits between them; wherever the pivot's value
// falls, one of the cells takes the digit that the two wings share.

// wing looks for a pivot and two cells that share its digits.
type wing struct {
	*board.Position
	size  int // candidates of the pivot
	wings []int32
}

// XYWing makes the technique that finds wings of a pivot with two candidates (4.2).
func XYWing(p *board.Position) board.Technique { return &wing{Position: p, size: 2} }

// XYZWing makes the technique that finds wings of a pivot with three candidates (4.4).
func XYZWing(p *board.Position) board.Technique { return &wing{Position: p, size: 3} }

// Each goes through pivots row by row and, for each, ordered pairs of wings in the order of the pivot's links.
func (t *wing) Each(done func() bool) bool {
	for pivot, vs := range t.Cand {
		if bits.OnesCount64(vs) != t.size {
			continue
		}
		t.wings = t.wings[:0]
		for _, p := range t.Peers[pivot] {
			if w := t.Cand[p]; bits.OnesCount64(w) == 2 && bits.OnesCount64(vs&^w) == 1 {
				t.wings = append(t.wings, p)
			}
		}
		if len(t.wings) >= 2 && t.at(pivot, vs, done) {
			return true
		}
	}
	return false
}

// at finds the wings of a pivot.
func (t *wing) at(pivot int, vs uint64, done func() bool) bool {
	common := bits.OnesCount64(vs) - 2
	for _, a := range t.wings {
		for _, b := range t.wings {
			x, y := t.Cand[a], t.Cand[b]
			if bits.OnesCount64(vs|x|y) != 3 || bits.OnesCount64(vs&x&y) != common {
				continue
			}
			if t.describe(pivot, int(a), int(b), x&y) && done() {
				return true
			}
		}
	}
	return false
}

// describe fills in the hint if digit z leaves a cell that sees both wings, and an XYZ-wing's pivot.
func (t *wing) describe(pivot, a, b int, z uint64) bool {
	three := t.Cand[pivot]&z != 0
	t.StartHint("xy_wing", 4.2)
	if three {
		t.StartHint("xyz_wing", 4.4)
	}
	for _, c := range t.Peers[a] {
		if c := int(c); c != pivot && t.PeerSets[b].Has(c) && (!three || t.PeerSets[pivot].Has(c)) {
			t.Hint.StrikeAll(t.Board, c, z)
		}
	}
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	t.Hint.Cells = append(t.Hint.Cells, pivot, a, b)
	if t.Verbose {
		t.linkWings(pivot, a, b, bits.TrailingZeros64(z))
		takers := t.Hint.Cells[1:]
		if three {
			takers = t.Hint.Cells
		}
		t.Say("Whatever stands in %c, %d comes to stand in one of %c", pivot, z, takers)
	}
	return true
}

// linkWings adds the argument from z in one wing to z in the other, or in the pivot.
func (t *wing) linkWings(pivot, a, b, z int) {
	x := bits.TrailingZeros64(t.Cand[a] &^ (1 << uint(z)))
	y := bits.TrailingZeros64(t.Cand[b] &^ (1 << uint(z)))
	rest := board.At(y, pivot)
	t.Strong(board.At(z, a), board.At(x, a))
	t.Weak(board.At(x, a), board.At(x, pivot))
	if t.Can(pivot, z) {
		rest = append(rest, board.At(z, pivot)...)
	}
	t.Strong(board.At(x, pivot), rest)
	t.Weak(board.At(y, pivot), board.At(y, b))
	t.Strong(board.At(y, b), board.At(z, b))
}

// A W-wing is two cells with the same two candidates a and b, and a strong link of a whose ends see one of
// them each. One cell holds b.
type wWing struct {
	*board.Position
	links strongLinks
}

// WWing makes the technique that finds W-wings.
func WWing(p *board.Position) board.Technique { return &wWing{Position: p} }

// Each finds two equal bivalue cells that a strong link joins.
func (t *wWing) Each(done func() bool) bool {
	for c, vs := range t.Cand {
		if bits.OnesCount64(vs) != 2 {
			continue
		}
		for d := range c {
			if t.Cand[d] != vs || t.ArePeers(c, d) {
				continue
			}
			for _, a := range [2]uint64{vs & -vs, vs & (vs - 1)} {
				if t.of(c, d, bits.TrailingZeros64(a), bits.TrailingZeros64(vs&^a), done) {
					return true
				}
			}
		}
	}
	return false
}

// of looks for the strong link between two cells.
func (t *wWing) of(c, d, a, b int, done func() bool) bool {
	for _, x := range t.links.of(t.Position, a) {
		for _, ends := range x.turns() {
			p, q := ends[0], ends[1]
			if p == c || p == d || q == c || q == d || !t.ArePeers(p, c) || !t.ArePeers(q, d) {
				continue
			}
			t.StartHint("w_wing", 0)
			t.StrikeBoth(c, d, b)
			if len(t.Hint.Strikes) == 0 {
				continue
			}
			t.Hint.Cells = append(t.Hint.Cells, c, p, q, d)
			t.Hint.Houses = append(t.Hint.Houses, x.house)
			if t.Verbose {
				t.Strong(board.At(b, c), board.At(a, c))
				t.Weak(board.At(a, c), board.At(a, p))
				t.Strong(board.At(a, p), board.At(a, q))
				t.Weak(board.At(a, q), board.At(a, d))
				t.Strong(board.At(a, d), board.At(b, d))
				t.Say("%d stands in %c or %c, so one of %c and %c holds %d", a, p, q, c, d, b)
			}
			if done() {
				return true
			}
		}
	}
	return false
}
