package plugintest_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
)

// The whole of a plugin's conformance test; honestSpec stands for the Spec of the plugin.
func ExampleRun() {
	_ = func(t *testing.T) { plugintest.Run(t, honestSpec()) }
}
