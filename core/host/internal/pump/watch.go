package pump

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
)

// watch decides that a process does not react. With a timeout it is enough that nothing was answered for
// timeout and grace. Without one, a search may take days, so only a process is killed that neither answers a
// ping nor uses the CPU: a stopped one. A process that answers pings and uses no CPU may have lost a puzzle:
// the stream is closed, so that it has to answer all or end. A process that was told to stop a search is
// killed if nothing was answered for grace.
//
// Silence is counted in ticks and not by the clock, so that a host that was itself suspended does
// not blame a plugin.
type watch struct {
	proc           *process.Process
	flow           *flow
	awake          *awake
	shut           func() bool   // nothing more is sent: after the last answer the plugin has to end the stream
	timeout        time.Duration // 0 = none
	grace, silence time.Duration
	tick           time.Duration

	listening atomic.Bool  // the host waits for an answer; while it delivers one the plugin is not to blame
	news      atomic.Int64 // messages received that answer something
	told      atomic.Int64 // puzzles that the plugin was told to stop and has not answered
}

// awake is how long a pump has had a process, without the times in which the host was suspended.
type awake struct{ ns atomic.Int64 }

// now returns the time for which the host was awake, which a suspended host does not count.
func (a *awake) now() time.Duration { return time.Duration(a.ns.Load()) }

// newWatch returns a watch that looks at the plugin four times within the shortest of its limits.
func newWatch(proc *process.Process, f *flow, a *awake, timeout time.Duration, p Plugin) *watch {
	tick := min(p.Grace, p.Silence) / 4
	return &watch{
		proc: proc, flow: f, awake: a, timeout: timeout, grace: p.Grace, silence: p.Silence,
		tick: max(5*time.Millisecond, min(tick, 250*time.Millisecond)),
	}
}

// heard says that the plugin has answered something, which the host deals with now. Messages without an answer, and
// second answers, are no sign of progress.
func (w *watch) heard() {
	w.listening.Store(false)
	w.news.Add(1)
}

// run watches until ctx ends or the process is to be killed, and kills it.
func (w *watch) run(ctx context.Context) {
	ticker := time.NewTicker(w.tick)
	defer ticker.Stop()
	var quiet quiet
	pings := make(chan bool, 1)
	for {
		select {
		case <-ctx.Done():
			return
		case alive := <-pings:
			w.pinged(&quiet, alive)
			continue
		case <-ticker.C:
			w.awake.ns.Add(int64(w.tick))
		}
		if news := w.news.Load(); news != quiet.news || !w.listening.Load() || !w.flow.busy() && !w.shut() {
			quiet.reset(news)
			continue
		}
		quiet.lasts += w.tick
		if !w.flow.busy() {
			if quiet.lasts > w.silence {
				w.proc.Kill(lifecycle.ErrHung, "it has answered everything and does not end")
				return
			}
			continue
		}
		if w.timeout > 0 && quiet.lasts > w.timeout+w.grace {
			why := fmt.Sprintf("no answer for %v with a timeout of %v a puzzle", quiet.lasts, w.timeout)
			w.proc.Kill(lifecycle.ErrHung, why)
			return
		}
		if w.told.Load() > 0 && quiet.lasts > w.grace {
			w.proc.Kill(lifecycle.ErrHung, ignoredStop)
			return
		}
		w.ping(&quiet, pings)
	}
}

// ignoredStop is why a process is killed that nothing else is wrong with.
const ignoredStop = "it goes on with a puzzle that it was told to stop"

// quiet is a time in which no answer came.
type quiet struct {
	news   int64
	lasts  time.Duration
	since  lifecycle.Usage // what the process had used when it began
	sure   bool            // since is known
	asked  time.Duration
	asking bool
}

// reset begins to count silence anew after news.
func (q *quiet) reset(news int64) {
	*q = quiet{news: news, asking: q.asking}
}

// ping records how much CPU the process has used when a silence begins, and asks it for a sign of life if
// the silence lasts.
func (w *watch) ping(q *quiet, pings chan<- bool) {
	if q.lasts == w.tick {
		q.since, q.sure = w.proc.Usage()
	}
	if q.asking || q.lasts-q.asked < w.silence {
		return
	}
	q.asking, q.asked = true, q.lasts
	go func() {
		replied := make(chan struct{})
		go func() {
			defer close(replied)
			w.proc.Ping()
		}()
		select {
		case <-replied:
			pings <- true
		case <-time.After(w.silence):
			pings <- false
		}
	}()
}

// pinged draws the conclusion from the answer to a ping or the lack of one.
func (w *watch) pinged(q *quiet, alive bool) {
	q.asking = false
	if q.lasts < w.silence || !w.idle(q) {
		return
	}
	if alive {
		w.flow.stopSending()
		return
	}
	w.proc.Kill(lifecycle.ErrHung, fmt.Sprintf("no sign of life for %v", q.lasts))
}

// idle reports whether the process used no CPU since the silence began or since it was asked last. Where the
// system does not report it, a long silence counts.
func (w *watch) idle(q *quiet) bool {
	now, ok := w.proc.Usage()
	if !ok || !q.sure {
		return q.lasts > 6*w.silence
	}
	used := now.User + now.System - q.since.User - q.since.System
	q.since = now
	return used <= 20*time.Millisecond
}
