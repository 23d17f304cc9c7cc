package bench

import (
	"runtime"
	"runtime/debug"
	"time"
)

// Run records the circumstances of one pass of solvers and graders over puzzles, so that it can be run again.
type Run struct {
	ID        int64
	Command   string    // "run", "bench"
	State     string    // running, interrupted, failed or done
	Started   time.Time // the zero time where unknown
	Ended     time.Time
	Version   string // of sudokuctl
	Commit    string // of its source, "" where the binary does not know; "+dirty" is appended to changed source
	GoVersion string
	OS        string // "linux/amd64"
	CPU       string // the processor's name
	Cores     int
	Seed      uint64
	Options   map[string]any // what the command was told, defaults included
}

// Here fills in what is known of this binary and this machine.
func Here(command string) Run {
	r := Run{Command: command, Started: time.Now(), GoVersion: runtime.Version(),
		OS: runtime.GOOS + "/" + runtime.GOARCH, CPU: CPUName(), Cores: runtime.NumCPU()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return r
	}
	r.Version = info.Main.Version
	dirty := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			r.Commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	r.Commit += dirty
	return r
}
