package store_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

func TestAttachments(t *testing.T) {
	s := storetest.Open(t)
	ctx := t.Context()
	for _, folder := range []string{"/b", "/a", "/b"} {
		if err := s.Attach(ctx, folder); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := s.Attached(ctx); err != nil || !slices.Equal(all, []string{"/a", "/b"}) {
		t.Errorf("attached %q, %v", all, err)
	}
	if err := s.Detach(ctx, "/a"); err != nil {
		t.Error(err)
	}
	if err := s.Detach(ctx, "/a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("detached twice: %v", err)
	}
	if all, err := s.Attached(ctx); err != nil || !slices.Equal(all, []string{"/b"}) {
		t.Errorf("attached %q, %v", all, err)
	}
}
