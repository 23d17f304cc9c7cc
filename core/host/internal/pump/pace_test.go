package pump

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestPaceIsKept gives a flow quick answers until its batches are full, and then begins others.
func TestPaceIsKept(t *testing.T) {
	const batch = 1000
	pace := new(Pace)
	begin := func(geometry string, batch int) *flow {
		f := newFlow(Options{runner.Options{Ask: sudoku.Ask{Workers: 1}}, batch}, pace)
		g := sudoku.MustGeometry(geometry)
		f.put(entry{puzzle: sudoku.MustPuzzle(g, nil)}, true)
		return f
	}
	f := begin("9", batch)
	if f.size != firstSize {
		t.Errorf("a first batch of %d puzzles", f.size)
	}
	b := f.fresh()
	f.flight = append(f.flight, b)
	for f.size < batch {
		b.left++ // that b is not finished
		f.pending++
		f.settle(b, 1, 1)
	}
	f.keepPace()
	for _, test := range []struct {
		geometry    string
		batch, want int
	}{{"9", batch, batch}, {"9", 64, 64}, {"16", batch, firstSize}, {"16", 8, 8}} {
		if f := begin(test.geometry, test.batch); f.size != test.want {
			t.Errorf("%s in batches of %d: begins with %d, want %d", test.geometry, test.batch, f.size, test.want)
		}
	}
	f.settle(b, 1, 2*batchTime)
	f.keepPace()
	if f := begin("9", batch); f.size != 1 {
		t.Errorf("after slow puzzles a batch has %d", f.size)
	}
	newFlow(Options{Batch: batch}, pace).keepPace()
	if f := begin("9", batch); f.size != 1 {
		t.Errorf("after an input without puzzles a batch has %d", f.size)
	}
}
