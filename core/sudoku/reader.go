package sudoku

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// maxLine is the longest line read, in bytes: room for a 49×49 puzzle full of probabilities.
const maxLine = 4 << 20

// ErrLineTooLong says that a line had more than 4 MiB.
var ErrLineTooLong = errors.New("line longer than 4 MiB")

// Puzzles reads puzzles in short notation, one a line; empty lines and lines that begin with # are skipped. A
// bad line yields a *ParseError with file, line and column, and the walk goes on; an error of r ends it. Each
// puzzle is named name:line. Memory is bounded whatever the input.
func Puzzles(r io.Reader, name string) iter.Seq2[*Puzzle, error] {
	return func(yield func(*Puzzle, error) bool) {
		lines := NewLines(r)
		for {
			text, err := lines.Next()
			if err == io.EOF {
				return
			}
			if err != nil && !errors.Is(err, ErrLineTooLong) {
				yield(nil, fmt.Errorf("reading %s: %w", name, err))
				return
			}
			if text = bytes.TrimSpace(text); err == nil && (len(text) == 0 || text[0] == '#') {
				continue
			}
			p, err := parseLine(text, err, name, lines.Number())
			if !yield(p, err) {
				return
			}
		}
	}
}

func parseLine(text []byte, err error, file string, line int) (*Puzzle, error) {
	if err != nil {
		return nil, &ParseError{File: file, Line: line, Err: err}
	}
	p, err := ParsePuzzle(string(text))
	var bad *ParseError
	if errors.As(err, &bad) {
		bad.File, bad.Line = file, line
		return nil, bad
	}
	p.Name = fmt.Sprintf("%s:%d", file, line)
	return p, nil
}

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
