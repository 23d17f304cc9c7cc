package main

import (
	"fmt"
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

// bundled are the algorithms inside this binary. Each still runs as a process of its own: the host starts the
// binary again as "sudokuctl plugin serve ID".
var bundled = map[string]func() plugin.Spec{
	"entropybt":  search.Spec,
	"rules":      logic.Spec,
	"convex":     relax.Spec,
	"dlx":        cover.Spec,
	"redundancy": tensor.Spec,
	"generate":   create.Spec,
	"ga":         evolve.Spec,
}

func bundledIDs() []string { return slices.Sorted(maps.Keys(bundled)) }

// bundledCommand returns the command that serves a bundled algorithm.
func bundledCommand(id string) ([]string, bool) {
	exe, err := os.Executable()
	if _, ok := bundled[id]; !ok || err != nil {
		return nil, false
	}
	return []string{exe, "plugin", "serve", id}, true
}

// serving recognises the command line of a bundled plugin or of the bridge before any flag is parsed, because
// a plugin must start fast and must not write a word to standard output.
func serving(args []string) (what, id string, ok bool) {
	if len(args) == 4 && args[1] == "plugin" && (args[2] == "serve" || args[2] == "bridge" ||
		args[2] == "probe") {
		return args[2], args[3], true
	}
	return "", "", false
}

func serve(what, id string) {
	switch what {
	case "bridge":
		serveProgram(id)
		return
	case "probe":
		serveProbe(id)
		return
	}
	spec, ok := bundled[id]
	if !ok {
		fmt.Fprintf(os.Stderr, "sudokuctl: no bundled plugin %q\n", id)
		os.Exit(exitUsage)
	}
	plugin.Serve(spec())
}
