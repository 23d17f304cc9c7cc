package screen

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Progress tells how far a long piece of work is: a bar with rate and time left on a terminal, a line a
// minute elsewhere, nothing when people want quiet.
type Progress struct {
	on    *Streams
	title string
	total int64
	Each  int64 // steps of what is counted
	began time.Time

	mu   sync.Mutex // the bar asks for the rate by itself
	Done int64

	skipped int64 // of done, what was there before

	bars *mpb.Progress
	bar  *mpb.Bar

	lines io.Writer // nil = no lines
	timer *time.Timer
	due   atomic.Bool // the next line
}

// Progress begins a piece of work of total steps, 0 if the number is not known: then there is no bar, only what is
// done.
func (s *Streams) Progress(title string, total int64) *Progress {
	p := &Progress{on: s, title: title, total: total, Each: 1, began: time.Now()}
	switch {
	case s.Quiet:
	case IsTerminal(s.Stderr) && os.Getenv("TERM") != "dumb":
		p.bars = mpb.New(mpb.WithOutput(unguarded(s.Stderr)), mpb.WithWidth(24))
		name := decor.Name(plain.Line(title), decor.WCSyncSpaceR)
		rate := decor.Any(func(decor.Statistics) string { return p.rateText() })
		if total == 0 {
			p.bar = p.bars.New(0, mpb.NopStyle(), mpb.PrependDecorators(name, decor.Any(func(s decor.Statistics) string { return fmt.Sprint(s.Current / p.Each) }), decor.Name("  "), rate,
				decor.Name("  "), decor.Elapsed(decor.ET_STYLE_GO)), mpb.BarRemoveOnComplete())
		} else {
			p.bar = p.bars.AddBar(total, mpb.PrependDecorators(name, decor.Any(func(s decor.Statistics) string { return fmt.Sprintf("%d/%d", s.Current/p.Each, s.Total/p.Each) })),
				mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), rate, decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)),
				mpb.BarRemoveOnComplete())
		}
		s.mu.Lock()
		s.above = p.bars
		s.mu.Unlock()
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
	p.mu.Unlock()
	if p.bar != nil {
		if p.total > 0 && p.total < p.Done { // more than was promised
			p.total = p.Done + 1
			p.bar.SetTotal(p.total, false)
		}
		p.bar.IncrBy(n)
	}
	if p.due.Load() && p.due.CompareAndSwap(true, false) { // asking the clock each time would take longer than much of the work
		p.timer.Reset(time.Minute)
		of := ""
		if p.total > 0 {
			left := time.Duration(float64(p.total-p.Done) / float64(p.Each) / p.rate() * float64(time.Second))
			of = fmt.Sprintf(" of %d, %v left", p.total/p.Each, max(0, left).Round(time.Second))
		}
		fmt.Fprintf(p.lines, "%s: %d%s, %s\n", p.title, p.Done/p.Each, of, p.rateText())
	}
}

// Skip counts n steps that were done before the work began, which says nothing of its rate.
func (p *Progress) Skip(n int) {
	p.mu.Lock()
	p.Done += int64(n)
	p.skipped += int64(n)
	p.mu.Unlock()
	if p.bar != nil {
		p.bar.SetCurrent(p.Done)
	}
}

func (p *Progress) rate() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return float64(p.Done-p.skipped) / float64(p.Each) / max(time.Since(p.began).Seconds(), 1e-9)
}

func (p *Progress) rateText() string {
	rate := p.rate()
	return fmt.Sprintf("%.*f/s", decimalsOf(rate), rate)
}

// decimalsOf returns how many decimals a rate needs to have two digits.
func decimalsOf(rate float64) int {
	if rate < 10 {
		return 1
	}
	return 0
}

// End removes the bar.
func (p *Progress) End() {
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.bar != nil {
		p.on.mu.Lock()
		p.on.above = nil
		p.on.mu.Unlock()
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
