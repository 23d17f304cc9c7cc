package app

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Progress tells how far a long piece of work is: a bar with rate and time left on a terminal, a line a
// minute elsewhere, nothing when people want quiet.
type Progress struct {
	title string
	total int64
	Done  int64
	began time.Time

	skipped int64 // of done, what was there before

	bars *mpb.Progress
	bar  *mpb.Bar

	lines io.Writer // nil = no lines
	next  time.Time
}

// Progress begins a piece of work of total steps; 0 where the number is not known.
func (a *App) Progress(title string, total int64) *Progress {
	p := &Progress{title: title, total: total, began: time.Now()}
	switch {
	case a.quiet:
	case Terminal(a.Stderr):
		p.bars = mpb.New(mpb.WithOutput(unguarded(a.Stderr)), mpb.WithWidth(40))
		p.bar = p.bars.AddBar(total,
			mpb.PrependDecorators(decor.Name(plain.Line(title), decor.WCSyncSpaceR), decor.CountersNoUnit("%d/%d")),
			mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), decor.AverageSpeed(0, "%.0f/s"),
				decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)),
			mpb.BarRemoveOnComplete())
	default:
		p.lines, p.next = a.Stderr, p.began.Add(time.Minute)
	}
	return p
}

// Add counts n more steps.
func (p *Progress) Add(n int) {
	p.Done += int64(n)
	if p.bar != nil {
		if p.total < p.Done {
			p.bar.SetTotal(p.Done+1, false)
		}
		p.bar.IncrBy(n)
	}
	if p.lines != nil && time.Now().After(p.next) {
		p.next = p.next.Add(time.Minute)
		of := ""
		if p.total > 0 {
			left := time.Duration(float64(p.total-p.Done) / p.rate() * float64(time.Second))
			of = fmt.Sprintf(" of %d, %v left", p.total, max(0, left).Round(time.Second))
		}
		fmt.Fprintf(p.lines, "%s: %d%s, %.*f/s\n", p.title, p.Done, of, decimalsOf(p.rate()), p.rate())
	}
}

// Skip counts n steps that were done before the work began, which says nothing of its rate.
func (p *Progress) Skip(n int) {
	p.Done += int64(n)
	p.skipped += int64(n)
	if p.bar != nil {
		p.bar.SetCurrent(p.Done)
	}
}

func (p *Progress) rate() float64 {
	return float64(p.Done-p.skipped) / max(time.Since(p.began).Seconds(), 1e-9)
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
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
