package desk

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// Bounds of jobs and of those who watch them.
const (
	maxJobs    = 2
	maxKept    = 64 // that have ended and are still known
	MaxStreams = 16
	ringSize   = 256
	tick       = time.Second / 4 // between two events of progress
)

// StateRunning is the state of a run that has not ended.
const StateRunning = "running"

// Event is a message about a run with a number, so that a client that was away can ask for those behind it.
type Event struct {
	ID   string // of the job and of the event in it
	Kind string // progress, failure or state
	Data json.RawMessage
}

// StateRecord says how a run is. Its keys are stable.
type StateRecord struct {
	Run   int64  `json:"run"`
	State string `json:"state"`
}

// FailureRecord says why a plugin did not end its work, with the end of its standard error. Its keys are stable.
type FailureRecord struct {
	Detail string `json:"detail"`
}

// Job is a run that this server has started, with its last events.
type Job struct {
	name   string // no other job has it, not even one of another server
	cancel context.CancelFunc

	mu     sync.Mutex
	events []Event       // the last ringSize
	told   int           // events so far
	more   chan struct{} // closed with the next event
	lanes  []ProgressRecord
	over   bool
}

// newJob returns a job without events.
func newJob(cancel context.CancelFunc) *Job {
	return &Job{name: rand.Text()[:8], cancel: cancel, more: make(chan struct{})}
}

// tell adds an event.
func (j *Job) tell(kind string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.told++
	j.events = append(j.events, Event{ID: fmt.Sprintf("%s-%d", j.name, j.told), Kind: kind, Data: text})
	if len(j.events) > ringSize {
		j.events = slices.Delete(j.events, 0, 1)
	}
	j.wake()
}

// wake wakes all that wait; it needs j.mu.
func (j *Job) wake() {
	close(j.more)
	j.more = make(chan struct{})
}

// end records that no event will come.
func (j *Job) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.over = true
	j.wake()
}

// Since returns the events behind one, all that are kept if it is none of them, whether there will be others, and what
// is closed when there are.
func (j *Job) Since(id string) (events []Event, over bool, more <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	behind := slices.IndexFunc(j.events, func(e Event) bool { return e.ID == id }) + 1
	return slices.Clone(j.events[behind:]), j.over, j.more
}

// Lanes returns how far each stage is.
func (j *Job) Lanes() []ProgressRecord {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.lanes)
}

// Cancel ends the run, which can be resumed.
func (j *Job) Cancel() { j.cancel() }

// Ended reports whether the job is over, by itself or because it was cancelled.
func (j *Job) Ended() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.over
}

// Jobs are the runs that this server has started. Runs of other processes are in the library alone.
type Jobs struct {
	mu      sync.Mutex
	byRun   map[int64]*Job
	running int
	closed  bool
	all     sync.WaitGroup
	Streams chan struct{}
}

// newJobs returns an empty list of jobs.
func newJobs() *Jobs { return &Jobs{byRun: map[int64]*Job{}, Streams: make(chan struct{}, MaxStreams)} }

var errClosing = errors.New("the server is ending")

// Start starts a run and returns its number, as soon as it has one.
func (j *Jobs) Start(ctx context.Context, do func(context.Context, work.Progress) (*run.Result, error)) (int64, error) {
	j.mu.Lock()
	if j.closed || j.running == maxJobs {
		defer j.mu.Unlock()
		if j.closed {
			return 0, errClosing
		}
		return 0, problem.ErrBusy
	}
	j.running++
	j.all.Add(1)
	j.mu.Unlock()
	long, cancel := context.WithCancel(context.WithoutCancel(ctx))
	one := newJob(cancel)
	type begun struct {
		run int64
		err error
	}
	first := make(chan begun, 2) // that it has a number, and that it has ended
	go func() {
		defer j.all.Done()
		defer cancel()
		p := &progress{job: one, started: func(run int64) {
			j.mu.Lock()
			j.keep(run, one)
			if j.closed {
				cancel()
			}
			j.mu.Unlock()
			first <- begun{run, nil}
		}}
		result, err := do(long, p.tell)
		if err != nil {
			one.tell("failure", FailureRecord{err.Error()})
		}
		if result != nil {
			for _, f := range result.Failed {
				one.tell("failure", FailureRecord{f.Error()})
			}
			one.tell("state", StateRecord{result.Run, result.State})
		}
		one.end()
		first <- begun{0, err}
		j.mu.Lock()
		j.running--
		j.mu.Unlock()
	}()
	select {
	case b := <-first:
		return b.run, b.err
	case <-ctx.Done():
		cancel()
		return 0, ctx.Err()
	}
}

// keep makes a job known by the number of its run, and forgets the oldest that has ended if there are many; it needs
// j.mu.
func (j *Jobs) keep(run int64, one *Job) {
	j.byRun[run] = one
	if len(j.byRun) <= maxKept {
		return
	}
	for _, oldest := range slices.Sorted(maps.Keys(j.byRun)) {
		if j.byRun[oldest].Ended() {
			delete(j.byRun, oldest)
			return
		}
	}
}

// Of returns the job of a run, nil if it was not started here.
func (j *Jobs) Of(run int64) *Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.byRun[run]
}

// Running is how many jobs are under way.
func (j *Jobs) Running() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.running
}

// Close ends all jobs and waits for them.
func (j *Jobs) Close() {
	j.mu.Lock()
	j.closed = true
	for _, one := range j.byRun {
		one.cancel()
	}
	j.mu.Unlock()
	j.all.Wait()
}

