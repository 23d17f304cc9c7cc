package desk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Kinds of charts.
var (
	CompareCharts = []string{"cactus", "scatter", "matrix", "box"}
	MetricCharts  = []string{"histogram"}
)

func (d *Desk) Chart(ctx context.Context, kind string, runs []int64, ref, against, metric, where string) (*picture.Picture, error) {
	if kind == "histogram" {
		s, err := d.Values(ctx, metric, where, 0)
		if err != nil {
			return nil, err
		}
		return Histogram(s, nil), nil
	}
	c, err := d.Compare(ctx, runs, ref)
	if err != nil {
		return nil, err
	}
	return Draw(kind, c, against, d.Mark)
}

// Histogram draws how values are spread; mark says what bars are called and where they lead, or is nil.
func Histogram(s *library.SpreadRecord, mark func(from, below float64, count int) chart.Mark) *picture.Picture {
	label := "puzzles"
	if s.Approximate {
		label = "puzzles, of the first " + strconv.Itoa(s.Puzzles+s.Without)
	}
	return chart.Histogram(chart.Chart{Title: s.Metric, XLabel: s.Metric, YLabel: label}, defaultBins,
		chart.Group{Name: s.Metric, Values: s.Values, Mark: mark})
}

// Bounds of comparisons that are kept: a page and its charts ask for the same.
const (
	comparisonAge  = 5 * time.Second
	maxComparisons = 2
)

// Compare compares solvers in runs. Whoever asks for the same within a moment gets the same comparison.
func (d *Desk) Compare(ctx context.Context, runs []int64, ref string) (*library.Comparison, error) {
	c, err := d.comparisons.get(ctx, fmt.Sprint(runs, " ", ref), slotWait+problem.ComputeTime, func(ctx context.Context) (*library.Comparison, error) {
		release, err := d.slots.take(ctx)
		if err != nil {
			return nil, err
		}
		defer release()
		bounded, cancel := context.WithTimeout(ctx, problem.ComputeTime)
		defer cancel()
		return library.Compare(bounded, d.Env, library.CompareRequest{Runs: runs, Reference: ref})
	})
	if errors.Is(err, library.ErrNoAnswers) {
		return nil, problem.New(http.StatusNotFound, err.Error())
	}
	return c, err
}

// Mark names a puzzle in a chart and leads to it.
func (d *Desk) Mark(id int64) chart.Mark {
	m := NameOnly(id)
	m.Link = d.Path(fmt.Sprintf("/p/%d", id))
	return m
}

// NameOnly names a puzzle in a chart that leads nowhere.
func NameOnly(id int64) chart.Mark { return chart.Mark{Title: fmt.Sprintf("puzzle %d", id)} }

// Draw draws a comparison, in which mark says what puzzles are called and where they lead. A scatter chart shows the reference
// against another solver, the first if it is "".
func Draw(kind string, c *library.Comparison, against string, mark func(id int64) chart.Mark) (*picture.Picture, error) {
	t := c.Table
	switch kind {
	case "cactus":
		return chart.Cactus(chart.Chart{Title: "Puzzles solved within a given time", XLabel: "puzzles", YLabel: "solver time", YLog: true,
			Seconds: true, MarkPuzzle: func(_ int, id int64) chart.Mark { return mark(id) }}, t), nil
	case "scatter":
		if len(t.Solvers) < 2 {
			return nil, problem.New(http.StatusBadRequest, "a scatter chart needs two solvers")
		}
		other := slices.Index(t.Solvers, against)
		switch {
		case against != "" && other < 0:
			return nil, problem.Unknown("solver", against, t.Solvers)
		case other < 0 || other == c.Reference:
			other = 0
			if c.Reference == 0 {
				other = 1
			}
		}
		puzzles, x, y := t.Spots(c.Reference, other)
		series := chart.Series{X: x, Y: y, Mark: func(i int) chart.Mark { return mark(puzzles[i]) }}
		return chart.TimeScatter(chart.Chart{Title: fmt.Sprintf("Solver time of each of %d puzzles that one of them decided", len(puzzles)),
			XLabel: "time of " + t.Solvers[c.Reference], YLabel: "time of " + t.Solvers[other]}, series), nil
	case "matrix":
		values := make([][]float64, len(t.Solvers))
		for i, row := range t.Wins() {
			for _, n := range row {
				values[i] = append(values[i], 100*float64(n)/float64(max(1, len(t.Puzzles))))
			}
		}
		return chart.Heat(chart.Chart{Title: "Puzzles on which the row beats the column, in percent"}, t.Solvers, t.Solvers, values, 0), nil
	}
	var groups []chart.Group
	for i, name := range t.Solvers {
		groups = append(groups, chart.Group{Name: name, Values: t.Times(i)})
	}
	return chart.Box(chart.Chart{Title: "Solver time per puzzle", YLabel: "solver time", YLog: true, Seconds: true}, groups...), nil
}
