package nine

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestFramesLieOnCacheLines checks what the assembly takes for granted, or is slow without.
func TestFramesLieOnCacheLines(t *testing.T) {
	if size := unsafe.Sizeof(frame{}); size != 5*128 {
		t.Errorf("a frame has %d bytes", size)
	}
	e := New()
	w, ok := e.kernel.(*wide)
	if !ok {
		t.Skip("the wide kernel does not run here")
	}
	if at := uintptr(unsafe.Pointer(&w.stack[0])); at%64 != 0 {
		t.Errorf("the stack begins at %#x", at)
	}
}

func TestPathsStayInside(t *testing.T) {
	p := &wideTables
	for name, table := range map[string][]vector{
		"beside": p.beside[:], "even": p.even[:], "odd": p.odd[:],
	} {
		for _, path := range table {
			seen := map[uint16]bool{}
			for m, from := range path {
				if m < 27 != (from < 27) || m < 27 && (from/9 != uint16(m/9) || int(from) == m) {
					t.Errorf("%s: word %d comes from %d", name, m, from)
				}
				seen[from] = true
			}
			if len(seen) != 28 {
				t.Errorf("%s: uses %d different words", name, len(seen))
			}
		}
	}
}

// TestFlipIsItsOwnInverse follows every cell from the rows' view to the columns' and back.
func TestFlipIsItsOwnInverse(t *testing.T) {
	third := func(word int) bool { return word/3%3 == 2 }
	var view [3][32]int
	for c := range 81 {
		view[c%3][c/9*3+c%9/3] = c
	}
	turn := func(v [3][32]int) (out [3][32]int) {
		for i := range out {
			for m := range 27 {
				from := wideTables.flip[i][m]
				out[i][m] = v[from/32][from%32]
				if third(m) {
					out[i][m] = v[2][from%32]
				}
			}
		}
		return out
	}
	cols := turn(view)
	for i := range cols {
		for m, c := range cols[i][:27] {
			if c%9 != m/3 || c/9 != m%3*3+i {
				t.Fatalf("col[%d] word %d is cell %d", i, m, c)
			}
		}
	}
	if turn(cols) != view {
		t.Error("flipping twice moves cells")
	}
}

// TestStackIsDeepEnough walks far into puzzles with next to no clues.
func TestStackIsDeepEnough(t *testing.T) {
	if !vectorMachine() {
		t.Skip("the wide kernel does not run here")
	}
	w := newWide().(*wide)
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		var givens, grid [81]uint8
		for range 4 {
			givens[r.IntN(81)] = uint8(1 + r.IntN(9))
		}
		w.load(&givens)
		for range 300 {
			w.next(&grid, 10)
			if w.depth < 0 || w.depth > 55 {
				t.Fatalf("%d open branches", w.depth)
			}
		}
	}
}
