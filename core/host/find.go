package host

import "github.com/sudokuctl/sudokuctl/core/host/internal/find"

// Candidate is something that may be a plugin: its ID, Origin, Path, Kind, command (Argv, Program, Dir), the Files whose checksums
// count, its Manifest, and why it is not used (Rejected).
type Candidate = find.Candidate

// Origin says where a candidate comes from.
type Origin = find.Origin

// The origins, in the order in which they are searched.
const (
	FromConfig  = find.FromConfig
	FromAdded   = find.FromAdded // accepted once, with its checksums
	FromDir     = find.FromDir
	FromBundled = find.FromBundled
)

// Find returns every candidate in the order of the search: those that the configs name a path or a command
// for, the plugin folders, the bundled algorithms. Of several with one id the first that can be used is; the
// reasons against the others are in Rejected. Find starts no process.
func (h *Host) Find(configs ...Config) []Candidate {
	choices := make([]find.Choice, len(configs))
	for i, c := range configs {
		choices[i] = c.choice()
	}
	return h.sources().Find(choices...)
}

func (h *Host) sources() find.Sources {
	o := &h.options
	return find.Sources{Dirs: o.Dirs, Bundled: o.Bundled, BundledIDs: o.BundledIDs, Bridge: o.Bridge}
}

func (c Config) choice() find.Choice {
	return find.Choice{ID: c.ID, Path: c.Path, Run: c.Run, Dir: c.Dir, Refused: c.Refused, Kind: c.Kind, Disabled: c.Disabled,
		Origin: c.Origin}
}
