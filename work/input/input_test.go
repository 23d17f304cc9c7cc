package input

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/work"
)

const grid4 = "1.3............."

func TestParseInput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "puzzles.txt")
	if err := os.WriteFile(file, []byte(grid4+"\n2.14........4..2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		arg, name string
		puzzles   int
		text      bool
	}{
		{grid4, "puzzle", 1, true},
		{"-", "stdin", 3, false},
		{"/dev/stdin", "stdin", 3, false},
		{"sample:famous", "sample:famous", 6, false},
		{file, file, 2, false},
		{os.DevNull, os.DevNull, 0, false},
	} {
		in, err := Parse(c.arg, strings.NewReader(strings.Repeat(grid4+"\n", 3)))
		if err != nil {
			t.Errorf("%q: %v", c.arg, err)
			continue
		}
		n := 0
		for r, err := range in.Records(t.Context()) {
			if err != nil || !strings.HasPrefix(r.Puzzle.Name, c.name) {
				t.Errorf("%q: %q, %v", c.arg, r.Puzzle.Name, err)
			}
			n++
		}
		if in.Name != c.name || n != c.puzzles || in.IsText() != c.text {
			t.Errorf("%q is %q with %d puzzles, text %v", c.arg, in.Name, n, in.IsText())
		}
	}
}

func TestParseInputRefuses(t *testing.T) {
	for arg, why := range map[string]string{
		"missing.txt":  `there is no file "missing.txt"`,
		"./missing":    `there is no file "./missing"`,
		"missing":      "neither a file nor a puzzle",
		"1.3.x":        "neither a file nor a puzzle",
		"sample:famos": "no sample",
		t.TempDir():    "is a folder",
		"":             "neither",
	} {
		_, err := Parse(arg, nil)
		var request *work.RequestError
		if !errors.As(err, &request) || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", arg, err, why)
		}
	}
}

// A reader that never answers is left when ctx ends, and its error is that of ctx.
func TestRecordsStopWaiting(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		if _, err := io.WriteString(w, grid4+"\n"+grid4+"\n"); err != nil {
			t.Error(err)
		}
		cancel()
	}()
	var last error
	for _, err := range Reader("stdin", r).Records(ctx) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("%v, want %v", last, context.Canceled)
	}
}

// What fails to be read is an error after all that came before it.
func TestRecordsReadError(t *testing.T) {
	broken := errors.New("broken")
	r, w := io.Pipe()
	go func() {
		_, _ = io.WriteString(w, grid4+"\n")
		w.CloseWithError(broken)
	}()
	n := 0
	var last error
	for _, err := range Reader("stdin", r).Records(t.Context()) {
		if last = err; err == nil {
			n++
		}
	}
	if n != 1 || !errors.Is(last, broken) {
		t.Errorf("%d puzzles, then %v", n, last)
	}
}
