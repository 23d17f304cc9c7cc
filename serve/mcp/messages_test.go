package mcp

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/work"
)

// leaving is a client that leaves once it is welcome.
type leaving struct {
	bytes.Buffer
	leave io.Closer
}

func (l *leaving) Write(p []byte) (int, error) {
	n, err := l.Buffer.Write(p)
	if strings.Contains(l.String(), `"protocolVersion"`) {
		l.leave.Close()
	}
	return n, err
}

func (*leaving) Close() error { return nil }

// TestNoMessage says what is no message, and then what is one.
func TestNoMessage(t *testing.T) {
	for line, want := range map[string]string{"hello": "-32700", `{"jsonrpc":`: "-32700", "[1,": "-32700", "5": "-32600", "{}": "-32600", "[]": "-32600",
		`[{"x":1}]`: "-32600", "": "", `{"jsonrpc":"1.0","id":1,"method":"ping"}`: "-32600"} {
		in, out := io.Pipe()
		answers := &leaving{leave: out}
		go io.WriteString(out, line+"\n"+hello)
		o := Options{Env: &work.Env{Version: "test"}, Find: func() []find.Candidate { return nil }}
		if err := Serve(t.Context(), o, in, answers); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if got := answers.String(); !strings.Contains(got, `"protocolVersion"`) || strings.Count(got, "\n") > 2 ||
			(want == "") != !strings.Contains(got, `"error"`) || !strings.Contains(got, want) {
			t.Errorf("%s was answered by\n%s", line, got)
		}
	}
}
