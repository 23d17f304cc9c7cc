// Package api is the HTTP API for programs: its operations, their description (OpenAPI), and how records are written.
package api

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// Bounds of a body.
const (
	maxBody   = 1 << 20
	maxImport = 64 << 20
)

// api adds operations.
type api struct {
	desk     *desk.Desk
	huma     huma.API
	examples map[string]map[string]any // bodies of requests, by operation and by what they show
}

// Handler returns the HTTP API.
func Handler(d *desk.Desk) http.Handler {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("sudokuctl", d.Env.Version)
	config.CreateHooks = nil // they would add keys to our records
	config.DocsPath, config.SchemasPath = "", ""
	config.OpenAPIPath = desk.APIPath + "/openapi"
	config.Info.Description = "Records are those of the command line; docs/serve.md and docs/formats.md describe them."
	config.Servers = []*huma.Server{{URL: cmp.Or(d.Options.BasePath, "/"), Description: "the server that this description is from"}}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer",
		Description: "of the file that \"sudokuctl serve\" names on standard error"}}
	config.Security = []map[string][]string{{"token": {}}, {}} // none is asked for with --read-only or --auth proxy
	// One value a line, as the command line writes it.
	config.Formats = map[string]huma.Format{"application/json": {
		Marshal:   func(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) },
		Unmarshal: json.Unmarshal,
	}}
	config.Formats["json"] = config.Formats["application/json"]
	huma.NewError = func(status int, detail string, errs ...error) huma.StatusError {
		return problem.Invalid(status, detail, errs...)
	}
	a := &api{d, humago.New(mux, config), examples()}
	a.puzzles()
	a.daily()
	if !d.Options.NoCompute {
		a.compute()
	}
	a.runs()
	a.plugins()
	if !d.Options.NoSQL {
		a.query()
	}
	a.charts()
	a.describe()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, route := mux.Handler(r); route == "" {
			w = unrouted{w, r}
		}
		mux.ServeHTTP(w, r)
	})
}

// unrouted makes a problem of what a mux says of a request that no operation takes.
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

func (unrouted) Write(text []byte) (int, error) { return len(text), nil }

// failed returns an error as huma wants it.
func (a *api) failed(err error) error { return problem.Of(err, a.desk.Options.Log) }

// found answers with what was found, or says why nothing was.
func found[T any](a *api, value T, err error) (*body[T], error) {
	if err != nil {
		return nil, a.failed(err)
	}
	return &body[T]{value}, nil
}

// operation is a path of the API that answers with records of type T.
func operation[T any](a huma.API, method, path, id, summary string) huma.Operation {
	return recordsOperation(a, reflect.TypeFor[T](), method, path, id, summary)
}

func recordsOperation(a huma.API, of reflect.Type, method, path, id, summary string) huma.Operation {
	record := a.OpenAPI().Components.Schemas.Schema(of, true, id)
	lines := &huma.Schema{Type: "string", Description: "one record a line"}
	return huma.Operation{
		OperationID: id, Method: method, Path: desk.APIPath + path, Summary: summary, MaxBodyBytes: maxBody,
		Errors: []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusServiceUnavailable},
		Responses: map[string]*huma.Response{"200": {Description: "records", Content: map[string]*huma.MediaType{
			"application/json":     {Schema: &huma.Schema{Type: "array", Items: record}},
			"application/x-ndjson": {Schema: lines}, "text/csv": {Schema: lines}, "text/x-tex": {Schema: lines},
		}}},
	}
}

// Wanted says in which format records are wanted.
type Wanted struct {
	Accept string `header:"Accept" hidden:"true"`
	Format string `query:"format" enum:"json,ndjson,csv,latex" doc:"instead of the header Accept; latex is a table for papers"`
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

// next is the header that leads to the next page of a list.
func (a *api) next(path, query string) string {
	return fmt.Sprintf("<%s>; rel=\"next\"", a.desk.Path(desk.APIPath+path+"?"+query))
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
	case "csv", "latex":
		if err := writeTable(&b, records); err != nil {
			return nil, err
		}
		return table(w, b.Bytes())
	}
	if records == nil {
		records = []T{}
	}
	err := json.NewEncoder(&b).Encode(records)
	return &answer{ContentType: "application/json", Body: b.Bytes()}, err
}

// table answers with a table that is given as CSV, or with the same for LaTeX.
func table(w *Wanted, text []byte) (*answer, error) {
	if w.format() == "csv" {
		return &answer{ContentType: "text/csv; charset=utf-8", Body: text}, nil
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return &answer{ContentType: latexType}, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "\\begin{tabular}{%s}\n\\hline\n", alignment(rows))
	for i, row := range rows {
		for k, cell := range row {
			row[k] = latexText.Replace(printed(cell))
		}
		b.WriteString(strings.Join(row, " & ") + " \\\\\n")
		if i == 0 {
			b.WriteString("\\hline\n")
		}
	}
	b.WriteString("\\hline\n\\end{tabular}\n")
	return &answer{ContentType: latexType, Body: b.Bytes()}, nil
}

// alignment puts columns of numbers to the right.
func alignment(rows [][]string) string {
	columns := bytes.Repeat([]byte{'r'}, len(rows[0]))
	for _, row := range rows[1:] {
		for k, cell := range row {
			if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" {
				columns[k] = 'l'
			}
		}
	}
	return string(columns)
}

// printed writes a JSON object of counts as words, "6 unique, 1 timeout", and long numbers with four digits or up to the point.
// Other cells stay as they are.
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

const latexType = "text/x-tex; charset=utf-8"

// latexText writes what LaTeX would take for a command as text.
var latexText = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`,
	"_", `\_`, "{", `\{`, "}", `\}`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "\n", " ")

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
