package host

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/host/internal/find"
)

// What callers branch on. The errors of this package wrap one of them where it applies.
var (
	// ErrNotFound says that no candidate answers to an id or a path.
	ErrNotFound = find.ErrNotFound
	// ErrExited says that the plugin process ended by itself or was killed from outside.
	ErrExited = errors.New("plugin process exited")
	// ErrHung says that the plugin process was alive but did not react, and was killed for it.
	ErrHung = errors.New("plugin process hung")
	// ErrProtocol says that the process does not speak this host's protocol: another version, stray output,
	// no plugin.
	ErrProtocol = errors.New("protocol mismatch")
	// ErrQuarantined says that the plugin died too often and is not started again.
	ErrQuarantined = errors.New("plugin is in quarantine")
	// ErrChecksum says that a file of the plugin is not the one that was accepted.
	ErrChecksum = find.ErrChecksum

	errHostClosed = errors.New("host is closed")
	errNoAnswer   = errors.New("no answer")
)

// StartError tells why a plugin process did not become ready, with what a person needs to try it by hand.
type StartError struct {
	ID      string
	Command []string
	Dir     string   // working folder, "" for that of the host
	Stderr  []string // the last lines that the process wrote to its standard error
	Err     error
}

// Error gives the cause on the first line, then command, folder and the last lines of standard error.
func (e *StartError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "starting plugin %q: %v\n  command: %s", e.ID, e.Err, strings.Join(e.Command, " "))
	if e.Dir != "" {
		fmt.Fprintf(&b, "\n  folder: %s", e.Dir)
	}
	for _, line := range e.Stderr {
		fmt.Fprintf(&b, "\n  stderr: %s", line)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *StartError) Unwrap() error { return e.Err }

// ExitError tells how a plugin process that had been ready came to its end. It wraps ErrExited where the
// process ended by itself, ErrHung or ErrProtocol where the host killed it.
type ExitError struct {
	ID     string
	Status string   // "exit status 3", "signal: killed", "no answer for 11s"
	Stderr []string // the last lines that the process wrote to its standard error
	Cause  error    // ErrExited, ErrHung or ErrProtocol
}

// Error gives the cause and status on the first line, then the last lines of standard error.
func (e *ExitError) Error() string {
	text := fmt.Sprintf("plugin %q: %v: %s", e.ID, e.Cause, e.Status)
	for _, line := range e.Stderr {
		text += "\n  stderr: " + line
	}
	return text
}

// Unwrap returns the cause.
func (e *ExitError) Unwrap() error { return e.Cause }

// ChecksumError says which file of a plugin changed since it was accepted: its ID and Path, the hexadecimal SHA-256 that was
// accepted (Want) and found (Got, "" if the file is gone), and the command that accepts the new file (Accept, "" if
// Options.Accept is nil). It wraps ErrChecksum.
type ChecksumError = find.ChecksumError
