package accept

import "errors"

// Plugin is the record of a plugin that a person has added.
type Plugin struct {
	ID    string            `json:"id"`
	Path  string            `json:"path"`            // its program, or the folder of its manifest
	Dev   bool              `json:"dev"`             // its files may change
	Trust bool              `json:"trust,omitempty"` // it runs without a sandbox
	Weak  bool              `json:"weak,omitempty"`  // it runs even if this system lacks a wall of the sandbox
	Reads []string          `json:"reads,omitempty"` // what it may read besides its own files
	Sums  map[string]string `json:"sums,omitempty"`  // by absolute path, as they were accepted
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

// RemovePlugin removes the record of a plugin, also from the records of folders, or returns ErrNotAdded.
func (r Records) RemovePlugin(id string) error {
	err, inFolders := r.remove("accepted", id), r.removeFromFolders(id)
	if errors.Is(err, ErrNotAdded) || err == nil && !errors.Is(inFolders, ErrNotAdded) {
		return inFolders
	}
	return err
}
