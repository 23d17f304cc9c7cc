package library

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/work"
)

// ChartKinds are the charts of a comparison.
var ChartKinds = []string{"cactus", "scatter", "box", "matrix", "histogram"}

// ChartRequest says how a comparison is drawn.
type ChartRequest struct {
	Kind  string                    // one of ChartKinds
	Title string                    // "" for one that says what is drawn
	X, Y  string                    // solvers of a scatter: "" for the reference, and for the first other one
	Mark  func(id int64) chart.Mark // what a puzzle is called and where it leads, or nil
	Width int                       // in pixels, 0 for that of a printed page; of a matrix as wide as it has to be
}

// timeLabel is what axes say of the time that a solver measures.
const timeLabel = "solver time for a puzzle"

// Chart draws a comparison.
func (c *Comparison) Chart(r ChartRequest) (*picture.Picture, error) {
	t, n := c.Table, fmt.Sprintf("n = %d puzzles", len(c.Table.Puzzles))
	var groups []chart.Group
	for i, name := range t.Solvers {
		groups = append(groups, chart.Group{Name: name, Values: t.Times(i)})
	}
	switch r.Kind {
	case "cactus":
		return chart.Cactus(chart.Chart{Title: cmp.Or(r.Title, "Puzzles decided within a given time"), XLabel: "puzzles decided",
			YLabel: timeLabel, Width: r.Width}, t, r.Mark), nil
	case "scatter":
		return c.scatter(r)
	case "matrix":
		return chart.Heat(chart.Chart{Title: cmp.Or(r.Title, "Puzzles on which the row beats the column, in percent"), Note: n,
			XLabel: "slower, or undecided", YLabel: "faster"}, t.Solvers, t.Solvers, percent(t), 0), nil
	case "box":
		return chart.Box(chart.Chart{Title: cmp.Or(r.Title, "Solver time per puzzle"), YLabel: timeLabel, YLog: true, Seconds: true, Width: r.Width},
			groups...), nil
	case "histogram":
		return chart.Histogram(chart.Chart{Title: cmp.Or(r.Title, "Solver time per puzzle"), XLabel: timeLabel, YLabel: "share of puzzles",
			XLog: true, Seconds: true}, 40, groups...), nil
	}
	return nil, work.UnknownWord(r.Kind, ChartKinds, "no chart %q: must be one of %s", r.Kind, strings.Join(ChartKinds, ", "))
}

// percent are the wins of a table as shares of its puzzles.
func percent(t *stats.Table) [][]float64 {
	values := make([][]float64, len(t.Solvers))
	for i, row := range t.Wins() {
		for _, n := range row {
			values[i] = append(values[i], 100*float64(n)/float64(max(1, len(t.Puzzles))))
		}
	}
	return values
}

// scatter draws the times of two solvers against each other.
func (c *Comparison) scatter(r ChartRequest) (*picture.Picture, error) {
	t := c.Table
	if len(t.Solvers) < 2 {
		return nil, work.RequestErrorf("a scatter chart needs two solvers")
	}
	x, err := c.solver(r.X, c.Reference)
	if err != nil {
		return nil, err
	}
	other := 0
	if x == 0 {
		other = 1
	}
	y, err := c.solver(r.Y, other)
	if err != nil {
		return nil, err
	}
	puzzles, xs, ys := t.Spots(x, y)
	series := chart.Series{X: xs, Y: ys}
	if r.Mark != nil {
		series.Mark = func(i int) chart.Mark { return r.Mark(puzzles[i]) }
	}
	return chart.TimeScatter(chart.Chart{Title: cmp.Or(r.Title, "Solver time per puzzle"),
		XLabel: timeLabel + ": " + t.Solvers[x], YLabel: timeLabel + ": " + t.Solvers[y], Width: r.Width}, series), nil
}

// solver returns the index of a solver, or the given one if it has no name.
func (c *Comparison) solver(name string, otherwise int) (int, error) {
	if name == "" {
		return otherwise, nil
	}
	if i := c.Table.Index(name); i >= 0 {
		return i, nil
	}
	return 0, work.UnknownWord(name, c.Table.Solvers, "no solver %q: there are %s", name, strings.Join(c.Table.Solvers, ", "))
}
