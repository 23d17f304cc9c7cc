package bridge

import (
	"cmp"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Metric declares what a program that grades measures.
type Metric struct {
	Name           string   `json:"name"` // snake_case
	Unit           string   `json:"unit,omitempty"`
	Min            float64  `json:"min"`
	Max            *float64 `json:"max,omitempty"` // nil = no bound
	HigherIsHarder bool     `json:"higher_is_harder"`
	Source         string   `json:"source"`
	Summary        string   `json:"summary"`
}

func (p *Program) metrics() (all []sudoku.Metric) {
	for _, m := range p.Metrics {
		most := math.Inf(1)
		if m.Max != nil {
			most = *m.Max
		}
		all = append(all, sudoku.Metric{Name: m.Name, Unit: m.Unit, Min: m.Min, Max: most,
			HigherIsHarder: m.HigherIsHarder, Source: cmp.Or(m.Source, p.Name), Summary: cmp.Or(m.Summary, m.Name)})
	}
	return all
}
