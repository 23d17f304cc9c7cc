package process

import (
	"errors"
	"fmt"
	"strings"
)

// What callers branch on; package host exports and explains them.
var (
	ErrExited      = errors.New("plugin process exited")
	ErrHung        = errors.New("plugin process hung")
	ErrProtocol    = errors.New("protocol mismatch")
	ErrQuarantined = errors.New("plugin is in quarantine")
)

// ErrHostClosed says that the launcher has been closed.
var ErrHostClosed = errors.New("host is closed")

// StartError says why a plugin process did not become ready, with what a person needs to try it by hand.
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

// ExitError says how a plugin process that had been ready ended. It wraps ErrExited if the process ended by
// itself, ErrHung or ErrProtocol if the host killed it.
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
