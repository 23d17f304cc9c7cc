package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// ByID is a request about one puzzle, run or the like by its number.
type ByID struct {
	ID int64 `path:"id" minimum:"1" example:"1"`
}

// library adds the operations on the puzzles of the library, and on texts that hold puzzles.
func (a *api) library() {
	get[*library.ListRecord](a, "/puzzles", "list-puzzles", "puzzles of the library",
		func(ctx context.Context, in *struct {
			Wanted
			desk.ListQuery
		}) (any, url.Values, error) {
			records, next, err := a.desk.Page(ctx, &in.ListQuery)
			if next == 0 {
				return records, nil, err
			}
			return records, in.Next(next), err
		})
	get[*library.ListRecord](a, "/random", "draw-puzzles", "puzzles of the library, drawn at random",
		func(ctx context.Context, in *struct {
			Wanted
			desk.RandomQuery
		}) (any, url.Values, error) {
			records, err := a.desk.Random(ctx, &in.RandomQuery)
			return records, nil, err
		})
	huma.Register(a.huma, huma.Operation{OperationID: "export-puzzles", Method: http.MethodGet,
		Path:    desk.APIPath + "/puzzles/export",
		Summary: "puzzles of the library as a file, or printed", Errors: []int{http.StatusBadRequest}, Responses: files()},
		func(_ context.Context, in *desk.ExportQuery) (*huma.StreamResponse, error) {
			return &huma.StreamResponse{Body: func(c huma.Context) {
				r, w := humago.Unwrap(c)
				if err := a.desk.Export(r.Context(), w, in); err != nil {
					problem.Of(err, a.desk.Options.Log).Write(w)
				}
			}}, nil
		})
	one(a, operation(http.MethodGet, "/puzzles/{id}", "get-puzzle", "a puzzle of the library"),
		func(ctx context.Context, in *ByID) (*library.ListRecord, error) {
			listed, err := a.desk.Show(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			return library.NewListRecord(listed, a.desk.Env.Levels), nil
		})
	for _, view := range desk.PuzzleViews {
		get[anyRecord](a, "/puzzles/{id}/"+view, "list-puzzle-"+view, view+" of a puzzle",
			func(ctx context.Context, in *struct {
				Wanted
				ByID
			}) (any, url.Values, error) {
				t, err := a.desk.View(ctx, view, in.ID)
				return t, nil, err
			})
	}
	one(a, operation(http.MethodGet, "/facets", "count-facets", "how many puzzles there are of each kind"),
		func(ctx context.Context, in *struct {
			Where string `query:"where" doc:"condition on puzzles" example:"clues <= 30"`
		}) (*store.Facets, error) {
			return a.desk.Facets(ctx, in.Where)
		})
	one(a, operation(http.MethodGet, "/values", "count-values",
		"how the values of a metric are spread, a histogram; read for a second at most"),
		func(ctx context.Context, in *struct {
			Metric string `query:"metric" required:"true" example:"information_entropy"`
			Where  string `query:"where" doc:"condition on puzzles" example:"clues <= 30"`
			Bins   int    `query:"bins" minimum:"1" maximum:"200" default:"20" doc:"at most about as many"`
		}) (*library.SpreadRecord, error) {
			return library.Spread(ctx, a.desk.Env, library.SpreadRequest{Metric: in.Metric, Where: in.Where, Bins: in.Bins,
				Budget: desk.ValuesTime})
		})
	one(a, operation(http.MethodGet, "/daily", "get-daily", "the puzzle of a day, as the command daily has it"),
		func(ctx context.Context, in *struct {
			Series string `query:"series" default:"daily" doc:"a level of the config, daily for any, or the name of a series that was published"`
			Date   string `query:"date" doc:"a day of the past; today if there is none"`
		}) (*library.IssueRecord, error) {
			issue, err := a.desk.Issue(ctx, in.Series, in.Date)
			if err != nil {
				return nil, err
			}
			return library.NewIssueRecord(*issue), nil
		})
	read := operation(http.MethodPost, "/read", "read-puzzles", "read puzzles in any format")
	read.SkipValidateBody = true
	one(a, read, func(ctx context.Context, in *struct {
		RawBody []byte `contentType:"text/plain" doc:"a file, a picture of a forum, a link, rows of a spreadsheet: whatever the command line reads"`
	}) (*desk.ReadRecord, error) {
		return a.desk.Read(ctx, in.RawBody)
	})
	if !a.desk.Options.NoSQL {
		a.query()
	}
	if !a.desk.Options.ReadOnly {
		a.write()
	}
	if a.desk.Options.Plays {
		a.plays()
	}
}

// anyRecord is the type of a record whose keys depend on the question.
type anyRecord = map[string]any

// query registers SQL queries.
func (a *api) query() {
	get[anyRecord](a, "/query", "query", "read-only SQL on the views of docs/store.md",
		func(ctx context.Context, in *struct {
			Wanted
			SQL   string `query:"sql" required:"true" example:"SELECT verdict, count(*) FROM puzzles GROUP BY 1"`
			After int    `query:"after" minimum:"0" doc:"rows behind which the answer begins, see the header Link"`
		}) (any, url.Values, error) {
			t, err := a.desk.RunSQL(ctx, in.SQL, in.After)
			if err != nil || !t.Cut {
				return t, nil, err
			}
			return t, url.Values{"sql": {in.SQL}, "after": {strconv.Itoa(in.After + len(t.Rows))}}, nil
		})
}

// write adds the operations that change the library.
func (a *api) write() {
	add := operation(http.MethodPost, "/puzzles", "import-puzzles", "store puzzles")
	add.MaxBodyBytes, add.SkipValidateBody = maxImport, true
	one(a, add, func(ctx context.Context, in *struct {
		Name    string   `query:"name" default:"upload" doc:"what the file is called"`
		Licence string   `query:"licence" doc:"SPDX identifier or words"`
		Tags    []string `query:"tag,explode" doc:"for each puzzle"`
		RawBody []byte   `contentType:"text/plain" doc:"puzzles in any format"`
	}) (*desk.ImportRecord, error) {
		return a.desk.Import(ctx, in.Name, in.Licence, in.Tags, in.RawBody)
	})
	for method, id := range map[string]string{http.MethodPost: "add-tag", http.MethodDelete: "remove-tag"} {
		one(a, operation(method, "/tags/{tag}", id, "tag the puzzles of which a condition holds, or take the tag away"),
			func(ctx context.Context, in *struct {
				Tag   string `path:"tag" example:"favourite"`
				Where string `query:"where" required:"true" example:"id == 1"`
			}) (*desk.TaggedRecord, error) {
				n, err := a.desk.Tag(ctx, in.Tag, in.Where, method == http.MethodDelete)
				return &desk.TaggedRecord{Puzzles: n}, err
			})
	}
}

// Sender is the address that a request comes from.
type Sender struct {
	Forwarded string `header:"X-Forwarded-For" hidden:"true"`
	address   string
}

// Resolve keeps the address from which the request came, for the bound on plays of one address.
func (s *Sender) Resolve(c huma.Context) []error {
	s.address = c.RemoteAddr()
	return nil
}

// PlayerQuery names a player by the random number that the browser keeps. Everyone with that number may read and delete the
// player's plays.
type PlayerQuery struct {
	Player string `query:"player" required:"true" pattern:"^[0-9a-f]{32}$" doc:"the random number of a player" example:"0f5c6b7a8d9e4f10213243546576879a"`
}

// plays adds the operations on what people report of puzzles. Who knows the random number of a player is that player.
func (a *api) plays() {
	add := operation(http.MethodPost, "/plays", "add-play", "report how a person fared with a puzzle")
	add.MaxBodyBytes = maxPlay
	one(a, add, func(ctx context.Context, in *struct {
		Sender
		Body desk.PlayOrder
	}) (*desk.PlayRecord, error) {
		if last := in.Forwarded[strings.LastIndexByte(in.Forwarded, ',')+1:]; a.desk.Options.Proxy && last != "" {
			in.address = strings.TrimSpace(last)
		}
		return a.desk.Play(ctx, &in.Body, in.address)
	})
	get[anyRecord](a, "/plays", "list-plays", "plays of one player",
		func(ctx context.Context, in *struct {
			Wanted
			PlayerQuery
		}) (any, url.Values, error) {
			t, err := a.desk.PlaysOf(ctx, in.Player)
			return t, nil, err
		})
	one(a, operation(http.MethodDelete, "/plays", "delete-plays", "delete all plays of one player"),
		func(ctx context.Context, in *PlayerQuery) (*desk.DeletedPlays, error) {
			return a.desk.DeletePlays(ctx, in.Player)
		})
}
