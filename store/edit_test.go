package store_test

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestRenameTag renames a tag to a new name, and then to one that other puzzles have.
func TestRenameTag(t *testing.T) {
	s := gradedLibrary(t, 20)
	if err := s.Tag(t.Context(), "y", 1, 10); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		puzzles  int64
	}{{"x", "z", 2}, {"y", "z", 3}, {"z", "z", 3}} {
		if n, err := s.RenameTag(t.Context(), c.from, c.to); err != nil || n != c.puzzles {
			t.Errorf("from %s to %s: %d puzzles, %v", c.from, c.to, n, err)
		}
	}
	if tags := one(t, s, "SELECT group_concat(tag || ' ' || puzzles) FROM tags"); tags != "z 3" {
		t.Errorf("tags %q", tags)
	}
	sound(t, s, 20)
}

func TestDeletedPuzzlesAreHiddenAndComeBack(t *testing.T) {
	s := gradedLibrary(t, 20)
	keys := []store.Canonical{{ID: 2, Puzzle: []byte("a")}, {ID: 5, Puzzle: []byte("a")}, {ID: 9, Puzzle: []byte("a")}}
	if err := s.SaveCanonical(t.Context(), keys); err != nil {
		t.Fatal(err)
	}
	must(s.LinkDuplicates(t.Context()))(t)
	if err := s.Tag(t.Context(), "gem", 2, 3); err != nil {
		t.Fatal(err)
	}
	before := must(s.Show(t.Context(), 2))(t)
	if n := must(s.Delete(t.Context(), 2, 3, 3, 1000))(t); n != 2 {
		t.Errorf("%d deleted, want 2", n)
	}
	again := must(s.Import(t.Context(), store.Source{Name: "again"}, entriesOf("a", 0, 20)))(t)
	if again.New != 0 {
		t.Errorf("%d puzzles came back by an import", again.New)
	}
	for where, want := range map[string]int64{"": 18, `tag == "gem"`: 0, "dup": 1, "id <= 5": 3} {
		if n := must(s.Count(t.Context(), store.Filter{Where: where}))(t); n != want {
			t.Errorf("%d puzzles of which %q, want %d", n, where, want)
		}
		if n := len(must(s.Random(t.Context(), store.Filter{Where: where}, 20, 1))(t)); int64(n) != want {
			t.Errorf("%d drawn of which %q, want %d", n, where, want)
		}
	}
	if n := must(s.Count(t.Context(), store.Filter{Deleted: true}))(t); n != 2 {
		t.Errorf("%d deleted puzzles, want 2", n)
	}
	if st := must(s.Stats(t.Context()))(t); st.Puzzles != 18 || st.Deleted != 2 {
		t.Errorf("stats count %d puzzles and %d deleted, want 18 and 2", st.Puzzles, st.Deleted)
	}
	if got := one(t, s, "SELECT count(*) FROM library"); got != "18" {
		t.Errorf("the view library has %s rows, want 18", got)
	}
	task := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("other", "1"), Limit: 2})
	if n := must(task.CountPending(t.Context(), store.Selection{}))(t); n != 18 {
		t.Errorf("%d pending, want 18", n)
	}
	if _, err := s.Show(t.Context(), 2); !errors.Is(err, store.ErrDeleted) {
		t.Errorf("showing a deleted puzzle: %v, want %v", err, store.ErrDeleted)
	}
	if l := must(s.Show(t.Context(), 9))(t); l.DuplicateOf != 5 {
		t.Errorf("puzzle 9 is linked to %d while its original is deleted, want 5", l.DuplicateOf)
	}
	if n := must(s.Restore(t.Context(), 2, 3))(t); n != 2 {
		t.Errorf("%d restored, want 2", n)
	}
	after := must(s.Show(t.Context(), 2))(t)
	if len(after.Grades) != len(before.Grades) || len(after.Tags) != 1 || after.Verdict != before.Verdict {
		t.Errorf("restored %+v, was %+v", after, before)
	}
	if l := must(s.Show(t.Context(), 9))(t); l.DuplicateOf != 2 {
		t.Errorf("puzzle 9 is linked to %d, want 2", l.DuplicateOf)
	}
	sound(t, s, 20)
}

func TestDescribe(t *testing.T) {
	s := gradedLibrary(t, 3)
	text := func(s string) *string { return &s }
	source := must(s.Show(t.Context(), 1))(t).Puzzle.Name
	for _, step := range []struct {
		give          store.Description
		name, comment string
	}{
		{store.Description{Name: text("Escargot"), Comment: text("by Arto\nInkala")}, "Escargot", `by Arto\u000aInkala`},
		{store.Description{}, "Escargot", `by Arto\u000aInkala`},
		{store.Description{Comment: text("")}, "Escargot", ""},
		{store.Description{Name: text("")}, source, ""},
	} {
		if n := must(s.Describe(t.Context(), step.give, 1, 77))(t); n != 1 {
			t.Errorf("%d puzzles described", n)
		}
		p := must(s.Show(t.Context(), 1))(t).Puzzle
		if p.Name != step.name || p.Comment != step.comment {
			t.Errorf("puzzle 1 is %q, %q, want %q, %q", p.Name, p.Comment, step.name, step.comment)
		}
	}
	if other := must(s.Show(t.Context(), 2))(t).Puzzle; other.Name == source || other.Comment == "Escargot" {
		t.Errorf("puzzle 2 is %q, %q", other.Name, other.Comment)
	}
}
