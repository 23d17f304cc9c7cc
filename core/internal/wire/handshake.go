// Package wire is the seam between sudokuctl and its plugins: the only place that knows protobuf, gRPC and
// how a plugin is served. Above it there are only the types of core/sudoku.
//
// # Words
//
//   - A [Batch] is a run of puzzles of one geometry with consecutive sequence numbers, their givens end to end.
//   - [Answers] are the columns of a message that answers such a run: one ending, count, time for each puzzle and the
//     solutions end to end.
//   - An [Ending] says how the work on one puzzle ended. A puzzle with many solutions is answered in parts.
//   - A [Client] is the host's end, [Handlers] are the plugin's.
//
// # Messages
//
// A Request and Answers travel as messages of protobuf, which stock code writes and reads. A plugin in another language
// needs nothing but proto/sudokuctl/v1/algorithm.proto.
package wire

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	goplugin "github.com/hashicorp/go-plugin"
	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"google.golang.org/grpc"
)

// Version is the protocol's version. Finer differences are capabilities in Describe.
const Version = 1

// Name is the name under which go-plugin dispenses the algorithm.
const Name = "algorithm"

// Handshake tells a plugin that a host has started it. The cookie is no secret, it keeps people from
// running a plugin by hand.
var Handshake = goplugin.HandshakeConfig{
	ProtocolVersion:  Version,
	MagicCookieKey:   "SUDOKUCTL_PLUGIN",
	MagicCookieValue: "a2cd3b0e-6f44-4f1c-9d4b-53b0c1e6a881",
}

// ParentEnv names the environment variable in which the host tells its process number.
const ParentEnv = "SUDOKUCTL_HOST_PID"

// Plugins returns what go-plugin's VersionedPlugins takes on either side; h is nil for the host.
func Plugins(h *Handlers) map[int]goplugin.PluginSet {
	return map[int]goplugin.PluginSet{Version: {Name: &algorithm{handlers: h}}}
}

// maxMessage is the largest message in bytes that either side takes. gRPC has the same limit, but go-plugin lifts
// it for hosts.
const maxMessage = 4 << 20

// Sizes of a connection within one machine. By default gRPC has 64 KB under way, keeps measuring how many more the line
// could take, and reads and writes 32 KB at a time.
const (
	window   = 4 << 20
	buffered = 128 << 10
)

// DialOptions returns the options of a host's connection to a plugin.
func DialOptions() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage), grpc.ForceCodecV2(newCodec())),
		grpc.WithStaticStreamWindowSize(window), grpc.WithStaticConnWindowSize(window),
		grpc.WithReadBufferSize(buffered), grpc.WithWriteBufferSize(buffered),
	}
}

// NewServer is go-plugin's GRPCServer for plugins written in Go.
func NewServer(opts []grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(opts, grpc.ForceServerCodecV2(newCodec()), grpc.WaitForHandlers(false),
		grpc.MaxRecvMsgSize(maxMessage), grpc.StaticStreamWindowSize(window), grpc.StaticConnWindowSize(window),
		grpc.ReadBufferSize(buffered), grpc.WriteBufferSize(buffered))...)
}

// algorithm is the go-plugin end of the service. Dispense returns a *Client.
type algorithm struct {
	goplugin.NetRPCUnsupportedPlugin
	handlers *Handlers
}

// GRPCServer registers the service in the plugin's process.
func (a *algorithm) GRPCServer(_ *goplugin.GRPCBroker, s *grpc.Server) error {
	pb.RegisterAlgorithmServiceServer(s, &service{handlers: a.handlers})
	return nil
}

// GRPCClient returns the Client with which the host calls the plugin.
func (a *algorithm) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return NewClient(conn), nil
}

// SumsEnv names the environment variable in which the host tells a bridge the accepted SHA-256 of files by path, as
// JSON: the bridge starts programs when the host cannot look any more.
const SumsEnv = "SUDOKUCTL_SUMS"

// VerifiedEnv names the environment variable in which the host tells a warden the child.Identity of the program that it
// has verified: the warden starts that file and no other.
const VerifiedEnv = "SUDOKUCTL_VERIFIED"

//go:generate go run -C gen . ../proto sudokuctl/v1/algorithm.proto ../pb

// Proto is algorithm.proto, the definition of the service that plugins serve.
//
//go:embed proto/sudokuctl/v1/algorithm.proto
var Proto string

// property is one property of the JSON Schema of an algorithm's settings.
type property struct {
	Type        string   `json:"type"`
	Default     any      `json:"default"`
	Enum        []string `json:"enum,omitempty"`
	Minimum     *float64 `json:"minimum,omitempty"`
	Maximum     *float64 `json:"maximum,omitempty"`
	Description string   `json:"description,omitempty"`
}

// SettingsSchema returns the JSON Schema of an object of settings, its properties in the order of the declarations.
func SettingsSchema(settings []sudoku.Setting) (string, error) {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","additionalProperties":false,"properties":{`)
	for i, s := range settings {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(s.Name)
		text, err := json.Marshal(propertyOf(s))
		if err != nil {
			return "", fmt.Errorf("describing setting %q: %w", s.Name, err)
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(text)
	}
	b.WriteString("}}")
	return b.String(), nil
}

// propertyOf returns the property of a JSON Schema for a setting.
func propertyOf(s sudoku.Setting) property {
	p := property{Type: s.Type(), Default: s.Default, Enum: s.Enum, Description: s.Summary}
	if s.Min != 0 || s.Max != 0 {
		p.Minimum, p.Maximum = finite(s.Min), finite(s.Max)
	}
	return p
}

// finite returns v, nil for an infinity, which JSON cannot write.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// ParseSettingsSchema is the inverse of SettingsSchema, also for schemas of plugins that write their own.
// Properties keep their order.
func ParseSettingsSchema(schema string) ([]sudoku.Setting, error) {
	if strings.TrimSpace(schema) == "" {
		return nil, nil
	}
	var object struct {
		Properties json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal([]byte(schema), &object); err != nil {
		return nil, fmt.Errorf("reading the schema of the settings: %w", err)
	}
	if len(object.Properties) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(object.Properties))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("reading the schema of the settings: properties are not an object")
	}
	var settings []sudoku.Setting
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("reading the schema of the settings: %w", err)
		}
		var p property
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("reading the schema of setting %q: %w", name, err)
		}
		s, err := p.setting(fmt.Sprint(name))
		if err != nil {
			return nil, fmt.Errorf("reading the schema of setting %q: %w", name, err)
		}
		settings = append(settings, s)
	}
	return settings, nil
}

// setting returns the setting that a property of a JSON Schema describes.
func (p property) setting(name string) (sudoku.Setting, error) {
	s := sudoku.Setting{Name: name, Enum: p.Enum, Summary: p.Description}
	if p.Minimum != nil || p.Maximum != nil {
		s.Min, s.Max = math.Inf(-1), math.Inf(1)
	}
	if p.Minimum != nil {
		s.Min = *p.Minimum
	}
	if p.Maximum != nil {
		s.Max = *p.Maximum
	}
	ok := true
	switch p.Type {
	case "string":
		s.Default, ok = p.Default.(string)
	case "boolean":
		s.Default, ok = p.Default.(bool)
	case "number":
		s.Default, ok = p.Default.(float64)
	case "integer":
		var f float64
		f, ok = p.Default.(float64)
		s.Default = int(f)
	default:
		return s, fmt.Errorf("type %q is none of string, boolean, number, integer", p.Type)
	}
	if !ok {
		return s, fmt.Errorf("default %v is not a %s", p.Default, p.Type)
	}
	return s, nil
}
