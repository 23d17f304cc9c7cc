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

	Labels  []string       `json:"labels,omitempty"`  // words that labels are made of
	Alone   map[string]any `json:"alone,omitempty"`   // options under which it is measured sooner, without others
	Ceiling string         `json:"ceiling,omitempty"` // an option: stop once it is sure to be that or more
	Bound   string         `json:"bound,omitempty"`   // the metric that is reported then
}

// Aim declares a metric of which a program that generates takes a range.
type Aim struct {
	Metric string `json:"metric"`
	Exact  bool   `json:"exact,omitempty"` // all that it makes is in the range
}

func (p *Program) metrics() (all []sudoku.Metric) {
	for _, m := range p.Metrics {
		most := math.Inf(1)
		if m.Max != nil {
			most = *m.Max
		}
		all = append(all, sudoku.Metric{Name: m.Name, Unit: m.Unit, Min: m.Min, Max: most,
			HigherIsHarder: m.HigherIsHarder, Source: cmp.Or(m.Source, p.Name), Summary: cmp.Or(m.Summary, m.Name),
			Labels: m.Labels, Alone: m.Alone, Ceiling: m.Ceiling, Bound: m.Bound})
	}
	return all
}

func (p *Program) aims() (all []sudoku.Aim) {
	for _, a := range p.Aims {
		all = append(all, sudoku.Aim(a))
	}
	return all
}
