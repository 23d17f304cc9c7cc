package plugin

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// Spec is all that an author says: what the algorithm is and how to make one. A nil function means that the
// plugin does not have that power. Each function is called once a worker with the checked settings,
// completed by their defaults; what it returns is used by one goroutine at a time.
type Spec struct {
	Info      sudoku.Info
	Solver    func(sudoku.Settings) (sudoku.Solver, error)
	Grader    func(sudoku.Settings) (sudoku.Grader, error)
	Explainer func(sudoku.Settings) (sudoku.Explainer, error)
	Generator func(sudoku.Settings) (sudoku.Generator, error)
	// Metrics returns what a grader measures beside Info.Metrics because its settings ask for it. It may be nil.
	Metrics func(sudoku.Settings) []sudoku.Metric
}

// Describe returns the Info with the powers that the Spec's functions give.
func (s Spec) Describe() sudoku.Info {
	info := s.Info
	info.Powers = nil
	for _, p := range []struct {
		name string
		has  bool
	}{
		{"solve", s.Solver != nil}, {"grade", s.Grader != nil},
		{"explain", s.Explainer != nil}, {"generate", s.Generator != nil},
	} {
		if p.has {
			info.Powers = append(info.Powers, p.name)
		}
	}
	return info
}
