//lint:file-ignore U1000 the assembly reads and writes the fields

package nine

// narrowTables is what the assembly needs to know, filled once.
var narrowTables = makeBoxPaths()

// none makes a byte shuffle write 0.
const none = 0x80

// boxPaths are the constants of the narrow and the wide kernel: byte shuffles, which stay inside half a vector, and
// sets.
type boxPaths struct {
	right [2][32]uint8 // box → the box one, two to the right in its band
	all   half         // all digits in the words in use
	ones  half         // 16 bits
	zero  half
	three half // the number

	turn  [32]uint8 // with order: words of stack and band exchanged
	order [8]uint32
	cut   [8][8][2]half // line, permutation → words that lose the digit when the permutation is taken
	place [8][8]int32   // line, permutation → offset in the frame of the word that holds the permutation

	ten   [16]uint8
	split [2][16]uint8 // a row, and the last row loaded seven bytes early → byte 4·j+s: column 3·s+j
	low   [16]uint8    // given → low byte of its set of digits; 0 → all, above 9 → none
	high  [16]uint8    // given → high byte

	nibble  [32]uint8
	digit   [2][32]uint8 // lower, upper four bits of a byte with one bit set (255 for bit 8) → digit, as a sum
	gather  [2][32]uint8 // digits of columns 0 and 1 of the boxes → row of the upper (and lower), middle band
	gather2 [2][32]uint8 // the same for columns 2
}

func makeBoxPaths() (p boxPaths) {
	p.shuffles()
	p.guesses()
	p.texts()
	return p
}

// shuffles fills what moves boxes.
func (p *boxPaths) shuffles() {
	for w := range 16 {
		band, stack := w/4, w%4
		p.ones[w], p.three[w] = 0xffff, 3
		if band < 3 && stack < 3 {
			p.all[w] = 511
		}
		for i := range p.right {
			from := stack
			if stack < 3 {
				from = (stack + 1 + i) % 3
			}
			from += 4 * (band % 2)
			p.right[i][2*w], p.right[i][2*w+1] = uint8(2*from), uint8(2*from+1)
		}
		in := w%8/2 + 4*(w%2)
		p.turn[2*w], p.turn[2*w+1] = uint8(2*in), uint8(2*in+1)
	}
	for i := range p.order {
		p.order[i] = uint32(i/2 + 4*(i%2))
	}
}

// guesses fills what is done to the permutations of a line: a band (0 … 2) or a stack (4 … 6). Permutation
// 4·parity+k lies in word k of the line in the vector of that parity.
func (p *boxPaths) guesses() {
	const perms = 9 * 32 // offset of boxFrame.perm
	for line := range 8 {
		word := func(k int) int {
			if line < 4 {
				return 4*line + k
			}
			return 4*k + line - 4
		}
		for perm := range 8 {
			if line%4 == 3 || perm%4 == 3 {
				continue
			}
			for k := range 3 {
				p.cut[line][perm][0][word(k)] = 0xffff
				p.cut[line][perm][1][word(k)] = 0xffff
			}
			p.cut[line][perm][perm/4][word(perm%4)] = 0
			p.place[line][perm] = int32(perms + 64*(line/4) + 32*(perm/4) + 2*word(perm%4))
		}
	}
}

// texts fills what turns givens into sets and sets into digits.
func (p *boxPaths) texts() {
	for i := range p.ten {
		p.ten[i] = 10
		p.split[0][i], p.split[1][i] = none, none
		if j, s := i/4, i%4; j < 3 && s < 3 {
			p.split[0][i], p.split[1][i] = uint8(3*s+j), uint8(3*s+j+7)
		}
	}
	p.low[0], p.high[0], p.high[9] = 255, 1, 1
	for d := range 8 {
		p.low[d+1] = 1 << d
	}
	for i := range 32 {
		p.nibble[i] = 15
		for _, table := range [][]uint8{p.gather[0][:], p.gather[1][:], p.gather2[0][:], p.gather2[1][:]} {
			table[i] = none
		}
		if at := i % 16; at < 9 {
			s, j := at/3, at%3
			for half := range 2 {
				if j == 2 {
					p.gather2[half][i] = uint8(s + 4*half)
				} else {
					p.gather[half][i] = uint8(s + 8*j + 4*half)
				}
			}
		}
	}
	for bit := range 4 {
		for lane := range 2 {
			p.digit[0][16*lane+1<<bit], p.digit[1][16*lane+1<<bit] = uint8(1+bit), uint8(5+bit)
			p.digit[0][16*lane+15], p.digit[1][16*lane+15] = 4, 5
		}
	}
}
