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
	// Metric is a metric of which a range is wanted. A generator that can only bound it leaves out puzzles that
	// are surely outside; it may make others that are, and whoever orders must measure.
	Metric    string
	MetricMin float64 // inclusive
	MetricMax float64 // exclusive
}
