package mcp

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/work"
)

type discard struct{ io.Writer }

func (discard) Close() error { return nil }

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
	`"clientInfo":{"name":"test","version":"1"}}}` + "\n"

// TestServeEnds ends a session in each way that a client can: rightly, by leaving in the middle of a message, and by a
// message that never ends.
func TestServeEnds(t *testing.T) {
	for name, c := range map[string]struct {
		in    string
		fails bool
	}{
		"at once":          {"", false},
		"after hello":      {hello, false},
		"within a message": {hello + `{"jsonrpc":`, false},
		"too long":         {hello + `{"x":"` + strings.Repeat("x", 2*maxMessage) + `"}` + "\n", true},
	} {
		o := Options{Env: &work.Env{Version: "test"}, Find: func() []find.Candidate { return nil }}
		err := Serve(t.Context(), o, io.NopCloser(strings.NewReader(c.in)), discard{io.Discard})
		if (err != nil) != c.fails {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestServeStops ends with its context though the client says nothing.
func TestServeStops(t *testing.T) {
	in, silent := io.Pipe()
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := Options{Env: &work.Env{Version: "test"}, Find: func() []find.Candidate { return nil }}
	if err := Serve(ctx, o, in, discard{io.Discard}); err == nil {
		t.Error("no error of a context that has ended")
	}
}
