package formats

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
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
// every other byte of which is zero; nil for other texts.
func utf16Order(in *bufio.Reader) binary.ByteOrder {
	switch {
	case begins(in, "\xff\xfe"):
		return binary.LittleEndian
	case begins(in, "\xfe\xff"):
		return binary.BigEndian
	}
	first, err := in.Peek(1)
	if err != nil || first[0] != 0 && (in.Buffered() < 4 || in.Buffered()%2 == 1 && in.Buffered() < 64) {
		return nil
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
		return binary.LittleEndian
	case zeros[1] == 0 && zeros[0] == half:
		return binary.BigEndian
	}
	return nil
}

// utf16Reader reads text in UTF-16 as UTF-8.
type utf16Reader struct {
	in    *bufio.Reader
	order binary.ByteOrder
	ready []byte // that did not fit
}

// Read fills p with what has come, at least one byte of it.
func (u *utf16Reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(u.ready) == 0 {
			if n > 0 && u.in.Buffered() < 4 {
				break
			}
			c, err := u.unit()
			if err == nil && utf16.IsSurrogate(c) {
				var low rune
				low, err = u.unit()
				c = utf16.DecodeRune(c, low)
			}
			if err != nil {
				return n, err
			}
			u.ready = utf8.AppendRune(u.ready[:0], c)
		}
		copied := copy(p[n:], u.ready)
		n, u.ready = n+copied, u.ready[copied:]
	}
	return n, nil
}

// unit reads the next 16 bits.
func (u *utf16Reader) unit() (rune, error) {
	var b [2]byte
	if _, err := io.ReadFull(u.in, b[:]); err == io.ErrUnexpectedEOF {
		return utf8.RuneError, nil
	} else if err != nil {
		return 0, err
	}
	return rune(u.order.Uint16(b[:])), nil
}

// skip skips the lines that have been read ahead, are as long as the one and which pass picks, and returns the last of
// them, or the one if there are none.
func (l *lineReader) skip(line []byte, pass func(line []byte) bool) []byte {
	ahead, _ := l.in.Peek(l.in.Buffered())
	size, skipped := len(line), 0
	for skipped+size <= len(ahead) && pass(ahead[skipped:skipped+size]) {
		line = ahead[skipped : skipped+size]
		skipped += size
		l.number++
	}
	if skipped > 0 {
		line = append(l.buf[:0], line...)
		_, _ = l.in.Discard(skipped)
	}
	return line
}
