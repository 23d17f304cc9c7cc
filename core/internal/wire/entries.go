package wire

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const (
	// largeMessage is the size in bytes from which on the entries of a message are counted before memory is taken for them.
	// An empty entry is two bytes long and takes more than 200 of memory.
	largeMessage = 128 << 10
	maxEntries   = 1 << 18 // texts and messages in a message
)

var errTooManyEntries = fmt.Errorf("more than %d texts and messages in it", maxEntries)

// checkEntries returns an error for a message that would take much more memory than it is long.
func checkEntries(data []byte, m proto.Message) error {
	n, err := entries(data, m.ProtoReflect().Descriptor())
	if err == nil && n > maxEntries {
		err = errTooManyEntries
	}
	if err != nil {
		return fmt.Errorf("a message of %d bytes: %w", len(data), err)
	}
	return nil
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
