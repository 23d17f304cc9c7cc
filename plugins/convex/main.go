// Command convex is the plugin convex; package relax is its algorithm.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/convex/relax"
)

func main() { plugin.Serve(relax.Spec()) }
