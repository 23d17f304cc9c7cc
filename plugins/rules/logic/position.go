package logic

import (
	"context"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Technique is one way to make progress on a position.
type technique interface {
	// each describes uses of the technique in the position's hint, one at a time, and calls done after each
	// until done returns true or there are no more. It reports whether done returned true. A technique that
	// prefers one use to all others calls done for that one alone.
	each(done func() bool) bool
}

// A maker makes a technique for a position. The technique may keep what it needs from one step to the next.
type maker = func(p *position) technique

// position is what techniques look at: the board, how they are to look, and the hint that they fill in. It is
// made for a geometry and serves all puzzles of it.
type position struct {
	*board
	hint    hint
	givens  sudoku.Grid
	soft    bool            // the puzzle has soft clues
	verbose bool            // hints have sentences
	wide    bool            // naked and hidden sets are looked for in all houses, and strike in all that hold them
	ctx     context.Context // ends the search for long chains
	joint   []any           // see share
}

func newPosition(f *frame) *position { return &position{board: newBoard(f)} }

// set sets the position to a puzzle whose candidates are still to be read.
func (p *position) set(ctx context.Context, puzzle *sudoku.Puzzle) {
	p.givens, p.soft, p.ctx = puzzle.Givens, len(puzzle.Soft) > 0, ctx
}

// share returns the T that the techniques of a position have in common, made by the first that asks for it.
func share[T any](p *position, make func(p *position) *T) *T {
	for _, s := range p.joint {
		if t, ok := s.(*T); ok {
			return t
		}
	}
	t := make(p)
	p.joint = append(p.joint, t)
	return t
}

// startHint starts the description of a hint.
func (p *position) startHint(technique string, rating float64) { p.hint.reset(technique, rating) }

// addCell adds a cell to the hint's pattern once.
func (p *position) addCell(cell int) {
	for _, c := range p.hint.cells {
		if c == cell {
			return
		}
	}
	p.hint.cells = append(p.hint.cells, cell)
}

// isStruck reports whether the hint strikes a candidate.
func (p *position) isStruck(cell, v int) bool {
	for _, m := range p.hint.strikes {
		if m == (mark{cell, v}) {
			return true
		}
	}
	return false
}

// strikeBoth strikes v from the cells that see both a and b.
func (p *position) strikeBoth(a, b, v int) {
	for _, c := range p.peers[a] {
		if int(c) != b && p.peerSets[b].has(int(c)) {
			p.hint.strikeAll(p.board, int(c), 1<<uint(v))
		}
	}
}

// strikeOutside strikes digits from the cells of a house that are not in the hint's pattern.
func (p *position) strikeOutside(h int, vs uint64) {
	for _, c := range p.houses[h].cells {
		inside := false
		for _, cell := range p.hint.cells {
			inside = inside || cell == int(c)
		}
		for m := vs & p.cand[c]; m != 0 && !inside; m &= m - 1 {
			if v := bits.TrailingZeros64(m); !p.isStruck(int(c), v) {
				p.hint.strikes = append(p.hint.strikes, mark{int(c), v})
			}
		}
	}
}

// ending says how the work on a puzzle ended: nil for a solved puzzlp.
func (p *position) ending() error {
	switch {
	case p.left == 0 && !p.broken:
		return nil
	case p.ctx.Err() != nil:
		return p.ctx.Err()
	}
	return sudoku.ErrGaveUp
}

// memory holds, for each house or digit, the version of the board in which a technique found nothing there.
type memory []int64

// unseen returns the digits whose candidates have changed since a technique found nothing for them.
func (p *position) unseen(seen memory) uint64 {
	var vs uint64
	for v, changed := range p.digitChanged {
		if seen[v] < changed && int(p.placed[v]) < p.n {
			vs |= 1 << uint(v)
		}
	}
	return vs
}

// foundNothing notes that there is nothing to find for some digits until their candidates change.
func (p *position) foundNothing(vs uint64, seen memory) {
	for ; vs != 0; vs &= vs - 1 {
		seen[bits.TrailingZeros64(vs)] = p.version
	}
}
