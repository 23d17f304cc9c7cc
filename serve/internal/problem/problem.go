// Package problem makes the errors of requests: RFC 9457, with the place in a notation or condition that is to blame.
package problem

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// Problem is an error as RFC 9457 has it, with the place in a notation or condition that is to blame.
type Problem struct {
	huma.ErrorModel
	At    *Place   `json:"at,omitempty"`
	Known []string `json:"known,omitempty" doc:"the names that would have been understood"`
	Retry bool     `json:"-"` // the server is busy
}

// Place is a place in a text.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// GetHeaders says when a busy server is worth another try.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.Retry {
		h.Set("Retry-After", RetryAfter)
	}
	return h
}

// New returns a problem.
func New(status int, detail string) *Problem {
	return &Problem{ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail}}
}

// Of returns what is told about an error. What nobody asked for wrongly is logged, and its details stay here.
func Of(err error, log *slog.Logger) *Problem {
	var given *Problem
	var where *store.WhereError
	var notation *sudoku.ParseError
	var request *work.RequestError
	var packed *formats.PackedError
	switch {
	case errors.As(err, &given):
		return given
	case errors.As(err, &where):
		p := New(http.StatusBadRequest, where.Reason+DidYouMean(where.Name, where.Known))
		p.At, p.Known = &Place{Column: where.Column}, where.Known
		return p
	case errors.As(err, &notation):
		p := New(http.StatusBadRequest, notation.Err.Error())
		p.At = &Place{File: notation.File, Line: notation.Line, Column: notation.Column}
		return p
	case errors.As(err, &request):
		p := New(http.StatusBadRequest, request.Error()+DidYouMean(request.Word, request.Known))
		p.Known = request.Known
		return p
	case errors.As(err, &packed), errors.Is(err, work.ErrNoPuzzles):
		return New(http.StatusBadRequest, err.Error())
	case errors.Is(err, store.ErrNotFound):
		return New(http.StatusNotFound, err.Error())
	case errors.Is(err, ErrBusy):
		p := New(http.StatusServiceUnavailable, err.Error())
		p.Retry = true
		return p
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return New(http.StatusServiceUnavailable, fmt.Sprintf("it took more than %v, which is the most here; \"sudokuctl\" on the command line has no limit", ComputeTime))
	case errors.Is(err, sudoku.ErrGaveUp):
		return New(http.StatusUnprocessableEntity, err.Error())
	case work.IsPluginError(err):
		log.Error("a plugin failed", "error", err)
		return New(http.StatusBadGateway, "a plugin failed: "+FirstLine(err.Error()))
	}
	log.Error("a request failed", "error", err)
	return New(http.StatusInternalServerError, "something went wrong here; the log says what")
}

// FirstLine is the first line of a text.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// DidYouMean offers the nearest of the known names.
func DidYouMean(name string, known []string) string {
	if near := sudoku.Nearest(name, known); name != "" && near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// RetryAfter is after how many seconds a busy server is worth another try.
const RetryAfter = "2"

// ComputeTime is for how long a request may compute.
const ComputeTime = 10 * time.Second

// ErrBusy says that too many requests compute.
var ErrBusy = errors.New("all plugins are busy; try again in a moment")
