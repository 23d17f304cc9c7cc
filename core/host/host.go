package host

import (
	"errors"
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

// own takes over a plugin, to close it with the host.
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
