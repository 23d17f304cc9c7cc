package nine

// Branching on permutations, which the scalar kernel turns to when a puzzle proves hard: it costs more to
// find than a cell but, on the hardest puzzles, saves a fifth of the guesses.

// patience is the number of guesses after which a puzzle counts as hard. One with fewer clues than any
// unique puzzle has is not hard, it has many solutions: there the tightest line says nothing about the rest,
// and guessing in it was seen to cost 40,000 times as much.
const (
	patience    = 16
	fewestClues = 17
)

// What a 3×3 matrix of minirows (see tables.go) leaves a digit: how many permutations, the first of them,
// and the entries of the others.
var (
	orders     [512]uint8
	firstOrder [512]uint16
	laterOrder [512]uint16
)

func init() {
	for m := range uint32(512) {
		for i := range 3 {
			for j := range 3 {
				p := permutation(i, j)
				if i == j || m&p != p {
					continue
				}
				if orders[m]++; orders[m] == 1 {
					firstOrder[m] = uint16(p)
				} else {
					laterOrder[m] |= uint16(p)
				}
			}
		}
	}
}

// matrices holds what each line, a band (0 … 2) or a stack (3 … 5), leaves each digit.
type matrices [6][9]uint16

// split narrows the board to the first permutation of the chosen digit in the chosen band or stack, and
// other to the rest of them. False if no digit of the tightest line has two or three permutations: the
// entries of more than three may cover one another, so that a rest could not be told from the whole.
func (b *board) split(other *board) bool {
	var m matrices
	b.measure(&m)
	line := m.tightest()
	d := m.digit(line)
	if d < 0 {
		return false
	}
	*other = *b
	b.confine(d, line, uint32(firstOrder[m[line][d]]))
	other.confine(d, line, uint32(laterOrder[m[line][d]]))
	return true
}

// measure fills the matrices of all lines and digits.
func (b *board) measure(m *matrices) {
	for d := range b.cand {
		c := &b.cand[d]
		x, y, z := uint32(c.lo)&full27, uint32(c.lo>>27)&full27, uint32(c.hi)&full27
		f, g, h := fold(x), fold(y), fold(z)
		m[0][d], m[1][d], m[2][d] = uint16(matrix(x)&511), uint16(matrix(y)&511), uint16(matrix(z)&511)
		m[3][d] = uint16((f&7 | g&7<<3 | h&7<<6) & 511)
		m[4][d] = uint16((f>>3&7 | g&(7<<3) | h&(7<<3)<<3) & 511)
		m[5][d] = uint16((f>>6 | g>>6<<3 | h>>6<<6) & 511)
	}
}

// tightest returns the line with the fewest permutations that still has a choice (more than nine).
func (m *matrices) tightest() (line int) {
	least := 9*6 + 1
	for i := range m {
		n := 0
		for _, x := range m[i] {
			n += int(orders[x&511])
		}
		if n > 9 && n < least {
			line, least = i, n
		}
	}
	return line
}

// digit returns the first digit with two permutations in a line, else with three, else −1.
func (m *matrices) digit(line int) int {
	third := -1
	for d, x := range m[line] {
		switch orders[x&511] {
		case 2:
			return d
		case 3:
			third = max(third, d)
		}
	}
	return third
}

// confine keeps of a digit, in one line, the minirows (minicolumns) of a matrix.
func (b *board) confine(d, line int, matrix uint32) {
	c := &b.cand[d]
	b.stale = 1 << d
	if line < 3 {
		w := uint64(0)
		for t := range 9 {
			w |= uint64(matrix>>t&1*7) << (3 * t)
		}
		switch line {
		case 0:
			c.lo &= w | full27<<27
		case 1:
			c.lo &= w<<27 | full27
		case 2:
			c.hi &= w
		}
		return
	}
	columns := func(three uint32) uint64 {
		s := 3 * (line - 3)
		return uint64(511&^(7<<s)|three<<s) * (1 | 1<<9 | 1<<18)
	}
	c.lo &= columns(matrix&7) | columns(matrix>>3&7)<<27
	c.hi &= columns(matrix >> 6)
}
