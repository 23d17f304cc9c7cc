package lifecycle

import "testing"

func TestStates(t *testing.T) {
	if Found.String() != "found" || Closed.String() != "closed" || State(99).String() != "invalid" {
		t.Error("names of states")
	}
}
