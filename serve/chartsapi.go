package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/work"
)

// Kinds of charts.
var (
	compareCharts = []string{"cactus", "scatter", "matrix", "box"}
	metricCharts  = []string{"histogram"}
)

func (s *Server) chartsAPI(a huma.API) {
	for _, kind := range append(append([]string{}, compareCharts...), metricCharts...) {
		huma.Register(a, huma.Operation{OperationID: "draw-" + kind, Method: http.MethodGet, Path: apiPath + "/charts/" + kind + ".svg",
			Summary: "a chart as SVG", Errors: []int{http.StatusBadRequest},
			Responses: map[string]*huma.Response{"200": {Description: "a picture", Content: map[string]*huma.MediaType{"image/svg+xml": {}}}}},
			func(ctx context.Context, in *struct {
				Runs   []int64 `query:"runs" doc:"of the solvers; all if there are none"`
				Ref    string  `query:"ref" doc:"the solver that the others are compared with"`
				Metric string  `query:"metric" doc:"of a histogram"`
				Where  string  `query:"where" doc:"of a histogram: condition on puzzles"`
				Known  string  `header:"If-None-Match"`
			}) (*picked, error) {
				p, err := s.chart(ctx, kind, in.Runs, in.Ref, in.Metric, in.Where)
				if err != nil {
					return nil, s.failed(err)
				}
				svg := []byte(p.SVG())
				sum := sha256.Sum256(svg)
				out := &picked{Status: http.StatusOK, ContentType: "image/svg+xml", ETag: `"` + hex.EncodeToString(sum[:8]) + `"`, Body: svg}
				if in.Known == out.ETag {
					out.Status, out.Body = http.StatusNotModified, nil
				}
				return out, nil
			})
	}
}

// picked is a picture, or that the client has it.
type picked struct {
	Status      int
	ContentType string `header:"Content-Type"`
	ETag        string `header:"ETag"`
	Body        []byte
}

func (s *Server) chart(ctx context.Context, kind string, runs []int64, ref, metric, where string) (*picture.Picture, error) {
	if kind == "histogram" {
		columns, err := work.MetricValues(ctx, s.env, where, []string{metric})
		if err != nil {
			return nil, err
		}
		var values []float64
		for _, v := range columns[0] {
			if !math.IsNaN(v) {
				values = append(values, v)
			}
		}
		return chart.Histogram(chart.Chart{Title: metric, XLabel: metric, YLabel: "puzzles"}, 0, chart.Group{Name: metric, Values: values}), nil
	}
	c, err := s.compare(ctx, runs, ref)
	if err != nil {
		return nil, err
	}
	return s.drawn(kind, c)
}

// compare compares solvers in runs.
func (s *Server) compare(ctx context.Context, runs []int64, ref string) (*work.Comparison, error) {
	c, err := work.Compare(ctx, s.env, work.CompareRequest{Runs: runs, Reference: ref})
	if err != nil && strings.HasPrefix(err.Error(), "no answers of solvers") {
		return nil, newProblem(http.StatusNotFound, err.Error())
	}
	return c, err
}

// drawn draws a comparison; its marks lead to their puzzles.
func (s *Server) drawn(kind string, c *work.Comparison) (*picture.Picture, error) {
	t := c.Table
	toPuzzle := func(id int64) chart.Mark {
		return chart.Mark{Title: fmt.Sprintf("puzzle %d", id), Link: s.path(fmt.Sprintf("/p/%d", id))}
	}
	switch kind {
	case "cactus":
		return chart.Cactus(chart.Chart{Title: "Puzzles decided within a time each", XLabel: "puzzles", YLabel: "self time", YLog: true,
			Seconds: true, MarkPuzzle: func(_ int, id int64) chart.Mark { return toPuzzle(id) }}, t), nil
	case "scatter":
		if len(t.Solvers) < 2 {
			return nil, newProblem(http.StatusBadRequest, "a scatter chart needs two solvers")
		}
		other := 0
		if c.Reference == 0 {
			other = 1
		}
		var both []int64
		for i, id := range t.Puzzles {
			if t.Cells[c.Reference][i].Decided() && t.Cells[other][i].Decided() {
				both = append(both, id)
			}
		}
		x, y := t.Pairs(c.Reference, other)
		series := chart.Series{X: x, Y: y}
		if len(both) == len(x) {
			series.Mark = func(i int) chart.Mark { return toPuzzle(both[i]) }
		}
		return chart.TimeScatter(chart.Chart{Title: "Self time a puzzle", XLabel: t.Solvers[c.Reference], YLabel: t.Solvers[other]}, series), nil
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
	return chart.Box(chart.Chart{Title: "Self time a puzzle", YLabel: "self time", YLog: true, Seconds: true}, groups...), nil
}
