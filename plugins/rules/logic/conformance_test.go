package logic

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
)

// TestConformance holds the plugin to its promises without the slowest chains: some of the suite's puzzles
// are the hardest known.
func TestConformance(t *testing.T) {
	spec := Spec()
	for i := range spec.Info.Settings {
		if spec.Info.Settings[i].Name == "up_to" {
			spec.Info.Settings = append(spec.Info.Settings[:0:0], spec.Info.Settings...)
			spec.Info.Settings[i].Default = 7.0
		}
	}
	plugintest.Run(t, spec)
}
