package input

import (
	"context"
	"fmt"
	"io"
	"os"
)

// awaited reads from a reader that may wait for a person or another program, and stops waiting when its ctx
// ends. The goroutine that reads ahead then stays behind until the reader returns.
type awaited struct {
	ctx    context.Context // ends with Close or with the reader's
	leave  context.CancelFunc
	chunks chan chunk
	spare  chan []byte
	last   chunk
	rest   []byte
}

type chunk struct {
	data []byte
	err  error
}

const chunkSize = 64 << 10

func newAwaited(ctx context.Context, r io.Reader) *awaited {
	ctx, leave := context.WithCancel(ctx)
	a := &awaited{ctx: ctx, leave: leave, chunks: make(chan chunk), spare: make(chan []byte, 2)}
	a.spare <- make([]byte, chunkSize)
	a.spare <- make([]byte, chunkSize)
	go a.readAhead(r)
	return a
}

func (a *awaited) readAhead(r io.Reader) {
	for {
		var buf []byte
		select {
		case buf = <-a.spare:
		case <-a.ctx.Done():
			return
		}
		n, err := r.Read(buf[:chunkSize])
		select {
		case a.chunks <- chunk{buf[:n], err}:
		case <-a.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (a *awaited) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.last.err != nil {
			return 0, a.last.err
		}
		if a.last.data != nil {
			a.spare <- a.last.data
		}
		select {
		case a.last = <-a.chunks:
			a.rest = a.last.data
		case <-a.ctx.Done():
			return 0, a.ctx.Err()
		}
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Close stops reading ahead.
func (a *awaited) Close() error {
	a.leave()
	return nil
}

// pipe is an opened pipe.
type pipe struct {
	*awaited
	file *os.File
}

func (p *pipe) Close() error {
	p.leave()
	return p.file.Close()
}

// openPipe opens a named pipe, for which the other end may have to come first.
func openPipe(ctx context.Context, path string) (io.ReadCloser, error) {
	type opening struct {
		file *os.File
		err  error
	}
	opened := make(chan opening)
	go func() {
		f, err := os.Open(path)
		select {
		case opened <- opening{f, err}:
		case <-ctx.Done():
			f.Close()
		}
	}()
	select {
	case o := <-opened:
		if o.err != nil {
			return nil, fmt.Errorf("reading puzzles: %w", o.err)
		}
		return &pipe{newAwaited(ctx, o.file), o.file}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
