package screen

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Progress tells how far a long piece of work is: a bar with rate and time left on a terminal, a line a
// minute elsewhere, nothing when people want quiet.
type Progress struct {
	title string
	total int64
	Each  int64 // steps of what is counted
	began time.Time

	mu   sync.Mutex // the bar asks for the rate by itself
	Done int64

	status *statusLine // nil = none

	lines io.Writer // nil = no lines
	timer *time.Timer
	due   atomic.Bool // the next line
}

// Progress begins a piece of work of total steps, 0 if the number is not known: then there is no bar, only what is
// done.
func (s *Streams) Progress(title string, total int64) *Progress {
	p := &Progress{title: title, total: total, Each: 1, began: time.Now()}
	switch {
	case s.Quiet:
	case IsTerminal(s.Stderr) && os.Getenv("TERM") != "dumb":
		p.status = s.drawStatus(p.text)
	default:
		p.lines = s.Stderr
		p.timer = time.AfterFunc(time.Minute, func() { p.due.Store(true) })
	}
	return p
}

// Add counts n more steps.
func (p *Progress) Add(n int) {
	p.mu.Lock()
	p.Done += int64(n)
	if p.total > 0 && p.total < p.Done { // more than was promised
		p.total = p.Done + 1
	}
	p.mu.Unlock()
	// asking the clock each time would take longer than much of the work
	if p.due.Load() && p.due.CompareAndSwap(true, false) {
		p.timer.Reset(time.Minute)
		p.mu.Lock()
		defer p.mu.Unlock()
		of := ""
		if p.total > 0 {
			of = fmt.Sprintf(" of %d, %v left", p.total/p.Each, p.left())
		}
		fmt.Fprintf(p.lines, "%s: %d%s, %s\n", p.title, p.Done/p.Each, of, p.rateText())
	}
}

// text is what the bar shows.
func (p *Progress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	title, done := plain.Line(p.title), p.Done/p.Each
	elapsed := time.Since(p.began).Round(time.Second)
	if p.total == 0 {
		return fmt.Sprintf("%s %d  %s  %v", title, done, p.rateText(), elapsed)
	}
	const width = 22
	filled := int(width * p.Done / p.total)
	line := strings.Repeat("=", filled) + strings.Repeat("-", width-filled)
	if 0 < filled && filled < width {
		line = line[:filled-1] + ">" + line[filled:]
	}
	text := fmt.Sprintf("%s %d/%d [%s] %d %%", title, done, p.total/p.Each, line, 100*p.Done/p.total)
	if p.Done == 0 { // nothing says how long the rest takes
		return fmt.Sprintf("%s  %v", text, elapsed)
	}
	return fmt.Sprintf("%s  %s  %v", text, p.rateText(), p.left())
}

// left is the time that the rest takes at the present rate.
func (p *Progress) left() time.Duration {
	seconds := float64(p.total-p.Done) / float64(p.Each) / max(p.rate(), 1e-9)
	return time.Duration(min(seconds, 1e9) * float64(time.Second)).Round(time.Second)
}

// rate returns how much is done a second.
func (p *Progress) rate() float64 {
	return float64(p.Done) / float64(p.Each) / max(time.Since(p.began).Seconds(), 1e-9)
}

// rateText returns the rate with at least two digits.
func (p *Progress) rateText() string {
	rate, decimals := p.rate(), 0
	if rate < 10 { // so that it has two digits
		decimals = 1
	}
	return fmt.Sprintf("%.*f/s", decimals, rate)
}

// End removes the bar, so that results begin on an empty line.
func (p *Progress) End() {
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.status != nil {
		p.status.remove()
	}
}

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

// tick draws the line, and again after a while.
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

// clear takes the line off the screen.
func (l *statusLine) clear() {
	if l.drawn {
		io.WriteString(l.out, "\r\x1b[K")
		l.drawn = false
	}
}
