// Command ga is the plugin of the genetic algorithm with entropy objective.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/ga/evolve"
)

func main() { plugin.Serve(evolve.Spec()) }
