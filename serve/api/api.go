// Package api is the HTTP API for programs: its operations, their description (OpenAPI), and how records are written.
//
// # How an answer comes about
//
//   - huma reads a request into a struct and checks it against the description that is made of the same struct, so the
//     two cannot differ.
//   - The desk answers it with a record, or with an iterator of records.
//   - The header Accept, or the parameter format, says how records are written: a JSON array, lines of JSON, CSV or a
//     table for LaTeX.
//   - Errors are problems of RFC 9457, also those of missing paths.
package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// Bounds of a body.
const (
	maxBody   = 1 << 20
	maxImport = 64 << 20
	maxPlay   = 128 << 10

	alreadyRead = -1 // so that huma sets no deadline, which would stay and end a longer answer
)

// membersKey is where an operation has the names of the members of its body.
const membersKey = "members"

// api adds operations.
type api struct {
	desk     *desk.Desk
	huma     huma.API
	examples map[string]map[string]any // bodies of requests, by operation and by what they show
}

// Handler returns the HTTP API with its description. It checks no token: serve.Server does that for all that it
// serves.
func Handler(d *desk.Desk) http.Handler {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("sudokuctl", d.Env.Version)
	config.CreateHooks = nil // they would add keys to our records
	config.DocsPath, config.SchemasPath = "", ""
	config.OpenAPIPath = desk.APIPath + "/openapi"
	config.Info.Description = "Records are those of the command line; docs/serve.md and docs/formats.md describe them."
	config.Servers = []*huma.Server{{URL: cmp.Or(d.Options.BasePath, "/"),
		Description: "the server that this description is from"}}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer",
		Description: "of the file that \"sudokuctl serve\" names on standard error"}}
	config.Security = []map[string][]string{{"token": {}}, {}} // none is asked for with --read-only or --auth proxy
	// One value a line, as the command line writes it.
	config.Formats = map[string]huma.Format{"application/json": {
		Marshal:   func(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) },
		Unmarshal: json.Unmarshal,
	}}
	config.Formats["json"] = config.Formats["application/json"]
	huma.NewErrorWithContext = func(c huma.Context, status int, detail string, errs ...error) huma.StatusError {
		members, _ := c.Operation().Metadata[membersKey].([]string)
		return problem.Invalid(status, detail, members, errs...)
	}
	a := &api{d, humago.New(mux, config), map[string]map[string]any{}}
	a.library()
	if !d.Options.NoCompute {
		a.compute()
	}
	a.runs()
	a.charts()
	a.describe()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, route := mux.Handler(r); route == "" {
			w = unrouted{w, r}
		}
		mux.ServeHTTP(w, r)
	})
}

// unrouted makes a problem of the mux's answer to a request that no operation takes.
type unrouted struct {
	http.ResponseWriter
	request *http.Request
}

func (w unrouted) WriteHeader(status int) {
	detail := "there is no " + w.request.URL.Path + " here; " + desk.APIPath + "/openapi.json has what there is"
	if status == http.StatusMethodNotAllowed {
		detail = w.request.URL.Path + " takes " + w.Header().Get("Allow") + ", not " + w.request.Method
	}
	problem.New(status, detail).Write(w.ResponseWriter)
}

// Write drops the mux's own text.
func (unrouted) Write(text []byte) (int, error) { return len(text), nil }

// failed returns an error as huma wants it.
func (a *api) failed(err error) error { return problem.Of(err, a.desk.Options.Log) }

// operation is a path of the API.
func operation(method, path, id, summary string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: desk.APIPath + path,
		Summary: summary, MaxBodyBytes: maxBody, BodyReadTimeout: alreadyRead,
		Errors: []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound, http.StatusServiceUnavailable}}
}

// body is an answer of one record.
type body[T any] struct{ Body T }

// one adds an operation that answers with one record.
func one[I, T any](a *api, op huma.Operation, find func(context.Context, *I) (T, error)) {
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*body[T], error) {
		found, err := find(ctx, in)
		if err != nil {
			return nil, a.failed(err)
		}
		return &body[T]{found}, nil
	})
}

// Wanted says in which format records are wanted.
type Wanted struct {
	Accept string `header:"Accept" hidden:"true"`
	Format string `query:"format" enum:"json,ndjson,csv,latex" doc:"instead of the header Accept; latex is a table for papers"`
}

// format returns the format that the query or the Accept header asks for.
func (w *Wanted) format() string {
	switch {
	case w.Format != "":
		return w.Format
	case strings.Contains(w.Accept, "application/x-ndjson"), strings.Contains(w.Accept, "application/jsonl"):
		return "ndjson"
	case strings.Contains(w.Accept, "text/csv"):
		return "csv"
	case strings.Contains(w.Accept, "text/x-tex"):
		return "latex"
	}
	return "json"
}

// listing is a pointer to a request that embeds Wanted.
type listing[I any] interface {
	*I
	format() string
}

// answer is a body with its type.
type answer struct {
	ContentType string `header:"Content-Type"`
	Link        string `header:"Link"`
	Body        []byte
}

