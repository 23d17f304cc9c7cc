package screen

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// statusLine is a line at the bottom of a terminal that is drawn anew several times a second. What else is written to
// the terminal stands above it.
type statusLine struct {
	on    *Streams // its mu guards the terminal
	out   *os.File
	text  func() string
	timer *time.Timer
	drawn bool // the cursor is behind the line
	cut   bool // what was written last did not end its line, so the next part comes first
}

const statusEvery = 150 * time.Millisecond

// drawStatus shows a line on the terminal that standard error is.
func (s *Streams) drawStatus(text func() string) *statusLine {
	l := &statusLine{on: s, out: beneath(s.Stderr).(*os.File), text: text}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = l
	l.timer = time.AfterFunc(statusEvery, l.tick)
	return l
}

func (l *statusLine) tick() {
	if l.draw() {
		l.timer.Reset(statusEvery)
	}
}

// draw reports whether the line is still there.
func (l *statusLine) draw() bool {
	text := []rune(l.text())
	l.on.mu.Lock()
	defer l.on.mu.Unlock()
	if l.on.status != l || l.cut {
		return l.on.status == l
	}
	if width, _, err := term.GetSize(int(l.out.Fd())); err == nil && len(text) >= width {
		text = text[:max(0, width-1)] // a line that wraps could not be drawn over
	}
	fmt.Fprintf(l.out, "\r%s\x1b[K", string(text))
	l.drawn = true
	return true
}

// above writes to w, a terminal, with the line out of the way until it is drawn anew.
func (l *statusLine) above(w io.Writer, p []byte) (int, error) {
	l.clear()
	l.cut = len(p) > 0 && p[len(p)-1] != '\n'
	return w.Write(p)
}

// remove ends and clears it.
func (l *statusLine) remove() {
	l.timer.Stop()
	l.on.mu.Lock()
	defer l.on.mu.Unlock()
	l.on.status = nil
	l.clear()
}

func (l *statusLine) clear() {
	if l.drawn {
		io.WriteString(l.out, "\r\x1b[K")
		l.drawn = false
	}
}
