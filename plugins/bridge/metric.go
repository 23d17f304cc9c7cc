package bridge

import (
	"cmp"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
