package work_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// A complete solver is the first that is fast, or if none is the first at all; what cannot be opened is left out.
func TestCompleteSolver(t *testing.T) {
	env := worktest.Env()
	for _, c := range []struct {
		named   string
		plugins []string
		want    string // "" for a RequestError
	}{
		{"", []string{"missing", "ga", "convex", "dlx", "entropybt"}, "dlx"},
		{"", []string{"ga", "convex", "missing"}, "convex"},
		{"", []string{"ga"}, ""},
		{"", nil, ""},
		{"convex", []string{"dlx"}, "convex"},
		{"ga", []string{"dlx"}, ""},
	} {
		env.Plugins = nil
		if c.plugins != nil {
			env.Plugins = slices.Values(c.plugins)
		}
		p, err := env.Pick(t.Context(), c.named, work.CompleteSolver)
		var request *work.RequestError
		switch {
		case c.want == "" && !errors.As(err, &request):
			t.Errorf("%q of %q: %v, want a RequestError", c.named, c.plugins, err)
		case c.want != "" && (err != nil || p.ID() != c.want):
			t.Errorf("%q of %q: %v, want %s", c.named, c.plugins, err, c.want)
		}
	}
}

// If a plugin that cannot be opened might have been the one, its error says what to mend.
func TestCompleteSolverThatCannotBeOpened(t *testing.T) {
	env := worktest.Env("ga", "missing")
	if _, err := env.Pick(t.Context(), "", work.CompleteSolver); !errors.Is(err, find.ErrNotFound) {
		t.Errorf("%v, want the error of the plugin that is missing", err)
	}
}
