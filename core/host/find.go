package host

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Find returns every candidate in the order of the search: those that the configs name a path or a command
// for, the plugin folders, the bundled algorithms. Of several with one id the first that can be used is; the
// reasons against the others are in Rejected. Find starts no process.
func (h *Host) Find(configs ...Config) []Candidate {
	var all []Candidate
	for _, c := range configs {
		if c.Path != "" || len(c.Run) > 0 {
			all = append(all, h.fromConfig(c))
		}
	}
	for _, dir := range h.options.Dirs {
		all = append(all, fromDir(dir)...)
	}
	all = append(all, h.bundled()...)
	for i := range all {
		if all[i].Rejected == "" && all[i].Kind == "exec" {
			all[i] = h.bridge(all[i])
		}
	}
	shadow(all)
	return all
}

// fromConfig makes the candidate of a config that names a path or a command.
func (h *Host) fromConfig(config Config) Candidate {
	var c Candidate
	origin := Origin(cmp.Or(string(config.Origin), string(FromConfig)))
	if len(config.Run) > 0 {
		c = Candidate{ID: config.ID, Origin: origin, Kind: "grpc", Dir: config.Dir}.withCommand(config.Run)
	} else {
		c = fromPath(config.ID, config.Path, origin)
	}
	if config.Kind != "" {
		c.Kind = config.Kind
	}
	if config.Refused != "" && c.Rejected == "" {
		return c.reject(config.Refused)
	}
	if config.Disabled && c.Rejected == "" {
		return c.reject("disabled in the configuration")
	}
	return c
}

// fromDir makes a candidate of everything in a plugin folder but hidden files.
func fromDir(dir string) []Candidate {
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

func (h *Host) bundled() []Candidate {
	var found []Candidate
	if h.options.Bundled == nil {
		return nil
	}
	for _, id := range h.options.BundledIDs {
		if argv, ok := h.options.Bundled(id); ok {
			c := Candidate{ID: id, Origin: FromBundled, Path: argv[0], Kind: "builtin", Argv: argv}
			found = append(found, c)
		}
	}
	return found
}

// bridge puts the host's bridge before the command of a program that speaks text.
func (h *Host) bridge(c Candidate) Candidate {
	if h.options.Bridge == nil {
		return c.reject("of kind exec, and this host has no bridge")
	}
	argv, err := h.options.Bridge(c)
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

// choose returns the candidate that a config stands for. A config with a path or a command stands for that
// alone.
func (h *Host) choose(config Config) (Candidate, error) {
	if config.Disabled {
		return Candidate{}, fmt.Errorf("finding plugin %q: it is disabled in the configuration", config.ID)
	}
	all := h.Find(config)
	if config.Path != "" || len(config.Run) > 0 {
		if all[0].Rejected != "" {
			return Candidate{}, fmt.Errorf("finding plugin %q: %w: %s: %s", config.ID, ErrNotFound,
				cmp.Or(config.Path, all[0].Path, strings.Join(config.Run, " ")), all[0].Rejected)
		}
		return all[0], nil
	}
	var reasons []string
	for _, c := range all {
		switch {
		case c.ID != config.ID && idOf(c.Path) != config.ID:
		case c.Rejected == "":
			return c, nil
		default:
			reasons = append(reasons, c.Path+": "+c.Rejected)
		}
	}
	return Candidate{}, h.notFound(config.ID, all, reasons)
}

// notFound explains where an id was searched for, why what was found cannot be used, or what there is
// instead.
func (h *Host) notFound(id string, all []Candidate, reasons []string) error {
	if len(reasons) > 0 {
		return fmt.Errorf("finding plugin %q: %w: %s", id, ErrNotFound, strings.Join(reasons, "; "))
	}
	var ids []string
	for _, c := range all {
		if c.Rejected == "" {
			ids = append(ids, c.ID)
		}
	}
	slices.Sort(ids)
	return fmt.Errorf("finding plugin %q: %w in the folders %q; there are: %s", id, ErrNotFound, h.options.Dirs,
		cmp.Or(strings.Join(ids, ", "), "none"))
}

// idOf returns the id that a path would give to a candidate that was rejected before it got one.
func idOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".exe") }
