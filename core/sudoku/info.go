package sudoku

import "slices"

// Info describes an algorithm: what it is, what it can do and what may be set.
type Info struct {
	ID            string // [a-z0-9-]+, equal to the plugin's directory and binary name
	Name          string
	Version       string // SemVer
	Summary       string // one line
	Licence       string // SPDX identifier
	Homepage      string
	Reference     string // the paper or program behind it
	Complete      bool   // an exhausted search is a proof
	Deterministic bool   // the same puzzle gives the same answer, whatever the seed
	SoftClues     bool
	Shapes        []string // shapes it can take, see Geometry.Shape; nil = every geometry
	Metrics       []Metric
	Settings      []Setting
	Powers        []string // filled in by the SDK: "solve", "grade", "explain", "generate", "trace"
}

// Takes reports whether the algorithm declares that it can take a geometry.
func (i *Info) Takes(g *Geometry) bool {
	return len(i.Shapes) == 0 || slices.Contains(i.Shapes, g.Shape())
}

// Has reports whether the algorithm has a power such as "grade".
func (i *Info) Has(power string) bool {
	return slices.Contains(i.Powers, power)
}