// get adds a GET operation that answers with records of a type.
func get[T any, P listing[I], I any](a *api, path, id, summary string,
	find func(context.Context, P) (records any, next url.Values, err error)) {
	list(a, operation(http.MethodGet, path, id, summary), reflect.TypeFor[T](), path, find)
}

// list adds an operation that answers with records of a type, a slice or a *desk.Table, in the format that is wanted;
// find also returns the query of those behind them, nil if these are the last.
func list[P listing[I], I any](a *api, op huma.Operation, of reflect.Type, path string,
	find func(context.Context, P) (records any, next url.Values, err error)) {
	huma.Register(a.huma, a.records(op, of), func(ctx context.Context, in *I) (*answer, error) {
		records, next, err := find(ctx, in)
		if err != nil {
			return nil, a.failed(err)
		}
		out, err := rendered(P(in).format(), records)
		if err != nil {
			return nil, a.failed(err)
		}
		if next != nil {
			out.Link = fmt.Sprintf("<%s>; rel=\"next\"", a.desk.Path(desk.APIPath+path+"?"+next.Encode()))
		}
		return out, nil
	})
}

// records describes answers with records of a type.
func (a *api) records(op huma.Operation, of reflect.Type) huma.Operation {
	record := a.huma.OpenAPI().Components.Schemas.Schema(of, true, op.OperationID)
	lines := &huma.Schema{Type: "string", Description: "one record a line"}
	op.Responses = map[string]*huma.Response{"200": {Description: "records", Content: map[string]*huma.MediaType{
		"application/json":     {Schema: &huma.Schema{Type: "array", Items: record}},
		"application/x-ndjson": {Schema: lines}, "text/csv": {Schema: lines}, "text/x-tex": {Schema: lines},
	}}}
	return op
}

// rendered writes records, a slice or a *desk.Table: as an array, one a line as the command line does, or as a table
// with a column for each key.
func rendered(format string, records any) (*answer, error) {
	if t, ok := records.(*desk.Table); ok && (format == "csv" || format == "latex") {
		return table(format, append([][]string{t.Columns}, t.Texts()...))
	}
	text, err := json.Marshal(records)
	if err != nil {
		return nil, err
	}
	if string(text) == "null" {
		text = []byte("[]")
	}
	if format == "json" {
		return &answer{ContentType: "application/json", Body: append(text, '\n')}, nil
	}
	var objects []json.RawMessage
	if err := json.Unmarshal(text, &objects); err != nil {
		return nil, err
	}
	if format == "ndjson" {
		out := &answer{ContentType: "application/x-ndjson"}
		for _, object := range objects {
			out.Body = append(append(out.Body, object...), '\n')
		}
		return out, nil
	}
	rows, err := cells(objects)
	if err != nil {
		return nil, err
	}
	return table(format, rows)
}

// table writes rows, the first of which has the names of the columns, as CSV or for LaTeX, with columns of numbers to
// the right.
func table(format string, rows [][]string) (*answer, error) {
	var b bytes.Buffer
	if format == "csv" {
		err := csv.NewWriter(&b).WriteAll(rows)
		return &answer{ContentType: "text/csv; charset=utf-8", Body: b.Bytes()}, err
	}
	out := &answer{ContentType: "text/x-tex; charset=utf-8"}
	if len(rows) == 0 || len(rows[0]) == 0 {
		return out, nil
	}
	columns := bytes.Repeat([]byte{'r'}, len(rows[0]))
	for i, row := range rows {
		for k, cell := range row {
			if _, err := strconv.ParseFloat(cell, 64); i > 0 && err != nil && cell != "" {
				columns[k] = 'l'
			}
			row[k] = printed(cell)
		}
		b.WriteString(plain.LaTeXRow(row) + "\n")
		if i == 0 {
			b.WriteString("\\hline\n")
		}
	}
	out.Body = fmt.Appendf(nil, "\\begin{tabular}{%s}\n\\hline\n%s\\hline\n\\end{tabular}\n", columns, b.Bytes())
	return out, nil
}

// printed writes a JSON object of counts as words, "6 unique, 1 timeout", and long numbers with four digits or up to
// the point. Other cells stay as they are.
func printed(cell string) string {
	if v, err := strconv.ParseFloat(cell, 64); err == nil && strings.Contains(cell, ".") && len(cell) > len("0.1234") {
		if math.Abs(v) >= 1000 {
			return strconv.FormatFloat(v, 'f', 0, 64)
		}
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	var counts map[string]int
	if json.Unmarshal([]byte(cell), &counts) != nil || counts == nil {
		return cell
	}
	var words []string
	for _, name := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	}) {
		words = append(words, fmt.Sprint(counts[name], " ", name))
	}
	return strings.Join(words, ", ")
}

// cells returns records as rows: the names of their members, then their values. What is no text or number stays JSON.
func cells(records []json.RawMessage) (rows [][]string, err error) {
	for i, r := range records {
		names, values, err := members(r)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			rows = append(rows, names)
		}
		row := make([]string, len(rows[0]))
		for k, name := range rows[0] {
			row[k] = values[name]
		}
		rows = append(rows, row)
	}
	return rows, nil
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
