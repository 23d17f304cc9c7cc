package confine

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestKernelsThatLackSomething: if a wall is missing, nothing is started unless the rights say so, and Enforced, which
// people are shown, names the same walls. What is no wall may be missing.
func TestKernelsThatLackSomething(t *testing.T) {
	needSandbox(t)
	const refusal = "refused: it is not started, for this system does not enforce what the sandbox promises: "
	for _, c := range []struct {
		lack     string
		landlock int
		apart    bool // in a namespace, or with a user of its own, if there is any here
	}{
		{"", 6, true}, {"users", 6, true}, {"namespaces", 6, os.Geteuid() == 0}, {"namespaces+users", 6, false},
		{"landlock (ENOSYS)", 0, true}, {"landlock (EPERM)", 0, true}, {"landlock (EOPNOTSUPP)", 0, true},
		{"landlock (ENOSYS)+namespaces+users", 0, false},
		{"1", 1, true}, {"2", 2, true}, {"3", 3, true}, {"4", 4, true}, {"5", 5, true}, {"6", 6, true},
		{"1+namespaces", 1, os.Geteuid() == 0}, {"5+network namespaces", 5, true},
		{"1+namespaces+users", 1, false}, {"5+namespaces+users", 5, false},
	} {
		t.Run(c.lack, func(t *testing.T) {
			t.Parallel()
			var walls []string
			status, stderr := "exit status 0", ""
			if c.landlock == 0 {
				walls = []string{"reading", "writing"}
				status, stderr = "exit status 1", refusal+"reading, writing\n"
			}
			if c.landlock < landlockScopes && !(c.apart && here().way != way{}) {
				if walls = append(walls, "others"); stderr == "" {
					status, stderr = "exit status 1", refusal+"others\n"
				}
			}
			if got := confined(t, Rights{}, c.lack, "true"); got.status != status || got.stderr != stderr {
				t.Errorf("%+v, want %q", got, stderr)
			}
			if got := confined(t, Rights{Weak: true}, c.lack, "true"); got.status != "exit status 0" {
				t.Errorf("weak: %+v", got)
			}
			if got, want := missingWithout(t, c.lack), strings.Join(walls, ", "); got != want {
				t.Errorf("walls that are missing: %q, want %q", got, want)
			}
		})
	}
}

// TestAKernelThatFiltersNothing starts nothing, whatever the rights say.
func TestAKernelThatFiltersNothing(t *testing.T) {
	needSandbox(t)
	for _, weak := range []bool{false, true} {
		if got := confined(t, Rights{Weak: weak}, "seccomp", "true"); got.status != "exit status 1" ||
			got.stderr != "refused: refusing calls: function not implemented\n" {
			t.Errorf("%+v", got)
		}
	}
	if got := missingWithout(t, "seccomp"); got != "network, writing, others" {
		t.Errorf("walls that are missing: %q", got)
	}
}

// missingWithout returns the walls of Enforced that are missing on a kernel that lacks something.
func missingWithout(t *testing.T, lack string) string {
	t.Helper()
	command := self(t, "olderThan", lack, "measures")
	text, err := exec.Command(command[0], command[1:]...).Output()
	var measures []Measure
	if err == nil {
		err = json.Unmarshal(text, &measures)
	}
	if err != nil {
		t.Fatal(err)
	}
	return names(missing(measures))
}
