package host_test

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
)

func TestEnvironHasNoSecrets(t *testing.T) {
	for name, want := range map[string]bool{"PATH": true, "Path": true, "LC_ALL": true, "LC": false, "AWS_SECRET_KEY": false,
		"PATHS": false, "GODEBUG": true, "SUDOKUCTL_RIGHTS": false} {
		t.Setenv(name, "value")
		if got := slices.Contains(host.Environ(), name+"=value"); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := host.Environ("EXTRA=1", "PATH=2"); !slices.Equal(got[len(got)-2:], []string{"EXTRA=1", "PATH=2"}) {
		t.Errorf("it ends with %q", got[len(got)-2:])
	}
}
