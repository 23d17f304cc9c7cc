package nine

import "golang.org/x/sys/cpu"

//go:generate go run ./internal/asm -kernel wide -out wide_amd64.s

// A vector is one 512-bit register: 32 words, each a set of nine digits (bit digit−1).
type vector [32]uint16

// A frame is the state of the wide kernel, in the order in which the assembly loads it; see doc.go.
type frame struct {
	row     [3]vector // row[j], word 3·R+s: the cell of row R, stack s, place j in its minirow
	col     [3]vector // col[i], word 3·C+b: the cell of column C, band b, place i in its minicolumn
	rowEven vector    // word 3·R+s: the digits whose even permutation through that minirow is open
	rowOdd  vector    // the same for the odd permutation
	colEven vector    // word 3·C+b: the same for minicolumns
	colOdd  vector
}

// wide is the kernel for CPUs with 512-bit vectors of words. Its depth is bounded: a guess settles a digit
// in one of six bands and stacks, 54 in all; one more frame holds a paused state.
type wide struct {
	depth int64
	_     [7]int64 // keeps the frames on cache lines
	stack [56]frame
}

// vectorMachine reports whether the CPU and the system support what the assembly uses.
func vectorMachine() bool {
	x := &cpu.X86
	return x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VBMI &&
		x.HasAVX512BITALG && x.HasBMI1 && x.HasBMI2
}

func newWide() kernel { return new(wide) }

func (w *wide) load(givens *[81]uint8) {
	w.depth = 1
	fillWide(w, &wideTables, givens)
}

func (w *wide) strike(cell int, digit uint8) {
	r, c := cell/9, cell%9
	w.stack[0].row[c%3][3*r+c/3] &^= 1 << (digit - 1)
	w.stack[0].col[r%3][3*c+r/3] &^= 1 << (digit - 1)
}

func (w *wide) next(grid *[81]uint8, budget int64) (Status, int64) {
	status, guesses := searchWide(w, &wideTables, grid, budget)
	return Status(status), guesses
}

// fillWide writes the givens into the lowest frame of the stack.
//
//go:noescape
func fillWide(w *wide, p *paths, givens *[81]uint8)

// searchWide looks for the next solution; it makes at most budget guesses. status is a Status.
//
//go:noescape
func searchWide(w *wide, p *paths, grid *[81]uint8, budget int64) (status, guesses int64)
