package loop

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/als"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// An alternating inference chain says that one of two nodes is on: if the first is off, links lead from it to
// the last. What both put off is impossible. If the last also puts off the first, the chain is a continuous
// nice loop: it can be read both ways round, so one end of each of its links is on. If the last is the first,
// it is on, and its cell holds nothing else.

// webChain is a chain that a search has found, without its links.
type webChain struct {
	from, to int32
	length   int32 // links
	loop     bool
}

// weaver looks for chains in a web, of candidates alone or also of groups and almost locked sets.
type weaver struct {
	*board.Position
	*web
	name   string
	found  []webChain
	parent [2][]webStep // off or on → node → how it was reached
	turn   uint32
	queue  []int32 // nodes: twice the number, plus 1 for on
	path   []int32
}

// webStep says that a node was reached in a search, from which, and in which almost locked set.
type webStep struct {
	turn      uint32
	from, via int32
	length    int32
}

// mostCandidates is the largest number of candidates that chains are looked for among: a 9×9 puzzle has at most 729,
// larger boards far more, and the memory grows with the square of them.
const mostCandidates = 1500

func on(id int32) int32   { return id<<1 | 1 }
func off(id int32) int32  { return id << 1 }
func isOn(nd int32) bool  { return nd&1 == 1 }
func idOf(nd int32) int32 { return nd >> 1 }

// NiceLoop makes the technique that finds chains and loops of single candidates, without groups.
func NiceLoop(p *board.Position) board.Technique { return newWeaver(p, "nice_loop", plainWeb) }

// GroupedLoop makes the technique that finds nice loops with groups of candidates at their ends.
func GroupedLoop(p *board.Position) board.Technique {
	return newWeaver(p, "grouped_nice_loop", groupedWeb)
}

// ALSLoop makes those that may have a group or an almost locked set.
func ALSLoop(p *board.Position) board.Technique { return newWeaver(p, "als_nice_loop", alsWeb) }

// newWeaver returns a technique that looks for chains in a web of one kind.
func newWeaver(p *board.Position, name string, kind webKind) board.Technique {
	w := &web{kind: kind}
	if kind == alsWeb {
		w.sets = board.Share(p, als.NewSets)
	}
	return &weaver{Position: p, web: w, name: name}
}

// Each goes through chains and loops, the shortest first.
func (s *weaver) Each(done func() bool) bool {
	s.weave(s.Position.Board)
	if len(s.marks) > mostCandidates {
		return false
	}
	s.gather()
	slices.SortStableFunc(s.found, func(a, b webChain) int { return cmp.Compare(a.length, b.length) })
	for _, c := range s.found {
		if s.describe(c) && done() {
			return true
		}
	}
	return false
}

// gather collects the chains that may be of use: the shortest between any two nodes, and both readings of loops.
func (s *weaver) gather() {
	s.found = s.found[:0]
	for i := range s.nodes {
		s.spread(int32(i))
		for _, nd := range s.queue {
			to := idOf(nd)
			if !isOn(nd) || to < int32(i) {
				continue
			}
			c := webChain{from: int32(i), to: to, length: s.parent[1][to].length}
			if c.loop = to != c.from && s.putsOff(to, c.from); c.loop {
				s.found = append(s.found, c)
				c.loop = false
			}
			if s.haveCommon(c.from, to) {
				s.found = append(s.found, c)
			}
		}
	}
}

// spread searches breadth first for all that follows from a node being off.
func (s *weaver) spread(from int32) {
	for side := range s.parent {
		if len(s.parent[side]) < len(s.nodes) {
			s.parent[side] = make([]webStep, len(s.nodes))
		}
	}
	s.turn++
	s.queue = s.queue[:0]
	s.reach(off(from), webStep{from: -1, via: -1})
	for head := 0; head < len(s.queue); head++ {
		id := idOf(s.queue[head])
		if isOn(s.queue[head]) {
			s.spreadOn(id)
			continue
		}
		length := s.parent[0][id].length + 1
		for _, l := range s.strong[id] {
			s.reach(on(l.to), webStep{from: id, via: l.via, length: length})
		}
	}
}

// spreadOn puts off all candidates that a node sees.
func (s *weaver) spreadOn(id int32) {
	step := webStep{from: id, via: -1, length: s.parent[1][id].length + 1}
	for m := range board.CellSet(s.sightOf(id)).All {
		s.reach(off(int32(m)), step)
	}
	for _, q := range s.weak[id] {
		s.reach(off(q), step)
	}
}

