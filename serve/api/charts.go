package api

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/work/library"
)

func (a *api) charts() {
	huma.Register(a.huma, operation[library.CompareRecord](a.huma, http.MethodGet, "/compare", "compare", "what solvers did in runs, as the command compare has it"),
		func(ctx context.Context, in *struct {
			Wanted
			Compared
		}) (*answer, error) {
			c, err := a.desk.Compare(ctx, in.Runs, in.Ref)
			if err != nil {
				return nil, a.failed(err)
			}
			return rendered(&in.Wanted, c.Records)
		})
	huma.Register(a.huma, operation[library.DisagreementRecord](a.huma, http.MethodGet, "/disagreements", "list-disagreements", "puzzles of which solvers say contradictory things"),
		func(ctx context.Context, in *struct {
			Wanted
			Compared
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
	for _, kind := range append(append([]string{}, desk.CompareCharts...), desk.MetricCharts...) {
		huma.Register(a.huma, huma.Operation{OperationID: "draw-" + kind, Method: http.MethodGet, Path: desk.APIPath + "/charts/" + kind + ".svg",
			Summary: "a chart as SVG", Errors: []int{http.StatusBadRequest},
			Responses: map[string]*huma.Response{"200": {Description: "a picture", Content: map[string]*huma.MediaType{"image/svg+xml": {}}}}},
			func(ctx context.Context, in *struct {
				Compared
				Against string `query:"against" doc:"of a scatter chart: the solver that the reference is compared with"`
				Metric  string `query:"metric" doc:"of a histogram" example:"information_entropy"`
				Where   string `query:"where" doc:"of a histogram: condition on puzzles"`
				Known   string `header:"If-None-Match"`
			}) (*picked, error) {
				p, err := a.desk.Chart(ctx, kind, in.Runs, in.Ref, in.Against, in.Metric, in.Where)
				if err != nil {
					return nil, a.failed(err)
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

// Compared says which runs are compared.
type Compared struct {
	Runs []int64 `query:"runs" doc:"the newest that holds answers of solvers if there are none"`
	Ref  string  `query:"ref" doc:"the solver that the others are compared with"`
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
