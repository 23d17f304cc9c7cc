package nine

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unsafe"
)

// TestVectorInstructionsAreVEX refuses two things that make processors wait: a legacy SSE instruction on a vector
// register, which has to merge its result with the upper half, and a return that leaves upper halves dirty.
func TestVectorInstructionsAreVEX(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatal("no assembly", err)
	}
	vector := regexp.MustCompile(`\b[XYZ]\d+\b`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		vectors, last := 0, ""
		for i, line := range strings.Split(string(text), "\n") {
			code, _, _ := strings.Cut(line, "//")
			name, operands, _ := strings.Cut(strings.TrimSpace(code), " ")
			if vector.MatchString(operands) {
				vectors++
				if !strings.HasPrefix(name, "V") { // as every mnemonic of AVX and none of SSE does
					t.Errorf("%s:%d: %s is a legacy instruction on a vector register", file, i+1, name)
				}
			}
			if name == "RET" && last != "VZEROUPPER" {
				t.Errorf("%s:%d: returns without VZEROUPPER", file, i+1)
			}
			if name != "" {
				last = name
			}
		}
		if vectors == 0 {
			t.Errorf("%s: no instruction on vectors", file)
		}
	}
}

// TestHalvesLieInCacheLines checks what the assembly takes for granted, or is slow without.
func TestHalvesLieInCacheLines(t *testing.T) {
	if size := unsafe.Sizeof(boxFrame{}); size != 13*32 {
		t.Errorf("a frame has %d bytes", size)
	}
	e, ok := NewKernel("narrow")
	if !ok {
		t.Skip("the narrow kernel does not run here")
	}
	n := e.kernel.(*narrow)
	for name, at := range map[string]uintptr{
		"the first vector": uintptr(unsafe.Pointer(&n.must)), "the stack": uintptr(unsafe.Pointer(&n.stack)),
	} {
		if at%32 != 0 {
			t.Errorf("%s begins at %#x", name, at)
		}
	}
}

// TestBoxesMoveInTheirBand follows every box one and two steps to the right.
func TestBoxesMoveInTheirBand(t *testing.T) {
	for i, path := range narrowTables.right {
		for w := range 16 {
			band, stack := w/4, w%4
			from := int(path[2*w]/2) + w/8*8
			if path[2*w+1] != path[2*w]+1 || path[2*w]%2 != 0 {
				t.Errorf("%d: word %d is torn", i, w)
			}
			if want := 4*band + (stack+1+i)%3; stack < 3 && from != want {
				t.Errorf("%d: word %d comes from %d, want %d", i, w, from, want)
			}
			if stack == 3 && from%4 != 3 {
				t.Errorf("%d: unused word %d comes from %d", i, w, from)
			}
		}
	}
}

// TestGuessesCutOneLine checks that a permutation that is taken cuts five words, all in its line.
func TestGuessesCutOneLine(t *testing.T) {
	p := &narrowTables
	places := map[int32]bool{}
	for _, line := range []int{0, 1, 2, 4, 5, 6} {
		for _, perm := range []int{0, 1, 2, 4, 5, 6} {
			var cut [2]int
			for parity := range cut {
				for w, lost := range p.cut[line][perm][parity] {
					inside := w%4 < 3 && w/4 < 3 && (line < 4 && w/4 == line || line >= 4 && w%4 == line-4)
					if lost != 0 && !inside {
						t.Errorf("line %d, permutation %d: cuts word %d", line, perm, w)
					}
					cut[parity] += int(lost & 1)
				}
			}
			if cut[perm/4] != 2 || cut[1-perm/4] != 3 {
				t.Errorf("line %d, permutation %d: cuts %v words", line, perm, cut)
			}
			places[p.place[line][perm]] = true
		}
	}
	if len(places) != 36 {
		t.Errorf("%d places of permutations", len(places))
	}
}

// TestStackOfHalvesIsDeepEnough walks far into puzzles with next to no clues.
func TestStackOfHalvesIsDeepEnough(t *testing.T) {
	if !halfMachine() {
		t.Skip("the narrow kernel does not run here")
	}
	n := newNarrow().(*narrow)
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		var givens, grid [81]uint8
		for range 4 {
			givens[r.IntN(81)] = uint8(1 + r.IntN(9))
		}
		n.load(&givens)
		for range 300 {
			n.next(&grid, 10)
			if n.depth < 0 || n.depth > 55 {
				t.Fatalf("%d open branches", n.depth)
			}
		}
	}
}
