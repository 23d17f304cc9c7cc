package record

import (
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Solve is the record of a solver's answer to a puzzle, as solve prints it.
type Solve struct {
	Name      string             `json:"name"`
	Puzzle    string             `json:"puzzle"`
	Geometry  string             `json:"geometry"`
	Solver    string             `json:"solver"`
	Version   string             `json:"version"`
	Verdict   string             `json:"verdict"`
	Solutions []string           `json:"solutions"`
	Count     int64              `json:"count"`
	SelfNs    int64              `json:"self_ns"`
	Guesses   int64              `json:"guesses"`
	Measures  map[string]float64 `json:"measures"`
	Error     string             `json:"error"`
	Complete  bool               `json:"count_complete"` // false: there are at least Count solutions
	Estimate  *Estimate          `json:"estimate,omitempty"`
}

// Estimate is about how many solutions a puzzle has, by random dives, and a range in which their number probably is.
type Estimate struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// NewSolve returns the record of an answer to a search for as many solutions as limit says, 0 for all; they are left
// out if only their number is wanted.
func NewSolve(info sudoku.Info, r *sudoku.Result, limit int, countOnly bool) Solve {
	p := r.Puzzle
	s := Solve{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry().String(), Solver: info.ID,
		Version: info.Version, Verdict: r.Verdict.String(), Solutions: []string{}, Count: r.Count,
		Complete: CountComplete(info, r, limit),
		SelfNs:   r.Stats.Elapsed.Nanoseconds(), Guesses: r.Stats.Guesses, Measures: map[string]float64{}}
	if !countOnly {
		for _, grid := range r.Solutions {
			s.Solutions = append(s.Solutions, p.Geometry().FormatGrid(grid))
		}
	}
	for _, m := range r.Stats.Extra {
		s.Measures[m.Name] = m.Value
	}
	if r.Err != nil {
		s.Error = r.Err.Error()
	}
	return s
}

// CountComplete reports whether a solver has found all solutions of a puzzle; if not, there are at least as many as it
// found before it reached the limit or ran out of time.
func CountComplete(solver sudoku.Info, r *sudoku.Result, limit int) bool {
	switch r.Verdict {
	case sudoku.Unique, sudoku.Impossible, sudoku.Invalid:
		return true
	case sudoku.Multiple:
		return solver.Complete && r.Err == nil && (limit == 0 || r.Count < int64(limit))
	}
	return false
}

// Grade is the record of all that graders say of a puzzle, as grade prints it.
type Grade struct {
	Name     string             `json:"name"`
	Puzzle   string             `json:"puzzle"`
	Geometry string             `json:"geometry"`
	Level    string             `json:"level,omitempty"` // "" if it is not graded
	Grades   map[string]float64 `json:"grades"`
	Labels   map[string]string  `json:"labels"`
	By       map[string]string  `json:"by"`
	Error    string             `json:"error,omitempty"`
}

// NewGrade returns the record of a puzzle of which no grader has said anything yet.
func NewGrade(p *sudoku.Puzzle) *Grade {
	return &Grade{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry().String(),
		Grades: map[string]float64{}, Labels: map[string]string{}, By: map[string]string{}}
}

// Add enters what one grader says, of the wanted metrics, or of all if none is named.
func (r *Grade) Add(g sudoku.Result, by string, wanted []string) {
	if g.Err != nil {
		r.Error = strings.TrimPrefix(r.Error+"; "+by+": "+g.Err.Error(), "; ")
	}
	for _, grade := range g.Grades {
		if len(wanted) > 0 && !slices.Contains(wanted, grade.Metric) {
			continue
		}
		r.Grades[grade.Metric] = grade.Value
		r.By[grade.Metric] = by
		if grade.Label != "" {
			r.Labels[grade.Metric] = grade.Label
		}
	}
}

// Made is the record of a puzzle that was generated.
type Made struct {
	Puzzle   string `json:"puzzle"`
	Geometry string `json:"geometry"`
	Clues    int    `json:"clues"`
}

// NewMade returns the record of a generated puzzle.
func NewMade(p *sudoku.Puzzle) Made { return Made{p.String(), p.Geometry().String(), p.Clues()} }
