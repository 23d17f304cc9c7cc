package host

import "testing"

func TestEnvAllowed(t *testing.T) {
	for name, want := range map[string]bool{"PATH": true, "LC_ALL": true, "LC": false, "AWS_SECRET_KEY": false,
		"PATHS": false} {
		if envAllowed(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
