package host

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Plugin is an open plugin: described, configured and kept running. It is safe for concurrent use.
type Plugin struct {
	host      *Host
	config    Config
	candidate find.Candidate
	info      sudoku.Info
	settings  string // JSON of all settings, defaults included
	measured  bool   // info has the metrics that come with the settings
	sum       func() (string, error)
	batch     int // largest number of puzzles in a message, 0 = what suits the kind

	supervisor *process.Supervisor
}

// Open finds the plugin of a config, checks its files, starts it, asks what it is and configures it. It is
// closed with the host at the latest. The error wraps ErrNotFound, ErrChecksum, ErrProtocol or ErrExited
// if one applies; it is a *StartError when the process did not become ready.
func (h *Host) Open(ctx context.Context, config Config) (*Plugin, error) {
	candidate, err := h.sources().Choose(config.choice())
	if err != nil {
		return nil, err
	}
	p := &Plugin{host: h, config: config, candidate: candidate}
	p.supervisor = process.NewSupervisor(candidate.ID, p.launch, h.options.Backoff, h.options.Logger)
	p.sum = sync.OnceValues(candidate.Sum)
	if candidate.Origin == find.FromBundled {
		p.sum = func() (string, error) { return h.programSum(candidate.Path) }
	}
	_, err = p.supervisor.Start(ctx)
	if errors.Is(err, lifecycle.ErrExited) && ctx.Err() == nil { // perhaps somebody else has ended it
		_, err = p.supervisor.Start(ctx)
	}
	if err != nil {
		return nil, err
	}
	if err := h.own(p); err != nil {
		p.supervisor.Close()
		return nil, err
	}
	return p, nil
}

// Info returns what the plugin declares of itself. These are claims, which answers are checked against.
func (p *Plugin) Info() sudoku.Info { return p.info }

// ID returns the id under which the plugin was configured, which is its own unless the config chose another.
func (p *Plugin) ID() string { return p.candidate.ID }

// Candidate returns the candidate from which the plugin was opened: where it was found and how it is started.
func (p *Plugin) Candidate() find.Candidate { return p.candidate }

// Sum returns the checksum of the program in hexadecimal, which tells two builds of one version apart: the SHA-256 of
// its file or, if several files make the plugin, of their sums.
func (p *Plugin) Sum() (string, error) { return p.sum() }

// FileSum returns what sha256sum prints of the program, "" if several files make the plugin.
func (p *Plugin) FileSum() (string, error) {
	if len(p.candidate.Files) > 1 {
		return "", nil
	}
	return p.sum()
}

// programSum is the sum of the one program that all bundled plugins are in.
func (h *Host) programSum(path string) (string, error) {
	h.program.once.Do(func() { h.program.sum, h.program.err = rememberedSum(path) })
	return h.program.sum, h.program.err
}

// rememberedSum is child.FileSum of a file whose sum is kept in the user's cache folder as long as the file is the
// same: to read the whole program takes longer than a small run. What cannot be kept is read again.
func rememberedSum(path string) (string, error) {
	info, err := os.Stat(path)
	dir, noDir := os.UserCacheDir()
	if err != nil || noDir != nil || child.Identity(info) == "" {
		return child.FileSum(path)
	}
	kept, identity := filepath.Join(dir, "sudokuctl", "program.sha256"), " "+child.Identity(info)+"\n"
	text, _ := os.ReadFile(kept)
	sum, same := strings.CutSuffix(string(text), identity)
	if _, err := hex.DecodeString(sum); same && err == nil && len(sum) == hex.EncodedLen(sha256.Size) {
		return sum, nil
	}
	if sum, err = child.FileSum(path); err != nil {
		return "", err
	}
	if now, err := os.Stat(path); err == nil && child.Same(info, now) && os.MkdirAll(filepath.Dir(kept), 0o700) == nil {
		if f, err := os.CreateTemp(filepath.Dir(kept), "program"); err == nil {
			_, err = f.WriteString(sum + identity)
			if cmp.Or(err, f.Close(), os.Rename(f.Name(), kept)) != nil {
				os.Remove(f.Name())
			}
		}
	}
	return sum, nil
}

// Settings returns all settings, defaults included, as JSON with sorted keys.
func (p *Plugin) Settings() string { return p.settings }

// State returns where the plugin is in its life, such as ready or in quarantine, for listings and pages.
func (p *Plugin) State() lifecycle.State { return p.supervisor.State() }

// Usage returns what all processes of the plugin have taken so far. ok is false if the system does not report it for
// running processes; the usage is complete once the plugin is closed.
func (p *Plugin) Usage() (u lifecycle.Usage, ok bool) { return p.supervisor.Usage() }

// Losses returns how many processes of the plugin have ended by themselves or were killed because they did not react.
func (p *Plugin) Losses() int { return p.supervisor.Losses() }

// Close ends the process and waits until it is gone. A closed plugin is not started again.
func (p *Plugin) Close() error {
	p.supervisor.Close()
	return nil
}

// resolve checks the settings of the config against those that the plugin declares and completes them.
func (p *Plugin) resolve() error {
	settings, err := p.info.Resolve(p.config.Settings)
	if err != nil {
		return &runner.SettingsError{ID: p.candidate.ID, Err: err}
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return fmt.Errorf("configuring plugin %q: %w", p.candidate.ID, err)
	}
	p.settings = string(text)
	return nil
}
