package desk

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A file that takes long to write, such as a formula or sheets, ends with the request.
func TestWritersEnd(t *testing.T) {
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"pdf", "dimacs", "line"} {
		ctx, leave := context.WithCancel(t.Context())
		out, err := newWriter(ctx, io.Discard, to, &Printing{})
		if err != nil {
			t.Fatal(err)
		}
		leave()
		if err = out.Write(formats.Record{Puzzle: p}); err == nil {
			err = out.Close()
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", to, err)
		}
	}
}
