package store_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// TestPuzzlesWithoutKeysAreRecognised cuts an import short, which leaves puzzles that the table of keys does not have, and
// stores the same and others from two sides.
func TestPuzzlesWithoutKeysAreRecognised(t *testing.T) {
	const cut = 40_000 // three of four batches are stored by then
	path := filepath.Join(t.TempDir(), "test.db")
	s := openLibrary(t, path)
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
	if got := one(t, s, "SELECT up_to FROM keyed"); got != "0" {
		t.Fatalf("the table of keys goes up to %s after an import that was cut short", got)
	}
	if id, err := s.Find(t.Context(), numbered(7)); err != nil || id != 8 {
		t.Errorf("puzzle 7 has the number %d, %v; want 8", id, err)
	}
	other := openLibrary(t, path)
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
		sum := must(c.by.Import(t.Context(), store.Source{Name: "short"}, from(c.from, c.to)))(t)
		if sum.New != c.unseen {
			t.Errorf("%d puzzles from %d to %d are new, want %d", sum.New, c.from, c.to, c.unseen)
		}
	}
	for _, i := range []int{3, cut - 20_001, 50_199, 50_250, 50_299} {
		if _, err := s.Find(t.Context(), numbered(i)); err != nil {
			t.Errorf("puzzle %d: %v", i, err)
		}
	}
	sound(t, s, -1)
}

// TestManyPuzzlesAreRecognised imports as many puzzles as are keyed before the import ends, some of them again and again.
func TestManyPuzzlesAreRecognised(t *testing.T) {
	s := newLibrary(t)
	first := must(s.Import(t.Context(), store.Source{Name: "first"}, func(yield func(store.Entry) bool) {
		for _, part := range [][2]int{{0, 102_000}, {95_000, 125_000}, {0, 5_000}} {
			for e := range from(part[0], part[1]) {
				if !yield(e) {
					return
				}
			}
		}
	}))(t)
	if first.New != 125_000 || first.Duplicates != 12_000 {
		t.Errorf("%d new puzzles and %d duplicates, want 125,000 and 12,000", first.New, first.Duplicates)
	}
	second := must(s.Import(t.Context(), store.Source{Name: "second"}, from(120_000, 126_000)))(t)
	if second.New != 1_000 || second.Duplicates != 5_000 {
		t.Errorf("%d new puzzles and %d duplicates, want 1,000 and 5,000", second.New, second.Duplicates)
	}
	if got := one(t, s, "SELECT count(*) FROM puzzle_key"); got != "125000" {
		t.Errorf("the table of keys has %s puzzles, want 125,000: the others are few", got)
	}
	sound(t, s, 126_000)
}

// TestPuzzlesOfAFailedBatchAreForgotten takes back a batch that has stored puzzles, and stores others under their numbers.
func TestPuzzlesOfAFailedBatchAreForgotten(t *testing.T) {
	s := newLibrary(t)
	full := errors.New("the disk is full")
	for _, c := range []struct {
		from, to, known int
		fails           error
	}{{0, 10, 0, nil}, {5, 20, 5, full}, {10, 30, 0, full}, {8, 40, 2, nil}, {0, 40, 40, nil}} {
		known, err := store.StorePuzzles(s, from(c.from, c.to), c.fails)
		if known != c.known {
			t.Errorf("%d puzzles from %d to %d are known, want %d", known, c.from, c.to, c.known)
		}
		if !errors.Is(err, c.fails) {
			t.Errorf("storing puzzles from %d to %d: %v, want %v", c.from, c.to, err, c.fails)
		}
	}
}

// from returns the puzzles with the numbers from the one and below the other.
func from(first, end int) iter.Seq[store.Entry] {
	return func(yield func(store.Entry) bool) {
		for i := first; i < end; i++ {
			if !yield(store.Entry{Puzzle: numbered(i)}) {
				return
			}
		}
	}
}

// numbered returns a puzzle whose givens are the digits of a number. The library does not ask whether it has a solution.
func numbered(number int) *sudoku.Puzzle {
	givens := make(sudoku.Grid, 81)
	for cell := 0; number > 0; cell += 10 {
		givens[cell] = uint8(number % 9)
		number /= 9
	}
	return sudoku.MustPuzzle(sudoku.Classic(), givens)
}
