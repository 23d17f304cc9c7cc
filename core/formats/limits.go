package formats

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Limits bound what is read of a stranger's file. The zero Limits bound nothing.
type Limits struct {
	Size int64 // bytes of text, unpacked
	Bad  int   // bad records
}

// A LimitError says which limit a file has passed: the rest of it was not read.
type LimitError struct {
	File string
	Most string // "64 MiB of text"
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("reading %s: it has more than %s; the rest was not read", e.File, e.Most)
}

// Read is the function Read within limits: the walk also ends with an error as soon as ctx ends, whatever is being
// unpacked then, and with a *LimitError behind all that was read up to a limit. It yields the records that wanted picks
// by their numbers, which count from 0 and include bad records; a nil wanted picks all. Lines of 81 cells that are not
// wanted are passed over without being parsed.
func (l Limits) Read(ctx context.Context, r io.Reader, name string, wanted func(number int) bool) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		text := &limited{ctx: ctx, in: r, file: name, most: l.Size}
		in := bufio.NewReaderSize(text, 64<<10)
		if begins(in, gzipMagic) {
			text.most = 0 // of what is packed
			unpacked, err := gzip.NewReader(in)
			if err != nil {
				yield(Record{}, fmt.Errorf("reading %s: %w", name, err))
				return
			}
			text = &limited{ctx: ctx, in: unpacked, file: name, most: l.Size}
			in = bufio.NewReaderSize(text, 64<<10)
		}
		bad, stopped := 0, false
		walk(in, name, wanted, func(r Record, err error) bool {
			if text.ended() {
				return false
			}
			if err != nil && text.err != nil {
				return true // it may only say that the text ends too early
			}
			if err != nil && errors.As(err, new(*sudoku.ParseError)) {
				if bad++; l.Bad > 0 && bad > l.Bad {
					r, err = Record{}, &LimitError{name, grouped(int64(l.Bad)) + " bad lines"}
					yield(r, err)
					stopped = true
					return false
				}
			}
			stopped = !yield(r, err)
			return !stopped
		})
		if text.err != nil && !stopped {
			yield(Record{}, text.err)
		}
	}
}

// limited reads until ctx ends or there were more than most bytes, unless that is 0, and keeps the error that says so.
type limited struct {
	ctx  context.Context
	in   io.Reader
	file string
	most int64
	read int64
	err  error
}

// Read returns what is left within the limits.
func (l *limited) Read(p []byte) (int, error) {
	if l.ended() || l.err != nil {
		return 0, l.err
	}
	n, err := l.in.Read(p)
	if l.read += int64(n); l.most > 0 && l.read > l.most {
		l.err = &LimitError{l.file, grouped(l.most>>20) + " MiB of text"}
		return n - int(l.read-l.most), l.err
	}
	if err != nil {
		l.ended()
	}
	return n, cmp.Or(l.err, err)
}

// ended reports whether ctx has ended, and keeps its error.
func (l *limited) ended() bool {
	err := l.ctx.Err()
	if err != nil {
		l.err = fmt.Errorf("reading %s: %w", l.file, err)
	}
	return err != nil
}

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10)
	}
	return grouped(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
