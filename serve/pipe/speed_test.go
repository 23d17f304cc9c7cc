package pipe_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/serve/pipe"
	"github.com/sudokuctl/sudokuctl/work"
)

// A request of a thousand puzzles; the time is that of one.
func BenchmarkSolve(b *testing.B) {
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	env := work.Hosted(h, nil)
	puzzle := `"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"`
	var requests bytes.Buffer
	for i := range (b.N + 999) / 1000 {
		fmt.Fprintf(&requests, `{"id":%d,"do":"solve","plugin":"entropybt","puzzles":[%s]}`+"\n", i+1, strings.TrimSuffix(strings.Repeat(puzzle+",", 1000), ","))
	}
	b.ResetTimer()
	if err := pipe.Serve(b.Context(), pipe.Options{Env: env, Find: func() []find.Candidate { return h.Find() }}, &requests, io.Discard); err != nil {
		b.Fatal(err)
	}
}
