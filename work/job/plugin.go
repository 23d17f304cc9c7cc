package job

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
)

// Plugin is an algorithm that is open, and where it comes from: a *host.Plugin, which is a process, or one of a test, which needs none.
type Plugin interface {
	runner.Runner
	ID() string                     // under which it was opened
	Settings() string               // all of them, as JSON with sorted keys
	Candidate() find.Candidate      // where it was found
	Sum() (string, error)           // checksum of the program
	FileSum() (string, error)       // what sha256sum prints of the program, "" if it is several files
	Usage() (lifecycle.Usage, bool) // of the machine so far; false if that is not known
	State() lifecycle.State
	Close() error
}

// Open opens the plugin with an id. Settings are added to those that it has anyway, and count more.
type Open func(ctx context.Context, id string, settings map[string]any) (Plugin, error)
