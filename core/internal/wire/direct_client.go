package wire

import (
	"context"
	"io"
	"net"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// UseDirect has streams opened on the plugin's DirectSocket, which is at path now; "" if it has none.
func (c *Client) UseDirect(path string) { c.direct = path }

// openDirect opens a stream on the plugin's DirectSocket. It returns nil if that cannot be had: then gRPC is left.
func (c *Client) openDirect(ctx context.Context, method string) *directClientStream {
	if c.direct == "" {
		return nil
	}
	conn, err := new(net.Dialer).DialContext(ctx, "unix", c.direct)
	if err != nil {
		return nil
	}
	s := &directClientStream{directConn: newDirectConn(conn.(*net.UnixConn)), ctx: ctx}
	if s.finish(frameOpen, append(s.begin(len(method)), method...)) != nil {
		s.Close()
		return nil
	}
	s.release = context.AfterFunc(ctx, func() { s.Close() })
	return s
}

// directClientStream is the host's end of a direct stream. It is a grpc.ClientStream.
type directClientStream struct {
	*directConn
	ctx     context.Context
	release func() bool // keeps the end of ctx from closing the connection
	over    error       // what ended the stream
}

// Context implements grpc.ClientStream.
func (s *directClientStream) Context() context.Context { return s.ctx }

// Header implements grpc.ClientStream. There are no headers.
func (s *directClientStream) Header() (metadata.MD, error) { return nil, nil }

// Trailer implements grpc.ClientStream.
func (s *directClientStream) Trailer() metadata.MD { return nil }

// SendMsg implements grpc.ClientStream: the error of a stream that is over is io.EOF, and RecvMsg says why.
func (s *directClientStream) SendMsg(m any) error {
	if s.send(m) != nil {
		return io.EOF
	}
	return nil
}

// CloseSend implements grpc.ClientStream.
func (s *directClientStream) CloseSend() error {
	_ = s.finish(frameEnd, s.begin(0)) // RecvMsg says why it was not written
	return nil
}

// RecvMsg implements grpc.ClientStream.
func (s *directClientStream) RecvMsg(m any) error {
	if s.over != nil {
		return s.over
	}
	err := s.receiveNext(m)
	if err == nil {
		return nil
	}
	s.over = err
	if s.ctx.Err() != nil {
		s.over = status.FromContextError(s.ctx.Err()).Err()
	} else if _, ok := status.FromError(err); !ok && err != io.EOF {
		s.over = status.Errorf(codes.Unavailable, "the connection broke: %v", err)
	}
	s.release()
	s.Close()
	return s.over
}

// receiveNext reads a message. The error is io.EOF if the plugin has ended the stream, and io.ErrUnexpectedEOF if it has closed
// the connection.
func (s *directClientStream) receiveNext(m any) error {
	kind, size, err := s.next()
	switch {
	case err == io.EOF:
		return io.ErrUnexpectedEOF
	case err != nil:
		return err
	case kind == frameMessage:
		return s.receive(m, size)
	case kind == frameEnd:
		return s.receiveStatus(size)
	}
	return misplaced(kind)
}
