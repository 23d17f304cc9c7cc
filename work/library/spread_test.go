package library_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// TestSpreadOfASample finds what only the last puzzles of a library have, though there is no time to read all of them.
func TestSpreadOfASample(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var text strings.Builder
	for i := range 20_000 {
		cells := []byte(strings.Repeat(".", 81))
		for k, at := 0, i; k < 9; k, at = k+1, at/2 { // 9 clues, one more for the later half
			cells[9*k] = byte('1' + k)
			if at%2 == 1 {
				cells[9*k], cells[9*k+1] = '.', byte('1'+k)
			}
		}
		cells[80] = byte('1' + (i/512)%9)
		cells[71] = byte('1' + (i/4608)%9)
		if i >= 10_000 {
			cells[62] = '1'
		}
		fmt.Fprintf(&text, "%s\n", cells)
	}
	if _, err := input.Import(t.Context(), s, input.ImportRequest{Input: input.Text(text.String())}, nil); err != nil {
		t.Fatal(err)
	}
	r, err := library.Spread(t.Context(), &work.Env{Store: s}, library.SpreadRequest{Metric: "clues", Budget: time.Nanosecond})
	if err != nil || !r.Approximate {
		t.Fatalf("%+v, %v", r, err)
	}
	if low, high := *r.Minimum, *r.Maximum; low != 11 || high != 12 {
		t.Errorf("clues from %g to %g of a sample of %d", low, high, r.Puzzles)
	}
	late := 0
	for _, v := range r.Values {
		if v == 12 {
			late++
		}
	}
	if share := float64(late) / float64(r.Puzzles); share < .4 || share > .6 {
		t.Errorf("%.2f of the sample are of the later half", share)
	}
}
