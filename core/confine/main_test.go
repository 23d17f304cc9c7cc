package confine

import (
	"os"
	"testing"
)

// roles are what the test binary can be, by name.
var roles map[string]func(args []string)

// TestMain lets the test binary be what tests start: "confine.test ROLE …".
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if role := roles[os.Args[1]]; role != nil {
			role(os.Args[2:])
			return
		}
	}
	os.Exit(m.Run())
}
