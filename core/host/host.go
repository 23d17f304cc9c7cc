package host

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
)

// Host finds plugins and owns their processes. It is safe for concurrent use.
type Host struct {
	options  Options
	launcher *process.Launcher

	mu      sync.Mutex
	plugins []*Plugin
	closed  bool

	program struct { // see programSum
		once sync.Once
		sum  string
		err  error
	}
}

// New returns a host; it starts nothing yet.
func New(options Options) *Host {
	options.setDefaults()
	return &Host{options: options, launcher: process.NewLauncher(options.Logger, options.StopTimeout)}
}

// Close closes all plugins and waits until no process of theirs is left. A process that does not leave when
// asked is killed.
func (h *Host) Close() error {
	h.mu.Lock()
	already := h.closed
	h.closed = true
	plugins := h.plugins
	h.plugins = nil
	h.mu.Unlock()
	if already {
		return nil
	}
	errs := make([]error, len(plugins))
	var wg sync.WaitGroup
	for i, p := range plugins {
		wg.Go(func() { errs[i] = p.Close() })
	}
	wg.Wait()
	h.launcher.Close()
	return errors.Join(errs...)
}

// own registers a plugin, to close it with the host.
func (h *Host) own(p *Plugin) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return process.ErrHostClosed
	}
	h.plugins = append(h.plugins, p)
	return nil
}

// PrivateFolder makes a folder for a program that is started without a host. It is removed like those of plugins if
// this process is killed.
func PrivateFolder() (path string, remove func(), err error) { return process.PrivateFolder() }

// PrivateStdin returns the standard input and sets os.Stdin to the null device, so that no plugin started later can
// read the input of the program ("cat puzzles | sudokuctl solve -"). It is to be called first thing in main; later
// calls return the same file.
func PrivateStdin() (*os.File, error) { return takeStdin() }

var takeStdin = sync.OnceValues(func() (*os.File, error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, fmt.Errorf("opening the null device: %w", err)
	}
	own := os.Stdin
	os.Stdin = null
	return own, nil
})

// inherited are the names that a plugin inherits from the host's environment; one without "=" is a prefix.
// Everything else, tokens and passwords among it, stays with the host.
var inherited = []string{
	"PATH=", "HOME=", "USER=", "LOGNAME=", "SHELL=", "TMPDIR=", "TEMP=", "TMP=", "TZ=", "LANG=", "LC_",
	"GOMAXPROCS=", "GOMEMLIMIT=", "GOGC=", "GODEBUG=", "GOTRACEBACK=", "GOCOVERDIR=",
	"PYTHONPATH=", "PYTHONHOME=", "VIRTUAL_ENV=", "NODE_PATH=", "JAVA_HOME=", "LD_LIBRARY_PATH=", "DYLD_LIBRARY_PATH=",
	"SYSTEMROOT=", "WINDIR=", "COMSPEC=", "PATHEXT=", "APPDATA=", "LOCALAPPDATA=", "USERPROFILE=",
}

// Environ returns the environment of a plugin process: the allowed part of the host's, then
// extra entries KEY=VALUE.
func Environ(extra ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		entry = strings.ToUpper(entry)
		return !slices.ContainsFunc(inherited, func(name string) bool { return strings.HasPrefix(entry, name) })
	})
	return append(env, extra...)
}
