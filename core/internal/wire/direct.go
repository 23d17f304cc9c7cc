package wire

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// DirectSocket is the name of a socket on which a plugin takes Solve and Grade streams without gRPC. It is an offer: if it is in
// the folder that the host gave when the handshake is printed, the host may use it, and otherwise both speak gRPC alone.
//
// A connection is one stream, in frames. A frame is the length of its content in four bytes, little-endian, its kind in one,
// and the content. The messages are those of the gRPC service.
const DirectSocket = "direct"

// frameKind says what the content of a frame is.
type frameKind uint8

const (
	frameOpen    frameKind = 1 // from the host, first: the full name of the method
	frameMessage frameKind = 2 // from both: a message
	frameEnd     frameKind = 3 // from the host: there are no more messages; from the plugin, last: how it ended
)

const (
	frameHead    = 5
	directBuffer = 1 << 20 // bytes that may be under way, if the system allows as many
)

// directConn reads and writes frames. One goroutine may read while another writes.
type directConn struct {
	socket
	out  []byte          // the last frame that was written
	head [frameHead]byte // of the next frame to be read
	have int             // bytes of head that have come
	rest []byte          // the content of the last frame that was not read by hand
}

func newDirectConn(conn *net.UnixConn) *directConn {
	_ = conn.SetWriteBuffer(directBuffer) // less will do
	return &directConn{socket: newSocket(conn)}
}

// begin returns a frame without content, with room for size bytes.
func (c *directConn) begin(size int) []byte {
	return slices.Grow(c.out[:0], frameHead+size)[:frameHead]
}

// finish writes a frame that begin began.
func (c *directConn) finish(kind frameKind, frame []byte) error {
	binary.LittleEndian.PutUint32(frame, uint32(len(frame)-frameHead))
	frame[frameHead-1] = byte(kind)
	if c.out = frame; cap(frame) > maxKept {
		c.out = nil
	}
	_, err := c.Write(frame)
	return err
}

// send writes a message.
func (c *directConn) send(v any) error {
	if m, ok := v.(message); ok {
		size := 0
		if cap(c.out) == 0 { // to measure every message takes longer than to grow the frame sometimes
			size = m.size()
		}
		return c.finish(frameMessage, m.append(c.begin(size)))
	}
	m := v.(proto.Message)
	frame, err := proto.MarshalOptions{}.MarshalAppend(c.begin(proto.Size(m)), m)
	if err != nil {
		return status.Errorf(codes.Internal, "writing a message: %v", err)
	}
	return c.finish(frameMessage, frame)
}

// next reads the head of the next frame. The error is io.EOF if there is none.
func (c *directConn) next() (kind frameKind, size int, err error) {
	n, err := io.ReadFull(c, c.head[c.have:])
	if err != nil {
		if c.have+n > 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return 0, 0, err
	}
	c.have = 0
	length := binary.LittleEndian.Uint32(c.head[:])
	if length > maxMessage {
		return 0, 0, status.Errorf(codes.ResourceExhausted, "a message of %d bytes, more than %d", length, maxMessage)
	}
	return frameKind(c.head[frameHead-1]), int(length), nil
}

// content reads the content of a frame into buf, and with it what has come of the next head.
func (c *directConn) content(buf *[]byte, size int) error {
	most := size + frameHead
	if cap(*buf) < most || cap(*buf) > max(most, maxKept) {
		*buf = make([]byte, most)
	}
	b := (*buf)[:most]
	n, err := io.ReadAtLeast(c, b, size)
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	c.have = copy(c.head[:], b[size:n])
	*buf = b[:size]
	return nil
}

// receive reads the content of a frame as a message, whose former content is overwritten.
func (c *directConn) receive(v any, size int) error {
	m, ok := v.(message)
	if !ok {
		return c.receiveStock(v.(proto.Message), size)
	}
	if err := c.content(m.buffer(), size); err != nil {
		return err
	}
	return unreadable(m.read())
}

func (c *directConn) receiveStock(m proto.Message, size int) error {
	if err := c.content(&c.rest, size); err != nil {
		return err
	}
	if size >= largeMessage {
		if err := checkEntries(c.rest, m); err != nil {
			return unreadable(err)
		}
	}
	return unreadable(proto.Unmarshal(c.rest, m))
}

func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return status.Errorf(codes.Internal, "reading a message: %v", err)
}

func misplaced(kind frameKind) error {
	return status.Errorf(codes.Internal, "a frame of kind %d, which is out of place", kind)
}

// sendStatus writes the last frame of a plugin: an error as google.rpc.Status has it, code and text.
func (c *directConn) sendStatus(err error) error {
	s := status.Convert(err)
	text := Text(s.Message())
	frame := appendUint(c.begin(len(text)+2*frameHead), 1, uint64(s.Code()))
	return c.finish(frameEnd, appendBytes(frame, 2, text))
}

// receiveStatus reads the content of such a frame and returns the error, io.EOF for none.
func (c *directConn) receiveStatus(size int) error {
	if err := c.content(&c.rest, size); err != nil {
		return err
	}
	var code uint32
	var text string
	err := eachField(c.rest, func(f field) error {
		switch f.num {
		case 1:
			f.intoUint32(&code)
		case 2:
			return f.intoText(&text)
		}
		return nil
	})
	switch {
	case err != nil:
		return unreadable(err)
	case codes.Code(code) == codes.OK:
		return io.EOF
	}
	return status.Error(codes.Code(code), text)
}
