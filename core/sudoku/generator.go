package sudoku

import "context"

// A Generator makes puzzles.
type Generator interface {
	// Generate calls emit with each puzzle that fits the order until emit returns false, o.Count puzzles were
	// made or ctx is done. The same order, seed included, makes the same puzzles.
	Generate(ctx context.Context, o Order, emit func(*Puzzle) bool) (Stats, error)
}

// Order says which puzzles are wanted. The zero value of a field means: any.
type Order struct {
	Geometry      *Geometry
	Count         int
	CluesMin      int
	CluesMax      int     // 0 = no upper limit
	Symmetry      string  // name of a pattern symmetry, see SymmetryNames
	Pattern       []bool  // nil, or for each cell whether it must hold a given
	Minimal       bool    // no given can be left out
	Difficulty    float64 // n in [0,1] of the papers' experiments: the share of removable givens that is removed
	HasDifficulty bool
	AllowMultiple bool // remove givens without checking uniqueness (the papers' experiments only)
	Seed          uint64
	// Metric is a metric of which a range is wanted, one of Info.Aims. Unless that Aim is exact, the generator
	// leaves out what is surely outside, may make others that are, and whoever orders must measure.
	Metric    string
	MetricMin float64 // inclusive
	MetricMax float64 // exclusive
	// Near is nil, or a puzzle with one solution whose neighbours are wanted: puzzles with the same single
	// solution that differ from it in a few givens. The other fields hold for the neighbours. Only a generator
	// that declares Info.Neighbours gets such an order.
	Near *Puzzle
}
