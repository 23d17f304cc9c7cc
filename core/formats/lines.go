package formats

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the longest line read, in bytes: room for a 49×49 puzzle full of probabilities.
const maxLine = 4 << 20

// errLineTooLong says that a line had more than 4 MiB.
var errLineTooLong = errors.New("line longer than 4 MiB")

// lineReader reads lines of bounded length and counts them.
type lineReader struct {
	in     *bufio.Reader
	number int // of the line read last, from 1
	buf    []byte
}

// newLineReader reads the lines of r. It uses a *bufio.Reader with room for 64 KiB as it is.
func newLineReader(r io.Reader) *lineReader { return &lineReader{in: bufio.NewReaderSize(r, 64<<10)} }

// buffered returns how many bytes can be read without waiting.
func (l *lineReader) buffered() int { return l.in.Buffered() }

// next returns the next line, without a leading byte order mark in the first, valid until the next call. A
// line that is too long is skipped as a whole and reported as errLineTooLong; at the end it returns io.EOF.
func (l *lineReader) next() ([]byte, error) {
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
			return nil, errLineTooLong
		}
		if l.number == 1 {
			return bytes.TrimPrefix(l.buf, []byte("\ufeff")), nil
		}
		return l.buf, nil
	}
}
