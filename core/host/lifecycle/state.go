// Package lifecycle describes a plugin's processes for callers: the states of their life, their use of the machine, and
// how they ended. Package host draws the states.
package lifecycle

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// State is where a plugin is in its life; the comment of package host draws it.
type State uint8

// The states.
const (
	Found       State = iota // a candidate was chosen, nothing ran
	Verified                 // its files are those that were accepted
	Starting                 // the process runs, the handshake is awaited
	Ready                    // described and configured
	Exited                   // the process ended; it is started again when next needed
	Hung                     // the process did not react and was killed
	Quarantined              // died too often: not started again
	Closed                   // closed by the host
)

var stateNames = [...]string{
	"found", "verified", "starting", "ready", "exited", "hung", "quarantined", "closed",
}

// String returns the state's name, such as "ready".
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "invalid"
}

// Usage is what the processes of a plugin took of the machine: finished ones and the one that runs.
type Usage struct {
	User, System time.Duration // CPU time
	PeakRSS      int64         // largest resident set of any of the processes, bytes
	Processes    int           // how many the host started; what those started counts for the other figures
}

// Add adds the usage of one more process. CPU times add up; the peak is that of the largest process, because they ran
// one after another.
func (u *Usage) Add(v Usage) {
	u.User += v.User
	u.System += v.System
	u.PeakRSS = max(u.PeakRSS, v.PeakRSS)
	u.Processes += v.Processes
}

// Errors that callers branch on. The errors of a host wrap one of them, or of package find, where it applies.
var (
	// ErrExited says that the plugin process ended by itself or was killed from outside.
	ErrExited = errors.New("plugin process exited")
	// ErrHung says that the plugin process was alive but did not react, and was killed for it.
	ErrHung = errors.New("plugin process hung")
	// ErrProtocol says that the process does not speak this host's protocol: another version, stray output, no plugin.
	ErrProtocol = errors.New("protocol mismatch")
	// ErrQuarantined says that the plugin died too often and is not started again.
	ErrQuarantined = errors.New("plugin is in quarantine")
)

// StartError says why a plugin process did not become ready, with all that a person needs to try it by hand.
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

// Unwrap lets errors.Is find why the start failed, such as a missing program or a checksum that differs.
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

// Unwrap lets errors.Is find what ended the process, if that is known.
func (e *ExitError) Unwrap() error { return e.Cause }
