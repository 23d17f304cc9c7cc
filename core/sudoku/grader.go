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
	// Labels are the words that labels are made of: a label is one of them, or several joined by commas. Nil if
	// there are none or they cannot be listed.
	Labels []string
	// Alone is nil, or settings of the grader under which it measures this metric sooner because it leaves out
	// others. The values stay the same.
	Alone map[string]any
	// Ceiling is "", or a setting with a number: beside Alone, a value above 0 tells the grader to stop as soon
	// as this metric is sure to be that value or more. It then grades with the metric Bound instead, with a
	// number that this metric does not fall below.
	Ceiling string
	Bound   string // a declared metric; "" if Ceiling is ""
}
