package relax

import (
	"errors"
	"maps"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestConformance(t *testing.T) { plugintest.Run(t, Spec()) }

// TestConformanceOfTheLines checks lines of Table I as plugins of their own: giving up must never look like a proof.
func TestConformanceOfTheLines(t *testing.T) {
	for _, variant := range []string{"C", "ilp"} {
		t.Run(variant, func(t *testing.T) {
			spec := Spec()
			made := spec.Solver
			spec.Solver = func(s sudoku.Settings) (sudoku.Solver, error) {
				s = maps.Clone(s)
				s["variant"] = variant
				return made(s)
			}
			subject, err := plugintest.Direct(spec)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range plugintest.Checks() {
				var fault *plugintest.Fault
				if err := c.Run(t.Context(), subject, plugintest.Setup{}); errors.As(err, &fault) {
					t.Errorf("%s: %v", c.Name, err)
				}
			}
		})
	}
}
