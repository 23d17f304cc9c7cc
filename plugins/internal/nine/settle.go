package nine

// Of two bands or one: which digits can be in the minirows of each box ([0] to [2], from the top) and in its
// minicolumns ([3] to [5], from the left).
type minis [6]uint64

// settle removes candidates until nothing follows any more; false if the board has no solution.
func (b *board) settle() bool {
	var may, left [2]minis
	for {
		b.minis(&may)
		if !sweep(&b.cell[0], &may[0], &left[0], full) || !sweep(&b.cell[1], &may[1], &left[1], full&band) {
			return false
		}
		if b.restrict(&left) {
			continue
		}
		if triples(&may[0], &left[0])|triples(&may[1], &left[1])&band != 0 {
			return false
		}
		if !b.restrict(&left) {
			return true
		}
	}
}

// minis derives from the permutations what each minirow and minicolumn may hold. In the words of one band the
// upper three fields are of no meaning.
func (b *board) minis(may *[2]minis) {
	even, odd := b.perm[0][0], b.perm[1][0]
	may[0][0] = even | odd
	may[0][1] = right2(even) | right1(odd)
	may[0][2] = right1(even) | right2(odd)
	even, odd = b.perm[0][1], b.perm[1][1]
	may[1][0] = even | odd
	even, odd = even|even<<30, odd|odd<<30
	may[1][1] = even>>20 | odd>>10
	may[1][2] = even>>10 | odd>>20

	even, even2, odd, odd2 := b.perm[2][0], b.perm[2][1], b.perm[3][0], b.perm[3][1]
	below, below2 := even>>30|even2<<30, even&band
	above, above2 := even2|even<<30&bands, even>>30
	oddBelow, oddBelow2 := odd>>30|odd2<<30, odd&band
	oddAbove, oddAbove2 := odd2|odd<<30&bands, odd>>30
	may[0][3], may[1][3] = even|odd, even2|odd2
	may[0][4], may[1][4] = above|oddBelow, above2|oddBelow2
	may[0][5], may[1][5] = below|oddAbove, below2|oddAbove2
}

// restrict keeps the permutations all of whose minirows (minicolumns) are left; true if that changed any.
func (b *board) restrict(left *[2]minis) bool {
	l := &left[0]
	even := b.perm[0][0] & l[0] & right1(l[1]) & right2(l[2])
	odd := b.perm[1][0] & l[0] & right2(l[1]) & right1(l[2])
	changed := (even ^ b.perm[0][0]) | (odd ^ b.perm[1][0])
	b.perm[0][0], b.perm[1][0] = even, odd
	m := &left[1]
	middle, bottom := m[1]|m[1]<<30, m[2]|m[2]<<30
	even = b.perm[0][1] & m[0] & (middle >> 10) & (bottom >> 20)
	odd = b.perm[1][1] & m[0] & (middle >> 20) & (bottom >> 10)
	changed |= (even ^ b.perm[0][1]) | (odd ^ b.perm[1][1])
	b.perm[0][1], b.perm[1][1] = even, odd

	even = b.perm[2][0] & l[3] & (l[4]>>30 | m[4]<<30) & (m[5] | l[5]<<30&bands)
	odd = b.perm[3][0] & l[3] & (m[4] | l[4]<<30&bands) & (l[5]>>30 | m[5]<<30)
	changed |= (even ^ b.perm[2][0]) | (odd ^ b.perm[3][0])
	b.perm[2][0], b.perm[3][0] = even, odd
	even = b.perm[2][1] & m[3] & l[4] & (l[5] >> 30)
	odd = b.perm[3][1] & m[3] & (l[4] >> 30) & l[5]
	changed |= (even ^ b.perm[2][1]) | (odd ^ b.perm[3][1])
	b.perm[2][1], b.perm[3][1] = even, odd
	return changed != 0
}

// right1 moves to each box what the box to its right in the band has, right2 what the one after that has.
func right1(x uint64) uint64 { return x>>10&(stack|stack<<10) | x<<20&(stack<<20) }
func right2(x uint64) uint64 { return x<<10&(stack<<10|stack<<20) | x>>20&stack }

