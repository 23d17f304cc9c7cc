package serve

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// Bounds of a request.
const (
	apiPath     = "/api/v1"
	maxBody     = 1 << 20
	maxImport   = 64 << 20
	maxPuzzles  = 1_000  // of one request that computes; more is a run
	maxListed   = 10_000 // puzzles of a page
	computeTime = 10 * time.Second
	slotWait    = time.Second
	retryAfter  = "2" // seconds
)

// api adds the HTTP API to mux.
func (s *Server) api(mux *http.ServeMux) {
	config := huma.DefaultConfig("sudokuctl", s.env.Version)
	config.CreateHooks = nil // they would add keys to our records
	config.DocsPath, config.SchemasPath = "", ""
	config.OpenAPIPath = apiPath + "/openapi"
	config.Info.Description = "Records are those of the command line; docs/serve.md and docs/formats.md describe them."
	// One value a line, as the command line writes it.
	config.Formats = map[string]huma.Format{"application/json": {
		Marshal:   func(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) },
		Unmarshal: json.Unmarshal,
	}}
	config.Formats["json"] = config.Formats["application/json"]
	a := humago.New(mux, config)
	s.puzzlesAPI(a)
	if !s.options.NoCompute {
		s.computeAPI(a)
	}
	s.runsAPI(a)
	s.chartsAPI(a)
	s.healthAPI(mux)
}

// operation is a path of the API that answers with records of type T.
func operation[T any](a huma.API, method, path, id, summary string) huma.Operation {
	record := a.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, id)
	lines := &huma.Schema{Type: "string", Description: "one record a line"}
	return huma.Operation{
		OperationID: id, Method: method, Path: apiPath + path, Summary: summary, MaxBodyBytes: maxBody,
		Errors: []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusServiceUnavailable},
		Responses: map[string]*huma.Response{"200": {Description: "records", Content: map[string]*huma.MediaType{
			"application/json":     {Schema: &huma.Schema{Type: "array", Items: record}},
			"application/x-ndjson": {Schema: lines}, "text/csv": {Schema: lines},
		}}},
	}
}

// Wanted says in which format records are wanted.
type Wanted struct {
	Accept string `header:"Accept" hidden:"true"`
	Format string `query:"format" enum:"json,ndjson,csv" doc:"instead of the header Accept"`
}

func (w *Wanted) format() string {
	switch {
	case w.Format != "":
		return w.Format
	case strings.Contains(w.Accept, "application/x-ndjson"), strings.Contains(w.Accept, "application/jsonl"):
		return "ndjson"
	case strings.Contains(w.Accept, "text/csv"):
		return "csv"
	}
	return "json"
}

// answer is a body with its type.
type answer struct {
	ContentType string `header:"Content-Type"`
	Link        string `header:"Link"`
	Body        []byte
}

// rendered writes records: as an array, one a line as the command line does, or as a table with a column for each key.
func rendered[T any](w *Wanted, records []T) (*answer, error) {
	var b bytes.Buffer
	switch w.format() {
	case "ndjson":
		encode := json.NewEncoder(&b)
		for _, r := range records {
			if err := encode.Encode(r); err != nil {
				return nil, err
			}
		}
		return &answer{ContentType: "application/x-ndjson", Body: b.Bytes()}, nil
	case "csv":
		if err := writeTable(&b, records); err != nil {
			return nil, err
		}
		return &answer{ContentType: "text/csv; charset=utf-8", Body: b.Bytes()}, nil
	}
	if records == nil {
		records = []T{}
	}
	err := json.NewEncoder(&b).Encode(records)
	return &answer{ContentType: "application/json", Body: b.Bytes()}, err
}

// writeTable writes records as CSV. What is no text or number stays JSON.
func writeTable[T any](to io.Writer, records []T) error {
	out := csv.NewWriter(to)
	var columns []string
	for i, r := range records {
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		names, cells, err := members(text)
		if err != nil {
			return err
		}
		if i == 0 {
			columns = names
			out.Write(columns)
		}
		row := make([]string, len(columns))
		for k, name := range columns {
			row[k] = cells[name]
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// members returns the names of an object's members in their order, and their values as texts.
func members(object []byte) (names []string, cells map[string]string, err error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, nil, err
	}
	for cells = map[string]string{}; d.More(); {
		name, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, nil, err
		}
		cell := string(value)
		var text string
		if json.Unmarshal(value, &text) == nil {
			cell = text
		}
		names, cells[fmt.Sprint(name)] = append(names, fmt.Sprint(name)), cell
	}
	return names, cells, nil
}

// problem is an error as RFC 9457 has it, with the place in a notation or condition that is to blame.
type problem struct {
	huma.ErrorModel
	At    *place   `json:"at,omitempty"`
	Known []string `json:"known,omitempty" doc:"the names that would have been understood"`
	retry bool
}

type place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// GetHeaders says when a busy server is worth another try.
func (p *problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.retry {
		h.Set("Retry-After", retryAfter)
	}
	return h
}

func newProblem(status int, detail string) *problem {
	return &problem{ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail}}
}

// problemOf returns what is told about an error. What nobody asked for wrongly is logged, and its details stay here.
func (s *Server) problemOf(err error) *problem {
	var given *problem
	var where *store.WhereError
	var notation *sudoku.ParseError
	var request *work.RequestError
	var packed *formats.PackedError
	switch {
	case errors.As(err, &given):
		return given
	case errors.As(err, &where):
		p := newProblem(http.StatusBadRequest, where.Reason+didYouMean(where.Name, where.Known))
		p.At, p.Known = &place{Column: where.Column}, where.Known
		return p
	case errors.As(err, &notation):
		p := newProblem(http.StatusBadRequest, notation.Err.Error())
		p.At = &place{File: notation.File, Line: notation.Line, Column: notation.Column}
		return p
	case errors.As(err, &request):
		p := newProblem(http.StatusBadRequest, request.Error()+didYouMean(request.Word, request.Known))
		p.Known = request.Known
		return p
	case errors.As(err, &packed), errors.Is(err, work.ErrNoPuzzles):
		return newProblem(http.StatusBadRequest, err.Error())
	case errors.Is(err, store.ErrNotFound):
		return newProblem(http.StatusNotFound, err.Error())
	case errors.Is(err, errBusy):
		p := newProblem(http.StatusServiceUnavailable, err.Error())
		p.retry = true
		return p
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return newProblem(http.StatusServiceUnavailable, fmt.Sprintf("it took more than %v, which is the most here; \"sudokuctl\" on "+
			"the command line has no limit", computeTime))
	case errors.Is(err, sudoku.ErrGaveUp):
		return newProblem(http.StatusUnprocessableEntity, err.Error())
	case work.IsPluginError(err):
		s.options.Log.Error("a plugin failed", "error", err)
		return newProblem(http.StatusBadGateway, "a plugin failed: "+firstLine(err.Error()))
	}
	s.options.Log.Error("a request failed", "error", err)
	return newProblem(http.StatusInternalServerError, "something went wrong here; the log says what")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func didYouMean(name string, known []string) string {
	if near := sudoku.Nearest(name, known); name != "" && near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// failed returns an error as huma wants it.
func (s *Server) failed(err error) error { return s.problemOf(err) }
