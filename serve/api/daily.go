package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/publish"
)

func (a *api) daily() {
	huma.Register(a.huma, operation[*library.ListRecord](a.huma, http.MethodGet, "/random", "draw-puzzles",
		"puzzles of the library, drawn at random"),
		func(ctx context.Context, in *struct {
			Wanted
			desk.RandomQuery
		}) (*answer, error) {
			records, err := a.desk.Random(ctx, &in.RandomQuery)
			if err != nil {
				return nil, a.failed(err)
			}
			return rendered(&in.Wanted, records)
		})
	huma.Register(a.huma, one[*publish.IssueRecord](http.MethodGet, "/daily", "get-daily",
		"the puzzle of a day, as the command daily has it"),
		func(ctx context.Context, in *struct {
			Series string `query:"series" default:"daily" doc:"a level of the config, daily for any, or the name of a series that was published"`
			Date   string `query:"date" doc:"a day of the past; today if there is none"`
		}) (*body[*publish.IssueRecord], error) {
			issue, err := a.desk.Issue(ctx, in.Series, in.Date)
			if err != nil {
				return nil, a.failed(err)
			}
			return &body[*publish.IssueRecord]{publish.NewIssueRecord(*issue)}, nil
		})
}
