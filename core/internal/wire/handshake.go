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
// A Request and Answers are sent and received as they are: the codec translates them into messages of protobuf, which
// stock code writes and reads. A plugin in another language needs nothing but proto/sudokuctl/v1/algorithm.proto.
package wire

import (
	"context"
	_ "embed"

	goplugin "github.com/hashicorp/go-plugin"
	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/experimental"
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
		experimental.WithBufferPool(buffers),
	}
}

// NewServer is go-plugin's GRPCServer for plugins written in Go.
func NewServer(opts []grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(opts, grpc.ForceServerCodecV2(newCodec()), grpc.WaitForHandlers(false),
		grpc.MaxRecvMsgSize(maxMessage), grpc.StaticStreamWindowSize(window), grpc.StaticConnWindowSize(window),
		grpc.ReadBufferSize(buffered), grpc.WriteBufferSize(buffered), experimental.BufferPool(buffers))...)
}

// algorithm is the go-plugin end of the service. Dispense returns a *Client.
type algorithm struct {
	goplugin.NetRPCUnsupportedPlugin
	handlers *Handlers
}

// GRPCServer implements goplugin.GRPCPlugin.
func (a *algorithm) GRPCServer(_ *goplugin.GRPCBroker, s *grpc.Server) error {
	pb.RegisterAlgorithmServiceServer(s, &service{handlers: a.handlers})
	return nil
}

// GRPCClient implements goplugin.GRPCPlugin.
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
