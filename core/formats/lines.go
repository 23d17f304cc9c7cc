package formats

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the longest line read, in bytes: room for a 49×49 puzzle full of probabilities.
const maxLine = 4 << 20

// ErrLineTooLong says that a line had more than 4 MiB.
var ErrLineTooLong = errors.New("line longer than 4 MiB")

// Lines reads lines of bounded length and counts them.
type Lines struct {
	in     *bufio.Reader
	number int // of the line read last, from 1
	buf    []byte
}

// NewLines returns the lines of r. A *bufio.Reader with room for 64 KiB is used as it is.
func NewLines(r io.Reader) *Lines { return &Lines{in: bufio.NewReaderSize(r, 64<<10)} }

// Number returns the number of the line read last, from 1.
func (l *Lines) Number() int { return l.number }

// Buffered returns how many bytes can be read without waiting.
func (l *Lines) Buffered() int { return l.in.Buffered() }

// Next returns the next line, without a leading byte order mark in the first, valid until the next call. A
// line that is too long is skipped as a whole and reported as ErrLineTooLong; at the end it returns io.EOF.
func (l *Lines) Next() ([]byte, error) {
	l.buf = l.buf[:0]
	l.number++
	for tooLong := false; ; {
		part, err := l.in.ReadSlice('\n')
		if tooLong = tooLong || len(l.buf)+len(part) > maxLine; !tooLong {
			l.buf = append(l.buf, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(l.buf) == 0 && !tooLong:
			return nil, io.EOF
		case err != nil && err != io.EOF:
			return nil, err
		case tooLong:
			return nil, ErrLineTooLong
		}
		if l.number == 1 {
			return bytes.TrimPrefix(l.buf, []byte("\ufeff")), nil
		}
		return l.buf, nil
	}
}
