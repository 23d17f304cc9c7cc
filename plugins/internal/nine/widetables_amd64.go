package nine

// wideTables is what the assembly needs to know, filled once. Every path names, for each word of a result,
// the word it comes from; word 31 of every vector is always 0.
var wideTables = makePaths()

// paths are the ways along which the wide kernel moves words.
type paths struct {
	beside [2]vector       // minirow → the other two of the same row
	even   [2]vector       // minirow → the other two of the even permutation that uses it
	odd    [2]vector       // minirow → the other two of the odd permutation that uses it
	flip   [3]vector       // row → col: the cells with place i in their minicolumn, from row[0] and row[1]
	digit  vector          // given → set of digits; 0 → all, above 9 → none
	fresh  vector          // all digits in the words in use
	input  [6][32]uint8    // word of row[0…2], col[0…2] → cell
	output [2][64]uint8    // cell 0…63, 64…80 → byte of the digits of row[0], row[1], then row[2]
	totals [3][8]uint16    // 2·band+side → the first, second, third minirow of its first row
	lane   [6][2][8]uint16 // 2·band+side → the three even permutations as words 0 … 2, the odd as 3 … 5
	cut    [6][8][8]uint32 // 2·band+side, permutation → words that lose a digit, see numbers
}

// outside is where the columns' words begin when a path starts from two vectors.
const outside = 32

func makePaths() (p paths) {
	for _, table := range [][]vector{p.beside[:], p.even[:], p.odd[:], p.flip[:]} {
		for i := range table {
			for w := range table[i] {
				table[i][w] = 31
			}
		}
	}
	p.minirows()
	p.cells()
	p.bands()
	p.guesses()
	return p
}

// minirow is the word of row r of a band and a box, both modulo 3.
func minirow(band, r, box int) int { return 9*band + 3*(r%3) + box%3 }

// minirows fills the paths between minirows. A permutation puts a digit into a box of each of the three
// rows of a band: the even ones go one box to the right from row to row, the odd ones one to the left.
func (p *paths) minirows() {
	for m := range 27 {
		band, r, box := m/9, m/3%3, m%3
		for i := range 2 {
			p.beside[i][m] = uint16(minirow(band, r, box+1+i))
			p.even[i][m] = uint16(minirow(band, r+1+i, box+1+i))
			p.odd[i][m] = uint16(minirow(band, r+1+i, box+2-i))
		}
		p.fresh[m] = 511
	}
	p.digit[0] = 511
	for d := range 9 {
		p.digit[d+1] = 1 << d
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

// bands fills the paths that lead to the words of one band (side 0) or stack (side 1).
func (p *paths) bands() {
	for i := range p.totals {
		p.totals[i][6], p.totals[i][7] = 31, 31
	}
	for at := range p.lane {
		for w := range 8 {
			p.lane[at][0][w], p.lane[at][1][w] = 31, 31
		}
		for box := range 3 {
			from := uint16(minirow(at/2, 0, box) + outside*(at%2))
			p.totals[box][at] = from
			p.lane[at][0][box], p.lane[at][1][3+box] = from, from
		}
	}
}

// guesses fills cut: the words of the even and odd permutations of rows and columns that lose the digit
// when the permutation is ruled out (the first four) and when it is taken (the last four).
func (p *paths) guesses() {
	for at := range p.cut {
		band, rowsOrCols := at/2, at%2*2
		for perm := range 6 {
			var used [2]uint32
			for r := range 3 {
				if perm < 3 {
					used[0] |= 1 << minirow(band, r, perm+r)
				} else {
					used[1] |= 1 << minirow(band, r, perm+2*r)
				}
			}
			cut := &p.cut[at][perm]
			for parity, u := range used {
				cut[rowsOrCols+parity] = u
				cut[4+rowsOrCols+parity] = 511 << (9 * band) &^ u
			}
		}
	}
}
