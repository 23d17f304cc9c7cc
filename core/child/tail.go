package child

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

const (
	tailBytes = 8 << 10 // how much of the end of a process's output is kept
	headBytes = 512     // how much of its beginning is kept: Go says there why it panics
	headLines = 2       // how many lines of it are shown if the end does not hold them
)

// Tail is a writer that keeps the first headBytes and the last tailBytes bytes. It never blocks and never
// fails, however much is written. The zero value is ready.
type Tail struct {
	mu    sync.Mutex
	head  []byte
	ring  []byte // tailBytes once something has been written
	total int    // bytes ever written
}

// Write keeps the end of p, so that an error can quote the last words of a program that wrote gigabytes.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if t.ring == nil {
		t.ring = make([]byte, tailBytes)
	}
	t.head = append(t.head, p[:min(n, headBytes-len(t.head))]...)
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

// Lines returns the last lines written, oldest first, without unprintable bytes. If there were more than most, they
// begin with the first ones and "…".
func (t *Tail) Lines(most int) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.total % tailBytes
	text := t.ring[:at]
	if t.total > tailBytes {
		text = append(bytes.Clone(t.ring[at:]), text...)
	}
	lines := readable(text)
	if len(lines) <= most && t.total <= tailBytes {
		return lines
	}
	head := readable(t.head)
	head = head[:min(len(head), headLines)]
	most -= len(head) + 1
	return slices.Concat(head, []string{"…"}, lines[max(0, len(lines)-most):])
}

// readable returns the lines of a text that are not empty, without unprintable bytes.
func readable(text []byte) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.ToValidUTF8(string(text), "?"), "\n") {
		if line = strings.TrimRight(Printable(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

var withoutTabs = strings.NewReplacer("\t", " ", "\r", "")

// Printable returns a line of a program so that it cannot steer the terminal of the person who reads an error.
func Printable(line string) string {
	return plain.Line(withoutTabs.Replace(line))
}
