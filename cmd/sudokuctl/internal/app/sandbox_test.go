package app

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/confine"
)

// TestWhatLacksAWallIsNoSandbox: the first line says so; what merely lacks a limit is one.
func TestWhatLacksAWallIsNoSandbox(t *testing.T) {
	limit := confine.Measure{Name: "CPU time", What: "an hour"}
	wall := confine.Measure{Name: "reading", What: "its own files", How: "Landlock", Wall: true}
	gap := confine.Measure{Name: "reading", What: "its own files", Wall: true}
	if got, want := measureLines(nil), []string{"not enforced on this system: plugins run with your rights"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := measureLines([]confine.Measure{wall, limit}), []string{"reading:    its own files (Landlock)",
		"CPU time:   an hour NOT ENFORCED on this kernel"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := measureLines([]confine.Measure{gap}), []string{"NONE on this kernel, for it does not enforce: reading; add only plugins that you would also run by hand", "reading:    its own files NOT ENFORCED on this kernel"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
