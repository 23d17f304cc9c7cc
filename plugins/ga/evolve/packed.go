package evolve

// packed evaluates grids of the ordinary 9×9 Sudoku whose genes are rows. The nine counts of a column or box
// are the nibbles of one word, a cell adds a one at the nibble of its digit, and a table gives the terms of
// three counts at once. A box cuts three rows, so its counts are at most 3 and two boxes share a word: 42
// look-ups a grid instead of 27·9 logarithms.
//
//	0x1_0_2_0_1_1_1_1_2   a box with two 1, one 2 … no 6, two 7, no 8, one 9
type packed struct {
	one   [16]uint64     // one[d] = 1 << 4(d−1), 0 for an empty cell
	table [1 << 12]int32 // terms of three counts
	twins [1 << 12]int32 // terms of three pairs of counts a + 4b
	rows  nats           // what the rows add, whose digits always differ
}

const packedShape = "9"

func newPacked(o *objective) *packed {
	p := &packed{rows: 9 * 9 * o.table[1]}
	for d := 1; d <= 9; d++ {
		p.one[d] = 1 << (4 * (d - 1))
	}
	for i := range p.table {
		for _, k := range [3]int{i & 15, i >> 4 & 15, i >> 8} {
			p.twins[i] += int32(o.table[k&3] + o.table[k>>2])
			if k <= 9 {
				p.table[i] += int32(o.table[k])
			}
		}
	}
	return p
}

// score returns the objective of a full grid.
func (p *packed) score(grid *[81]uint8) nats {
	total := p.rows
	var c0, c1, c2, c3, c4, c5, c6, c7, c8 uint64
	var rights uint64
	for band := 0; band < 81; band += 27 {
		var left, middle, right uint64
		for at := band; at < band+27; at += 9 {
			row := (*[9]uint8)(grid[at : at+9])
			w0, w1, w2 := p.one[row[0]&15], p.one[row[1]&15], p.one[row[2]&15]
			w3, w4, w5 := p.one[row[3]&15], p.one[row[4]&15], p.one[row[5]&15]
			w6, w7, w8 := p.one[row[6]&15], p.one[row[7]&15], p.one[row[8]&15]
			c0, c1, c2 = c0+w0, c1+w1, c2+w2
			c3, c4, c5 = c3+w3, c4+w4, c5+w5
			c6, c7, c8 = c6+w6, c7+w7, c8+w8
			left, middle, right = left+w0+w1+w2, middle+w3+w4+w5, right+w6+w7+w8
		}
		total += p.twinTerms(left + middle<<2)
		if band == 0 {
			rights = right << 2
		} else if band == 27 {
			total += p.twinTerms(rights + right)
		} else {
			total += p.terms(right)
		}
	}
	total += p.terms(c0) + p.terms(c1) + p.terms(c2) + p.terms(c3) + p.terms(c4)
	return total + p.terms(c5) + p.terms(c6) + p.terms(c7) + p.terms(c8)
}

// terms returns the sum of the terms of nine counts.
func (p *packed) terms(counts uint64) nats {
	return nats(p.table[counts&0xfff]) + nats(p.table[counts>>12&0xfff]) + nats(p.table[counts>>24&0xfff])
}

func (p *packed) twinTerms(counts uint64) nats {
	return nats(p.twins[counts&0xfff]) + nats(p.twins[counts>>12&0xfff]) + nats(p.twins[counts>>24&0xfff])
}
