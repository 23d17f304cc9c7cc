package app

import (
	"maps"
	"os"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/plugins/convex/relax"
	"github.com/sudokuctl/sudokuctl/plugins/dlx/cover"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/search"
	"github.com/sudokuctl/sudokuctl/plugins/ga/evolve"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
	"github.com/sudokuctl/sudokuctl/plugins/redundancy/tensor"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
)

// Bundled are the algorithms inside this binary. Each still runs as a process of its own: the host starts the
// binary again as "sudokuctl plugin serve ID".
var Bundled = map[string]func() plugin.Spec{
	"entropybt":  search.Spec,
	"rules":      logic.Spec,
	"convex":     relax.Spec,
	"dlx":        cover.Spec,
	"redundancy": tensor.Spec,
	"generate":   create.Spec,
	"ga":         evolve.Spec,
}

func bundledIDs() []string { return slices.Sorted(maps.Keys(Bundled)) }

// bundledCommand returns the command that serves a bundled algorithm.
func bundledCommand(id string) ([]string, bool) {
	exe, err := os.Executable()
	if _, ok := Bundled[id]; !ok || err != nil {
		return nil, false
	}
	return []string{exe, "plugin", "serve", id}, true
}
