// Command generate is the plugin generate; package create is its algorithm.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
)

func main() { plugin.Serve(create.Spec()) }
