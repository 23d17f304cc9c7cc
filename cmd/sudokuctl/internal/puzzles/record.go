package puzzles

import (
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// solveRecord is one line of "solve -o jsonl". Its keys are stable.
type solveRecord struct {
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
}

var solveColumns = []string{"name", "puzzle", "geometry", "solver", "version", "verdict", "count", "solution",
	"self_ns", "guesses", "error"}

func newSolveRecord(info sudoku.Info, r *sudoku.Result, countOnly bool) solveRecord {
	p := r.Puzzle
	s := solveRecord{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry.String(), Solver: info.ID,
		Version: info.Version, Verdict: r.Verdict.String(), Solutions: []string{}, Count: r.Count,
		SelfNs: r.Stats.Elapsed.Nanoseconds(), Guesses: r.Stats.Guesses, Measures: map[string]float64{}}
	if !countOnly {
		for _, grid := range r.Solutions {
			s.Solutions = append(s.Solutions, p.Geometry.FormatGrid(grid))
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

// cells returns the texts of solveColumns; of several solutions the first.
func (s *solveRecord) cells() []string {
	solution := ""
	if len(s.Solutions) > 0 {
		solution = s.Solutions[0]
	}
	return []string{s.Name, s.Puzzle, s.Geometry, s.Solver, s.Version, s.Verdict, strconv.FormatInt(s.Count, 10),
		solution, strconv.FormatInt(s.SelfNs, 10), strconv.FormatInt(s.Guesses, 10), s.Error}
}
