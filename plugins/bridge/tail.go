package bridge

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
)

// A process's standard error is kept from its beginning, where Go tells why it panics, and to its end, where
// Python tells why it stops.
const (
	maxHead = 1024
	maxTail = 3072
)

// tail keeps the beginning and the end of what is written to it.
type tail struct {
	mu        sync.Mutex
	head, end []byte
}

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := min(len(p), maxHead-len(t.head))
	t.head = append(t.head, p[:n]...)
	t.end = append(t.end, p[n:]...)
	if over := len(t.end) - maxTail; over > 0 {
		t.end = append(t.end[:0], t.end[over:]...)
	}
	return len(p), nil
}

// An echo logs the lines that a process writes to its standard error, the first of them.
type echo struct {
	line  []byte // that has not ended
	lines int
}

const maxEcho = 100 // lines of a process that are logged

// Write never fails.
func (e *echo) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0 && e.lines < maxEcho; {
		line, more, ended := bytes.Cut(rest, []byte{'\n'})
		e.line = append(e.line, line[:min(len(line), maxTail-len(e.line))]...)
		if rest = more; ended {
			e.end()
		}
	}
	return len(p), nil
}

// end logs the line that has been read.
func (e *echo) end() {
	if text := strings.TrimSpace(string(e.line)); text != "" {
		slog.Info(strings.ToValidUTF8(text, "?"), "stream", "stderr")
		e.lines++
	}
	e.line = e.line[:0]
}

// String returns the first lines and the last.
func (t *tail) String() string {
	const first, last = 2, 3
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.head)+string(t.end)), "\n")
	if len(lines) > first+last {
		lines = append(append(lines[:first:first], "…"), lines[len(lines)-last:]...)
	}
	return strings.Join(lines, "\n")
}
