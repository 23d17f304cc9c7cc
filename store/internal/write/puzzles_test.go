package write_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

// TestPuzzlesWithoutKeysAreRecognised cuts an import short, which leaves puzzles that the table of keys does not have, and
// stores the same and others from two sides.
func TestPuzzlesWithoutKeysAreRecognised(t *testing.T) {
	const cut = 40_000 // the first of two batches is stored by then
	path := filepath.Join(t.TempDir(), "test.db")
	s := storetest.OpenFile(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := s.Import(ctx, store.Source{Name: "long"}, func(yield func(store.Entry) bool) {
		for i := range cut {
			if !yield(store.Entry{Puzzle: numbered(i)}) {
				return
			}
		}
		cancel()
		yield(store.Entry{Puzzle: numbered(cut)})
	})
	if err == nil {
		t.Fatal("an import that was cut short is reported as done")
	}
	if got := storetest.One(t, s, "SELECT up_to FROM keyed"); got != "0" {
		t.Fatalf("the table of keys goes up to %s after an import that was cut short", got)
	}
	if id, err := s.Find(t.Context(), numbered(7)); err != nil || id != 8 {
		t.Errorf("puzzle 7 has the number %d, %v; want 8", id, err)
	}
	other := storetest.OpenFile(t, path)
	for _, c := range []struct {
		by               *store.Store
		from, to, unseen int
	}{
		{other, 0, 100, 0},
		{other, 50_000, 50_100, 100},
		{s, 50_050, 50_200, 100},
		{s, 0, 20_000, 0},
		{s, 50_150, 50_250, 50},
		{other, 50_000, 50_300, 50},
	} {
		sum := storetest.Must(c.by.Import(t.Context(), store.Source{Name: "short"}, func(yield func(store.Entry) bool) {
			for i := c.from; i < c.to; i++ {
				if !yield(store.Entry{Puzzle: numbered(i)}) {
					return
				}
			}
		}))(t)
		if sum.New != c.unseen {
			t.Errorf("%d puzzles from %d to %d are new, want %d", sum.New, c.from, c.to, c.unseen)
		}
	}
	for _, i := range []int{3, cut - 20_001, 50_199, 50_250, 50_299} {
		if _, err := s.Find(t.Context(), numbered(i)); err != nil {
			t.Errorf("puzzle %d: %v", i, err)
		}
	}
	storetest.Sound(t, s, -1)
}

// numbered returns a puzzle whose givens are the digits of a number. The library does not ask whether it has a solution.
func numbered(number int) *sudoku.Puzzle {
	givens := make(sudoku.Grid, 81)
	for cell := 0; number > 0; cell += 10 {
		givens[cell] = uint8(number % 9)
		number /= 9
	}
	return &sudoku.Puzzle{Geometry: sudoku.Classic(), Givens: givens}
}
