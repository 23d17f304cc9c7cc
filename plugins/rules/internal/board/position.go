package board

import (
	"context"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A Maker makes a technique for a position. The technique may keep what it needs from one step to the next.
type Maker = func(p *Position) Technique

// Position is what techniques look at: the board, how they are to look, and the hint that they fill in. It is
// made for a geometry and serves all puzzles of it.
type Position struct {
	*Board
	Hint    Hint
	Givens  sudoku.Grid
	Soft    bool            // the puzzle has soft clues
	Verbose bool            // hints have sentences, links and sets
	All     bool            // techniques that prefer one use to all others still go through all
	Whole   bool            // and those that leave a part of what they strike to a later step strike all
	Wide    bool            // naked and hidden sets are looked for in all houses, and strike in all that hold them
	Below   float64         // unless 0: hints rated as high as this are not wanted, and techniques may leave them out
	Ctx     context.Context // ends the search for long chains
	joint   []any           // see Share
}

// NewPosition returns a position on the empty board of a frame.
func NewPosition(f *Frame) *Position { return &Position{Board: NewBoard(f)} }

// Set sets the position to a puzzle whose candidates are still to be read.
func (p *Position) Set(ctx context.Context, puzzle *sudoku.Puzzle) {
	p.Givens, p.Soft, p.Ctx = puzzle.Givens(), !puzzle.Plain(), ctx
}

// Share returns the T that the techniques of a position have in common, made by the first that asks for it.
func Share[T any](p *Position, make func(p *Position) *T) *T {
	for _, s := range p.joint {
		if t, ok := s.(*T); ok {
			return t
		}
	}
	t := make(p)
	p.joint = append(p.joint, t)
	return t
}

// StartHint empties the position's hint and names its technique and rating. A technique then adds cells, placements
// and strikes.
func (p *Position) StartHint(technique string, rating float64) { p.Hint.Reset(technique, rating) }

// AddCells adds cells to the hint's pattern, each once.
func (p *Position) AddCells(cells ...int) { p.Hint.Cells = addOnce(p.Hint.Cells, cells) }

// AddHouses adds houses to the hint's pattern, each once.
func (p *Position) AddHouses(houses ...int) { p.Hint.Houses = addOnce(p.Hint.Houses, houses) }

// AddConstraints adds constraints to what the hint argues from, each once.
func (p *Position) AddConstraints(numbers ...int) {
	p.Hint.Constraints = addOnce(p.Hint.Constraints, numbers)
}

// addOnce appends what a list does not have.
func addOnce(list, more []int) []int {
	for _, n := range more {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// Weak adds to the hint of an engine that explains that at most one of two ends is true, Strong that at least one is.
func (p *Position) Weak(from, to []sudoku.Candidate) { p.addLink(sudoku.WeakLink, from, to) }

// Strong is described at Weak.
func (p *Position) Strong(from, to []sudoku.Candidate) { p.addLink(sudoku.StrongLink, from, to) }

// addLink appends a link to the hint.
func (p *Position) addLink(kind sudoku.LinkKind, from, to []sudoku.Candidate) {
	p.Hint.Links = append(p.Hint.Links, sudoku.Link{Kind: kind, From: from, To: to})
}

// AddSet adds a locked or almost locked set to the hint of an engine that explains.
func (p *Position) AddSet(cells ...int) { p.Hint.Sets = append(p.Hint.Sets, slices.Clone(cells)) }

// At returns digit v in some cells, as the end of a link.
func At(v int, cells ...int) []sudoku.Candidate {
	end := make([]sudoku.Candidate, len(cells))
	for i, c := range cells {
		end[i] = sudoku.Candidate{Cell: c, Digit: v + 1}
	}
	return end
}

// StrikeOnce adds the digits vs of a cell that are still candidates, and that the hint does not strike yet.
func (p *Position) StrikeOnce(cell int, vs uint64) {
	for vs &= p.Cand[cell]; vs != 0; vs &= vs - 1 {
		if m := (Mark{cell, bits.TrailingZeros64(vs)}); !slices.Contains(p.Hint.Strikes, m) {
			p.Hint.Strikes = append(p.Hint.Strikes, m)
		}
	}
}

// StrikeBoth strikes v from the cells that see both a and b.
func (p *Position) StrikeBoth(a, b, v int) {
	for _, c := range p.Peers[a] {
		if int(c) != b && p.PeerSets[b].Has(int(c)) {
			p.Hint.StrikeAll(p.Board, int(c), 1<<uint(v))
		}
	}
}

// StrikeOutside strikes digits from the cells of a house that are not in the hint's pattern.
func (p *Position) StrikeOutside(h int, vs uint64) {
	for _, c := range p.Houses[h].Cells {
		if !slices.Contains(p.Hint.Cells, int(c)) {
			p.StrikeOnce(int(c), vs)
		}
	}
}

// Ending says how the work on a puzzle ended: nil for a solved puzzle.
func (p *Position) Ending() error {
	switch {
	case p.Left == 0 && !p.Broken:
		return nil
	case p.Ctx.Err() != nil:
		return p.Ctx.Err()
	}
	return sudoku.ErrGaveUp
}

// Memory holds, for each house or digit, the version of the board in which a technique found nothing there.
type Memory []int64

// Unseen returns the digits whose candidates have changed since a technique found nothing for them.
func (p *Position) Unseen(seen Memory) uint64 {
	var vs uint64
	for v, changed := range p.digitChanged {
		if seen[v] < changed && int(p.Placed[v]) < p.N {
			vs |= 1 << uint(v)
		}
	}
	return vs
}

// FoundNothing notes that there is nothing to find for some digits until their candidates change.
func (p *Position) FoundNothing(vs uint64, seen Memory) {
	for ; vs != 0; vs &= vs - 1 {
		seen[bits.TrailingZeros64(vs)] = p.Version
	}
}

// CellSet is a set of cells, a bit a cell, as many words as the board needs. Its methods change it in place, because
// techniques reuse their sets.
type CellSet []uint64

// NewCellSet returns an empty set with room for a number of cells.
func NewCellSet(cells int) CellSet { return make(CellSet, (cells+63)/64) }

// Has reports whether a cell is in the set. The set must be as large as the board.
func (s CellSet) Has(c int) bool { return s[uint(c)/64]>>(uint(c)%64)&1 == 1 }

// Add puts a cell into the set, where it may be already.
func (s CellSet) Add(c int) { s[uint(c)/64] |= 1 << (uint(c) % 64) }

// Remove takes a cell out of the set, which need not hold it.
func (s CellSet) Remove(c int) { s[uint(c)/64] &^= 1 << (uint(c) % 64) }

// Take takes the first cell out of the set and returns it, -1 if there is none.
func (s CellSet) Take() int {
	for i, w := range s {
		if w != 0 {
			s[i] = w & (w - 1)
			return i*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// Len returns how many cells the set has.
func (s CellSet) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// SetAnd makes s the intersection of a and b, which may be s itself.
func (s CellSet) SetAnd(a, b CellSet) {
	for i := range s {
		s[i] = a[i] & b[i]
	}
}

// Meets reports whether a cell is in both sets, without making their intersection.
func (s CellSet) Meets(b CellSet) bool {
	for i := range s {
		if s[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// ShareTwo reports whether two cells or more are in both sets, as a fish needs of a line and its cover.
func (s CellSet) ShareTwo(b CellSet) bool {
	seen := false
	for i := range s {
		m := s[i] & b[i]
		if m&(m-1) != 0 || m != 0 && seen {
			return true
		}
		seen = seen || m != 0
	}
	return false
}

// IsIn reports whether b holds all of s.
func (s CellSet) IsIn(b CellSet) bool {
	for i := range s {
		if s[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// All calls yield with each cell of s in increasing order; it is an iter.Seq[int].
func (s CellSet) All(yield func(int) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(i*64 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// one returns 1 for a set that is not empty, and 0 for one that is.
func one(set uint64) uint64 { return (set | -set) >> 63 }

// Pick chooses k of several sets so that their union has exactly k members: the shape of naked and hidden
// sets and of fish. It tries choices in increasing binary order (the highest member decides first), as Sudoku
// Explainer does, and drops a branch as soon as the union is too large.
//
//	sets[i]  the set at index i, 0 if index i may not be chosen
//	accept   is asked about each choice: chosen indexes and union; true ends the search
type Pick struct {
	Sets   []uint64
	K      int
	Accept func(chosen, union uint64) bool
}

// Search tries the choices and reports whether one was accepted.
func (p *Pick) Search() bool { return p.Extend(p.K, len(p.Sets), 0, 0) }

// Extend chooses still more members below index top.
func (p *Pick) Extend(still, top int, chosen, union uint64) bool {
	if still == 0 {
		return bits.OnesCount64(union) == p.K && p.Accept(chosen, union)
	}
	var open uint64
	for i, s := range p.Sets[:top] {
		open |= one(s) << uint(i)
	}
	return p.among(still, open, chosen, union)
}

// among chooses still more members of open.
func (p *Pick) among(still int, open, chosen, union uint64) bool {
	for m := open; m != 0; m &= m - 1 {
		bit := m & -m
		u := union | p.Sets[bits.TrailingZeros64(m)]
		n := bits.OnesCount64(u)
		switch {
		case n > p.K:
		case still > 1:
			if p.among(still-1, open&(bit-1), chosen|bit, u) {
				return true
			}
		case n == p.K && p.Accept(chosen|bit, u):
			return true
		}
	}
	return false
}

// Within keeps a set that has 2 … k members and turns any other into 0.
func Within(set uint64, k int) uint64 {
	if n := bits.OnesCount64(set); n < 2 || n > k {
		return 0
	}
	return set
}
