package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A bent set is k cells of two crossing houses, not all in one house, with k digits between them, of which
// all but one digit z are restricted: their cells see each other, so each is in the set once at most.
// Then z is in the set, and leaves what sees all its cells there. With three cells it is an XY- or
// XYZ-wing, with four a WXYZ-wing, with five a VWXYZ-wing.

// bent looks for bent sets in two houses at a time.
type bent struct {
	*board.Position
	k      int
	cells  []int // of either house, without those filled
	chosen []int
	done   func() bool
}

// BentSet makes the technique that finds bent sets of k cells, such as WXYZ-wings.
func BentSet(k int) board.Maker {
	return func(p *board.Position) board.Technique { return &bent{Position: p, k: k} }
}

// Each finds bent sets in a line and a box.
func (s *bent) Each(done func() bool) bool {
	s.done = done
	for h := range s.Houses {
		for i := range h {
			if s.Shared(h, i) == 0 {
				continue
			}
			s.cells = s.cells[:0]
			for _, c := range s.Houses[h].Cells {
				s.add(int(c))
			}
			for _, c := range s.Houses[i].Cells {
				if s.SlotIn(h, int(c)) < 0 {
					s.add(int(c))
				}
			}
			if s.choose(0, 0) {
				return true
			}
		}
	}
	return false
}

// add takes a cell in if it may belong to a set.
func (s *bent) add(c int) {
	if n := bits.OnesCount64(s.Cand[c]); n >= 2 && n <= s.k {
		s.cells = append(s.cells, c)
	}
}

// choose adds cells from s.cells[i] on to those chosen, which hold vs.
func (s *bent) choose(i int, vs uint64) bool {
	if len(s.chosen) == s.k {
		return bits.OnesCount64(vs) == s.k && s.describe(vs) && s.done()
	}
	for ; i+s.k-len(s.chosen) <= len(s.cells); i++ {
		union := vs | s.Cand[s.cells[i]]
		if bits.OnesCount64(union) > s.k {
			continue
		}
		s.chosen = append(s.chosen, s.cells[i])
		stop := s.choose(i+1, union)
		s.chosen = s.chosen[:len(s.chosen)-1]
		if stop {
			return true
		}
	}
	return false
}

// isRestricted reports whether the chosen cells with v all see each other.
func (s *bent) isRestricted(v int) bool {
	for i, c := range s.chosen {
		for _, d := range s.chosen[:i] {
			if s.Can(c, v) && s.Can(d, v) && !s.ArePeers(c, d) {
				return false
			}
		}
	}
	return true
}

// describe fills the hint if just one digit is not restricted and strikes something.
func (s *bent) describe(vs uint64) bool {
	z := -1
	for m := vs; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		if s.isRestricted(v) {
			continue
		}
		if z >= 0 {
			return false
		}
		z = v
	}
	if z < 0 {
		return false
	}
	s.StartHint(bentNames[s.k], 0)
	s.Hint.Cells = append(s.Hint.Cells, s.chosen...)
	var takers []int
	for _, c := range s.chosen {
		if s.Can(c, z) {
			takers = append(takers, c)
		}
	}
	for _, p := range s.Peers[takers[0]] {
		if s.SeesAll(int(p), takers[1:]) {
			s.Hint.StrikeAll(s.Board, int(p), 1<<uint(z))
		}
	}
	if s.Verbose && len(s.Hint.Strikes) > 0 {
		s.AddSet(s.chosen...)
		s.Say("%c hold %d between them, and all but %d at most once; so it stands in one of %c", s.chosen, vs, z, takers)
	}
	return len(s.Hint.Strikes) > 0
}

var bentNames = [...]string{4: "wxyz_wing", 5: "vwxyz_wing"}
