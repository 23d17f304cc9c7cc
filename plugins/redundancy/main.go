// Command redundancy is the plugin redundancy; package tensor is its algorithm.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/redundancy/tensor"
)

func main() { plugin.Serve(tensor.Spec()) }
