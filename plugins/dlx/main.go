// Command dlx is the plugin dlx; package cover is its algorithm.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/dlx/cover"
)

func main() { plugin.Serve(cover.Spec()) }
