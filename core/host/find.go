package host

import "github.com/sudokuctl/sudokuctl/core/host/find"

// Find returns every candidate in the order of the search: those that the configs name a path or a command
// for, the plugin folders, the bundled algorithms. Of several with one id the first that can be used is; the
// reasons against the others are in Rejected. Find starts no process.
func (h *Host) Find(configs ...Config) []find.Candidate {
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
