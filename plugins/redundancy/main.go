// Command redundancy is the plugin redundancy; package metric is its algorithm.
package main

import (
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/redundancy/metric"
)

func main() { plugin.Serve(metric.Spec()) }
