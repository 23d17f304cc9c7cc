package confine

import (
	"strconv"
	"testing"
)

// TestStartingProcessesIsNotInterrupted by the end of others.
func TestStartingProcessesIsNotInterrupted(t *testing.T) {
	needSandbox(t)
	fork := compiled(t, "fork.c")
	for _, user := range users() {
		t.Run(strconv.Itoa(user), func(t *testing.T) {
			if got := confinedAs(t, user, Rights{}, "", fork); got.stdout != "0 failed\n" {
				t.Errorf("%+v", got)
			}
		})
	}
}
