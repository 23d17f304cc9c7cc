// Package early begins what a command is going to need before all other packages are initialised. For that it imports
// next to nothing, see core/host/standby.
package early

import (
	"os"
	"runtime"

	"github.com/sudokuctl/sudokuctl/core/host/standby"
)

// commands need a plugin at once, and somebody waits for their answer.
var commands = [...]string{"solve", "explain", "hint", "grade", "check", "verify", "generate"}

// Standby becomes the first bundled plugin of a command; nil for commands that may need none.
var Standby = begin(os.Args)

// init switches sampling of allocations off: nothing reads the samples, and taking the first three costs a tenth of the
// work until main begins. A memory profile of this program's tests needs -memprofilerate.
func init() { runtime.MemProfileRate = 0 }

func begin(args []string) *standby.Process {
	for _, c := range commands {
		if len(args) > 1 && args[1] == c && !asksForHelp(args) {
			return standby.Begin()
		}
	}
	return nil
}

func asksForHelp(args []string) bool {
	for _, arg := range args {
		if arg == "-h" || arg == "--help" {
			return true
		}
	}
	return false
}
