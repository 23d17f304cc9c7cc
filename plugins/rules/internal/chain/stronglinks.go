package chain

import "slices"

// strongLinks lists what is on when a candidate of a grid is off.
type strongLinks struct {
	all   []int32 // candidate after candidate: the Y link, then X links, each once
	first []int32 // candidate → where its Y link begins; one more entry at the end
	xFrom []int32 // candidate → where its X links begin
}

// linkUp lists the strong links of a grid.
func (s *strongLinks) linkUp(l *links, grid *view) {
	s.all, s.first, s.xFrom = s.all[:0], s.first[:0], s.xFrom[:0]
	for id, m := range l.marks {
		s.first = append(s.first, int32(len(s.all)))
		if !grid.has(int32(id)) {
			s.xFrom = append(s.xFrom, int32(len(s.all)))
			continue
		}
		if q := l.otherInCell(grid, m); q >= 0 {
			s.all = append(s.all, q)
		}
		from := len(s.all)
		s.xFrom = append(s.xFrom, int32(from))
		seats := l.Seats[m.Cell]
		for i := range seats {
			if q := l.otherInHouse(grid, m, &seats[i]); q >= 0 && !slices.Contains(s.all[from:], q) {
				s.all = append(s.all, q)
			}
		}
	}
	s.first = append(s.first, int32(len(s.all)))
}

// of returns the candidates that are on when id is off, by links of a kind.
func (s *strongLinks) of(id int32, kind chainKind) []int32 {
	switch kind {
	case xChain:
		return s.all[s.xFrom[id]:s.first[id+1]]
	case yChain:
		return s.all[s.first[id]:s.xFrom[id]]
	}
	return s.all[s.first[id]:s.first[id+1]]
}
