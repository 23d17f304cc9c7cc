// Command rules is the plugin rules; package logic holds its techniques.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
)

func main() { plugin.Serve(logic.Spec()) }