// reach notes how a node was reached first.
func (s *weaver) reach(nd int32, step webStep) {
	at := &s.parent[nd&1][idOf(nd)]
	if at.turn != s.turn {
		step.turn = s.turn
		*at = step
		s.queue = append(s.queue, nd)
	}
}

// describe searches the chain again and fills in the hint if it strikes something.
func (s *weaver) describe(c webChain) bool {
	s.spread(c.from)
	s.path = s.path[:0]
	for nd := on(c.to); nd >= 0; {
		s.path = append(s.path, nd)
		from := s.parent[nd&1][idOf(nd)].from
		if from < 0 {
			break
		}
		nd = from<<1 | nd&1 ^ 1
	}
	slices.Reverse(s.path)
	s.StartHint(s.name, 0)
	switch {
	case c.from == c.to && int(c.to) < len(s.marks):
		m := s.marks[c.to]
		s.Hint.StrikeAll(s.Position.Board, m.Cell, ^(1 << uint(m.V)))
	case c.loop:
		s.strikeLoop()
	default:
		s.Hint.Strikes = s.common(s.Hint.Strikes, c.from, c.to)
	}
	if len(s.Hint.Strikes) == 0 {
		return false
	}
	s.illustrate(c)
	return true
}

// strikeLoop strikes what the two ends of every weak link of the path put off, and the other digits of its
// almost locked sets.
func (s *weaver) strikeLoop() {
	for i, nd := range s.path {
		var more []board.Mark
		if isOn(nd) {
			more = s.common(nil, idOf(nd), idOf(s.path[(i+1)%len(s.path)]))
		}
		if via := s.parent[nd&1][idOf(nd)].via; via >= 0 {
			a := &s.locked[via]
			used := uint64(1)<<uint(s.nodes[idOf(nd)].v) | 1<<uint(s.nodes[idOf(s.path[i-1])].v)
			als.StrikeLocked(s.Position, a, used)
		}
		for _, m := range more {
			s.StrikeOnce(m.Cell, 1<<uint(m.V))
		}
	}
}

// illustrate adds the pattern and the sentence.
func (s *weaver) illustrate(c webChain) {
	for i, nd := range s.path {
		s.AddCells(s.nodes[idOf(nd)].cells...)
		if via := s.parent[nd&1][idOf(nd)].via; via >= 0 && i > 0 {
			s.AddCells(s.locked[via].Cells...)
		}
	}
	if !s.Verbose {
		return
	}
	s.linkPath(c)
	words := make([]string, len(s.path))
	for i, nd := range s.path {
		words[i] = s.nodeName(nd)
	}
	conclusion := "one of its ends holds"
	switch {
	case c.from == c.to:
		conclusion = "contradicts its beginning"
	case c.loop:
		conclusion = "can be read both ways round"
	}
	s.Say("The chain %s: %s", strings.Join(words, " → "), conclusion)
}

// nodeName writes a node as r1c2=3, or r1c2,r1c3≠3.
func (s *weaver) nodeName(nd int32) string {
	n := &s.nodes[idOf(nd)]
	sign := "≠"
	if isOn(nd) {
		sign = "="
	}
	names := make([]string, len(n.cells))
	for i, c := range n.cells {
		names[i] = s.Position.CellName(c)
	}
	return strings.Join(names, ",") + sign + s.Position.DigitName(n.v)
}

// linkPath adds the links of the chain, and the almost locked sets that they run through.
func (s *weaver) linkPath(c webChain) {
	for i, nd := range s.path[:len(s.path)-1] {
		to := s.path[i+1]
		if isOn(nd) {
			s.Weak(s.end(nd), s.end(to))
			continue
		}
		s.Strong(s.end(nd), s.end(to))
		if via := s.parent[1][idOf(to)].via; via >= 0 {
			s.AddSet(s.locked[via].Cells...)
		}
	}
	if c.loop {
		s.Weak(s.end(on(c.to)), s.end(off(c.from)))
	}
}

// end returns a node as the end of a link.
func (s *weaver) end(nd int32) []sudoku.Candidate {
	n := &s.nodes[idOf(nd)]
	return board.At(n.v, n.cells...)
}
