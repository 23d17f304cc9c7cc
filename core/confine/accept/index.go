package accept

// Index is the record of an index of plugins that a person has added.
type Index struct {
	Name   string `json:"name"`
	Place  string `json:"place"`            // its folder or address
	Key    string `json:"key"`              // of its keeper
	Serial int    `json:"serial,omitempty"` // of the newest that was seen
	Sum    string `json:"sum,omitempty"`    // of that one
}

// Indexes returns all indexes that were added, in the order of their names.
func (r Records) Indexes() ([]Index, error) { return all[Index](r, "indexes") }

// AddIndex records an index.
func (r Records) AddIndex(x Index) error { return r.write("indexes", x.Name, x) }

// RemoveIndex removes the record of an index.
func (r Records) RemoveIndex(name string) error { return r.remove("indexes", name) }
