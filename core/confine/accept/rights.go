package accept

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
)

// Rights is what a plugin asks for besides what every plugin has. A limit of 0 is the usual one.
type Rights struct {
	Reads      []string `json:"reads,omitempty" yaml:"reads,omitempty"` // files and folders outside its own
	MemoryMB   int      `json:"memory_mb,omitempty" yaml:"memory_mb,omitempty"`
	Processes  int      `json:"processes,omitempty" yaml:"processes,omitempty"`
	CPUSeconds int      `json:"cpu_s,omitempty" yaml:"cpu_s,omitempty"`
}

// Equal reports whether two plugins ask for the same.
func (r Rights) Equal(other Rights) bool {
	return slices.Equal(r.Reads, other.Reads) && r.MemoryMB == other.MemoryMB && r.Processes == other.Processes &&
		r.CPUSeconds == other.CPUSeconds
}

// Beyond says what r asks for and other does not, a phrase each. usual has the limits that 0 stands for.
func (r Rights) Beyond(other, usual Rights) (more []string) {
	for _, path := range r.Reads {
		if !slices.ContainsFunc(other.Reads, func(dir string) bool { return holds(dir, path) }) {
			more = append(more, "read "+path)
		}
	}
	for _, limit := range []struct {
		now, before int
		unit        string
	}{
		{cmp.Or(r.MemoryMB, usual.MemoryMB), cmp.Or(other.MemoryMB, usual.MemoryMB), "MiB of memory for each process"},
		{cmp.Or(r.Processes, usual.Processes), cmp.Or(other.Processes, usual.Processes), "processes and threads"},
		{cmp.Or(r.CPUSeconds, usual.CPUSeconds), cmp.Or(other.CPUSeconds, usual.CPUSeconds), "seconds of CPU time for each process"},
	} {
		if limit.now > limit.before {
			more = append(more, fmt.Sprintf("use %d %s instead of %d", limit.now, limit.unit, limit.before))
		}
	}
	return more
}

// holds reports whether a path is a folder or below it.
func holds(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
