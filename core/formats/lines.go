package formats

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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

// passed is a line of 81 cells whose record nobody wants. It is read after all if the next line is none of that kind,
// for that may be the map of its regions.
type passed struct {
	number int // of the line, 0 if none was passed over
	cells  [bareCells]byte
}

// bareCells is how many cells a line has that can be passed over.
const bareCells = 81

// pass passes over a line if it is a record that nobody wants, whatever comes before it.
func (t *text) pass(line []byte) bool {
	if t.some.wanted == nil || !isBare(line) || !t.betweenRecords() {
		t.recall()
		return false
	}
	number := t.some.next
	if t.held.Puzzle != nil || t.passed.number > 0 {
		number++
	}
	if t.some.wanted(number) {
		t.recall()
		return false
	}
	t.release()
	t.some.next = number
	last := t.lines.skip(line, func(next []byte) bool {
		if !isBare(next) || t.some.wanted(t.some.next+1) {
			return false
		}
		t.some.next++
		return true
	})
	t.passed.number = t.lines.number
	copy(t.passed.cells[:], last)
	return !t.stopped
}

// recall reads the line that was passed over last, as if it had not been.
func (t *text) recall() {
	if t.passed.number == 0 {
		return
	}
	here := t.lines.number
	t.lines.number, t.passed.number = t.passed.number, 0
	p, err := sudoku.ParsePuzzle(string(t.passed.cells[:]))
	t.give(newLineRecord(p), err)
	t.lines.number = here
}

// betweenRecords reports whether no line before this one waits for it, but perhaps a record for its map.
func (t *text) betweenRecords() bool {
	return t.table == nil && len(t.block.lines) == 0 && t.title.number == 0 && t.header == nil && t.section == ""
}

// isBare reports whether a line is 81 digits and dots, one of them an empty cell.
func isBare(line []byte) bool {
	switch n := len(line); {
	case n == bareCells+1 && line[bareCells] == '\n', n == bareCells:
	case n == bareCells+2 && line[bareCells] == '\r' && line[bareCells+1] == '\n':
	default:
		return false
	}
	kinds := byte(0)
	for _, c := range line[:bareCells] {
		kinds |= bareKinds[c]
	}
	return kinds == emptyCell || kinds == emptyCell|givenCell
}

const (
	givenCell = 1 << iota
	emptyCell
	noCell
)

// bareKinds says what each byte is. Without a branch for each byte, a line is passed over in a third of the time.
var bareKinds = func() (kinds [256]byte) {
	for c := range kinds {
		switch {
		case c == '.' || c == '0':
			kinds[c] = emptyCell
		case c > '0' && c <= '9':
			kinds[c] = givenCell
		default:
			kinds[c] = noCell
		}
	}
	return kinds
}()
