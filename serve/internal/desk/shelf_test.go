package desk

import (
	"context"
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// Plugins with settings of requests do not pile up, one in use is never closed, and one that was closed is opened again.
func TestShelf(t *testing.T) {
	s := newShelf(func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
		delete(settings, "n")
		return worktest.Open(ctx, id, settings)
	})
	lease := func(n int) (job.Plugin, func(), error) {
		return s.lease(t.Context(), "entropybt", map[string]any{"strategy": "paper", "n": n})
	}
	var releases []func()
	for n := range maxConfigured {
		_, release, err := lease(n)
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, release)
	}
	if _, _, err := lease(99); !errors.Is(err, problem.ErrBusy) {
		t.Errorf("with all in use: %v", err)
	}
	releases[3]()
	if _, _, err := lease(99); err != nil {
		t.Errorf("with one idle: %v", err)
	}
	if n := len(s.opened); n != maxConfigured {
		t.Errorf("%d are open", n)
	}
	p, err := s.open(t.Context(), "dlx", nil)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := s.open(t.Context(), "dlx", map[string]any{}); again != p || s.isOpen("dlx") != p {
		t.Error("opened twice")
	}
	p.Close()
	if s.isOpen("dlx") != nil {
		t.Error("a closed plugin is open")
	}
	if again, err := s.open(t.Context(), "dlx", nil); err != nil || again == p {
		t.Errorf("after it was closed: %v", err)
	}
	if _, err := s.open(t.Context(), "nobody", nil); err == nil || len(s.opened) != maxConfigured+1 {
		t.Errorf("an unknown plugin: %v, %d open", err, len(s.opened))
	}
}
