package main

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress tells how far a long piece of work is: a bar with rate and time left on a terminal, a line a
// minute elsewhere, nothing when people want quiet.
type progress struct {
	title string
	total int64
	done  int64
	began time.Time

	skipped int64 // of done, what was there before

	bars *mpb.Progress
	bar  *mpb.Bar

	lines io.Writer // nil = no lines
	next  time.Time
}

// progress begins a piece of work of total steps; 0 where the number is not known.
func (a *app) progress(title string, total int64) *progress {
	p := &progress{title: title, total: total, began: time.Now()}
	switch {
	case a.quiet:
	case terminal(a.stderr):
		p.bars = mpb.New(mpb.WithOutput(a.stderr), mpb.WithWidth(40))
		p.bar = p.bars.AddBar(total,
			mpb.PrependDecorators(decor.Name(title, decor.WCSyncSpaceR), decor.CountersNoUnit("%d/%d")),
			mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), decor.AverageSpeed(0, "%.0f/s"),
				decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)),
			mpb.BarRemoveOnComplete())
	default:
		p.lines, p.next = a.stderr, p.began.Add(time.Minute)
	}
	return p
}

// add counts n more steps.
func (p *progress) add(n int) {
	p.done += int64(n)
	if p.bar != nil {
		if p.total < p.done {
			p.bar.SetTotal(p.done+1, false)
		}
		p.bar.IncrBy(n)
	}
	if p.lines != nil && time.Now().After(p.next) {
		p.next = p.next.Add(time.Minute)
		of := ""
		if p.total > 0 {
			left := time.Duration(float64(p.total-p.done) / p.rate() * float64(time.Second))
			of = fmt.Sprintf(" of %d, %v left", p.total, max(0, left).Round(time.Second))
		}
		fmt.Fprintf(p.lines, "%s: %d%s, %.*f/s\n", p.title, p.done, of, decimalsOf(p.rate()), p.rate())
	}
}

// skip counts n steps that were done before the work began, which says nothing of its rate.
func (p *progress) skip(n int) {
	p.done += int64(n)
	p.skipped += int64(n)
	if p.bar != nil {
		p.bar.SetCurrent(p.done)
	}
}

func (p *progress) rate() float64 {
	return float64(p.done-p.skipped) / max(time.Since(p.began).Seconds(), 1e-9)
}

// decimalsOf returns how many decimals a rate needs to have two digits.
func decimalsOf(rate float64) int {
	if rate < 10 {
		return 1
	}
	return 0
}

// end removes the bar.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
