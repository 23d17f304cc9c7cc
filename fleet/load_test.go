package fleet

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestPack packs puzzles of several geometries, one with soft clues.
func TestPack(t *testing.T) {
	var puzzles []*sudoku.Puzzle
	for _, text := range []string{solved6, "16@num:" + strings.Repeat(". ", 255) + "16",
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7{89}"} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Name = "a\nfile:" + text[:3]
		puzzles = append(puzzles, p)
	}
	again, err := unpack(pack(puzzles))
	if err != nil || len(again) != len(puzzles) {
		t.Fatalf("%d instead of %d puzzles: %v", len(again), len(puzzles), err)
	}
	for i, p := range puzzles {
		if again[i].String() != p.String() || again[i].Name != p.Name || again[i].Geometry() != p.Geometry() {
			t.Errorf("%q %s instead of %q %s", again[i].Name, again[i], p.Name, p)
		}
	}
	if none, err := unpack(pack(nil)); err != nil || len(none) != 0 {
		t.Errorf("no puzzles: %d, %v", len(none), err)
	}
	for _, bad := range [][]byte{nil, []byte("no zstd"), packer.EncodeAll([]byte("name"), nil), packer.EncodeAll([]byte("a\x00b\x00"), nil),
		packer.EncodeAll([]byte("name\x00"+solved6), nil)} {
		if p, err := unpack(bad); err == nil && len(p) > 0 {
			t.Errorf("%q: %d puzzles", bad, len(p))
		}
	}
}
