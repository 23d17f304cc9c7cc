package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/work/library"
)

func (a *api) charts() {
	huma.Register(a.huma, operation[library.CompareRecord](a.huma, http.MethodGet, "/compare", "compare",
		"what solvers did in runs, as the command compare has it"),
		func(ctx context.Context, in *struct {
			Wanted
			desk.Compared
		}) (*answer, error) {
			c, err := a.desk.Compare(ctx, in.Runs, in.Ref)
			if err != nil {
				return nil, a.failed(err)
			}
			return rendered(&in.Wanted, c.Records)
		})
	huma.Register(a.huma, operation[library.DisagreementRecord](a.huma, http.MethodGet, "/disagreements", "list-disagreements",
		"puzzles of which solvers say contradictory things"),
		func(ctx context.Context, in *struct {
			Wanted
			desk.Compared
			After int64 `query:"after" minimum:"0" doc:"id of the puzzle behind which the page begins, see the header Link"`
			Limit int   `query:"limit" default:"100" minimum:"1" maximum:"10000"`
		}) (*answer, error) {
			c, err := a.desk.Compare(ctx, in.Runs, in.Ref)
			if err != nil {
				return nil, a.failed(err)
			}
			page, next := disagreements(c.Disagreements, in.After, in.Limit)
			out, err := rendered(&in.Wanted, page)
			if err == nil && next != 0 {
				v := url.Values{"after": {strconv.FormatInt(next, 10)}, "limit": {strconv.Itoa(in.Limit)}}
				if in.Ref != "" {
					v.Set("ref", in.Ref)
				}
				for _, run := range in.Runs {
					v.Set("runs", strings.TrimPrefix(v.Get("runs")+","+strconv.FormatInt(run, 10), ","))
				}
				out.Link = a.next("/disagreements", v.Encode())
			}
			return out, err
		})
	for _, kind := range desk.CompareCharts {
		huma.Register(a.huma, drawn(kind), func(ctx context.Context, in *struct{ desk.Compared }) (*svg, error) {
			return a.svg(a.desk.Chart(ctx, kind, &in.Compared))
		})
	}
	huma.Register(a.huma, drawn("histogram"), func(ctx context.Context, in *struct {
		Metric string `query:"metric" example:"information_entropy"`
		Where  string `query:"where" doc:"condition on puzzles"`
		Title  string `query:"title" doc:"of the chart, instead of one that names the metric"`
	}) (*svg, error) {
		s, err := a.desk.Values(ctx, in.Metric, in.Where, 0, desk.ValuesTime)
		if err != nil {
			return nil, a.failed(err)
		}
		return a.svg(a.desk.Histogram(ctx, s, in.Title, 0, nil))
	})
}

// drawn is the operation that draws a kind of chart.
func drawn(kind string) huma.Operation {
	return huma.Operation{OperationID: "draw-" + kind, Method: http.MethodGet, Path: desk.APIPath + "/charts/" + kind + ".svg",
		Summary: "a chart as SVG", Errors: []int{http.StatusBadRequest},
		Responses: map[string]*huma.Response{"200": {Description: "a picture", Content: map[string]*huma.MediaType{"image/svg+xml": {}}}}}
}

// svg is a picture.
type svg struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (a *api) svg(p *picture.Picture, err error) (*svg, error) {
	if err != nil {
		return nil, a.failed(err)
	}
	return &svg{"image/svg+xml", []byte(p.SVG())}, nil
}

// disagreements returns a page in the order of puzzles, and the puzzle behind which the next begins, 0 if it is the last.
func disagreements(all []library.DisagreementRecord, after int64, limit int) (page []library.DisagreementRecord, next int64) {
	all = slices.Clone(all)
	slices.SortFunc(all, func(x, y library.DisagreementRecord) int { return cmp.Compare(x.ID, y.ID) })
	for _, d := range all {
		if d.ID <= after {
			continue
		}
		if len(page) == limit {
			return page, page[limit-1].ID
		}
		page = append(page, d)
	}
	return page, 0
}
