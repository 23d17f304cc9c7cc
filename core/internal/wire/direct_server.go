package wire

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
)

// ServeDirect serves h on the DirectSocket in the folder that the host gave, for as long as the process lives. It has to be called
// before the handshake is printed. If there is no such folder, or no socket to be had in it, hosts take gRPC.
func ServeDirect(h *Handlers) {
	folder := os.Getenv(goplugin.EnvUnixSocketDir)
	if folder == "" || runtime.GOOS == "windows" { // there go-plugin listens on the loopback interface
		return
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(folder, DirectSocket), Net: "unix"})
	if err == nil {
		go serveDirect(listener, &service{handlers: h})
	}
}

// acceptAgain is how long to wait when a connection could not be accepted, as when there are too many open files.
const acceptAgain = 10 * time.Millisecond

func serveDirect(listener *net.UnixListener, s *service) {
	for {
		conn, err := listener.AcceptUnix()
		switch {
		case err == nil:
			go s.serveStream(newDirectConn(conn))
		case errors.Is(err, net.ErrClosed):
			return
		default:
			time.Sleep(acceptAgain)
		}
	}
}

// serveStream serves the stream of a connection, and closes it when the host has.
func (s *service) serveStream(conn *directConn) {
	defer conn.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if conn.sendStatus(s.serveMethod(&directServerStream{directConn: conn, ctx: ctx, cancel: cancel})) == nil {
		_, _ = io.Copy(io.Discard, conn.UnixConn) // what is closed unread may take the status with it
	}
}

func (s *service) serveMethod(stream *directServerStream) error {
	kind, size, err := stream.next()
	switch {
	case err != nil:
		return err
	case kind != frameOpen:
		return misplaced(kind)
	}
	if err := stream.content(&stream.rest, size); err != nil {
		return err
	}
	switch method := string(stream.rest); method {
	case pb.AlgorithmService_Solve_FullMethodName:
		return s.Solve(&grpc.GenericServerStream[pb.SolveRequest, pb.SolveResponse]{ServerStream: stream})
	case pb.AlgorithmService_Grade_FullMethodName:
		return s.Grade(&grpc.GenericServerStream[pb.GradeRequest, pb.GradeResponse]{ServerStream: stream})
	default:
		return status.Errorf(codes.Unimplemented, "method %q is not served here", method)
	}
}

// directServerStream is the plugin's end of a direct stream. It is a grpc.ServerStream.
type directServerStream struct {
	*directConn
	ctx    context.Context
	cancel context.CancelFunc
}

// Context implements grpc.ServerStream.
func (s *directServerStream) Context() context.Context { return s.ctx }

// SetHeader implements grpc.ServerStream. There are no headers.
func (s *directServerStream) SetHeader(metadata.MD) error { return nil }

// SendHeader implements grpc.ServerStream.
func (s *directServerStream) SendHeader(metadata.MD) error { return nil }

// SetTrailer implements grpc.ServerStream.
func (s *directServerStream) SetTrailer(metadata.MD) {}

// SendMsg implements grpc.ServerStream.
func (s *directServerStream) SendMsg(m any) error { return s.send(m) }

// RecvMsg implements grpc.ServerStream. A host that closes the connection does not want the answers any more: that cancels the
// stream.
func (s *directServerStream) RecvMsg(m any) error {
	kind, size, err := s.next()
	switch {
	case err != nil:
	case kind == frameMessage:
		err = s.receive(m, size)
	case kind == frameEnd:
		go s.awaitClose()
		return io.EOF
	default:
		err = misplaced(kind)
	}
	if err == nil {
		return nil
	}
	s.cancel()
	if _, ok := status.FromError(err); !ok {
		return status.FromContextError(context.Canceled).Err()
	}
	return err
}

// awaitClose cancels the stream when the host, which has sent all, closes the connection.
func (s *directServerStream) awaitClose() {
	_, _ = io.Copy(io.Discard, s.UnixConn)
	s.cancel()
}