// sweep removes from the cells of the boxes of full what follows from may and from one another, and reports in
// which minirows and minicolumns each digit is left. False if there is an empty cell, a digit without a place in
// a box, or one in two cells.
func sweep(cell *[9]uint64, may, left *minis, full uint64) bool {
	m0, m1, m2, n0, n1, n2 := may[0], may[1], may[2], may[3], may[4], may[5]
	a, b, c := cell[0]&m0&n0, cell[1]&m0&n1, cell[2]&m0&n2
	d, e, f := cell[3]&m1&n0, cell[4]&m1&n1, cell[5]&m1&n2
	g, h, i := cell[6]&m2&n0, cell[7]&m2&n1, cell[8]&m2&n2

	// Digits that must be in a minirow or minicolumn and have one place there: hidden singles.
	m0, m1, m2 = m0&^(m1|m2), m1&^(m0|m2), m2&^(m0|m1)
	n0, n1, n2 = n0&^(n1|n2), n1&^(n0|n2), n2&^(n0|n1)
	m0, m1, m2 = m0&^two(a, b, c), m1&^two(d, e, f), m2&^two(g, h, i)
	n0, n1, n2 = n0&^two(a, d, g), n1&^two(b, e, h), n2&^two(c, f, i)
	a, b, c = only(a, m0|n0), only(b, m0|n1), only(c, m0|n2)
	d, e, f = only(d, m1|n0), only(e, m1|n1), only(f, m1|n2)
	g, h, i = only(g, m2|n0), only(h, m2|n1), only(i, m2|n2)

	// Cells with one digit take it from the others. A sum differs from the union if a digit comes twice.
	sa, sb, sc, sd, se, sf, sg, sh, si :=
		single(a), single(b), single(c), single(d), single(e), single(f), single(g), single(h), single(i)
	taken := sa | sb | sc | sd | se | sf | sg | sh | si
	twice := taken ^ (sa + sb + sc + sd + se + sf + sg + sh + si)
	filled := less(a) & less(b) & less(c) & less(d) & less(e) & less(f) & less(g) & less(h) & less(i)
	a, b, c = a&^taken|sa, b&^taken|sb, c&^taken|sc
	d, e, f = d&^taken|sd, e&^taken|se, f&^taken|sf
	g, h, i = g&^taken|sg, h&^taken|sh, i&^taken|si
	*cell = [9]uint64{a, b, c, d, e, f, g, h, i}
	left[0], left[1], left[2] = a|b|c, d|e|f, g|h|i
	left[3], left[4], left[5] = a|d|g, b|e|h, c|f|i
	return twice|((left[0]|left[1]|left[2])^full)|(full<<1&guards&^filled) == 0
}

// two returns the digits that at least two of three cells have.
func two(x, y, z uint64) uint64 { return x&y | (x|y)&z }

// less subtracts one from each field. A field was 0 if its guard bit is 0 afterwards.
func less(x uint64) uint64 { return x + (guards - ones) }

// rest returns x without the lowest digit of each field.
func rest(x uint64) uint64 { return x & less(x) }

// empty returns all digits for each field that is 0.
func empty(x uint64) uint64 {
	g := (guards - x) & guards
	return g - g>>9
}

// only reduces a cell to some digits if it has any of them.
func only(cell, some uint64) uint64 {
	some &= cell
	return cell&empty(some) | some
}

// single returns the digit of the cells that have one.
func single(cell uint64) uint64 { return cell & empty(rest(cell)) }

// triples leaves a minirow or minicolumn only the digits that must be there, if there are three of them. It returns
// digits where there are four, which no sweep sees: in a grid that is nearly empty it would take many guesses to
// notice.
func triples(may, left *minis) uint64 {
	var four uint64
	for i := 0; i < 6; i += 3 {
		m0, m1, m2 := may[i], may[i+1], may[i+2]
		m0, m1, m2 = m0&^(m1|m2), m1&^(m0|m2), m2&^(m0|m1)
		r0, r1, r2 := rest(rest(m0)), rest(rest(m1)), rest(rest(m2))
		left[i] &= m0 | empty(r0)
		left[i+1] &= m1 | empty(r1)
		left[i+2] &= m2 | empty(r2)
		four |= rest(r0) | rest(r1) | rest(r2)
	}
	return four
}
