package store_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

func TestNewRunKnowsTheMachine(t *testing.T) {
	r := store.NewRun("run")
	if r.GoVersion == "" || r.CPU == "" || r.OS == "" || r.Cores < 1 || r.Started.IsZero() {
		t.Errorf("run %+v", r)
	}
}
