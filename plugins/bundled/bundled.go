// Package bundled is the algorithms that come with sudokuctl, for a program that carries them inside itself. Each
// still runs as a process of its own: the host starts the program again as a plugin.
//
//	func main() {
//		if bundled.Serve() {
//			return // this process was a plugin
//		}
//		h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
//		…
package bundled

import (
	"maps"
	"os"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/relax"
	"github.com/sudokuctl/sudokuctl/plugins/dlx/cover"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/entropy"
	"github.com/sudokuctl/sudokuctl/plugins/ga/evolve"
	"github.com/sudokuctl/sudokuctl/plugins/generate/create"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
	"github.com/sudokuctl/sudokuctl/plugins/redundancy/metric"
	"github.com/sudokuctl/sudokuctl/plugins/rules/logic"
	"github.com/sudokuctl/sudokuctl/plugins/sat/model"
)

var specs = map[string]func() spec.Spec{
	"entropybt":  entropy.Spec,
	"rules":      logic.Spec,
	"convex":     relax.Spec,
	"dlx":        cover.Spec,
	"sat":        model.Spec,
	"redundancy": metric.Spec,
	"generate":   create.Spec,
	"ga":         evolve.Spec,
}

// IDs returns the ids of the bundled algorithms in order. Each is also a command: sudokuctl plugin serve ID.
func IDs() []string { return slices.Sorted(maps.Keys(specs)) }

// Kernel returns the name of the 9×9 engine's kernel that runs on this processor; plugins/internal/nine has several.
func Kernel() string { return nine.Kernels()[0] }

// Has reports whether an id is taken by a bundled algorithm, so that no added plugin may have it.
func Has(id string) bool { return specs[id] != nil }

// Info returns what an algorithm declares, nil if it is none of them.
func Info(id string) *sudoku.Info {
	if !Has(id) {
		return nil
	}
	info := specs[id]().Describe()
	return &info
}

// Command returns the command that serves an algorithm: this program, started again.
func Command(id string) ([]string, bool) {
	exe, err := os.Executable()
	if !Has(id) || err != nil {
		return nil, false
	}
	return []string{exe, "plugin", "serve", id}, true
}

// Serve serves an algorithm if this process was started by a Command, and reports whether it was. It comes first in
// main: a plugin starts fast and writes nothing to standard output.
func Serve() bool {
	if len(os.Args) != 4 || os.Args[1] != "plugin" || os.Args[2] != "serve" || !Has(os.Args[3]) {
		return false
	}
	plugin.Serve(specs[os.Args[3]]())
	return true
}
