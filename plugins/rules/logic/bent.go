package logic

import (
	"fmt"
	"math/bits"
)

// A bent set is k cells of two crossing houses, not all in one house, with k digits between them, of which
// all but one digit z are restricted: their cells see each other, so each stands in the set once at most.
// Then z stands in the set, and leaves what sees all its cells there. With three cells it is an XY- or
// XYZ-wing, with four a WXYZ-wing, with five a VWXYZ-wing.

// bent looks for bent sets in two houses at a time.
type bent struct {
	*position
	k      int
	cells  []int // of either house, without those filled
	chosen []int
	done   func() bool
}

// newBentSet makes bent sets of k cells.
func newBentSet(k int) maker {
	return func(p *position) technique { return &bent{position: p, k: k} }
}

func (s *bent) each(done func() bool) bool {
	s.done = done
	for h := range s.houses {
		for i := range h {
			if s.shared(h, i) == 0 {
				continue
			}
			s.cells = s.cells[:0]
			for _, c := range s.houses[h].cells {
				s.add(int(c))
			}
			for _, c := range s.houses[i].cells {
				if s.slotIn(h, int(c)) < 0 {
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
	if n := bits.OnesCount64(s.cand[c]); n >= 2 && n <= s.k {
		s.cells = append(s.cells, c)
	}
}

// choose adds cells from s.cells[i] on to those chosen, which hold vs.
func (s *bent) choose(i int, vs uint64) bool {
	if len(s.chosen) == s.k {
		return bits.OnesCount64(vs) == s.k && s.describe(vs) && s.done()
	}
	for ; i+s.k-len(s.chosen) <= len(s.cells); i++ {
		union := vs | s.cand[s.cells[i]]
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
			if s.can(c, v) && s.can(d, v) && !s.arePeers(c, d) {
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
	s.startHint(bentNames[s.k], 0)
	s.hint.cells = append(s.hint.cells, s.chosen...)
	var takers []int
	for _, c := range s.chosen {
		if s.can(c, z) {
			takers = append(takers, c)
		}
	}
	for _, p := range s.peers[takers[0]] {
		if s.seesAll(int(p), takers[1:]) {
			s.hint.strikeAll(s.board, int(p), 1<<uint(z))
		}
	}
	if s.verbose && len(s.hint.strikes) > 0 {
		s.hint.text = fmt.Sprintf("%s hold %s between them, and all but %s at most once; so it stands in one of "+
			"%s; "+
			"this removes %s.", s.cellNames(s.chosen), s.digitNames(vs), s.digitName(z), s.cellNames(takers),
			s.hint.struck(s.frame))
	}
	return len(s.hint.strikes) > 0
}

var bentNames = [...]string{4: "wxyz_wing", 5: "vwxyz_wing"}
