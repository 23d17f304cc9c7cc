package serve

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/work"
)

// ListQuery asks for puzzles of the library.
type ListQuery struct {
	Where string `query:"where" doc:"condition on puzzles, as for \"sudokuctl list --where\"" example:"clues <= 24 && !dup"`
	Sort  string `query:"sort" default:"id" doc:"id, clues or a metric; with a minus before it from the largest down"`
	After int64  `query:"after" minimum:"0" doc:"id of the puzzle behind which the page begins, see the header Link"`
	Limit int    `query:"limit" default:"100" minimum:"1" maximum:"10000"`
}

func (s *Server) puzzlesAPI(a huma.API) {
	huma.Register(a, operation[*work.ListRecord](a, http.MethodGet, "/puzzles", "list-puzzles", "puzzles of the library"),
		func(ctx context.Context, in *struct {
			Wanted
			ListQuery
		}) (*answer, error) {
			records, next, err := s.page(ctx, &in.ListQuery)
			if err != nil {
				return nil, s.failed(err)
			}
			out, err := rendered(&in.Wanted, records)
			if err == nil && next != 0 {
				out.Link = fmt.Sprintf("<%s>; rel=\"next\"", s.path(apiPath+"/puzzles?"+in.after(next)))
			}
			return out, err
		})
	huma.Register(a, one[*work.ListRecord](http.MethodGet, "/puzzles/{id}", "get-puzzle", "a puzzle of the library"),
		func(ctx context.Context, in *struct {
			ID int64 `path:"id" minimum:"1" example:"1"`
		}) (*body[*work.ListRecord], error) {
			listed, err := s.env.Store.Show(ctx, in.ID)
			if err != nil {
				return nil, s.failed(err)
			}
			return &body[*work.ListRecord]{work.NewListRecord(listed)}, nil
		})
	for _, view := range puzzleViews {
		huma.Register(a, operation[map[string]any](a, http.MethodGet, "/puzzles/{id}/"+view, "list-puzzle-"+view, view+" of a puzzle"),
			func(ctx context.Context, in *struct {
				Wanted
				ID int64 `path:"id" minimum:"1" example:"1"`
			}) (*answer, error) {
				t, err := s.viewOf(ctx, view, in.ID)
				if err != nil {
					return nil, s.failed(err)
				}
				return t.rendered(&in.Wanted)
			})
	}
	huma.Register(a, one[*FacetsRecord](http.MethodGet, "/facets", "count-facets", "how many puzzles there are of each kind"),
		func(ctx context.Context, in *struct {
			Where string `query:"where"`
		}) (*body[*FacetsRecord], error) {
			f, err := s.env.Store.Facets(ctx, s.env.Filter(in.Where), facetTime)
			if err != nil {
				return nil, s.failed(err)
			}
			return &body[*FacetsRecord]{&FacetsRecord{f.Puzzles, f.Partial, f.Counts}}, nil
		})
	if s.options.ReadOnly {
		return
	}
	add := one[*ImportRecord](http.MethodPost, "/puzzles", "import-puzzles", "store puzzles")
	add.MaxBodyBytes, add.SkipValidateBody = maxImport, true
	huma.Register(a, add, func(ctx context.Context, in *struct {
		Name    string   `query:"name" default:"upload" doc:"what the file is called"`
		Licence string   `query:"licence" doc:"SPDX identifier or words"`
		Tags    []string `query:"tag,explode" doc:"for each puzzle"`
		RawBody []byte   `contentType:"text/plain" doc:"puzzles in any format"`
	}) (*body[*ImportRecord], error) {
		record, err := s.importText(ctx, in.Name, in.Licence, in.Tags, in.RawBody)
		if err != nil {
			return nil, s.failed(err)
		}
		return &body[*ImportRecord]{record}, nil
	})
	for _, method := range []string{http.MethodPost, http.MethodDelete} {
		huma.Register(a, one[*TaggedRecord](method, "/tags/{tag}", map[string]string{http.MethodPost: "add-tag", http.MethodDelete: "remove-tag"}[method],
			"tag the puzzles of which a condition holds, or take the tag away"),
			func(ctx context.Context, in *struct {
				Tag   string `path:"tag" example:"favourite"`
				Where string `query:"where" required:"true" example:"id == 1"`
			}) (*body[*TaggedRecord], error) {
				n, err := work.Tag(ctx, s.env, in.Tag, nil, in.Where, method == http.MethodDelete)
				if err != nil {
					return nil, s.failed(err)
				}
				return &body[*TaggedRecord]{&TaggedRecord{n}}, nil
			})
	}
}

