package page

import (
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// playing is what the scripts of the page of a puzzle know, as JSON in the page.
type playing struct {
	Board   *record.Board `json:"board"`
	Plan    *planning     `json:"plan,omitempty"`
	Step    int           `json:"step"`
	API     string        `json:"api"`
	Compute bool          `json:"compute"`
	Import  bool          `json:"import,omitempty"`  // whether puzzles can be kept in the library
	Without []string      `json:"without,omitempty"` // techniques that are left out
	Level   string        `json:"level,omitempty"`   // as the library has it
	Random  string        `json:"random,omitempty"`  // address of another puzzle
}

// planning is an explanation in the records of the API.
type planning struct {
	Steps   []record.Step   `json:"steps"`
	Outcome *record.Outcome `json:"outcome,omitempty"`
}

func newPlaying(p *sudoku.Puzzle, plan *desk.Plan, step int) *playing {
	out := &playing{Board: record.NewBoard(p), Step: step}
	if plan != nil {
		out.Plan = &planning{Steps: []record.Step{}, Outcome: plan.Outcome}
		for i, s := range plan.Steps {
			out.Plan.Steps = append(out.Plan.Steps, record.NewStep(p, s, i+1))
		}
	}
	return out
}
