package formats

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// again is a text again and again, without end.
type again string

func (a *again) Read(p []byte) (int, error) {
	n := copy(p, *a)
	*a = (*a)[n:] + (*a)[:n]
	return n, nil
}

func repeat(text string) io.Reader {
	a := again(strings.Repeat(text, 1+1<<12/len(text)))
	return &a
}

// packed is gzip of a text, so often.
func packed(t *testing.T, text string, times int) io.Reader {
	t.Helper()
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(bytes.Repeat(member.Bytes(), times))
}

// TestLimits reads texts that never end, or nearly so, as lines, JSON and XML, plain and packed: the walk ends at the
// limit with an error that says so, and yields what came before.
func TestLimits(t *testing.T) {
	lines := strings.Repeat("1\n", 1<<19)
	const size = "f: it has more than 2 MiB of text"
	for _, c := range []struct {
		name    string
		text    io.Reader
		puzzles int
		want    string
	}{
		{"bad lines", repeat("1\n"), 0, "reading f: it has more than 1,000 bad lines; the rest was not read"},
		{"bad lines behind a puzzle", io.MultiReader(strings.NewReader(example+"\n"), repeat("1\n")), 1, "1,000 bad lines"},
		{"packed bad lines", packed(t, lines, 100), 0, "1,000 bad lines"},
		{"empty lines", repeat("\n"), 0, size},
		{"packed empty lines", packed(t, strings.Repeat("\n", 1<<20), 1000), 0, size},
		{"a grid that has no end", repeat("1111\n"), 0, size},
		{"an endless line", repeat("1"), 0, size},
		{"packed endless line", packed(t, strings.Repeat("1", 1<<20), 1000), 0, size},
		{"JSON that is deep", repeat("["), 0, ""},
		{"JSON of cells", io.MultiReader(strings.NewReader("["), repeat("1, ")), 0, ""},
		{"JSON of good puzzles", io.MultiReader(strings.NewReader("["), repeat("\""+example+"\",\n")), 2<<20/85 - 1, size},
		{"XML that is deep", repeat("<a>"), 0, ""},
		{"XML", io.MultiReader(strings.NewReader("<opensudoku>"), repeat("<a></a>")), 0, size},
	} {
		n, first, last := 0, error(nil), error(nil)
		for _, err := range (Limits{Size: 2 << 20, Bad: 1000}).Read(t.Context(), c.text, "f", nil) {
			if last = err; err == nil {
				n++
			} else if first == nil {
				first = err
			}
		}
		var limit *LimitError
		if c.want != "" && (!errors.As(last, &limit) || !strings.Contains(last.Error(), c.want)) || last == nil || n < c.puzzles {
			t.Errorf("%s: %d puzzles, first %v, last %v; want %q", c.name, n, first, last, c.want)
		}
	}
	bad := 0
	for _, err := range Read(strings.NewReader(lines[:1<<12]), "f") {
		if errors.As(err, new(*sudoku.ParseError)) {
			bad++
		}
	}
	if bad != 1<<11 {
		t.Errorf("without limits: %d bad lines", bad)
	}
}

// TestReadingEndsWithItsContext ends the context while a text is read that has no end and, but for one, no puzzle.
func TestReadingEndsWithItsContext(t *testing.T) {
	for name, text := range map[string]string{"lines": "1\n", "empty lines": "\n", "one line": "1", "JSON": "[", "XML": "<a></a>",
		"puzzles": example + "\n", "comments": "# x\n"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		in := repeat(text)
		out, packing := io.Pipe()
		go func() { // packs without end, and ends the context after a while
			w := gzip.NewWriter(packing)
			for n := 0; ; n++ {
				if n == 20 {
					cancel()
				}
				if _, err := io.CopyN(w, in, 1<<16); err != nil {
					return
				}
			}
		}()
		var last error
		for _, err := range (Limits{}).Read(ctx, out, "f", nil) {
			last = err
		}
		out.Close()
		if !errors.Is(last, context.Canceled) {
			t.Errorf("%s: %v", name, last)
		}
	}
}
