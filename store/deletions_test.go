package store_test

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

func TestDeletedPuzzlesAreHiddenAndComeBack(t *testing.T) {
	s := storetest.GradedLibrary(t, 20)
	keys := []store.Canonical{{ID: 2, Puzzle: []byte("a")}, {ID: 5, Puzzle: []byte("a")}, {ID: 9, Puzzle: []byte("a")}}
	if err := s.SaveCanonical(t.Context(), keys); err != nil {
		t.Fatal(err)
	}
	storetest.Must(s.LinkDuplicates(t.Context()))(t)
	if err := s.Tag(t.Context(), "gem", 2, 3); err != nil {
		t.Fatal(err)
	}
	before := storetest.Must(s.Show(t.Context(), 2))(t)
	if n := storetest.Must(s.Delete(t.Context(), 2, 3, 3, 1000))(t); n != 2 {
		t.Errorf("%d deleted, want 2", n)
	}
	again := storetest.Must(s.Import(t.Context(), store.Source{Name: "again"}, storetest.Entries("a", 0, 20)))(t)
	if again.New != 0 {
		t.Errorf("%d puzzles came back by an import", again.New)
	}
	for where, want := range map[string]int64{"": 18, `tag == "gem"`: 0, "dup": 1, "id <= 5": 3} {
		if n := storetest.Must(s.Count(t.Context(), store.Filter{Where: where}))(t); n != want {
			t.Errorf("%d puzzles of which %q, want %d", n, where, want)
		}
		if n := len(storetest.Must(s.Random(t.Context(), store.Filter{Where: where}, 20, 1))(t)); int64(n) != want {
			t.Errorf("%d drawn of which %q, want %d", n, where, want)
		}
	}
	if n := storetest.Must(s.Count(t.Context(), store.Filter{Deleted: true}))(t); n != 2 {
		t.Errorf("%d deleted puzzles, want 2", n)
	}
	if st := storetest.Must(s.Stats(t.Context()))(t); st.Puzzles != 18 || st.Deleted != 2 {
		t.Errorf("stats count %d puzzles and %d deleted, want 18 and 2", st.Puzzles, st.Deleted)
	}
	if got := storetest.One(t, s, "SELECT count(*) FROM library"); got != "18" {
		t.Errorf("the view library has %s rows, want 18", got)
	}
	task := storetest.StartTask(t, s, storetest.StartRun(t, s), store.Work{Plugin: storetest.Plugin("other", "1"), Limit: 2})
	if n := storetest.Must(task.CountPending(t.Context(), store.Selection{}))(t); n != 18 {
		t.Errorf("%d pending, want 18", n)
	}
	if _, err := s.Show(t.Context(), 2); !errors.Is(err, store.ErrDeleted) {
		t.Errorf("showing a deleted puzzle: %v, want %v", err, store.ErrDeleted)
	}
	if l := storetest.Must(s.Show(t.Context(), 9))(t); l.DuplicateOf != 5 {
		t.Errorf("puzzle 9 is linked to %d while its original is deleted, want 5", l.DuplicateOf)
	}
	if n := storetest.Must(s.Restore(t.Context(), 2, 3))(t); n != 2 {
		t.Errorf("%d restored, want 2", n)
	}
	after := storetest.Must(s.Show(t.Context(), 2))(t)
	if len(after.Grades) != len(before.Grades) || len(after.Tags) != 1 || after.Verdict != before.Verdict {
		t.Errorf("restored %+v, was %+v", after, before)
	}
	if l := storetest.Must(s.Show(t.Context(), 9))(t); l.DuplicateOf != 2 {
		t.Errorf("puzzle 9 is linked to %d, want 2", l.DuplicateOf)
	}
	storetest.Sound(t, s, 20)
}
