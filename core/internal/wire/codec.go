package wire

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	stock "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// codec writes and reads as the stock codec of gRPC does, whose name it has. Besides protobuf's messages it takes
// Request and Answers, and it refuses messages that would take much more memory than they are long.
type codec struct{ encoding.CodecV2 }

// newCodec returns the codec of this package, which leaves all other messages to the stock one.
func newCodec() codec { return codec{encoding.GetCodecV2(stock.Name)} }

// translated is a type that travels as a message of protobuf.
type translated interface {
	message() proto.Message
	read(data []byte) error
}

// buffers are the buffers of gRPC and of its messages. By default it has none between 32 KB and a MiB, which it clears
// each time.
var buffers = func() mem.BufferPool {
	pool, err := mem.NewBinaryTieredBufferPool(8, 10, 12, 13, 14, 15, 16, 17, 18, 20)
	if err != nil {
		panic(err) // the numbers are in order
	}
	return pool
}()

// Marshal writes a message into a reused buffer: a host sends thousands of batches, and each would allocate its size.
func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	if t, ok := v.(translated); ok {
		v = t.message()
	}
	m, ok := v.(proto.Message)
	if !ok {
		return c.CodecV2.Marshal(v)
	}
	buf := buffers.Get(proto.Size(m))
	text, err := proto.MarshalOptions{UseCachedSize: true}.MarshalAppend((*buf)[:0], m)
	if err != nil {
		return nil, err
	}
	*buf = text
	return mem.BufferSlice{mem.NewBuffer(buf, buffers)}, nil
}

// Unmarshal reads a message. Those that are translated read the bytes themselves and copy only what they keep.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	buf := data.MaterializeToBuffer(buffers)
	defer buf.Free()
	switch m := v.(type) {
	case translated:
		return m.read(buf.ReadOnlyData())
	case proto.Message:
		return unmarshal(buf.ReadOnlyData(), m)
	}
	return c.CodecV2.Unmarshal(data, v)
}

const (
	// largeMessage is the size in bytes from which on the entries of a message are counted before memory is taken for
	// them. An empty entry is two bytes long and takes more than 200 of memory.
	largeMessage = 128 << 10
	maxEntries   = 1 << 18 // texts and messages in a message
)

var errTooManyEntries = fmt.Errorf("more than %d texts and messages in it", maxEntries)

// unmarshal reads a message, unless it would take much more memory than it is long.
func unmarshal(data []byte, m proto.Message) error {
	if len(data) >= largeMessage {
		n, err := entries(data, m.ProtoReflect().Descriptor())
		if err == nil && n > maxEntries {
			err = errTooManyEntries
		}
		if err != nil {
			return fmt.Errorf("a message of %d bytes: %w", len(data), err)
		}
	}
	return proto.Unmarshal(data, m)
}

// entries counts the texts and messages in a message, and in those. It stops beyond maxEntries.
func entries(data []byte, d protoreflect.MessageDescriptor) (count int, err error) {
	for len(data) > 0 && count <= maxEntries {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return count, protowire.ParseError(n)
		}
		data = data[n:]
		if n = protowire.ConsumeFieldValue(number, kind, data); n < 0 {
			return count, protowire.ParseError(n)
		}
		value := data[:n]
		data = data[n:]
		field := d.Fields().ByNumber(number)
		if kind != protowire.BytesType || field == nil {
			continue
		}
		count++
		if inner := field.Message(); inner != nil {
			text, _ := protowire.ConsumeBytes(value)
			more, err := entries(text, inner)
			if count += more; err != nil {
				return count, err
			}
		}
	}
	return count, nil
}
