package plugintest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
)

// The whole of a plugin's conformance test; honestSpec stands for the Spec of the plugin.
func ExampleRun() {
	_ = func(t *testing.T) { plugintest.Run(t, honestSpec()) }
}

// One promise, without go test.
func ExampleCheck_Run() {
	s, err := plugintest.Direct(honestSpec())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range plugintest.Checks() {
		if c.Name == "solve/clash" {
			fmt.Println(c.Summary)
			fmt.Println(c.Run(context.Background(), s, plugintest.Setup{}))
		}
	}
	// Output:
	// A digit given twice in a house: no solution.
	// <nil>
}