// ProgressRecord is the progress of one stage of a run: the work of one plugin, or the import. Its keys are stable.
type ProgressRecord struct {
	Stage    string         `json:"stage"`
	Plugin   string         `json:"plugin"`
	Done     int64          `json:"done"`
	Total    int64          `json:"total"`
	Rate     float64        `json:"per_second"`
	ETA      float64        `json:"eta_s"` // 0 if it is not known
	Verdicts map[string]int `json:"verdicts"`
	Over     bool           `json:"over"`
	Text     string         `json:"text"` // the same as a sentence
}

// progress makes events of the reports of package work, a few a second at most. Stages come one after the other; the
// tasks of a stage that take turns are a record each.
type progress struct {
	job     *Job
	started func(run int64)
	lanes   []*lane // of the stage
	now     *lane   // whose turn it is
	begun   time.Time
}

// lane is how far a stage is, or one of its tasks.
type lane struct {
	ProgressRecord
	told time.Time
}

// tell makes an event of a report.
func (p *progress) tell(e work.Event) {
	switch e := e.(type) {
	case work.Started:
		p.started(e.Run)
	case work.Begun:
		p.begin(e)
	case work.Turn:
		p.now = p.lanes[e]
	case work.Judged:
		p.now.Verdicts[sudoku.Verdict(e).String()]++
	case work.Advanced:
		if p.now.Done += int64(e); time.Since(p.now.told) >= tick {
			p.send(p.now)
		}
	case work.Ended:
		for i, l := range p.lanes {
			if l.Over = true; i == 0 || l.Total > 0 || l.Done > 0 {
				p.send(l)
			}
		}
	}
}

// begin begins the lanes of a stage.
func (p *progress) begin(e work.Begun) {
	tasks := e.Tasks
	if tasks == nil {
		tasks = []work.Begun{e}
	}
	p.lanes, p.begun = nil, time.Now()
	for i, t := range tasks {
		l := &lane{ProgressRecord: ProgressRecord{Stage: t.Stage, Plugin: t.Plugin, Total: t.Total,
			Verdicts: map[string]int{}}}
		p.lanes = append(p.lanes, l)
		if i == 0 || t.Total > 0 { // a task of unknown size may have nothing to do
			p.send(l)
		}
	}
	p.now = p.lanes[0]
}

// send sends the record of a lane, with its rate.
func (p *progress) send(l *lane) {
	l.told = time.Now()
	if s := time.Since(p.begun).Seconds(); s > 0 {
		l.Rate = float64(l.Done) / s
	}
	l.ETA = 0
	if left := l.Total - l.Done; l.Rate > 0 && left > 0 && !l.Over {
		l.ETA = float64(left) / l.Rate
	}
	now := l.ProgressRecord
	now.Verdicts, now.Text = maps.Clone(l.Verdicts), l.sentence()
	p.job.progress(now)
}

// sentence says how far a stage is: "dlx has tried 12 400 of 50 000 puzzles, 210 a second; about 3 minutes are left. 12
// 397 unique, 3 timed out."
func (r *ProgressRecord) sentence() string {
	text := r.Plugin + " has tried "
	switch r.Stage {
	case "grading":
		text = r.Plugin + " has graded "
	case "importing":
		text = "Imported "
	}
	text += Grouped(r.Done)
	if r.Total > 0 && !(r.Over && r.Done == r.Total) {
		text += " of " + Grouped(r.Total)
	}
	text += " puzzles"
	if r.Done == 1 && r.Total <= 1 {
		text = strings.TrimSuffix(text, "s")
	}
	if r.Rate >= 1 {
		text += ", " + Grouped(int64(r.Rate)) + " a second"
	}
	if r.ETA > 0 {
		text += "; " + about(r.ETA) + " left"
	}
	var verdicts []string
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		if n := r.Verdicts[v.String()]; n > 0 {
			words := v.String()
			if v == sudoku.Timeout {
				words = "timed out"
			}
			verdicts = append(verdicts, Grouped(int64(n))+" "+words)
		}
	}
	if text += "."; verdicts != nil {
		text += " " + strings.Join(verdicts, ", ") + "."
	}
	return text
}

// about says how long something takes, as people do: "about 3 minutes are".
func about(seconds float64) string {
	n, unit := math.Ceil(seconds), "second"
	for _, u := range []struct {
		name    string
		seconds float64
	}{{"minute", 60}, {"hour", 3600}, {"day", 86400}} {
		if seconds >= 1.5*u.seconds {
			n, unit = math.Round(seconds/u.seconds), u.name
		}
	}
	if n == 1 {
		return "about a " + unit + " is"
	}
	return fmt.Sprintf("about %.0f %ss are", n, unit)
}

// Estimated writes a number of puzzles that was estimated, with the two digits that count.
func Estimated(n int64) string {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	return Grouped((n + unit/2) / unit * unit)
}

// Grouped writes a number of puzzles with thin spaces between thousands.
func Grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u2009" + text[i:]
	}
	return text
}

// progress tells how far a stage is.
func (j *Job) progress(now ProgressRecord) {
	j.mu.Lock()
	same := func(l ProgressRecord) bool { return l.Stage == now.Stage && l.Plugin == now.Plugin }
	if i := slices.IndexFunc(j.lanes, same); i >= 0 {
		j.lanes[i] = now
	} else {
		j.lanes = append(j.lanes, now)
	}
	j.mu.Unlock()
	j.tell("progress", now)
}
