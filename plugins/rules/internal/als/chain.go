package als

import (
	"math/bits"
	"strings"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A chain of almost locked sets: each shares a restricted common candidate with the next, never the same
// twice running. If the first set lacks a digit z, it holds its common x1, so the second lacks that and holds
// all others, and so on: the first or the last holds z.

// chainer searches breadth first, from one set by one common.
type chainer struct {
	*board.Position
	sets    *Sets
	all     []Set
	commons [][]uint64
	by      [][]step // set → digit that it lacks → how that was reached
	queue   []state
	turn    int
}

// state says that a set lacks a digit.
type state struct{ set, v int }

// step is the state before, and the number of sets so far.
type step struct {
	turn, length int
	from         state
}

// Chain makes chains of four almost locked sets or more.
func Chain(p *board.Position) board.Technique {
	return &chainer{Position: p, sets: board.Share(p, NewSets)}
}

// Each goes through the chains of four sets or more.
func (s *chainer) Each(done func() bool) bool {
	s.all, s.commons = s.sets.commonsHere()
	s.turn = 0
	s.by = make([][]step, len(s.all))
	for i := range s.by {
		s.by[i] = make([]step, s.N)
	}
	for i := range s.all {
		for xs := s.all[i].Digits; xs != 0; xs &= xs - 1 {
			if s.chainsFrom(i, bits.TrailingZeros64(xs), done) {
				return true
			}
		}
	}
	return false
}

// chainsFrom follows the chains whose first common is x.
func (s *chainer) chainsFrom(first, x int, done func() bool) bool {
	s.turn++
	s.queue = s.queue[:0]
	s.by[first][x] = step{turn: s.turn}
	for j, c := range s.commons[first] {
		if c>>uint(x)&1 == 1 {
			s.reach(state{j, x}, step{s.turn, 2, state{first, -1}})
		}
	}
	for head := 0; head < len(s.queue); head++ {
		at := s.queue[head]
		length := s.by[at.set][at.v].length
		if length >= 4 && s.describe(first, x, at) && done() {
			return true
		}
		for j, c := range s.commons[at.set] {
			for c &^= 1 << uint(at.v); c != 0; c &= c - 1 {
				s.reach(state{j, bits.TrailingZeros64(c)}, step{s.turn, length + 1, at})
			}
		}
	}
	return false
}

// reach records the first step that reaches a state.
func (s *chainer) reach(to state, how step) {
	if p := &s.by[to.set][to.v]; p.turn != s.turn {
		*p = how
		s.queue = append(s.queue, to)
	}
}

// describe says what follows from the digits that the first and the last set share.
func (s *chainer) describe(first, x int, last state) bool {
	a, b := &s.all[first], &s.all[last.set]
	s.StartHint("als_xy_chain", 0)
	for vs := a.Digits & b.Digits &^ (1<<uint(x) | 1<<uint(last.v)); vs != 0; vs &= vs - 1 {
		strikeSight(s.Position, a, b, bits.TrailingZeros64(vs))
	}
	if len(s.Hint.Strikes) == 0 {
		return false
	}
	var words []string
	states := s.statesTo(last)
	for _, at := range states {
		set := &s.all[at.set]
		s.AddCells(set.Cells...)
		s.Hint.Houses = append(s.Hint.Houses, set.house)
		if at.v >= 0 && s.Verbose {
			words = append(words, s.Sentence("%c by %d", set.Cells, at.v))
		}
	}
	if s.Verbose {
		s.linkChain(states)
		s.Say("From %c to %c leads a chain of almost locked sets, each locked by the common digit that the next takes (%s), "+
			"so one of its ends is locked", a.Cells, b.Cells, strings.Join(words, "; "))
	}
	return true
}

// statesTo returns the states of a chain, the last first; the first set lacks no digit.
func (s *chainer) statesTo(last state) []state {
	states := []state{last}
	for states[len(states)-1].v >= 0 {
		at := states[len(states)-1]
		states = append(states, s.by[at.set][at.v].from)
	}
	return states
}

// linkChain adds the sets from the first to the last, and for each the digit by which the next is locked.
func (s *chainer) linkChain(states []state) {
	for i := len(states) - 1; i >= 0; i-- {
		set := &s.all[states[i].set]
		s.AddSet(set.Cells...)
		if i == 0 {
			return
		}
		next := states[i-1]
		if v := states[i].v; v >= 0 {
			s.Strong(set.end(v), set.end(next.v))
		}
		s.Weak(set.end(next.v), s.all[next.set].end(next.v))
	}
}

// A death blossom: for each candidate of a cell, the stem, there is an almost locked set, a petal, that loses it when
// it is placed in the stem, and then holds all its other digits. A digit z of all petals is in one of them.

// blossom looks at one stem and one digit z at a time.
type blossom struct {
	*board.Position
	sets    *Sets
	stem, z int
	petals  []*Set
	done    func() bool
}

// DeathBlossom makes the technique that finds a stem cell each of whose candidates is in an almost locked set, and a
// digit that all these sets share.
func DeathBlossom(p *board.Position) board.Technique {
	return &blossom{Position: p, sets: board.Share(p, NewSets)}
}

// Each finds a stem and an almost locked set for each of its candidates.
func (b *blossom) Each(done func() bool) bool {
	b.done = done
	for stem, vs := range b.Cand {
		if k := bits.OnesCount64(vs); k < 2 || k > 5 {
			continue
		}
		for z := range b.N {
			b.stem, b.z = stem, z
			if vs>>uint(z)&1 == 0 && b.grow(vs, b.CellsOf(z)) {
				return true
			}
		}
	}
	return false
}

// grow adds a petal for the lowest of the candidates left; sight are the cells with z that see all petals so far.
func (b *blossom) grow(left uint64, sight board.CellSet) bool {
	if left == 0 {
		return b.describe(sight) && b.done()
	}
	v := bits.TrailingZeros64(left)
	all := b.sets.Here()
	for i := range all {
		a := &all[i]
		if a.Digits>>uint(v)&1 == 0 || a.Digits>>uint(b.z)&1 == 0 || a.set.Has(b.stem) || !a.sight[v].Has(b.stem) {
			continue
		}
		rest := board.NewCellSet(b.Cells)
		rest.SetAnd(sight, a.sight[b.z])
		if rest.Len() == 0 {
			continue
		}
		b.petals = append(b.petals, a)
		stop := b.grow(left&(left-1), rest)
		b.petals = b.petals[:len(b.petals)-1]
		if stop {
			return true
		}
	}
	return false
}

// describe makes the hint of a stem with its petals.
func (b *blossom) describe(sight board.CellSet) bool {
	b.StartHint("death_blossom", 0)
	for c := range sight.All {
		b.Hint.Strikes = append(b.Hint.Strikes, board.Mark{Cell: c, V: b.z})
	}
	b.strikeOthers()
	b.Hint.Cells = append(b.Hint.Cells, b.stem)
	for _, a := range b.petals {
		b.Hint.Houses = append(b.Hint.Houses, a.house)
		b.AddCells(a.Cells...)
	}
	if b.Verbose {
		vs := b.Cand[b.stem]
		for _, a := range b.petals {
			v := bits.TrailingZeros64(vs)
			vs &= vs - 1
			b.AddSet(a.Cells...)
			b.Weak(board.At(v, b.stem), a.end(v))
			b.Strong(a.end(v), a.end(b.z))
		}
		b.Say("Each of %d, wherever it stands in %c, locks one of the sets %s, so that %d stands there",
			b.Cand[b.stem], b.stem, b.petalNames(), b.z)
	}
	return true
}

// strikeOthers strikes the other digits that all petals share.
func (b *blossom) strikeOthers() {
	shared := b.petals[0].Digits &^ (b.Cand[b.stem] | 1<<uint(b.z))
	for _, a := range b.petals {
		shared &= a.Digits
	}
	for ; shared != 0; shared &= shared - 1 {
		v := bits.TrailingZeros64(shared)
		sight := b.CellsOf(v)
		for _, a := range b.petals {
			sight.SetAnd(sight, a.sight[v])
		}
		for c := range sight.All {
			b.Hint.Strikes = append(b.Hint.Strikes, board.Mark{Cell: c, V: v})
		}
	}
}

// petalNames lists the cells of the petals for the sentence.
func (b *blossom) petalNames() string {
	names := make([]string, len(b.petals))
	for i, a := range b.petals {
		names[i] = b.CellNames(a.Cells)
	}
	return strings.Join(names, "; ")
}
