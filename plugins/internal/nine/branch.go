package nine

import "math/bits"

// tightestLine returns the band (0 … 2) or stack (3 … 5) with the fewest permutations among those that are not
// settled (nine permutations: one for each digit), and its six words as the fields of one; −1 if all are.
func (b *board) tightestLine() (line int, perms uint64) {
	line, least := -1, 9*6+1
	e, o := b.perm[0][0], b.perm[1][0]
	p, q, p2, q2 := b.perm[2][0], b.perm[3][0], b.perm[2][1], b.perm[3][1]
	for i, x := range [6]uint64{
		e&band | o&band<<30,
		e>>30 | o&^band,
		b.perm[0][1] | b.perm[1][1]<<30,
		p&stack | q&stack<<10 | p2&digits<<20 | q2&digits<<50,
		p>>10&stack | q>>10&stack<<10 | p2>>10&digits<<20 | q2>>10&digits<<50,
		p>>20&stack | q>>20&stack<<10 | p2>>20&digits<<20 | q2>>20&digits<<50,
	} {
		if n := bits.OnesCount64(x); n > 9 && n < least {
			line, least, perms = i, n, x
		}
	}
	return line, perms
}

// setLine replaces the permutations of a line by what tightestLine returned or a part of it.
func (b *board) setLine(line int, x uint64) {
	switch line {
	case 0:
		b.perm[0][0] = b.perm[0][0]&^band | x&band
		b.perm[1][0] = b.perm[1][0]&^band | x>>30
	case 1:
		b.perm[0][0] = b.perm[0][0]&band | x&band<<30
		b.perm[1][0] = b.perm[1][0]&band | x&^band
	case 2:
		b.perm[0][1], b.perm[1][1] = x&band, x>>30
	default:
		s := 10 * (line - 3) & 31
		b.perm[2][0] = b.perm[2][0]&^(stack<<s) | x&stack<<s
		b.perm[3][0] = b.perm[3][0]&^(stack<<s) | x>>10&stack<<s
		b.perm[2][1] = b.perm[2][1]&^(digits<<s) | x>>20&digits<<s
		b.perm[3][1] = b.perm[3][1]&^(digits<<s) | x>>50&digits<<s
	}
}

// tightestDigit returns the digit (as 0 … 8) that two of six fields have, else three, else more. It counts with
// bitwise adders: pairs of fields, then three sums.
func tightestDigit(x uint64) int {
	odd, pair := x^x>>30, x&(x>>30)
	a, b, c := odd, odd>>10, odd>>20
	odd = a ^ b ^ c
	carry := two(a, b, c)
	// Four bits of weight two: is just one of them set, or more?
	a, b, c = pair, pair>>10, pair>>20
	some := a | b | c | carry
	more := two(a, b, c) | carry&(a|b|c)
	just := some &^ more
	return bits.TrailingZeros64(just&^odd&digits|just&odd&digits<<16|more&digits<<32) & 15
}
