package wire

import (
	"math/bits"
	"sync"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	stockproto "google.golang.org/protobuf/proto"
)

// codec writes and reads Request and Answers by hand and everything else as stock gRPC does. Its name is
// that of the stock codec, whose wire format it shares.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2(proto.Name)} }

// message is what is written and read by hand.
type message interface {
	size() int
	append([]byte) []byte
	buffer() *[]byte
	read() error
}

func (r *Request) buffer() *[]byte { return &r.buf }
func (a *Answers) buffer() *[]byte { return &a.buf }

// Marshal implements encoding.CodecV2.
func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	m, ok := v.(message)
	if !ok {
		return c.CodecV2.Marshal(v)
	}
	buf := buffers.Get(m.size())
	*buf = m.append((*buf)[:0])
	return mem.BufferSlice{mem.NewBuffer(buf, buffers)}, nil
}

// maxKept is the largest buffer that is kept for the next message.
const maxKept = 1 << 20

// Unmarshal implements encoding.CodecV2.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	m, ok := v.(message)
	if !ok {
		if large, ok := v.(stockproto.Message); ok && data.Len() >= largeMessage {
			if err := checkEntries(data.Materialize(), large); err != nil {
				return err
			}
		}
		return c.CodecV2.Unmarshal(data, v)
	}
	buf, size := m.buffer(), data.Len()
	if cap(*buf) < size || cap(*buf) > maxKept {
		*buf = make([]byte, size)
	}
	*buf = (*buf)[:size]
	data.CopyTo(*buf)
	return m.read()
}

// buffers are the buffers of gRPC and of what it sends. They are not cleared.
var buffers = &bufferPool{}

// bufferPool has a pool for each power of two.
type bufferPool struct{ pools [21]sync.Pool }

// Get implements mem.BufferPool.
func (p *bufferPool) Get(length int) *[]byte {
	class := bits.Len(uint(max(length, 1) - 1))
	if class >= len(p.pools) {
		buf := make([]byte, length)
		return &buf
	}
	if buf, _ := p.pools[class].Get().(*[]byte); buf != nil {
		*buf = (*buf)[:length]
		return buf
	}
	buf := make([]byte, length, 1<<class)
	return &buf
}

// Put implements mem.BufferPool.
func (p *bufferPool) Put(buf *[]byte) {
	if class := bits.Len(uint(cap(*buf))) - 1; class >= 0 && class < len(p.pools) {
		p.pools[class].Put(buf)
	}
}
