package create

import (
	"bytes"
	"math/bits"
)

// propagate draws consequences until nothing changes. It reports false on a contradiction, and whether all
// cells are solved.
func (b *nineBoard) propagate() (solved, ok bool) {
	for b.dirty != 0 {
		for m := b.dirty; m != 0; m &= m - 1 {
			if !b.settle(bits.TrailingZeros32(m)) {
				return false, false
			}
		}
		b.dirty = 0
		solved = true
		for band := range 3 {
			done, ok := b.cells(band)
			if !ok {
				return false, false
			}
			solved = solved && done
		}
	}
	return solved, true
}

// cells takes from the other digits the cells where one must stand, and gives cells with one digit left to it.
func (b *nineBoard) cells(band int) (solved, ok bool) {
	var taken, clash, once, twice uint32
	for d := range b.may {
		clash |= taken & b.sure[d][band]
		taken |= b.sure[d][band]
	}
	for d := range b.may {
		x := b.may[d][band]
		if gone := x & taken &^ b.sure[d][band]; gone != 0 {
			x ^= gone
			b.may[d][band] = x
			b.dirty |= 1 << d
		}
		twice |= once & x
		once |= x
	}
	if once != bandCells || clash != 0 {
		return false, false
	}
	naked := once &^ twice &^ taken
	return taken == bandCells, naked == 0 || b.naked(band, naked)
}

// naked confines each digit that is alone in some of the cells to these within their rows. It reports false
// if these are two in a row.
func (b *nineBoard) naked(band int, cells uint32) bool {
	for d := range b.may {
		if mine := b.may[d][band] & cells; mine != 0 {
			b.may[d][band] = keepHidden(b.may[d][band], mine)
			b.dirty |= 1 << d
			if singles(mine) != mine {
				return false
			}
		}
	}
	return true
}

// branch returns a cell with the fewest digits left, two if there is such a cell.
func (b *nineBoard) branch() int {
	best, cell := 10, -1
	for band := range 3 {
		var once, twice, thrice, more uint32
		for d := range b.may {
			x := b.may[d][band]
			more |= thrice & x
			thrice |= twice & x
			twice |= once & x
			once |= x
		}
		switch {
		case twice&^thrice != 0:
			return 27*band + bits.TrailingZeros32(twice&^thrice)
		case thrice&^more != 0 && best > 3:
			best, cell = 3, 27*band+bits.TrailingZeros32(thrice&^more)
		case more != 0 && best > 4:
			best, cell = 4, 27*band+bits.TrailingZeros32(more)
		}
	}
	return cell
}

// digits returns the digits (bit d for digit d+1) left in a cell.
func (b *nineBoard) digits(cell int) (set uint32) {
	band, shift := cell/27, cell%27
	for d := range b.may {
		set |= b.may[d][band] >> shift & 1 << d
	}
	return set
}

// search calls want with solved boards, starting from board depth, until it returns false or there are no
// others. In a guess the digits of avoid, a grid, come last. It reports whether want asked to stop.
func (n *nine) search(depth int, avoid []uint8) bool {
	b := &n.boards[depth]
	n.nodes++
	solved, ok := b.propagate()
	if !ok {
		return false
	}
	if solved {
		return !n.want(b)
	}
	cell := b.branch()
	set := b.digits(cell)
	last := uint32(0)
	if avoid != nil {
		last = set & (1 << avoid[cell] >> 1)
	}
	for _, part := range [2]uint32{set &^ last, last} {
		for m := part; m != 0; m &= m - 1 {
			next := &n.boards[depth+1]
			*next = *b
			next.guess(bits.TrailingZeros32(m), cell)
			if n.search(depth+1, avoid) {
				return true
			}
		}
	}
	return false
}

func (b *nineBoard) guess(d, cell int) {
	set := b.digits(cell)
	b.put(d, cell)
	b.dirty |= set
}

// read writes a solved board.
func (b *nineBoard) read(grid []uint8) {
	for d := range b.sure {
		for band, m := range b.sure[d] {
			for ; m != 0; m &= m - 1 {
				grid[27*band+bits.TrailingZeros32(m)] = uint8(d + 1)
			}
		}
	}
}

// start makes the first board that of the givens.
func (n *nine) start(givens []uint8) *nineBoard {
	b := &n.boards[0]
	var filled [3]uint32
	var own, away [10][3]uint32 // by digit: its cells, and these with all that see them
	for cell, v := range givens {
		if v == 0 {
			continue
		}
		band, bit := cell/27, uint32(1)<<(cell%27)
		see, far := &seen[cell], &away[v%10]
		filled[band] |= bit
		own[v%10][band] |= bit
		far[0] |= see[0]
		far[1] |= see[1]
		far[2] |= see[2]
	}
	for d := range b.may {
		for band := range 3 {
			b.may[d][band] = bandCells&^filled[band]&^away[d+1][band] | own[d+1][band]
		}
		b.sure[d] = [3]uint32{}
	}
	b.dirty = allDirty
	n.nodes = 0
	return b
}

// other implements engine.
func (n *nine) other(givens, solution []uint8, changed int) answer {
	if changed >= 0 && hasOpenRectangle(givens, solution, changed) {
		return yes
	}
	b := n.start(givens)
	if changed >= 0 {
		b.may[solution[changed]-1][changed/27] &^= 1 << (changed % 27)
	}
	n.want = func(b *nineBoard) bool {
		b.read(n.found[:])
		return bytes.Equal(n.found[:], solution)
	}
	if n.search(0, solution) {
		return yes
	}
	return no
}

// count implements engine.
func (n *nine) count(givens []uint8, limit int, last []uint8) int {
	found := 0
	n.start(givens)
	n.want = func(b *nineBoard) bool {
		found++
		b.read(last)
		return found < limit
	}
	n.search(0, nil)
	return found
}
