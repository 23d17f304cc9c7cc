package wire

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	stock "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// codec is the stock codec of gRPC, but that it refuses messages that would take much more memory than they are long.
type codec struct{ encoding.CodecV2 }

// newCodec returns the codec of this package.
func newCodec() codec { return codec{encoding.GetCodecV2(stock.Name)} }

// By default gRPC has no buffers between 32 KB and a MiB, which it clears each time.
func init() {
	pool, err := mem.NewBinaryTieredBufferPool(8, 10, 12, 13, 14, 15, 16, 17, 18, 20)
	if err != nil {
		panic(err) // the numbers are in order
	}
	experimental.SetDefaultBufferPool(pool)
}

// Unmarshal reads a message, unless it would take much more memory than it is long.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	if m, ok := v.(proto.Message); ok && data.Len() >= largeMessage {
		buf := data.MaterializeToBuffer(mem.DefaultBufferPool())
		defer buf.Free()
		n, err := entries(buf.ReadOnlyData(), m.ProtoReflect().Descriptor())
		if err == nil && n > maxEntries {
			err = errTooManyEntries
		}
		if err != nil {
			return fmt.Errorf("a message of %d bytes: %w", data.Len(), err)
		}
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
