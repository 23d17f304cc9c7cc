package run_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/run"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

func TestRunRequestChoosesPluginsByIDAndTag(t *testing.T) {
	env := worktest.Env("entropybt", "ga", "dlx", "redundancy", "missing")
	for _, c := range []struct {
		solvers, graders []string
		want             string // solvers and graders
		wrong            string // part of the error
	}{
		{[]string{"dlx"}, nil, "dlx |", ""},
		{[]string{"none"}, []string{"none"}, "|", ""},
		{[]string{"ga", "tag:complete"}, []string{"tag:grade"}, "ga entropybt dlx | entropybt redundancy", ""},
		{[]string{"tag:incomplete"}, nil, "ga |", ""},
		{[]string{"dlxx"}, nil, "", `did you mean "dlx"?`},
		{[]string{"none", "dlx"}, nil, "", "cannot be named together"},
		{[]string{"redundancy"}, nil, "", "cannot solve"},
		{[]string{"tag:nosuch"}, nil, "", `has the tag "nosuch": the tags are`},
	} {
		req := run.Request{Solvers: c.solvers, Graders: c.graders}
		err := req.Choose(t.Context(), env)
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%v: %v, want an error with %q", c.solvers, err, c.wrong)
			}
			if c.solvers[0] == "dlxx" && !errors.Is(err, find.ErrNotFound) {
				t.Errorf("%v is not ErrNotFound", err)
			}
			continue
		}
		got := strings.TrimSpace(strings.Join(req.Solvers, " ") + " | " + strings.Join(req.Graders, " "))
		if err != nil || got != strings.TrimSpace(c.want) {
			t.Errorf("%v and %v: %q, %v, want %q", c.solvers, c.graders, got, err, c.want)
		}
	}
}

// share has an Env open each plugin once for all who ask, and returns them by id.
func share(env *work.Env) map[string]work.Plugin {
	open, opened := env.Open, map[string]work.Plugin{}
	env.Shared = true
	env.Open = func(ctx context.Context, id string, settings map[string]any) (p work.Plugin, err error) {
		if opened[id] == nil {
			opened[id], err = open(ctx, id, settings)
		}
		return opened[id], err
	}
	return opened
}

// Who chooses plugins by a tag, or names one twice, closes none that others may use.
func TestSharedPluginsStayOpen(t *testing.T) {
	env := worktest.Env("entropybt", "ga", "dlx")
	opened := share(env)
	for _, solvers := range [][]string{{"dlx", "dlx"}, {"tag:incomplete"}, {"dlx", "tag:complete"}} {
		req := run.Request{Solvers: solvers, Graders: []string{"entropybt", "entropybt"}}
		if err := req.Choose(t.Context(), env); err != nil {
			t.Fatal(err)
		}
		if err := req.Choose(t.Context(), env); err != nil {
			t.Errorf("again: %v", err)
		}
	}
	for id, p := range opened {
		if p.State() == lifecycle.Closed {
			t.Errorf("%s was closed", id)
		}
	}
	if len(opened) != 3 {
		t.Errorf("%d plugins were opened, want 3", len(opened))
	}
}
