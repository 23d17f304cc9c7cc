package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// TestUIDs finds puzzles of several shapes by what identifies them in every library, in two libraries that number them differently,
// before and after their keys are in the table. SQL that people write finds the same.
func TestUIDs(t *testing.T) {
	texts := []string{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "4:1..............4",
		"6/2x3:..3...4..6....1....5..2...6.4.......", "..343412..434321~cage=3:r1c1r2c4", "16:" + fmt.Sprintf("%0256d", 0)}
	var uids [2][]string
	for i := range uids {
		s := newLibrary(t)
		must(s.Import(t.Context(), store.Source{Name: "a"}, func(yield func(store.Entry) bool) {
			for k := range texts {
				text := texts[(k+i)%len(texts)]
				if !yield(store.Entry{Puzzle: must(sudoku.ParsePuzzle(text))(t)}) {
					return
				}
			}
		}))(t)
		if i == 1 {
			must(s.Import(t.Context(), store.Source{Name: "b"}, entriesOf("b", 0, 1000)))(t)
		}
		for id := range int64(len(texts)) {
			l := must(s.Show(t.Context(), id+1))(t)
			uid := formats.UID(l.Puzzle.String())
			if found, err := s.FindUID(t.Context(), uid); err != nil || found != l.ID {
				t.Errorf("%s is puzzle %d, %v; want %d", uid, found, err, l.ID)
			}
			uids[i] = append(uids[i], uid)
			asked := ""
			query := fmt.Sprintf("SELECT puzzle_uid(puzzle), id = (SELECT puzzle_id FROM puzzle_key WHERE key = puzzle_key(puzzle)) FROM puzzles WHERE id = %d", l.ID)
			err := s.Query(t.Context(), query, func(_ []string, v []any) error { asked = fmt.Sprint(v[0], " ", v[1]); return nil })
			if want := uid + " 1"; err != nil || i == 1 && asked != want || i == 0 && asked[:32] != uid {
				t.Errorf("SQL says %q, %v; want %q", asked, err, want)
			}
		}
		if _, err := s.FindUID(t.Context(), formats.UID("nothing")); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("found nothing: %v", err)
		}
		slices.Sort(uids[i])
	}
	if !slices.Equal(uids[0], uids[1]) {
		t.Errorf("two libraries call the same puzzles %q and %q", uids[0], uids[1])
	}
}
