// Command sat is the plugin sat; package model is its algorithm.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/sat/model"
)

func main() { plugin.Serve(model.Spec()) }
