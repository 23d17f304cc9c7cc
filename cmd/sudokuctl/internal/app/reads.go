package app

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
)

// Reads says what a candidate may read. Its own files, the system's, and what the system or a person chose need no
// consent; what its manifest asks for outside its folder does.
type Reads struct {
	May     []confine.Place
	Refused []string // that its manifest asks for and nobody has granted
	// interpreters and folders for libraries outside that nothing but its own files names: they are granted as
	// "reads" of the manifest or with --read, and never by themselves
	Strays []string
}

// Reads finds out what a candidate may read. Without a record of consent it counts as given if granted is true.
func (c *Config) Reads(p find.Candidate, granted bool) Reads {
	command := c.Command(p)
	needs, strays := command.Needs()
	r := Reads{May: slices.Concat(confine.EnvironNeeds(), needs)}
	own := confine.FindAll([]string{p.Path})
	if p.Dir != "" {
		own = confine.FindAll([]string{p.Dir})
	}
	own = slices.DeleteFunc(own, confine.Place.TooWide)
	if p.Manifest != nil || p.Dir == "" {
		r.May = append(r.May, own...)
	}
	if p.Kind == "exec" { // its bridge
		r.May = append(r.May, confine.FindAll(p.Argv[:1])...)
	}
	record := c.record(p)
	for _, path := range record.Reads {
		if place, err := confine.Find(path); err == nil && place.Path == path { // it may be a link by now
			r.May = append(r.May, place)
		}
	}
	granted = granted || command.Typed || p.Manifest == nil && p.Dir == "" // which names nothing but itself
	for _, path := range asksFor(p) {
		place, err := confine.Find(path)
		switch {
		case errors.Is(err, fs.ErrNotExist): // there is nothing to read
		case err != nil:
			r.Refused = append(r.Refused, path)
		case granted, holds(own, place) && !place.TooWide(), recordGrants(record, p, path, place):
			r.May = append(r.May, place)
		case !holds(r.May, place) && !place.OfSystem() && !slices.Contains(r.Refused, place.Path):
			r.Refused = append(r.Refused, place.Path)
		}
	}
	for _, path := range strays {
		if place, err := confine.Find(path); err != nil || !holds(r.May, place) {
			r.Strays = append(r.Strays, path)
		}
	}
	slices.SortFunc(r.May, func(a, b confine.Place) int { return cmp.Compare(a.Path, b.Path) })
	r.May = slices.CompactFunc(r.May, func(a, b confine.Place) bool { return a.Path == b.Path })
	return r
}

// StrayText names the strays with what they are and how to grant them.
func (r Reads) StrayText() string {
	return strings.Join(r.Strays, ", ") + ", where its own files look for an interpreter or libraries; " +
		"\"reads\" of its plugin.yaml, or \"plugin add --read PATH\", asks for it"
}

// asksFor returns what a candidate's own files say that it reads: the files that its command names, and
// "reads" of its manifest.
func asksFor(c find.Candidate) []string {
	asked := slices.Clone(c.Files)
	if c.Manifest != nil {
		for _, path := range c.Manifest.Reads {
			asked = append(asked, absolute(c.Dir, path))
		}
	}
	return asked
}

func holds(places []confine.Place, place confine.Place) bool {
	return slices.ContainsFunc(places, func(p confine.Place) bool { return p.Holds(place) })
}

// recordGrants reports whether a person who added a plugin granted it a place for which its manifest asks. Records
// have what was granted; older ones have not what the manifest names, which its checksum answers for, unlike a link.
func recordGrants(record accept.Plugin, p find.Candidate, path string, place confine.Place) bool {
	verified := record.Path != "" && p.Origin == find.FromAdded && !record.Dev
	return verified && place.Path == filepath.Clean(path) && !place.TooWide()
}

// Command returns the command of a candidate, as what decides what it needs.
func (c *Config) Command(p find.Candidate) confine.Command {
	return confine.Command{Words: p.Command(), Folder: p.Dir, Typed: c.typed(p)}
}

// typed reports whether a person typed the command of a candidate: for "plugin add ID -- COMMAND", or in their own
// config.
func (c *Config) typed(p find.Candidate) bool {
	if dir, err := DataFolder(); p.Manifest != nil {
		return err == nil && p.Dir == filepath.Join(dir, "plugins", p.ID)
	}
	k := c.consent()
	return k.typed && p.Origin == find.FromConfig && slices.ContainsFunc(k.programs, func(known host.Config) bool {
		return known.Path == p.Path || len(known.Run) > 0 && known.ID == p.ID && known.Dir == p.Dir
	})
}

// record returns the record of a plugin that was added, by itself or with a folder, the zero value if it was not. It
// is that of the plugin's path and command, by whatever id: another one of the same id has none.
func (c *Config) record(p find.Candidate) accept.Plugin {
	var record accept.Plugin
	for _, known := range c.added {
		same := known.Path == p.Path && (p.Manifest != nil || len(p.Command()) == 1)
		if same && (record.Path == "" || known.ID == p.ID) {
			record = known
		}
	}
	for _, folder := range c.folders {
		if known := folder.Program(p.ID, p.Path, p.Kind, p.Dir, p.Command()); known != nil && record.Path == "" {
			record = accept.Plugin{ID: p.ID, Path: p.Path, Reads: known.Reads, Sums: known.Sums}
		}
	}
	return record
}

// Grant lets a plugin that is being added do what its record will say, for as long as this command runs.
func (c *Config) Grant(record accept.Plugin) {
	c.added = slices.DeleteFunc(c.added, func(known accept.Plugin) bool { return known.ID == record.ID })
	c.added = append(c.added, record)
}
