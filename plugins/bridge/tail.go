package bridge

import (
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
