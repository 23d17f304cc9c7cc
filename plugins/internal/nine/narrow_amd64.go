//lint:file-ignore U1000 the assembly reads and writes the fields

package nine

import "golang.org/x/sys/cpu"

//go:generate go run -C internal/asm . -kernel narrow -out ../../narrow_amd64.s

// A half is one 256-bit register: word 4·band+stack is a set of nine digits of that box, the other seven are 0.
type half [16]uint16

// A boxFrame is a state of the narrow and of the wide kernel; see doc.go.
type boxFrame struct {
	cell [9]half // cell[3·i+j]: the cell in row i and column j of each box
	perm [4]half // even and odd permutations of the bands, then of the stacks
}

// narrow is the kernel for CPUs with 256-bit vectors. The state that it works on is the top of the stack. Its depth
// is bounded: a guess settles a digit in one of six bands and stacks, 54 in all; one more frame holds a paused state.
type narrow struct {
	depth  int64
	_      [3]int64     // keeps the vectors from straddling cache lines
	must   [6]half      // by row of the box, then by column: digits that must be in the minirow (minicolumn)
	lone   [3]half      // of those in minicolumns, the digits with one place
	single [9]half      // cells with one digit left
	sum    half         // of the permutations after the last sweep
	line   [2][8]uint64 // the permutations of each line, even and odd
	stack  [56]boxFrame
}

// halfMachine reports whether the CPU and the system support what the assembly uses.
func halfMachine() bool {
	x := &cpu.X86
	return x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT
}

// newNarrow returns the kernel for AVX2.
func newNarrow() kernel { return new(narrow) }

// load begins with the givens.
func (n *narrow) load(givens *[81]uint8) {
	n.depth = 1
	fillNarrow(n, &narrowTables, givens)
}

// strike takes a digit from a cell of the loaded puzzle.
func (n *narrow) strike(cell int, digit uint8) {
	r, c := cell/9, cell%9
	n.stack[0].cell[r%3*3+c%3][r/3*4+c/3] &^= 1 << (digit - 1)
}

// next searches for the next solution within a budget of guesses.
func (n *narrow) next(grid *[81]uint8, budget int64) (Status, int64) {
	status, guesses := searchNarrow(n, &narrowTables, grid, budget)
	return Status(status), guesses
}

// fillNarrow writes the givens into the lowest frame of the stack.
//
//go:noescape
func fillNarrow(n *narrow, p *boxPaths, givens *[81]uint8)

// searchNarrow looks for the next solution; it makes at most budget guesses. status is a Status.
//
//go:noescape
func searchNarrow(n *narrow, p *boxPaths, grid *[81]uint8, budget int64) (status, guesses int64)
