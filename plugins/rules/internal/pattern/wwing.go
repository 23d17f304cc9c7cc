package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A W-wing is two cells with the same two candidates a and b, and a strong link of a whose ends see one of
// them each. One cell holds b.
type wWing struct {
	*board.Position
	links strongLinks
}

// WWing makes W-wings.
func WWing(p *board.Position) board.Technique { return &wWing{Position: p} }

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

func (t *wWing) of(c, d, a, b int, done func() bool) bool {
	for _, x := range t.links.of(t.Position, a) {
		for turn := range 2 {
			p, q := x.a, x.b
			if turn == 1 {
				p, q = q, p
			}
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
