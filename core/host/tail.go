package host

import (
	"bytes"
	"strings"
	"sync"
)

const (
	tailBytes = 8 << 10 // how much of the output of a process is kept
	tailLines = 20      // how many lines of it an error shows
)

// tail is a writer that keeps the last tailBytes bytes. It never blocks and never fails, however much is
// written.
type tail struct {
	mu    sync.Mutex
	ring  [tailBytes]byte
	total int // bytes ever written
}

// Write keeps the end of p.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if n > tailBytes {
		t.total += n - tailBytes
		p = p[n-tailBytes:]
	}
	at := t.total % tailBytes
	first := copy(t.ring[at:], p)
	copy(t.ring[:], p[first:])
	t.total += len(p)
	return n, nil
}

// lines returns the last lines written, at most tailLines, oldest first, without unprintable bytes.
func (t *tail) lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.total % tailBytes
	text := bytes.Clone(t.ring[:at])
	if t.total > tailBytes {
		text = append(bytes.Clone(t.ring[at:]), text...)
	}
	var lines []string
	for line := range strings.SplitSeq(strings.ToValidUTF8(string(text), "?"), "\n") {
		if line = strings.TrimRight(printable(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-tailLines):]
}

// printable replaces control characters, so that a plugin cannot steer the terminal of the person who reads
// an error.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == '\r':
			return -1
		case r < ' ' || r == 0x7f:
			return '?'
		}
		return r
	}, s)
}
