package runs

import (
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/fleet"
)

// TestPlanRefuses gives flags that contradict each other: nothing is opened or written then.
func TestPlanRefuses(t *testing.T) {
	all := ""
	for want, change := range map[string]func(*planOptions) []string{
		"no puzzles to plan for":    func(*planOptions) []string { return nil },
		`leave out "a.txt"`:         func(o *planOptions) []string { o.where = &all; return []string{"a.txt"} },
		"files and --generate":      func(o *planOptions) []string { o.count = 5; return []string{"a.txt"} },
		"--where and --generate":    func(o *planOptions) []string { o.where, o.count = &all, 5; return nil },
		"from 1 to 1000, not 0":     func(o *planOptions) []string { o.request.Repeat = 0; return []string{"a.txt"} },
		"from 1 to 1000, not 1001":  func(o *planOptions) []string { o.request.Repeat = 1001; return []string{"a.txt"} },
		"at least 100ms, not 99ms":  func(o *planOptions) []string { o.cpuTimeout = 99 * time.Millisecond; return []string{"a.txt"} },
		"at least 100ms, not -1s":   func(o *planOptions) []string { o.cpuTimeout = -time.Second; return []string{"a.txt"} },
		"nothing to do in the plan": func(o *planOptions) []string { o.request.Solvers = nil; return []string{"a.txt"} },
	} {
		o := &planOptions{request: fleet.PlanRequest{Solvers: []string{"dlx"}, Repeat: 1}}
		if err := o.run(t.Context(), change(o)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
