package wire

import (
	"context"
	"io"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// dialer makes connections to a DirectSocket. When a second stream has ended, it makes the connection of the next one ahead: who has
// asked twice is likely to ask again, and a connection takes as long as solving a hundred puzzles does.
type dialer struct {
	mu      sync.Mutex
	path    string // "" if there is no socket
	ended   int    // streams that came to their end
	ahead   *directConn
	dialing bool
	closed  bool
}

// UseDirect has streams opened on the plugin's DirectSocket, which is at path now; "" if it has none.
func (c *Client) UseDirect(path string) { c.direct.path = path }

// Close gives up what the client holds. Streams that are open go on.
func (c *Client) Close() {
	d := &c.direct
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.ahead != nil {
		d.ahead.Close()
		d.ahead = nil
	}
}

// dial returns a connection, nil if none is to be had.
func (d *dialer) dial(ctx context.Context) *directConn {
	if conn := d.takeAhead(); conn != nil {
		return conn
	}
	if d.path == "" {
		return nil
	}
	conn, err := new(net.Dialer).DialContext(ctx, "unix", d.path)
	if err != nil {
		return nil
	}
	return newDirectConn(conn.(*net.UnixConn))
}

// takeAhead returns the connection that was made ahead, nil if there is none.
func (d *dialer) takeAhead() *directConn {
	d.mu.Lock()
	defer d.mu.Unlock()
	conn := d.ahead
	d.ahead = nil
	return conn
}

// streamEnded makes the next connection ahead, if it is time.
func (d *dialer) streamEnded() {
	d.mu.Lock()
	d.ended++
	dial := d.ended >= 2 && d.ahead == nil && !d.dialing && !d.closed
	d.dialing = d.dialing || dial
	d.mu.Unlock()
	if dial {
		d.dialAhead()
	}
}

func (d *dialer) dialAhead() {
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: d.path, Net: "unix"}) // which never waits
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dialing = false
	switch {
	case err != nil:
	case d.closed:
		conn.Close()
	default:
		d.ahead = newDirectConn(conn)
	}
}

// soon is how long a message may take that is expected soon.
const soon = 200 * time.Microsecond

// openDirect opens a stream on the plugin's DirectSocket. It returns nil if that cannot be had: then gRPC is left.
func (c *Client) openDirect(ctx context.Context, method string) *directClientStream {
	conn := c.direct.dial(ctx)
	if conn == nil {
		return nil
	}
	s := &directClientStream{directConn: conn, ctx: ctx, dialer: &c.direct}
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
	dialer  *dialer
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

// awaitSoon waits a short time for the next message in a way that takes up a processor: to be woken takes some 50 µs.
func (s *directClientStream) awaitSoon() {
	if s.over == nil {
		s.await(soon)
	}
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
	if err == io.EOF && s.ctx.Err() == nil {
		s.release()
		go s.leave()
		return err
	}
	if s.ctx.Err() != nil {
		s.over = status.FromContextError(s.ctx.Err()).Err()
	} else if _, ok := status.FromError(err); !ok && err != io.EOF {
		s.over = status.Errorf(codes.Unavailable, "the connection broke: %v", err)
	}
	s.release()
	s.Close()
	return s.over
}

// leave closes the connection of a stream that came to its end, which takes as long as solving some hundred puzzles does.
func (s *directClientStream) leave() {
	s.Close()
	s.dialer.streamEnded()
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
