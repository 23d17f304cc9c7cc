package formats

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/encoding/unicode"
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

// utf16Order returns the order of bytes of a text in UTF-16, which begins with a byte order mark or with characters
// every other byte of which is zero.
func utf16Order(in *bufio.Reader) (order unicode.Endianness, is bool) {
	switch {
	case begins(in, "\xff\xfe"):
		return unicode.LittleEndian, true
	case begins(in, "\xfe\xff"):
		return unicode.BigEndian, true
	}
	first, err := in.Peek(1)
	if err != nil || first[0] != 0 && (in.Buffered() < 4 || in.Buffered()%2 == 1 && in.Buffered() < 64) {
		return order, false
	}
	first, _ = in.Peek(min(in.Buffered(), 64) &^ 1)
	zeros := [2]int{}
	for i, c := range first {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(first) / 2; {
	case half < 2:
	case zeros[0] == 0 && zeros[1] == half:
		return unicode.LittleEndian, true
	case zeros[1] == 0 && zeros[0] == half:
		return unicode.BigEndian, true
	}
	return order, false
}

// bareCells is how many cells a bare line has.
const bareCells = 81

// isBare reports whether a line is 81 digits and dots, one of them an empty cell.
func isBare(line []byte) bool {
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	return len(line) == bareCells && len(bytes.TrimLeft(line, digits+".")) == 0 && bytes.ContainsAny(line, ".0")
}
