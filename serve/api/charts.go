package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

func (a *api) charts() {
	for _, kind := range append(append([]string{}, desk.CompareCharts...), desk.MetricCharts...) {
		huma.Register(a.huma, huma.Operation{OperationID: "draw-" + kind, Method: http.MethodGet, Path: desk.APIPath + "/charts/" + kind + ".svg",
			Summary: "a chart as SVG", Errors: []int{http.StatusBadRequest},
			Responses: map[string]*huma.Response{"200": {Description: "a picture", Content: map[string]*huma.MediaType{"image/svg+xml": {}}}}},
			func(ctx context.Context, in *struct {
				Runs   []int64 `query:"runs" doc:"of the solvers; all if there are none"`
				Ref    string  `query:"ref" doc:"the solver that the others are compared with"`
				Metric string  `query:"metric" doc:"of a histogram" example:"information_entropy"`
				Where  string  `query:"where" doc:"of a histogram: condition on puzzles"`
				Known  string  `header:"If-None-Match"`
			}) (*picked, error) {
				p, err := a.Chart(ctx, kind, in.Runs, in.Ref, in.Metric, in.Where)
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
