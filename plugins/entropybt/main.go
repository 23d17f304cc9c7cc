// Command entropybt is the plugin of the information-entropy solver.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/entropy"
)

func main() { plugin.Serve(entropy.Spec()) }
