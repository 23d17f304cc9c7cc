package process

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"sync"
)

const maxFirstLine = 16 << 10 // a handshake with a certificate takes about 1 KiB

var handshakePattern = regexp.MustCompile(`^\d+\|\d+\|[a-z]+\|`)

// handshakeOutput passes the first line of a process's standard output to go-plugin, which expects its
// handshake there, and remembers it. Later lines go to rest: go-plugin stops reading at a line over 64 KiB,
// and the process would block forever.
type handshakeOutput struct {
	from *bufio.Reader
	file io.Closer
	rest io.Writer

	mu      sync.Mutex
	first   []byte // the first line with its newline
	pending []byte // what go-plugin has not read of it
	over    bool   // the first line is complete
}

func newHandshakeOutput(from io.ReadCloser, rest io.Writer) *handshakeOutput {
	return &handshakeOutput{from: bufio.NewReaderSize(from, maxFirstLine), file: from, rest: rest}
}

// Read returns the first line, then blocks until the process closes its standard output.
func (o *handshakeOutput) Read(p []byte) (int, error) {
	if !o.over {
		line, _ := o.from.ReadSlice('\n') // a longer line is no handshake, its beginning is enough
		o.mu.Lock()
		o.first, o.pending, o.over = bytes.Clone(line), bytes.Clone(line), true
		o.mu.Unlock()
	}
	if len(o.pending) > 0 {
		n := copy(p, o.pending)
		o.pending = o.pending[n:]
		return n, nil
	}
	if _, err := io.Copy(o.rest, o.from); err != nil {
		return 0, err
	}
	return 0, io.EOF
}

// Close closes the host's end of the pipe.
func (o *handshakeOutput) Close() error { return o.file.Close() }

// handshake returns the numbers of the core protocol and of the application protocol that the process offered.
func (o *handshakeOutput) handshake() (core, version string, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !handshakePattern.Match(o.first) {
		return "", "", false
	}
	parts := bytes.SplitN(o.first, []byte{'|'}, 3)
	return string(parts[0]), string(parts[1]), true
}

// stray returns the first line if it is not a handshake, shortened so that an error can quote it.
func (o *handshakeOutput) stray() (string, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	line := bytes.TrimRight(o.first, "\r\n")
	if len(o.first) == 0 || handshakePattern.Match(line) {
		return "", false
	}
	return string(line[:min(len(line), 200)]), true
}
