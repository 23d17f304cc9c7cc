package store_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

func TestDescribe(t *testing.T) {
	s := storetest.GradedLibrary(t, 3)
	text := func(s string) *string { return &s }
	source := storetest.Must(s.Show(t.Context(), 1))(t).Puzzle.Name
	for _, step := range []struct {
		give          store.Description
		name, comment string
	}{
		{store.Description{Name: text("Escargot"), Comment: text("by Arto\nInkala")}, "Escargot", `by Arto\u000aInkala`},
		{store.Description{}, "Escargot", `by Arto\u000aInkala`},
		{store.Description{Comment: text("")}, "Escargot", ""},
		{store.Description{Name: text("")}, source, ""},
	} {
		if n := storetest.Must(s.Describe(t.Context(), step.give, 1, 77))(t); n != 1 {
			t.Errorf("%d puzzles described", n)
		}
		p := storetest.Must(s.Show(t.Context(), 1))(t).Puzzle
		if p.Name != step.name || p.Comment != step.comment {
			t.Errorf("puzzle 1 is %q, %q, want %q, %q", p.Name, p.Comment, step.name, step.comment)
		}
	}
	if other := storetest.Must(s.Show(t.Context(), 2))(t).Puzzle; other.Name == source || other.Comment == "Escargot" {
		t.Errorf("puzzle 2 is %q, %q", other.Name, other.Comment)
	}
}
