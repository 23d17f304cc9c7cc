package plugintest

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugin"
)

// Run runs all checks on a Spec, directly and across the protocol, as subtests direct/… and wire/….
func Run(t *testing.T, spec plugin.Spec) {
	t.Helper()
	RunWith(t, spec, Setup{})
}

// RunWith is Run for algorithms that need another setup.
func RunWith(t *testing.T, spec plugin.Spec, setup Setup) {
	t.Helper()
	t.Run("direct", func(t *testing.T) {
		s, err := Direct(spec)
		if err != nil {
			t.Fatal(err)
		}
		runChecks(t, s, setup)
	})
	t.Run("wire", func(t *testing.T) {
		s, stop, err := Across(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
		runChecks(t, s, setup)
	})
}

func runChecks(t *testing.T, s *Subject, setup Setup) {
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			err := c.Run(t.Context(), s, setup)
			var skipped *Skip
			var broken *Fault
			switch {
			case errors.As(err, &skipped):
				t.Skip(skipped.Why)
			case errors.As(err, &broken):
				t.Errorf("%s\nsent: %s\ncame: %s\nfix:  %s", c.Summary, broken.Sent, broken.Came, broken.Fix)
			case err != nil:
				t.Error(err)
			}
			for _, note := range s.Notes {
				t.Log(note)
			}
			s.Notes = nil
		})
	}
}
