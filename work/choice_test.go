package work_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work"
)

func TestRunRequestChoosesPluginsByIDAndTag(t *testing.T) {
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	env := work.NewEnv(h, nil)
	env.Plugins = slices.Values([]string{"entropybt", "ga", "dlx", "redundancy", "missing"})
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
		req := work.RunRequest{Solvers: c.solvers, Graders: c.graders}
		err := req.Choose(t.Context(), env)
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%v: %v, want an error with %q", c.solvers, err, c.wrong)
			}
			if c.solvers[0] == "dlxx" && !errors.Is(err, host.ErrNotFound) {
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
