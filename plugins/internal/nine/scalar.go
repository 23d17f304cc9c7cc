package nine

import "math/bits"

// A word of the scalar kernel has six fields of ten bits: a set of nine digits for each box of two bands, or of
// one band in the lower three fields, and a bit that is 0, for sums to run into.
const (
	digits = 1<<9 - 1
	ones   = 1 | 1<<10 | 1<<20 | 1<<30 | 1<<40 | 1<<50
	guards = ones << 9
	band   = 1<<30 - 1
	bands  = 1<<60 - 1
	stack  = digits | digits<<30 // the first of three
	full   = digits * ones
)

// A board is a state of the scalar kernel. Of each field with two words, [0] has bands 0 and 1, [1] has band 2.
type board struct {
	cell [2][9]uint64 // cell[][3·i+j]: the cell in row i and column j of each box
	perm [4][2]uint64 // even and odd permutations of the bands, then of the stacks, as in the narrow kernel
}

// scalar is the portable kernel: 64-bit words and hardly a branch. The board that it works on is the top of the
// stack, whose depth is bounded as that of the narrow kernel is.
type scalar struct {
	depth int
	stack [56]board
}

// newScalar returns the kernel in plain Go.
func newScalar() kernel { return new(scalar) }

// sets has the digits that a given allows: all of them if it is 0, none above 9.
var sets = [16]uint64{digits, 1, 2, 4, 8, 16, 32, 64, 128, 256}

// load begins with the givens.
func (s *scalar) load(givens *[81]uint8) {
	s.depth = 0
	if s.stack[0].load(givens) {
		s.depth = 1
	}
}

// load begins with the givens; false if one is above 15.
func (b *board) load(givens *[81]uint8) bool {
	*b = board{}
	var union uint8
	for r := range 9 {
		row := (*[9]uint8)(givens[9*r:])
		cell := (*[3]uint64)(b.cell[r/6][r%3*3:])
		for j := range 3 {
			x, y, z := row[j], row[3+j], row[6+j]
			union |= x | y | z
			cell[j] |= (sets[x&15] | sets[y&15]<<10 | sets[z&15]<<20) << (r / 3 % 2 * 30)
		}
	}
	for i := range b.perm {
		b.perm[i] = [2]uint64{full, full & band}
	}
	return union <= 15
}

// strike takes a digit from a cell of the loaded puzzle.
func (s *scalar) strike(cell int, digit uint8) {
	r, c := cell/9, cell%9
	s.stack[0].cell[r/6][r%3*3+c%3] &^= sets[digit] << (10 * (r/3%2*3 + c/3))
}

// next searches for the next solution within a budget of guesses.
func (s *scalar) next(grid *[81]uint8, budget int64) (Status, int64) {
	var guesses int64
	for s.depth > 0 {
		s.depth--
		b := &s.stack[s.depth]
		for b.settle() {
			line, perms := b.tightestLine()
			if line < 0 {
				b.write(grid)
				return Found, guesses
			}
			s.depth++
			if guesses >= budget {
				return Paused, guesses
			}
			guesses++
			other := b
			b = &s.stack[s.depth]
			*b = *other
			mine := perms & (ones << tightestDigit(perms))
			first := mine & -mine
			other.setLine(line, perms&^first)
			b.setLine(line, perms&^mine|first)
		}
	}
	return Exhausted, guesses
}

// write stores the digits of a solved board.
func (b *board) write(grid *[81]uint8) {
	for r := range 9 {
		row := (*[9]uint8)(grid[9*r:])
		cell := (*[3]uint64)(b.cell[r/6][r%3*3:])
		for j := range 3 {
			x := cell[j] >> (r / 3 % 2 * 30)
			row[j] = uint8(bits.TrailingZeros64(x)) + 1
			row[3+j] = uint8(bits.TrailingZeros64(x>>10)) + 1
			row[6+j] = uint8(bits.TrailingZeros64(x>>20)) + 1
		}
	}
}
