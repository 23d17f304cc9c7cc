// Package problem makes the errors of requests: RFC 9457, with the place in a notation, condition or body that is to
// blame.
package problem

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// Problem is an error as RFC 9457 has it. Its detail is written for people, its type and members for programs.
type Problem struct {
	Type   string   `json:"type" example:"urn:sudokuctl:notation" doc:"what is to blame: notation, condition, body, name, busy, time, plugin; about:blank if the status says it all"`
	Title  string   `json:"title" example:"Bad Request"`
	Status int      `json:"status" example:"400"`
	Detail string   `json:"detail" example:"no symbol \"!\""`
	At     *Place   `json:"at,omitempty" doc:"where in the notation, the condition or the body"`
	Known  []string `json:"known,omitempty" doc:"the names that would have been understood"`
	Retry  bool     `json:"-"` // the server is busy
}

// Place is a place in a text, so that pages can mark it. Lines and columns count from 1.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// RetryAfter is after how many seconds a busy server is worth another try.
const RetryAfter = "2"

// ComputeTime is for how long a request may compute.
const ComputeTime = 10 * time.Second

// ErrBusy says that too many requests compute. The client may try again after the seconds of Retry-After.
var ErrBusy = errors.New("all plugins are busy; try again in a moment")

func (p *Problem) Error() string { return p.Detail }

// GetStatus returns the status of the answer, as huma asks it of its errors.
func (p *Problem) GetStatus() int { return p.Status }

// Write answers a request with the problem as application/problem+json.
func (p *Problem) Write(w http.ResponseWriter) {
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may be gone
}

// ContentType says how the answer is written.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders says when a busy server is worth another try.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.Retry {
		h.Set("Retry-After", RetryAfter)
	}
	return h
}

// New returns a problem of no special type. The detail is a sentence that the client may show to people.
func New(status int, detail string) *Problem {
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail}
}

// Newf returns a problem whose detail is formatted.
func Newf(status int, format string, args ...any) *Problem {
	return New(status, fmt.Sprintf(format, args...))
}

// Unknown returns the problem of a name that is not known, with the nearest known one.
func Unknown(what, word string, known []string) *Problem {
	p := newOf("name", http.StatusBadRequest, fmt.Sprintf("no %s %q%s", what, word, DidYouMean(word, known)))
	p.Known = known
	return p
}

// newOf returns a problem that says what is to blame.
func newOf(kind string, status int, detail string) *Problem {
	p := New(status, detail)
	p.Type = "urn:sudokuctl:" + kind
	return p
}

// Invalid returns the problem of a request that does not fit its description. known are the members of its body.
func Invalid(status int, detail string, known []string, errs ...error) *Problem {
	if status == http.StatusInternalServerError && strings.HasPrefix(detail, "cannot read request body") {
		status = http.StatusBadRequest // it ends too early
	}
	if status == http.StatusUnsupportedMediaType {
		return newOf("body", status, `the body is to be JSON, sent with the header "Content-Type: application/json"`)
	}
	p := New(status, detail)
	for _, err := range errs {
		var d huma.ErrorDetailer
		if !errors.As(err, &d) {
			p.Detail += "; " + err.Error()
			continue
		}
		e := d.ErrorDetail()
		if text, ok := e.Value.(string); ok && e.Location == "body" && status == http.StatusBadRequest {
			return noJSON([]byte(text))
		}
		p.Type = "urn:sudokuctl:body"
		p.Detail += "; " + e.Location + ": " + e.Message
		if name, ok := strings.CutPrefix(e.Location, "body."); ok && e.Message == validation.MsgUnexpectedProperty {
			p.Detail, p.Known = p.Detail+DidYouMean(name, known), known
		}
	}
	return p
}

// NoRequest returns the problem of a line that is no request with the members that are known.
func NoRequest(err error, known []string) *Problem {
	p := New(http.StatusBadRequest, err.Error())
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		p.Detail = fmt.Sprintf("%s cannot be a %s", kind.Field[strings.LastIndexByte(kind.Field, '.')+1:], kind.Value)
	}
	if quoted, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		p.Detail, p.Known = p.Detail+DidYouMean(strings.Trim(quoted, `"`), known), known
	}
	return p
}

// noJSON says where a body stops being JSON.
func noJSON(text []byte) *Problem {
	p := newOf("body", http.StatusBadRequest, "the body is not JSON")
	var v any
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, &v); errors.As(err, &syntax) {
		p.Detail += ": " + syntax.Error()
		before := text[:min(max(int(syntax.Offset)-1, 0), len(text))]
		last := bytes.LastIndexByte(before, '\n')
		p.At = &Place{Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(before[last+1:]) + 1}
	}
	return p
}

// Of returns what is said about an error. What is no fault of the request is logged, and its details stay here.
func Of(err error, log *slog.Logger) *Problem {
	var given *Problem
	var where *store.WhereError
	var parse *sudoku.ParseError
	var request *work.RequestError
	var packed *formats.PackedError
	var limit *formats.LimitError
	switch {
	case errors.As(err, &given):
		return given
	case errors.As(err, &where):
		p := newOf("condition", http.StatusBadRequest, where.Reason+DidYouMean(where.Name, where.Known))
		p.At, p.Known = &Place{Line: 1, Column: where.Column}, where.Known
		return p
	case errors.As(err, &parse):
		p := newOf("notation", http.StatusBadRequest, parse.Err.Error())
		p.At = &Place{File: parse.File, Line: parse.Line, Column: parse.Column}
		return p
	case errors.As(err, &request):
		p := newOf("name", http.StatusBadRequest, request.Error()+DidYouMean(request.Word, request.Known))
		p.Known = request.Known
		return p
	case errors.As(err, &packed), errors.As(err, &limit), errors.Is(err, input.ErrNoPuzzles),
		errors.Is(err, formats.ErrUnfit):
		return newOf("notation", http.StatusBadRequest, err.Error())
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrDeleted):
		return New(http.StatusNotFound, err.Error())
	case errors.Is(err, ErrBusy):
		p := newOf("busy", http.StatusServiceUnavailable, err.Error())
		p.Retry = true
		return p
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return newOf("time", http.StatusServiceUnavailable, fmt.Sprintf("it took more than %v, "+
			"which is the most here; \"sudokuctl\" on the command line has no limit", ComputeTime))
	case errors.Is(err, sudoku.ErrGaveUp):
		return New(http.StatusUnprocessableEntity, err.Error())
	case work.IsPluginError(err):
		log.Error("a plugin failed", "error", err)
		return newOf("plugin", http.StatusBadGateway, "a plugin failed: "+WithoutFolders(FirstLine(err.Error())))
	}
	log.Error("a request failed", "error", err)
	return New(http.StatusInternalServerError, "something went wrong here; the log says what")
}

// folders matches the folders of an absolute path.
var folders = regexp.MustCompile(`(^|[\s"'` + "`" + `=(\[{<,;])(?:[A-Za-z]:)?[/\\](?:[^\s/\\"'` + "`" + `:;,]*[/\\])*`)

// WithoutFolders shortens absolute paths in a text to their last names: where things lie on the server is not for
// everybody.
func WithoutFolders(text string) string { return folders.ReplaceAllString(text, "$1") }

// FirstLine returns the first line of a text, where a page has room for one.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// DidYouMean offers the nearest of the known names.
func DidYouMean(name string, known []string) string {
	if near := plain.Nearest(name, known); name != "" && near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}
