package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// charts adds the operations that compare solvers, and those that draw.
func (a *api) charts() {
	list[library.CompareRecord](a, "/compare", "compare", "what solvers did in runs, as the command compare has it",
		func(ctx context.Context, in *struct {
			Wanted
			desk.Compared
		}) ([]library.CompareRecord, url.Values, error) {
			c, err := a.desk.Compare(ctx, in.Runs, in.Ref)
			if err != nil {
				return nil, nil, err
			}
			return c.Records, nil, nil
		})
	list[library.DisagreementRecord](a, "/disagreements", "list-disagreements", "puzzles of which solvers say contradictory things",
		func(ctx context.Context, in *struct {
			Wanted
			desk.Compared
			After int64 `query:"after" minimum:"0" doc:"id of the puzzle behind which the page begins, see the header Link"`
			Limit int   `query:"limit" default:"100" minimum:"1" maximum:"10000"`
		}) ([]library.DisagreementRecord, url.Values, error) {
			c, err := a.desk.Compare(ctx, in.Runs, in.Ref)
			if err != nil {
				return nil, nil, err
			}
			page, more := disagreements(c.Disagreements, in.After, in.Limit)
			if !more {
				return page, nil, nil
			}
			v := in.Values()
			v.Set("after", strconv.FormatInt(page[len(page)-1].ID, 10))
			v.Set("limit", strconv.Itoa(in.Limit))
			return page, v, nil
		})
	for _, kind := range desk.CompareCharts {
		draw(a, kind, func(ctx context.Context, in *struct{ desk.Compared }) (*picture.Picture, error) {
			return a.desk.Chart(ctx, kind, &in.Compared)
		})
	}
	draw(a, "histogram", func(ctx context.Context, in *struct {
		Metric string `query:"metric" example:"information_entropy"`
		Where  string `query:"where" doc:"condition on puzzles"`
		Title  string `query:"title" doc:"of the chart, instead of one that names the metric"`
	}) (*picture.Picture, error) {
		s, err := a.desk.Values(ctx, in.Metric, in.Where, 0, desk.ValuesTime)
		if err != nil {
			return nil, err
		}
		return a.desk.Histogram(ctx, s, in.Title, 0, nil)
	})
}

// draw adds the operation that draws a kind of chart.
func draw[I any](a *api, kind string, find func(context.Context, *I) (*picture.Picture, error)) {
	huma.Register(a.huma, huma.Operation{OperationID: "draw-" + kind, Method: http.MethodGet,
		Path: desk.APIPath + "/charts/" + kind + ".svg", Summary: "a chart as SVG", Errors: []int{http.StatusBadRequest},
		Responses: map[string]*huma.Response{"200": {Description: "a picture", Content: map[string]*huma.MediaType{"image/svg+xml": {}}}}},
		func(ctx context.Context, in *I) (*answer, error) {
			p, err := find(ctx, in)
			if err != nil {
				return nil, a.failed(err)
			}
			return &answer{ContentType: "image/svg+xml", Body: []byte(p.SVG())}, nil
		})
}

// disagreements returns a page in the order of puzzles, and whether there are others behind it.
func disagreements(all []library.DisagreementRecord, after int64, limit int) (page []library.DisagreementRecord, more bool) {
	page = slices.DeleteFunc(slices.Clone(all), func(d library.DisagreementRecord) bool { return d.ID <= after })
	slices.SortFunc(page, func(x, y library.DisagreementRecord) int { return cmp.Compare(x.ID, y.ID) })
	return page[:min(limit, len(page))], len(page) > limit
}
