package sudoku

import "context"

// A Grader measures a puzzle. It need not be safe for concurrent use.
type Grader interface {
	// Grade returns one Grade for each metric that it declares and that makes sense for p: metrics that do not
	// apply are left out. ErrUnsupported means that none applies.
	Grade(ctx context.Context, p *Puzzle) ([]Grade, error)
}

// Grade is the value of one metric for one puzzle, with a word for it where the metric has words.
type Grade struct {
	Metric string
	Value  float64
	Label  string // "" or a name such as "4" (maji_level) or "Hard" (hodoku)
}

// Metric declares what a grader measures.
type Metric struct {
	Name           string  // snake_case, unique among all plugins: "information_entropy"
	Unit           string  // "" for a pure number
	Min, Max       float64 // range; Max may be +Inf
	HigherIsHarder bool
	Source         string // paper and equation, or program and version
	Summary        string // one line for people
}
