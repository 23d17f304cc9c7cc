package screen

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Progress tells how far a long piece of work is: a bar with rate and time left at the bottom of a terminal, a line a minute
// elsewhere, nothing when people want quiet. The bar is drawn anew several times a second. What else is written to the
// terminal stands above it.
type Progress struct {
	title string
	total int64
	each  int64 // steps of what is counted
	began time.Time

	mu   sync.Mutex // the bar asks for the rate by itself
	done int64

	lines io.Writer // nil = no lines
	said  time.Time // the last line

	on    *Streams    // its mu guards the terminal
	out   *os.File    // the terminal
	timer *time.Timer // nil = no bar
	drawn bool        // the cursor is behind the bar
	cut   bool        // what was written last did not end its line, so the next part comes first
}

const drawEvery = 150 * time.Millisecond

// Progress begins a piece of work of total steps, 0 if the number is not known: then there is no bar, only what is
// done. Some steps each are counted as one.
func (s *Streams) Progress(title string, total, each int64) *Progress {
	p := &Progress{title: title, total: total, each: each, began: time.Now(), on: s}
	switch {
	case s.Quiet:
	case IsTerminal(s.Stderr) && os.Getenv("TERM") != "dumb":
		p.out = beneath(s.Stderr).(*os.File)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bar, p.timer = p, time.AfterFunc(drawEvery, p.tick)
	default:
		p.lines, p.said = s.Stderr, p.began
	}
	return p
}

// Add counts n more steps.
func (p *Progress) Add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += int64(n)
	if p.total > 0 && p.total < p.done { // more than was promised
		p.total = p.done + 1
	}
	if p.lines == nil || time.Since(p.said) < time.Minute {
		return
	}
	p.said = time.Now()
	of := ""
	if p.total > 0 {
		of = fmt.Sprintf(" of %d, %v left", p.total/p.each, p.left())
	}
	fmt.Fprintf(p.lines, "%s: %d%s, %s\n", p.title, p.done/p.each, of, p.rateText())
}

// text is what the bar shows.
func (p *Progress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	title, done := plain.Line(p.title), p.done/p.each
	elapsed := time.Since(p.began).Round(time.Second)
	if p.total == 0 {
		return fmt.Sprintf("%s %d  %s  %v", title, done, p.rateText(), elapsed)
	}
	const width = 22
	filled := int(width * p.done / p.total)
	line := strings.Repeat("=", filled) + strings.Repeat("-", width-filled)
	if 0 < filled && filled < width {
		line = line[:filled-1] + ">" + line[filled:]
	}
	text := fmt.Sprintf("%s %d/%d [%s] %d %%", title, done, p.total/p.each, line, 100*p.done/p.total)
	if p.done == 0 { // nothing says how long the rest takes
		return fmt.Sprintf("%s  %v", text, elapsed)
	}
	return fmt.Sprintf("%s  %s  %v", text, p.rateText(), p.left())
}

// left is the time that the rest takes at the present rate.
func (p *Progress) left() time.Duration {
	seconds := float64(p.total-p.done) / float64(p.each) / max(p.rate(), 1e-9)
	return time.Duration(min(seconds, 1e9) * float64(time.Second)).Round(time.Second)
}

// rate returns how much is done a second.
func (p *Progress) rate() float64 {
	return float64(p.done) / float64(p.each) / max(time.Since(p.began).Seconds(), 1e-9)
}

// rateText returns the rate with at least two digits.
func (p *Progress) rateText() string {
	rate, decimals := p.rate(), 0
	if rate < 10 { // so that it has two digits
		decimals = 1
	}
	return fmt.Sprintf("%.*f/s", decimals, rate)
}

// tick draws the bar, and again after a while.
func (p *Progress) tick() {
	if p.draw() {
		p.timer.Reset(drawEvery)
	}
}

// draw reports whether the bar is still there.
func (p *Progress) draw() bool {
	text := []rune(p.text())
	p.on.mu.Lock()
	defer p.on.mu.Unlock()
	if p.on.bar != p || p.cut {
		return p.on.bar == p
	}
	if width, _, err := term.GetSize(int(p.out.Fd())); err == nil && len(text) >= width {
		text = text[:max(0, width-1)] // a line that wraps could not be drawn over
	}
	fmt.Fprintf(p.out, "\r%s\x1b[K", string(text))
	p.drawn = true
	return true
}

// above writes to w, a terminal, with the bar out of the way until it is drawn anew.
func (p *Progress) above(w io.Writer, text []byte) (int, error) {
	p.clear()
	p.cut = len(text) > 0 && text[len(text)-1] != '\n'
	return w.Write(text)
}

// End removes the bar, so that results begin on an empty line.
func (p *Progress) End() {
	if p.timer == nil {
		return
	}
	p.timer.Stop()
	p.on.mu.Lock()
	defer p.on.mu.Unlock()
	p.on.bar = nil
	p.clear()
}

// clear takes the bar off the screen.
func (p *Progress) clear() {
	if p.drawn {
		io.WriteString(p.out, "\r\x1b[K")
		p.drawn = false
	}
}