// one is an operation that answers with one record.
func one[T any](method, path, id, summary string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: apiPath + path, Summary: summary, MaxBodyBytes: maxBody,
		Errors: []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound, http.StatusServiceUnavailable}}
}

// body is an answer of one record.
type body[T any] struct{ Body T }

// facetTime is for how long puzzles are counted.
const facetTime = 50 * time.Millisecond

// FacetsRecord is how many puzzles there are of each kind. Its keys are stable.
type FacetsRecord struct {
	Puzzles     int64                       `json:"puzzles"`
	Approximate bool                        `json:"approximate"` // there are more: counting took too long
	Counts      map[string]map[string]int64 `json:"counts"`
}

// ImportRecord is what an import has stored. Its keys are stable.
type ImportRecord struct {
	Format string      `json:"format"`
	Read   int         `json:"read"`
	New    int         `json:"new"`
	Known  int         `json:"known"`
	Bad    []BadRecord `json:"bad"` // the first hundred
	BadAll int         `json:"bad_all"`
}

// BadRecord is a record that was left out. Its keys are stable.
type BadRecord struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Detail string `json:"detail"`
}

// TaggedRecord is how many puzzles a condition holds of. Its keys are stable.
type TaggedRecord struct {
	Puzzles int `json:"puzzles"`
}

// page returns a page of the library and the puzzle behind which the next begins, 0 if it is the last.
func (s *Server) page(ctx context.Context, q *ListQuery) (records []*work.ListRecord, next int64, err error) {
	filter := s.env.Filter(q.Where)
	filter.Sort, filter.After, filter.Limit = q.Sort, q.After, q.Limit+1
	for r, err := range work.List(ctx, s.env, filter) {
		if err != nil {
			return nil, 0, err
		}
		if len(records) == q.Limit {
			return records, records[len(records)-1].ID, nil
		}
		records = append(records, r)
	}
	return records, 0, nil
}

// after returns the query of the page behind a puzzle.
func (q *ListQuery) after(id int64) string {
	v := q.values()
	v.Set("after", strconv.FormatInt(id, 10))
	return v.Encode()
}

func (q *ListQuery) values() url.Values {
	v := url.Values{}
	if q.Where != "" {
		v.Set("where", q.Where)
	}
	if q.Sort != "" && q.Sort != "id" {
		v.Set("sort", q.Sort)
	}
	if q.Limit != 100 {
		v.Set("limit", strconv.Itoa(q.Limit))
	}
	return v
}

// maxBad is how many bad records are told.
const maxBad = 100

func (s *Server) importText(ctx context.Context, name, licence string, tags []string, text []byte) (*ImportRecord, error) {
	record := &ImportRecord{Bad: []BadRecord{}}
	done, err := work.Import(ctx, s.env.Store, work.ImportRequest{Input: work.ReaderInput(name, bytes.NewReader(text)), Licence: licence, Tags: tags},
		func(e work.Event) {
			switch e := e.(type) {
			case work.Recognised:
				record.Format = e.Format
			case work.BadRecord:
				if len(record.Bad) < maxBad {
					record.Bad = append(record.Bad, BadRecord{e.Err.Line, e.Err.Column, e.Err.Err.Error()})
				}
			}
		})
	record.Read, record.New, record.Known, record.BadAll = done.Read, done.New, done.Duplicates, done.Bad
	return record, err
}

// puzzleViews are the views of the library that have rows of one puzzle, by the end of their addresses.
var puzzleViews = []string{"grades", "results", "solutions"}

func (s *Server) viewOf(ctx context.Context, view string, id int64) (*table, error) {
	if _, err := s.env.Store.Show(ctx, id); err != nil {
		return nil, err
	}
	return s.query(ctx, fmt.Sprintf("SELECT * FROM %s WHERE puzzle_id = %d", view, id))
}
