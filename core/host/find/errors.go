package find

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// What callers branch on.
var (
	// ErrNotFound says that no candidate answers to an id or a path.
	ErrNotFound = errors.New("not found")
	// ErrChecksum says that a file of the plugin is not the one that was accepted.
	ErrChecksum = errors.New("checksum changed")
)

// ChecksumError says which file of a plugin changed since it was accepted. It wraps ErrChecksum.
type ChecksumError struct {
	ID, Path  string
	Want, Got string // SHA-256 in hexadecimal; Got is "" if the file is gone
	Accept    string // the command that accepts the new file, "" if the host has none
}

// Error names both hashes and the command that accepts the new one.
func (e *ChecksumError) Error() string {
	got := e.Got
	if got == "" {
		got = "missing"
	}
	text := fmt.Sprintf("checking plugin %q: %v: %s\n  accepted: sha256 %s\n  found:    sha256 %s",
		e.ID, ErrChecksum, e.Path, e.Want, got)
	if e.Accept != "" {
		text += "\n  to accept the new file: " + e.Accept
	}
	return text
}

// Unwrap returns ErrChecksum.
func (e *ChecksumError) Unwrap() error { return ErrChecksum }

// UnknownError says that no plugin has an id. It wraps ErrNotFound.
type UnknownError struct {
	ID    string
	Dirs  []string // the plugin folders that were searched
	Known []string // the ids that there are; a caller may add those that it would have found otherwise
}

// Error names the id, the folders and the ids that there are.
func (e *UnknownError) Error() string {
	searched := ""
	if len(e.Dirs) > 0 {
		searched = fmt.Sprintf(" in the folders %q", e.Dirs)
	}
	return fmt.Sprintf("finding plugin %q: %v%s; there are: %s", e.ID, ErrNotFound, searched, cmp.Or(strings.Join(e.Known, ", "), "none"))
}

// Unwrap returns ErrNotFound.
func (e *UnknownError) Unwrap() error { return ErrNotFound }

// unusableError says why what a person named is not used as a plugin. It wraps ErrNotFound.
type unusableError struct{ named, why string }

// Error names the plugin and the reason.
func (e *unusableError) Error() string {
	return fmt.Sprintf("plugin %q cannot be used: %s", e.named, e.why)
}

// Unwrap returns ErrNotFound.
func (e *unusableError) Unwrap() error { return ErrNotFound }
