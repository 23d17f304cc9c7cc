package host

import (
	"cmp"
	"log/slog"
	"os"
	"os/exec"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
)

// Options hold for all plugins of a host. The zero value finds no plugins but those with a path.
type Options struct {
	// Dirs are searched in this order for programs and for folders with a plugin.yaml. A folder need not exist.
	Dirs []string
	// Bundled returns the command that serves an algorithm shipped inside the program, such as
	// ["/proc/self/exe", "plugin", "serve", "dlx"]. BundledIDs lists the ids that it knows.
	Bundled    func(id string) (argv []string, ok bool)
	BundledIDs []string
	// Bridge returns the command that makes a plugin of a program that speaks text, for candidates whose Kind
	// is "exec". Without it they are rejected.
	Bridge func(find.Candidate) (argv []string, err error)
	// Wrap may change the command of a candidate before it is started, to put it into a sandbox for instance. stop
	// orders the process to end with all that it started, and does not wait for that; a process that goes on is killed.
	// If stop is nil or fails, the host kills the process and its group at once.
	Wrap func(c find.Candidate, cmd *exec.Cmd) (stop func(*os.Process) error, err error)
	// Accept returns the command that accepts the changed files of a plugin; ChecksumError shows it to people.
	Accept func(id string) string

	Logger       *slog.Logger  // nil = no log
	StartTimeout time.Duration // from the start of a process to its description; 0 = 30 s
	StopTimeout  time.Duration // for a process that is asked to leave, before it is killed; 0 = 1 s
	Backoff      time.Duration // before the second restart in a row, doubled up to 30 times itself; 0 = 1 s
	Grace        time.Duration // over the timeout of a puzzle before the process counts as hung; 0 = 1 s
	Silence      time.Duration // without any answer before the process is asked whether it lives; 0 = 5 s
}

// Config selects one plugin and says how to run it; it is an entry of the list "plugins" in config.yaml.
type Config struct {
	ID       string
	Path     string         // a program, or a folder with plugin.yaml; "" = search by id
	Run      []string       // a command with arguments instead of Path
	Dir      string         // the folder in which Run is started and from which its names are taken; "" = that of the host
	Refused  string         // why Path or Run must not be started: the candidate is listed with this and never used
	Kind     string         // "", "builtin", "grpc" or "exec"
	Settings map[string]any // checked against what the plugin declares
	Disabled bool
	Origin   find.Origin       // of the candidate; "" = FromConfig
	Env      []string          // KEY=VALUE, added to the few variables that plugins inherit
	Sums     map[string]string // accepted SHA-256 by absolute path, see Candidate.Sums; nil = not recorded

	StartTimeout time.Duration // 0 = that of the host

	// Broke is called, perhaps by several goroutines, with why the plugin broke on a puzzle, see the function Broke; nil =
	// nobody wants to know.
	Broke func(id string, why error)
}

// setDefaults fills in the usual value of each option that is not set.
func (o *Options) setDefaults() {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.StartTimeout = cmp.Or(o.StartTimeout, 30*time.Second)
	o.StopTimeout = cmp.Or(o.StopTimeout, time.Second)
	o.Backoff = cmp.Or(o.Backoff, time.Second)
	o.Grace = cmp.Or(o.Grace, time.Second)
	o.Silence = cmp.Or(o.Silence, 5*time.Second)
}

// Find returns every candidate in the order of the search: first configs with a path or a command, then plugin folders,
// then bundled algorithms. Of several with one id the first that can be used is; the reasons against the others are in
// Rejected. Find starts no process.
func (h *Host) Find(configs ...Config) []find.Candidate {
	choices := make([]find.Choice, len(configs))
	for i, c := range configs {
		choices[i] = c.choice()
	}
	return h.sources().Find(choices...)
}

// sources returns the places where package find looks for plugins.
func (h *Host) sources() find.Sources {
	o := &h.options
	return find.Sources{Dirs: o.Dirs, Bundled: o.Bundled, BundledIDs: o.BundledIDs, Bridge: o.Bridge}
}

// choice returns the part of the config that package find needs.
func (c Config) choice() find.Choice {
	return find.Choice{ID: c.ID, Path: c.Path, Run: c.Run, Dir: c.Dir, Refused: c.Refused, Kind: c.Kind,
		Disabled: c.Disabled, Origin: c.Origin}
}
