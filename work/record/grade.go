package record

import (
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Grade is what graders say of a puzzle.
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
