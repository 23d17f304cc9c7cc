package create

import "math/bits"

// nine searches solutions of the classic 9×9. For each digit it keeps the set of cells where it may stand,
// as three words of 27 bits, one for each band: bit 9·r + c for row r of the band and column c.
type nine struct {
	boards [82]nineBoard         // one for each open guess
	want   func(*nineBoard) bool // called with a solution; false ends the search
	nodes  int
	found  [81]uint8
	bound  float64 // of grid
}

type nineBoard struct {
	may   [9][3]uint32 // digit-1, band: cells where the digit may stand
	sure  [9][3]uint32 // of these, those where it must stand and whose consequences are drawn
	dirty uint32       // bit d: may[d] has changed since its consequences were drawn
}

const (
	bandCells = 1<<27 - 1
	allDirty  = 1<<9 - 1
	oneRow    = 1<<9 - 1
	threeRows = 1 | 1<<9 | 1<<18 // multiplied with nine columns: those columns in all rows of a band
)

// put leaves only digit d (from 0) in a cell.
func (b *nineBoard) put(d, cell int) {
	band, bit := cell/27, uint32(1)<<(cell%27)
	for e := range b.may {
		b.may[e][band] &^= bit
	}
	see := &seen[cell]
	own := &b.may[d]
	own[0] &^= see[0]
	own[1] &^= see[1]
	own[2] &^= see[2]
	own[band] |= bit
}

// seen holds for each cell its row, column and box.
var seen = func() (t [81][3]uint32) {
	for a := range t {
		for c := range 81 {
			if a/9 == c/9 || a%9 == c%9 || a/27 == c/27 && a%9/3 == c%9/3 {
				t[a][c/27] |= 1 << (c % 27)
			}
		}
	}
	return t
}()

// minirows tells for the nine cells of a row which of its three minirows are not empty.
var minirows = func() (t [512]uint8) {
	for row := range t {
		for s := range 3 {
			if row>>(3*s)&7 != 0 {
				t[row] |= 1 << s
			}
		}
	}
	return t
}()

// inPermutation is indexed by the nine minirows of a band that a digit may stand in (bit 3·row + stack). It
// holds the cells of those that lie in one of the six ways to give each row another stack: locked
// candidates, and 0 if the digit has no place.
var inPermutation = func() (t [512]uint32) {
	for set := range t {
		for _, p := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			ways := 1<<p[0] | 1<<(3+p[1]) | 1<<(6+p[2])
			if set&ways != ways {
				continue
			}
			for row, s := range p {
				t[set] |= 7 << (9*row + 3*s)
			}
		}
	}
	return t
}()

// single is the row itself if it has one cell, else 0.
var single = func() (t [512]uint16) {
	for row := range t {
		if bits.OnesCount(uint(row)) == 1 {
			t[row] = uint16(row)
		}
	}
	return t
}()

func confine(x uint32) uint32 {
	set := uint32(minirows[x&oneRow]) | uint32(minirows[x>>9&oneRow])<<3 | uint32(minirows[x>>18&oneRow])<<6
	return x & inPermutation[set&511]
}

func singles(x uint32) uint32 {
	return uint32(single[x&oneRow]) | uint32(single[x>>9&oneRow])<<9 | uint32(single[x>>18&oneRow])<<18
}

func columns(x uint32) uint32 { return (x | x>>9 | x>>18) & oneRow }

// wholeRow is all cells of a row if any is set, else none.
var wholeRow = func() (t [512]uint16) {
	for row := range t[1:] {
		t[row+1] = oneRow
	}
	return t
}()

// keepHidden leaves in each row of x that has cells of h, a part of x, only these.
func keepHidden(x, h uint32) uint32 {
	rows := uint32(wholeRow[h&oneRow]) | uint32(wholeRow[h>>9&oneRow])<<9 | uint32(wholeRow[h>>18&oneRow])<<18
	return x&^rows | h
}

// settle draws the consequences of where digit d may stand, within the digit: locked candidates in bands,
// single cells of rows, boxes and columns. It reports false if the digit has no place in a house.
func (b *nineBoard) settle(d int) bool {
	if b.may[d] == b.sure[d] {
		return true
	}
	x, y, z := b.may[d][0], b.may[d][1], b.may[d][2]
	for {
		x0, y0, z0 := x, y, z
		x, y, z = confine(x), confine(y), confine(z)
		if x == 0 || y == 0 || z == 0 {
			return false
		}
		any, twice := x|y|z, x&y|x&z|y&z
		r, s, t := any&oneRow, any>>9&oneRow, any>>18
		once := r | s | t
		if once != oneRow {
			return false
		}
		if hidden := once &^ (r&s | r&t | s&t | columns(twice)); hidden != 0 {
			hidden *= threeRows
			i, j, k := x&hidden, y&hidden, z&hidden
			if singles(i) != i || singles(j) != j || singles(k) != k {
				return false
			}
			x, y, z = keepHidden(x, i), keepHidden(y, j), keepHidden(z, k)
		}
		p, q, u := singles(x), singles(y), singles(z)
		taken := columns(p|q|u) * threeRows
		x, y, z = x&^taken|p, y&^taken|q, z&^taken|u
		if x == x0 && y == y0 && z == z0 {
			b.may[d] = [3]uint32{x, y, z}
			b.sure[d] = [3]uint32{p, q, u}
			places := bits.OnesCount32(p) + bits.OnesCount32(q) + bits.OnesCount32(u)
			return bits.OnesCount32(columns(p|q|u)) == places
		}
	}
}
