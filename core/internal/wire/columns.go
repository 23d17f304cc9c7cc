package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// The functions of this file write and read single fields and packed columns of the protobuf wire format. A
// field that holds its zero value is left out, as proto3 prescribes.

func sizeUint(num protowire.Number, v uint64) int {
	if v == 0 {
		return 0
	}
	return protowire.SizeTag(num) + protowire.SizeVarint(v)
}

func appendUint(b []byte, num protowire.Number, v uint64) []byte {
	if v == 0 {
		return b
	}
	b = protowire.AppendTag(b, num, protowire.VarintType)
	return protowire.AppendVarint(b, v)
}

func boolUint(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

func sizeBytes(num protowire.Number, length int) int {
	if length == 0 {
		return 0
	}
	return sizeMessage(num, length)
}

// sizeMessage is sizeBytes for an embedded message, which is written even if it is empty.
func sizeMessage(num protowire.Number, length int) int {
	return protowire.SizeTag(num) + protowire.SizeBytes(length)
}

func appendBytes[T []byte | string](b []byte, num protowire.Number, v T) []byte {
	if len(v) == 0 {
		return b
	}
	b = appendHead(b, num, len(v))
	return append(b, v...)
}

// appendHead writes the tag and length of a field of length bytes that the caller appends.
func appendHead(b []byte, num protowire.Number, length int) []byte {
	b = protowire.AppendTag(b, num, protowire.BytesType)
	return protowire.AppendVarint(b, uint64(length))
}

// sizeVarints returns the size of a packed column's content.
func sizeVarints[T uint32 | uint64](column []T) (size int) {
	for _, v := range column {
		size += protowire.SizeVarint(uint64(v))
	}
	return size
}

func appendVarints[T uint32 | uint64](b []byte, num protowire.Number, column []T) []byte {
	if len(column) == 0 {
		return b
	}
	size := sizeVarints(column)
	b = slices.Grow(appendHead(b, num, size), size)
	end := len(b)
	b = b[:end+size]
	for _, v := range column {
		switch {
		case v < 1<<7:
			b[end] = byte(v)
			end++
		case v < 1<<14:
			b[end], b[end+1] = byte(v)|1<<7, byte(v>>7)
			end += 2
		default:
			end = len(protowire.AppendVarint(b[:end], uint64(v)))
		}
	}
	return b
}

func appendDoubles(b []byte, num protowire.Number, column []float64) []byte {
	if len(column) == 0 {
		return b
	}
	b = appendHead(b, num, 8*len(column))
	for _, v := range column {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// field is one field of a message: its number, its type and its content.
type field struct {
	num   protowire.Number
	typ   protowire.Type
	value uint64 // of a varint or a fixed number
	bytes []byte // of a length-delimited field; aliases the message
}

// nextField cuts the first field off b.
func nextField(b []byte) (f field, rest []byte, err error) {
	num, typ, n := protowire.ConsumeTag(b)
	if n < 0 {
		return field{}, nil, fmt.Errorf("reading a tag: %w", protowire.ParseError(n))
	}
	if num > protowire.MaxValidNumber {
		return field{}, nil, fmt.Errorf("reading a tag: no field can have number %d", num)
	}
	f, b = field{num: num, typ: typ}, b[n:]
	switch typ {
	case protowire.VarintType:
		f.value, n = protowire.ConsumeVarint(b)
	case protowire.BytesType:
		f.bytes, n = protowire.ConsumeBytes(b)
	case protowire.Fixed64Type:
		f.value, n = protowire.ConsumeFixed64(b)
	default:
		n = protowire.ConsumeFieldValue(num, typ, b)
	}
	if n < 0 {
		return field{}, nil, fmt.Errorf("reading field %d: %w", num, protowire.ParseError(n))
	}
	return f, b[n:], nil
}

// eachField calls read with each field of a message in order.
func eachField(b []byte, read func(field) error) error {
	for len(b) > 0 {
		f, rest, err := nextField(b)
		if err != nil {
			return err
		}
		if err := read(f); err != nil {
			return fmt.Errorf("field %d: %w", f.num, err)
		}
		b = rest
	}
	return nil
}

// The into methods store a field's content in v. A field of another type than v's is skipped, as
// stock protobuf does.

func (f field) into(v *uint64) {
	if f.typ == protowire.VarintType {
		*v = f.value
	}
}

func (f field) intoUint32(v *uint32) {
	if f.typ == protowire.VarintType {
		*v = uint32(f.value)
	}
}

func (f field) intoBool(v *bool) {
	if f.typ == protowire.VarintType {
		*v = f.value != 0
	}
}

func (f field) intoBytes(v *[]byte) {
	if f.typ == protowire.BytesType {
		*v = f.bytes
	}
}

func (f field) intoText(v *string) error {
	if f.typ != protowire.BytesType {
		return nil
	}
	if !utf8.Valid(f.bytes) {
		return errors.New("a text is not UTF-8")
	}
	*v = string(f.bytes)
	return nil
}

// intoMessage calls read with each field of an embedded message.
func (f field) intoMessage(read func(field) error) error {
	if f.typ != protowire.BytesType {
		return nil
	}
	return eachField(f.bytes, read)
}

// intoList appends an embedded message that is one of a list.
func intoList[T any](f field, list *[]T, read func(*T, field) error) error {
	if f.typ != protowire.BytesType {
		return nil
	}
	if len(*list) >= maxEntries {
		return errTooManyEntries
	}
	var v T
	err := eachField(f.bytes, func(f field) error { return read(&v, f) })
	*list = append(*list, v)
	return err
}

// intoVarints appends a packed column, or one value of a column that is not packed.
func intoVarints[T uint32 | uint64](f field, column *[]T) error {
	if f.typ == protowire.VarintType {
		*column = append(*column, T(f.value))
	}
	if f.typ != protowire.BytesType {
		return nil
	}
	values, b := *column, f.bytes
	for len(b) > 0 {
		if b[0] < 0x80 {
			values, b = append(values, T(b[0])), b[1:]
			continue
		}
		if len(b) > 1 && b[1] < 0x80 {
			values, b = append(values, T(b[0]&0x7f)|T(b[1])<<7), b[2:]
			continue
		}
		v, n := protowire.ConsumeVarint(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		values, b = append(values, T(v)), b[n:]
	}
	*column = values
	return nil
}

func (f field) intoDoubles(column *[]float64) error {
	if f.typ == protowire.Fixed64Type {
		*column = append(*column, math.Float64frombits(f.value))
	}
	if f.typ != protowire.BytesType {
		return nil
	}
	if len(f.bytes)%8 != 0 {
		return errors.New("a column of doubles ends within one")
	}
	for b := f.bytes; len(b) > 0; b = b[8:] {
		*column = append(*column, math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
	return nil
}
