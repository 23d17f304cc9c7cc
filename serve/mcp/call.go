package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// Bounds of a call. A client is answered in one piece, which a model then reads: an answer is far shorter than a file may be.
const (
	maxPuzzles    = 100
	mostSolutions = 100.0 // of a puzzle, each of which is in the answer of solve
	maxAnswer     = 256 << 10
	callTime      = 2 * problem.ComputeTime // what computes ends after problem.ComputeTime
)

// tool adds a tool.
func tool[In any](server *sdk.Server, d *desk.Desk, t sdk.Tool, do func(context.Context, *In) (any, error)) {
	no := false
	t.Annotations = &sdk.ToolAnnotations{Title: t.Title, ReadOnlyHint: true, OpenWorldHint: &no}
	sdk.AddTool(server, &t, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		ctx, cancel := context.WithTimeout(ctx, callTime)
		defer cancel()
		out, err := do(ctx, &in)
		if err == nil {
			err = checkSize(out)
		}
		if err != nil {
			return nil, nil, explained(d, err)
		}
		return nil, out, nil
	})
}

// checkSize refuses an answer that is too long.
func checkSize(out any) error {
	text, err := json.Marshal(out)
	if err == nil && len(text) > maxAnswer {
		err = problem.Newf(http.StatusBadRequest,
			"the answer has %d bytes, and %d is the most: ask for fewer puzzles or solutions", len(text), maxAnswer)
	}
	return err
}

// explained is an error as a client may see it: what it asked for wrongly, and what it could have asked for.
func explained(d *desk.Desk, err error) error {
	p := problem.Of(err, d.Options.Log)
	text := p.Detail
	if p.At != nil {
		text = fmt.Sprintf("line %d, column %d: %s", p.At.Line, p.At.Column, text)
		if p.At.File != "" {
			text = p.At.File + ", " + text
		}
	}
	if len(p.Known) > 0 {
		text += "; known: " + strings.Join(p.Known, ", ")
	}
	return errors.New(text)
}

// puzzleTime is how many milliseconds a puzzle may take: less than a call, so that the answer says which one took too long.
const puzzleTime = 8_000

// asked returns the request to the desk of a call, whose puzzles may be written in any notation.
func asked(in *call) (*desk.Asked, error) {
	q := in.Asked
	q.Plugin, q.TimeoutMs, q.Puzzles = in.Solver, puzzleTime, nil
	for i, text := range append(in.Puzzles, in.Puzzle) {
		for r, err := range formats.Read(strings.NewReader(text), fmt.Sprintf("puzzle %d", i+1)) {
			if err != nil {
				return nil, err
			}
			q.Puzzles = append(q.Puzzles, r.Puzzle.String())
		}
	}
	if len(q.Puzzles) > maxPuzzles {
		return nil, problem.Newf(http.StatusBadRequest, "%d puzzles, and %d is the most in a call", len(q.Puzzles), maxPuzzles)
	}
	if q.Puzzle != "" {
		if len(q.Puzzles) > 1 {
			return nil, problem.New(http.StatusBadRequest, "one puzzle in a call")
		}
		q.Puzzle, q.Puzzles = strings.Join(q.Puzzles, ""), nil
	}
	return &q, nil
}
