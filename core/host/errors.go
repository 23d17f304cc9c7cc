package host

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/host/internal/find"
	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
)

// What callers branch on. The errors of this package wrap one of them where it applies.
var (
	// ErrNotFound says that no candidate answers to an id or a path.
	ErrNotFound = find.ErrNotFound
	// ErrExited says that the plugin process ended by itself or was killed from outside.
	ErrExited = process.ErrExited
	// ErrHung says that the plugin process was alive but did not react, and was killed for it.
	ErrHung = process.ErrHung
	// ErrProtocol says that the process does not speak this host's protocol: another version, stray
	// output, no plugin.
	ErrProtocol = process.ErrProtocol
	// ErrQuarantined says that the plugin died too often and is not started again.
	ErrQuarantined = process.ErrQuarantined
	// ErrChecksum says that a file of the plugin is not the one that was accepted.
	ErrChecksum = find.ErrChecksum
)

// StartError says why a plugin process did not become ready, with what a person needs to try it by hand: its ID, Command
// and Dir, the last lines of its standard error (Stderr) and the cause (Err).
type StartError = process.StartError

// ExitError says how a plugin process that had been ready ended: its ID, its Status ("exit status 3", "signal: killed",
// "no answer for 11s"), the last lines of its standard error (Stderr) and the Cause. That is ErrExited if the process ended
// by itself, ErrHung or ErrProtocol if the host killed it.
type ExitError = process.ExitError

// ChecksumError says which file of a plugin changed since it was accepted: its ID and Path, the hexadecimal SHA-256 that was
// accepted (Want) and found (Got, "" if the file is gone), and the command that accepts the new file (Accept, "" if
// Options.Accept is nil). It wraps ErrChecksum.
type ChecksumError = find.ChecksumError

// SettingsError says why a plugin does not take the settings that it was given.
type SettingsError struct {
	ID  string // of the plugin
	Err error
}

// Error names the plugin and the cause.
func (e *SettingsError) Error() string { return fmt.Sprintf("configuring plugin %q: %v", e.ID, e.Err) }

// Unwrap returns the cause.
func (e *SettingsError) Unwrap() error { return e.Err }

// UnknownError says that no plugin has an ID, which plugin folders were searched (Dirs), and which ids there are (Known; a
// caller that knows of plugins elsewhere may add theirs). It wraps ErrNotFound.
type UnknownError = find.UnknownError
