//go:build unix

package host_test

import (
	"bufio"
	"encoding/hex"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// vectorEnv names the file whose messages the fake "malformed" answers.
const vectorEnv = "HOST_TEST_VECTOR"

// vector is an answer of a plugin that no host can use: the messages of one call.
type vector struct {
	call, want string // the error says want
	messages   [][]byte
}

// readVector reads a file of testdata/malformed: "call NAME", "want TEXT", then a message a line in hexadecimal, "-"
// for an empty one; lines that begin with # are comments.
func readVector(file string) (v vector, err error) {
	f, err := os.Open(file)
	if err != nil {
		return v, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		key, value, _ := strings.Cut(line, " ")
		switch {
		case line == "" || line[0] == '#':
		case key == "call":
			v.call = value
		case key == "want":
			v.want = value
		default:
			message, err := hex.DecodeString(strings.TrimPrefix(line, "-"))
			if err != nil {
				return v, err
			}
			v.messages = append(v.messages, message)
		}
	}
	return v, lines.Err()
}

// bytesCodec sends and takes messages that are bytes as they are, all others as protobuf.
type bytesCodec struct{ encoding.CodecV2 }

func (c bytesCodec) Marshal(v any) (mem.BufferSlice, error) {
	if message, ok := v.([]byte); ok {
		return mem.BufferSlice{mem.SliceBuffer(message)}, nil
	}
	return c.CodecV2.Marshal(v)
}

func (c bytesCodec) Unmarshal(data mem.BufferSlice, v any) error {
	if message, ok := v.(*[]byte); ok {
		*message = data.Materialize()
		return nil
	}
	return c.CodecV2.Unmarshal(data, v)
}

// serveVector answers one call with the messages of a vector, the others as an honest plugin would.
func serveVector() {
	v, err := readVector(os.Getenv(vectorEnv))
	if err != nil {
		panic(err)
	}
	answer := func(_ any, stream grpc.ServerStream) error {
		method, _ := grpc.MethodFromServerStream(stream)
		call := path.Base(method)
		var request []byte
		if err := stream.RecvMsg(&request); err != nil {
			return err
		}
		messages := v.messages
		if call != v.call {
			messages = [][]byte{nil}
			if call == "Describe" {
				info := &pb.DescribeResponse{Id: "fake", Version: "1.0.0", Complete: true, Powers: []string{"solve", "grade", "explain",
					"generate"}, Metrics: []*pb.Metric{{Name: "clues", Max: 100}}}
				if messages[0], err = proto.Marshal(info); err != nil {
					return err
				}
			}
		}
		for _, m := range messages {
			if err := stream.SendMsg(m); err != nil {
				return err
			}
		}
		return nil
	}
	goplugin.Serve(&goplugin.ServeConfig{HandshakeConfig: wire.Handshake, VersionedPlugins: map[int]goplugin.PluginSet{
		wire.Version: {wire.Name: nothing{}}},
		GRPCServer: func(o []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(o, grpc.ForceServerCodecV2(bytesCodec{encoding.GetCodecV2("proto")}),
				grpc.UnknownServiceHandler(answer))...)
		}})
}

// nothing registers no service: all calls come to the handler of unknown ones.
type nothing struct {
	goplugin.NetRPCUnsupportedPlugin
	goplugin.GRPCPlugin
}

func (nothing) GRPCServer(*goplugin.GRPCBroker, *grpc.Server) error { return nil }

// replay asks a plugin whose one call is answered by a vector, and returns the error of that call.
func replay(t *testing.T, file, call string) error {
	h := host.New(host.Options{})
	defer h.Close()
	config := fakeConfig("malformed")
	config.Env = append(config.Env, vectorEnv+"="+file)
	p, err := h.Open(t.Context(), config)
	if err != nil || call == "Describe" || call == "Configure" {
		return err
	}
	puzzle, err := sudoku.ParsePuzzle("1234341221434.2.")
	if err != nil {
		return err
	}
	switch call {
	case "Solve":
		r, err := runner.SolveOne(t.Context(), p, puzzle, runner.Ask{})
		return errors.Join(r.Err, err)
	case "Grade":
		var fault error
		err := p.Grade(t.Context(), runner.Numbered([]*sudoku.Puzzle{puzzle}), runner.Options{},
			func(_ uint64, r sudoku.Result) error { fault = r.Err; return nil })
		return errors.Join(fault, err)
	case "Explain":
		return p.Explain(t.Context(), puzzle, func(sudoku.Step) bool { return true })
	}
	_, err = p.Generate(t.Context(), sudoku.Order{Geometry: puzzle.Geometry(), Count: 1}, func(*sudoku.Puzzle) bool { return true })
	return err
}

// TestMalformedMessages replays each file of testdata/malformed to a host: a clear error comes, and no panic.
func TestMalformedMessages(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/malformed/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		v, err := readVector(file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		seen[v.call] = true
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if err := replay(t, file, v.call); err == nil || !strings.Contains(err.Error(), v.want) {
				t.Errorf("%v; want %q", err, v.want)
			}
		})
	}
	for _, call := range []string{"Describe", "Solve", "Grade", "Explain", "Generate"} {
		if !seen[call] {
			t.Errorf("no vector for %s", call)
		}
	}
}
