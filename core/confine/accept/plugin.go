package accept

import "strings"

// Plugin is the record of a plugin that a person has added.
type Plugin struct {
	ID    string            `json:"id"`
	Path  string            `json:"path"`            // its program, or the folder of its manifest
	Dev   bool              `json:"dev"`             // its files may change
	Trust bool              `json:"trust,omitempty"` // it runs without a sandbox
	Reads []string          `json:"reads,omitempty"` // what it may read besides its own files
	Sums  map[string]string `json:"sums,omitempty"`  // by absolute path, as they were accepted

	Installed *Installed `json:"installed,omitempty"` // nil if it does not come from an index
}

// Installed says where a plugin was installed from, and what was accepted then.
type Installed struct {
	Index   string `json:"index"`
	Key     string `json:"key"` // of its author
	Version string `json:"version"`
	Rights  Rights `json:"rights"`
}

// Beside returns the id of a version that is installed beside another one of a plugin: "tally@1.0.0".
func Beside(id, version string) string { return id + "@" + version }

// IsBeside reports whether an id is that of a version beside another one.
func IsBeside(id string) bool { return strings.Contains(id, "@") }

// Called reports whether a plugin goes by a name: its id, or that with the version that is installed.
func (p *Plugin) Called(name string) bool {
	return p.ID == name || p.Installed != nil && name == Beside(p.ID, p.Installed.Version)
}

// Plugins returns all plugins that were added.
func (r Records) Plugins() ([]Plugin, error) {
	plugins, err := all[Plugin](r, "accepted")
	for i, p := range plugins {
		if p.Sums == nil && !p.Dev { // an emptied record must not pass as one without sums
			plugins[i].Sums = map[string]string{}
		}
	}
	return plugins, err
}

// AddPlugin records a plugin.
func (r Records) AddPlugin(p Plugin) error { return r.write("accepted", p.ID, p) }

// RemovePlugin removes the record of a plugin.
func (r Records) RemovePlugin(id string) error { return r.remove("accepted", id) }
