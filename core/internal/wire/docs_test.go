package wire

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// call is a unary call of the documented transcript.
type call struct {
	path              string
	request, response []byte
}

// transcript is the calls that docs/plugin-protocol.md shows in hexadecimal: lines of bytes, which may end in a comment behind
// two blanks, below lines of the method, "request" and "response".
func transcript(t *testing.T) (calls []call) {
	t.Helper()
	page, err := os.ReadFile("../../../docs/plugin-protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "### The first calls\n")
	_, text, _ = strings.Cut(text, "```\n")
	text, _, _ = strings.Cut(text, "```\n")
	octets := regexp.MustCompile(`^ +(([0-9a-f]{2} )*[0-9a-f]{2})(  .*)?$`)
	var into *[]byte
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case strings.HasPrefix(line, "/"):
			calls = append(calls, call{path: line})
		case word == "request":
			into = &calls[len(calls)-1].request
		case word == "response":
			into = &calls[len(calls)-1].response
		default:
			m := octets.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("no bytes: %q", line)
			}
			some, err := hex.DecodeString(strings.ReplaceAll(m[1], " ", ""))
			if err != nil {
				t.Fatal(err)
			}
			*into = append(*into, some...)
		}
	}
	return calls
}

// documented answers calls as the transcript does, if they are those of the transcript.
type documented struct {
	grpc.ClientConnInterface
	calls []call
}

func (d *documented) Invoke(_ context.Context, path string, request, response any, _ ...grpc.CallOption) error {
	sent, err := proto.Marshal(request.(proto.Message))
	if err != nil {
		return err
	}
	i := slices.IndexFunc(d.calls, func(c call) bool { return c.path == path })
	if i < 0 || !bytes.Equal(d.calls[i].request, sent) {
		return fmt.Errorf("% x to %s is not what the page says", sent, path)
	}
	return proto.Unmarshal(d.calls[i].response, response.(proto.Message))
}

// TestDocumentedCalls makes the first calls of a host to the plugin whose answers docs/plugin-protocol.md shows.
func TestDocumentedCalls(t *testing.T) {
	d := &documented{calls: transcript(t)}
	c := NewClient(d)
	info, err := c.Describe(t.Context())
	if err != nil || info.ID != "echo" || info.Version != "0.1.0" || !info.Has(sudoku.PowerSolve) || !info.Takes(sudoku.Classic()) {
		t.Errorf("Describe: %v, %+v", err, info)
	}
	if err := c.Configure(t.Context(), nil); err != nil {
		t.Errorf("Configure: %v", err)
	}
	health, err := healthpb.NewHealthClient(d).Check(t.Context(), &healthpb.HealthCheckRequest{Service: "plugin"})
	if err != nil || health.GetStatus() != healthpb.HealthCheckResponse_SERVING {
		t.Errorf("Check: %v, %v", err, health)
	}
}
