// Package find finds what may be a plugin: programs, folders with a plugin.yaml, bundled algorithms. It starts nothing,
// and compares files with the checksums that were accepted.
package find

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/manifest"
)

// Sources are the places in which plugins are searched for; host.Options describes the fields.
type Sources struct {
	Dirs       []string
	Bundled    func(id string) (argv []string, ok bool)
	BundledIDs []string
	Bridge     func(Candidate) (argv []string, err error)
}

// Choice selects one plugin; host.Config describes the fields.
type Choice struct {
	ID, Path      string
	Run           []string
	Dir           string
	Refused, Kind string
	Disabled      bool
	Origin        Origin
}

// Find returns every candidate in the order of the search, as Host.Find does.
func (s Sources) Find(choices ...Choice) []Candidate {
	var all []Candidate
	for _, c := range choices {
		if c.Path != "" || len(c.Run) > 0 {
			all = append(all, c.candidate())
		}
	}
	for _, dir := range s.Dirs {
		all = append(all, fromDir(dir)...)
	}
	all = append(all, s.bundled()...)
	for i := range all {
		if all[i].Rejected == "" && all[i].Kind == "exec" {
			all[i] = s.bridge(all[i])
		}
	}
	shadow(all)
	return all
}

// candidate makes the candidate of a choice that names a path or a command.
func (chosen Choice) candidate() Candidate {
	var c Candidate
	origin := Origin(cmp.Or(string(chosen.Origin), string(FromConfig)))
	if len(chosen.Run) > 0 {
		c = Candidate{ID: chosen.ID, Origin: origin, Kind: "grpc", Dir: chosen.Dir}.withCommand(chosen.Run)
	} else {
		c = fromPath(chosen.ID, chosen.Path, origin)
	}
	if chosen.Kind != "" {
		c.Kind = chosen.Kind
	}
	if chosen.Refused != "" && c.Rejected == "" {
		return c.reject(chosen.Refused)
	}
	if chosen.Disabled && c.Rejected == "" {
		return c.reject("disabled in the configuration")
	}
	return c
}

// fromDir makes a candidate of everything in a plugin folder but hidden files. A folder that is a plugin itself is one.
func fromDir(dir string) []Candidate {
	if _, err := os.Stat(filepath.Join(dir, manifest.FileName)); err == nil {
		return []Candidate{fromPath("", dir, FromDir)}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // a plugin folder need not exist
	}
	var found []Candidate
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		found = append(found, fromPath("", filepath.Join(dir, entry.Name()), FromDir))
	}
	return found
}

// bundled returns the algorithms that the program carries inside itself.
func (s Sources) bundled() []Candidate {
	var found []Candidate
	if s.Bundled == nil {
		return nil
	}
	for _, id := range s.BundledIDs {
		c := Candidate{ID: id, Origin: FromBundled, Kind: "builtin"}
		if argv, ok := s.Bundled(id); ok {
			c.Path, c.Argv = argv[0], argv
		} else if _, err := os.Executable(); err != nil {
			c = c.reject(fmt.Sprintf("bundled in this program, which cannot find itself (is /proc mounted?): %v", err))
		} else {
			c = c.reject("bundled, but this program cannot serve it")
		}
		found = append(found, c)
	}
	return found
}

// bridge puts the host's bridge before the command of a program that speaks text.
func (s Sources) bridge(c Candidate) Candidate {
	if s.Bridge == nil {
		return c.reject("of kind exec, and this host has no bridge")
	}
	argv, err := s.Bridge(c)
	if err != nil {
		return c.reject(err.Error())
	}
	c.Program, c.Argv = c.Argv, argv
	return c
}

// shadow rejects all usable candidates of an id but the first.
func shadow(all []Candidate) {
	first := map[string]string{}
	for i := range all {
		c := &all[i]
		if c.Rejected != "" {
			continue
		}
		if path, taken := first[c.ID]; taken {
			c.Rejected = "shadowed by " + path
			continue
		}
		first[c.ID] = c.Path
	}
}

// Choose returns the candidate that a choice selects. A path or a command selects that alone.
func (s Sources) Choose(chosen Choice) (Candidate, error) {
	if chosen.Disabled {
		return Candidate{}, fmt.Errorf("finding plugin %q: it is disabled in the configuration", chosen.ID)
	}
	all := s.Find(chosen)
	if chosen.Path != "" || len(chosen.Run) > 0 {
		if all[0].Rejected != "" {
			named := cmp.Or(chosen.Path, all[0].Path, strings.Join(chosen.Run, " "))
			if chosen.ID == "" {
				return Candidate{}, &unusableError{named, all[0].Rejected}
			}
			return Candidate{}, &unusableError{chosen.ID, named + ": " + all[0].Rejected}
		}
		return all[0], nil
	}
	var reasons []string
	for _, c := range all {
		switch {
		case c.ID != chosen.ID && idOf(c.Path) != chosen.ID:
		case c.Rejected == "":
			return c, nil
		default:
			reasons = append(reasons, strings.TrimPrefix(c.Path+": "+c.Rejected, ": ")) // what is bundled may have no path
		}
	}
	return Candidate{}, s.notFound(chosen.ID, all, reasons)
}

// notFound explains where an id was searched for, why what was found cannot be used, or what there is instead.
func (s Sources) notFound(id string, all []Candidate, reasons []string) error {
	if len(reasons) > 0 {
		return &unusableError{id, strings.Join(reasons, "; ")}
	}
	var ids []string
	for _, c := range all {
		if c.Rejected == "" {
			ids = append(ids, c.ID)
		}
	}
	slices.Sort(ids)
	return &UnknownError{ID: id, Dirs: s.Dirs, Known: ids}
}

// idOf returns the id that a path would give to a candidate that was rejected before it got one.
func idOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".exe") }

// Errors that callers branch on.
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

// Unwrap lets errors.Is find ErrChecksum, whichever file has changed.
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
	return fmt.Sprintf("finding plugin %q: %v%s; there are: %s", e.ID, ErrNotFound, searched,
		cmp.Or(strings.Join(e.Known, ", "), "none"))
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
