package confine

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"
)

// TestKernelsThatLackSomething: if a wall is missing, nothing is started unless the rights say so, and Enforced, which
// people are shown, names the same walls. What is no wall may be missing.
func TestKernelsThatLackSomething(t *testing.T) {
	needSandbox(t)
	const refusal = "refused: it is not started, for this system does not enforce what the sandbox promises: "
	for _, c := range []struct{ lack, walls, error string }{
		{"", "", ""},
		{"landlock (ENOSYS)", "reading, writing", refusal + "reading, writing\n"},
		{"landlock (EPERM)", "reading, writing", refusal + "reading, writing\n"},
		{"landlock (EOPNOTSUPP)", "reading, writing", refusal + "reading, writing\n"},
		{"landlock (ENOSYS)+namespaces+users", "reading, writing, others", refusal + "reading, writing\n"},
		{"1", "", ""}, {"2", "", ""}, {"3", "", ""}, {"4", "", ""}, {"5", "", ""}, {"6", "", ""},
		{"5+network namespaces", "", ""},
		{"5+namespaces+users", "others", refusal + "others\n"},
		{"1+namespaces+users", "others", refusal + "others\n"},
		{"6+namespaces+users", "", ""},
		{"users", "", ""},
		{"seccomp", "network, writing, others", "refused: refusing calls: function not implemented\n"},
	} {
		t.Run(c.lack, func(t *testing.T) {
			t.Parallel()
			status := "exit status 0"
			if c.error != "" {
				status = "exit status 1"
			}
			if got := confined(t, Rights{}, c.lack, "true"); got.status != status || got.stderr != c.error {
				t.Errorf("%+v, want %q", got, c.error)
			}
			if got := confined(t, Rights{Weak: true}, c.lack, "true"); got.status != "exit status 0" && c.lack != "seccomp" {
				t.Errorf("weak: %+v", got)
			}
			command := self(t, "olderThan", c.lack, "measures")
			text, err := exec.Command(command[0], command[1:]...).Output()
			var measures []Measure
			if err == nil {
				err = json.Unmarshal(text, &measures)
			}
			if got := names(missing(measures)); err != nil || got != c.walls {
				t.Errorf("walls that are missing: %q, %v; want %q", got, err, c.walls)
			}
		})
	}
	t.Run("a user of its own instead of a namespace", func(t *testing.T) {
		if os.Geteuid() != 0 {
			t.Skip("NOT TESTED: not the administrator")
		}
		if got := confined(t, Rights{}, "5+namespaces", "true"); got.status != "exit status 0" {
			t.Errorf("%+v", got)
		}
	})
}
