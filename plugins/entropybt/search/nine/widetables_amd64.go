package nine

// wideTables is what the assembly needs to know, filled once. Every path names, for each word of a result,
// the word it comes from; word 31 of every vector is always 0.
var wideTables = makePaths()

// paths are the ways along which the wide kernel moves words.
type paths struct {
	has    [2]vector    // permutation → minirow: the even and the odd permutation that use the minirow
	beside [2]vector    // minirow → minirow: the other two of the same row
	uses   [3]vector    // minirow → permutation: the minirow it uses in the first, second, third row
	flip   [3]vector    // row → col: the cells with place i in their minicolumn, from row[0] and row[1]
	digit  vector       // given → set of digits; 0 → all, above 9 → none
	fresh  vector       // all permutations of all bands allowed
	input  [6][32]uint8 // word of row[0…2], col[0…2] → cell
	output [2][64]uint8 // cell 0…63, 64…80 → byte of the digits of row[0], row[1], then row[2]
	lane   [8][2]uint64 // 2·band+side → the two quarters of rowPerm (side 0) or colPerm (side 1) of that band
	totals [16]uint32   // gathers the sum of each band into the lowest words
}

// order[k][r] is the box that permutation k uses in the r-th row of a band; the first three are even.
var order = [6][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}}

func makePaths() (p paths) {
	for _, table := range [][]vector{p.has[:], p.beside[:], p.uses[:], p.flip[:]} {
		for i := range table {
			for w := range table[i] {
				table[i][w] = 31
			}
		}
	}
	p.triads()
	p.cells()
	p.numbers()
	return p
}

// triads fills the paths between the 27 minirows and the 18 permutations.
func (p *paths) triads() {
	for m := range 27 {
		row, box := m/3, m%3
		for k, boxes := range order {
			word := uint16(row/3*8 + k)
			switch {
			case boxes[row%3] != box:
			case k < 3:
				p.has[0][m] = word
			default:
				p.has[1][m] = word
			}
		}
		p.beside[0][m] = uint16(row*3 + (box+1)%3)
		p.beside[1][m] = uint16(row*3 + (box+2)%3)
	}
	for band := range 3 {
		for k, boxes := range order {
			p.fresh[band*8+k] = 511
			for r, box := range boxes {
				p.uses[r][band*8+k] = uint16((band*3+r)*3 + box)
			}
		}
	}
}

// cells fills the paths between the two views of the grid and the bytes outside.
func (p *paths) cells() {
	for c := range 81 {
		row, col := c/9, c%9
		inRow, inCol := row*3+col/3, col*3+row/3
		p.input[col%3][inRow] = uint8(c)
		p.input[3+row%3][inCol] = uint8(c)
		p.flip[row%3][inCol] = uint16(inRow | col%3&1<<5)
		p.output[c/64][c%64] = uint8(inRow + 32*(col%3))
	}
}

// numbers fills the tables that are not paths between words.
func (p *paths) numbers() {
	p.digit[0] = 511
	for d := range 9 {
		p.digit[d+1] = 1 << d
	}
	for band := range 3 {
		p.totals[band] = uint32(4 * band)
		for side := range 2 {
			quarter := uint64(8*side + 2*band)
			p.lane[2*band+side] = [2]uint64{quarter, quarter + 1}
		}
	}
	for i := 3; i < 16; i++ {
		p.totals[i] = 12
	}
}
