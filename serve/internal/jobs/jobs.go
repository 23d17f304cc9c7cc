// Package jobs holds the runs that were started here, with their events.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work"
)

// Bounds of jobs and of those who watch them.
const (
	maxJobs    = 2
	MaxStreams = 16
	ringSize   = 256
	tick       = time.Second / 4 // between two events of progress
)

// Event is something that happened in a run.
type Event struct {
	ID   int             `json:"-"`
	Kind string          `json:"-"` // progress, failure or state
	Data json.RawMessage `json:"-"`
}

// Text is the data of an event.
func (e Event) Text() string { return string(e.Data) }

// Job is a run that was started here.
type Job struct {
	cancel context.CancelFunc

	mu     sync.Mutex
	events []Event       // the last ringSize
	next   int           // id of the next event
	more   chan struct{} // closed with the next event
	over   bool
}

func newJob(cancel context.CancelFunc) *Job {
	return &Job{cancel: cancel, next: 1, more: make(chan struct{})}
}

func (j *Job) tell(kind string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, Event{ID: j.next, Kind: kind, Data: text})
	if len(j.events) > ringSize {
		j.events = slices.Delete(j.events, 0, 1)
	}
	j.next++
	j.wake()
}

// wake tells everybody who waits; it needs j.mu.
func (j *Job) wake() {
	close(j.more)
	j.more = make(chan struct{})
}

func (j *Job) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.over = true
	j.wake()
}

// Since returns the events behind an id, whether there will be others, and what is closed when there are.
func (j *Job) Since(id int) (events []Event, over bool, more <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, e := range j.events {
		if e.ID > id {
			events = append(events, e)
		}
	}
	return events, j.over, j.more
}

// Cancel ends the run, which can be resumed.
func (j *Job) Cancel() { j.cancel() }

// Ended reports whether it is over.
func (j *Job) Ended() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.over
}

// Jobs are the runs that were started here.
type Jobs struct {
	mu      sync.Mutex
	byRun   map[int64]*Job
	running int
	closed  bool
	all     sync.WaitGroup
	Streams chan struct{}
}

// New returns no jobs yet.
func New() *Jobs { return &Jobs{byRun: map[int64]*Job{}, Streams: make(chan struct{}, MaxStreams)} }

var errClosing = errors.New("the server is ending")

// Start starts a run and returns its number, as soon as it has one.
func (j *Jobs) Start(ctx context.Context, do func(context.Context, work.Progress) (*work.RunResult, error)) (int64, error) {
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
	started, failed := make(chan int64, 1), make(chan error, 1)
	go func() {
		defer j.all.Done()
		defer cancel()
		p := &progress{job: one, started: func(run int64) {
			j.mu.Lock()
			j.byRun[run] = one
			if j.closed {
				cancel()
			}
			j.mu.Unlock()
			started <- run
		}}
		result, err := do(long, p.tell)
		if err != nil {
			one.tell("failure", map[string]string{"detail": problem.FirstLine(err.Error())})
		}
		if result != nil {
			for _, f := range result.Failed {
				one.tell("failure", map[string]string{"detail": problem.FirstLine(f.Error())})
			}
			one.tell("state", map[string]any{"run": result.Run, "state": result.State})
		}
		one.end()
		failed <- err
		j.mu.Lock()
		j.running--
		j.mu.Unlock()
	}()
	select {
	case run := <-started:
		return run, nil
	case err := <-failed:
		select {
		case run := <-started:
			return run, nil
		default:
			return 0, err
		}
	case <-ctx.Done():
		cancel()
		return 0, ctx.Err()
	}
}

// Of returns the job of a run, nil if it was not started here.
func (j *Jobs) Of(run int64) *Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.byRun[run]
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

// ProgressRecord is how far a stage of a run is. Its keys are stable.
type ProgressRecord struct {
	Stage  string  `json:"stage"`
	Plugin string  `json:"plugin"`
	Done   int64   `json:"done"`
	Total  int64   `json:"total"`
	Rate   float64 `json:"per_second"`
}

// progress makes events of what work tells, a few a second at most.
type progress struct {
	job     *Job
	started func(run int64)
	now     ProgressRecord
	begun   time.Time
	told    time.Time
}

func (p *progress) tell(e work.Event) {
	switch e := e.(type) {
	case work.Started:
		p.started(e.Run)
	case work.Begun:
		p.now = ProgressRecord{Stage: e.Stage, Plugin: e.Plugin, Total: e.Total}
		p.begun = time.Now()
		p.send()
	case work.Advanced:
		if p.now.Done += int64(e); time.Since(p.told) >= tick {
			p.send()
		}
	case work.Ended:
		p.send()
	}
}

func (p *progress) send() {
	p.told = time.Now()
	if s := time.Since(p.begun).Seconds(); s > 0 {
		p.now.Rate = float64(p.now.Done) / s
	}
	p.job.tell("progress", p.now)
}
