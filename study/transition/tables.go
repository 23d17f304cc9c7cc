package transition

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/study"
)

func (p Point) unique() stats.Share { return stats.ShareOf(int64(p.Unique), int64(p.Puzzles)) }
func (p Point) tight() stats.Share  { return stats.ShareOf(int64(p.Tight), int64(p.WholeUnique)) }

// Tables shows the transition, and the spread over grids if it was measured.
func (t *Transition) Tables() []*study.Table {
	points := &study.Table{Title: fmt.Sprintf("Random parts of uniform grids, %d of each number of clues", t.Count), Columns: []string{"clues",
		"one solution, %", "of these the polytope is a point", "log10 solutions, mean", "uncounted", "frozen cells, % of the empty ones"}}
	for _, p := range t.Points {
		share := p.unique()
		points.Row(fmt.Sprint(p.Clues), fmt.Sprintf("%.5g (%.5g–%.5g)", 100*share.Value, 100*share.Low, 100*share.High), p.tight().String(),
			fmt.Sprintf("%.3f", p.LogSolutions), fmt.Sprint(p.Uncounted), number(100*p.Frozen, 1))
	}
	points.Note("95 %% intervals. Each number of clues is of the same grids, and of the same cells and others.")
	points.Note("All but the share with one solution is of %d of them.", t.whole())
	points.Note("Solutions are counted up to %d: where puzzles are uncounted the mean is a lower bound.", mostSolutions)
	points.Note("Half of the puzzles have one solution at %.2f clues, by a line between the points beside.", t.half())
	if t.Grids == 0 {
		return []*study.Table{points}
	}
	each := t.eachGrid()
	spread := &study.Table{Title: fmt.Sprintf("Puzzles with one solution by grid, %% of %d, %d grids", each, t.Grids),
		Columns: []string{"clues", "mean", "least", "greatest", "deviation between grids"}}
	for _, p := range t.Points {
		s := p.spread(each)
		spread.Row(fmt.Sprint(p.Clues), number(100*s.mean, 2), number(100*s.least, 2), number(100*s.greatest, 2), number(100*s.deviation, 2))
	}
	spread.Note("The deviation is that of the grids alone: what chance makes of a share is taken off.")
	return []*study.Table{points, spread}
}

// spread is how the share of puzzles with one solution differs from grid to grid.
type spread struct{ mean, least, greatest, deviation float64 }

func (p Point) spread(each int) spread {
	sum := 0
	for _, k := range p.ByGrid {
		sum += k
	}
	n := float64(each)
	return spread{float64(sum) / n / float64(len(p.ByGrid)), float64(slices.Min(p.ByGrid)) / n, float64(slices.Max(p.ByGrid)) / n,
		stats.Between(p.ByGrid, each)}
}

func number(v float64, digits int) string {
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, v)
}

// half returns the number of clues with which half of the puzzles have one solution, NaN if no two points are about it.
func (t *Transition) half() float64 {
	for i := 1; i < len(t.Points); i++ {
		a, b := t.Points[i-1].unique().Value, t.Points[i].unique().Value
		if a < 0.5 && b >= 0.5 {
			return float64(t.Points[i-1].Clues) + (0.5-a)/(b-a)
		}
	}
	return math.NaN()
}

// Drawings shows the shares by the number of clues.
func (t *Transition) Drawings() []*study.Drawing {
	curves := []chart.Series{{Name: "one solution"}, {Name: "of these the polytope is a point"}, {Name: "frozen among empty cells"}}
	for _, p := range t.Points {
		for i, v := range []float64{p.unique().Value, p.tight().Value, p.Frozen} {
			if i == 1 && p.WholeUnique == 0 || math.IsNaN(v) {
				continue
			}
			curves[i].X, curves[i].Y = append(curves[i].X, float64(p.Clues)), append(curves[i].Y, 100*v)
		}
	}
	return []*study.Drawing{{Name: "clues", Picture: chart.Line(chart.Chart{Title: "Random parts of uniform solution grids",
		XLabel: "clues", YLabel: "%"}, curves...)}}
}

// Write writes the points and their card into a folder, which it makes, and returns the card.
func (t *Transition) Write(folder, program string) (*study.Card, error) {
	c := &study.Card{Made: fmt.Sprintf("%d uniform 9x9 solution grids, the cells of each given in random order", t.Count), Seed: t.Seed,
		Program: program, Plugins: t.Plugins, Licence: "CC0-1.0", Rows: len(t.Points), File: "transition.tsv", Columns: []study.Column{
			{Name: "clues", Meaning: "number of givens"}, {Name: "puzzles", Meaning: "puzzles drawn"},
			{Name: "unique", Meaning: "have one solution"}, {Name: "whole", Meaning: "puzzles of which the following is measured"},
			{Name: "whole_unique", Meaning: "of whole have one solution"},
			{Name: "tight", Meaning: "of these the polytope of the linear relaxation is a point"},
			{Name: "log10_solutions", Meaning: fmt.Sprintf("mean logarithm of the number of solutions, counted up to %d", mostSolutions)},
			{Name: "uncounted", Meaning: "have at least as many"},
			{Name: "frozen", Meaning: "mean share of the empty cells with the same digit in all solutions"}}}
	for i := range t.Grids {
		c.Columns = append(c.Columns, study.Column{Name: fmt.Sprintf("grid%d", i+1),
			Meaning: fmt.Sprintf("of %d puzzles of one grid have one solution", t.eachGrid())})
	}
	var b bytes.Buffer
	for i, column := range c.Columns {
		b.WriteString(strings.Repeat("\t", min(i, 1)) + column.Name)
	}
	b.WriteByte('\n')
	for _, p := range t.Points {
		fmt.Fprintf(&b, "%d\t%d\t%d\t%d\t%d\t%d\t%.6f\t%d\t%s", p.Clues, p.Puzzles, p.Unique, p.Whole, p.WholeUnique, p.Tight, p.LogSolutions,
			p.Uncounted, number(p.Frozen, 6))
		for _, k := range p.ByGrid {
			fmt.Fprintf(&b, "\t%d", k)
		}
		b.WriteByte('\n')
	}
	return c, c.Write(folder, b.Bytes())
}
