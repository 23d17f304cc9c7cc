package process

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
)

// Supervisor keeps one process of a plugin running. It is safe for concurrent use.
type Supervisor struct {
	id      string
	launch  func(ctx context.Context) (*Process, error)
	backoff time.Duration // before the second restart in a row
	logger  *slog.Logger

	gate chan struct{} // holds one token: its holder may start a process

	mu      sync.Mutex
	state   lifecycle.State
	process *Process        // the one that runs, nil if none does
	past    lifecycle.Usage // of the processes that are gone
	deaths  deaths
	ended   []ended // what is not in deaths yet: answers of a process may still be on their way when it is gone
	last    error   // how the last process ended
	losses  int     // processes that ended though the plugin was not closed
}

// ended is a process that is gone.
type ended struct {
	at      time.Time
	process *Process
}

// NewSupervisor returns a supervisor of a plugin whose processes launch starts.
func NewSupervisor(id string, launch func(context.Context) (*Process, error), backoff time.Duration,
	logger *slog.Logger) *Supervisor {
	return &Supervisor{id: id, launch: launch, backoff: backoff, logger: logger, gate: make(chan struct{}, 1)}
}

// State returns where the plugin is in its life, without waiting for a start that is under way.
func (s *Supervisor) State() lifecycle.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// Enter sets the state of a plugin that is not closed.
func (s *Supervisor) Enter(state lifecycle.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != lifecycle.Closed {
		s.state = state
	}
}

// Running returns the process that runs, nil if none does.
func (s *Supervisor) Running() *Process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process
}

// Usage returns what all processes of the plugin have taken so far. ok is false if the system does not report
// it for running processes.
func (s *Supervisor) Usage() (u lifecycle.Usage, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u = s.past
	if s.process == nil {
		return u, true
	}
	live, ok := s.process.TreeUsage()
	u.Add(live)
	return u, ok
}

// Losses returns how many processes have ended though the plugin was not closed.
func (s *Supervisor) Losses() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.losses
}

// Close ends the process and waits until it is gone. No other is started.
func (s *Supervisor) Close() {
	s.mu.Lock()
	s.state = lifecycle.Closed
	proc := s.process
	s.mu.Unlock()
	if proc != nil {
		proc.Stop(true)
		s.Remove(proc)
	}
}

// Live returns the running process. If there is none it starts one, at once after a first death and with
// growing delays afterwards. The error wraps ErrQuarantined once the plugin has died too often.
func (s *Supervisor) Live(ctx context.Context) (*Process, error) {
	select {
	case s.gate <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.gate }()
	for {
		proc, delay, err := s.next()
		if proc != nil && proc.runner.exitState() != nil {
			s.Remove(proc)
			continue
		}
		if proc != nil || err != nil {
			return proc, err
		}
		if err := pause(ctx, delay); err != nil {
			return nil, err
		}
		if proc, err = s.Start(ctx); err == nil {
			return proc, nil
		}
		if ctx.Err() != nil || errors.Is(err, find.ErrChecksum) || errors.Is(err, find.ErrNotFound) {
			return nil, err // another try would find the same
		}
		s.mu.Lock()
		s.last = err
		s.deaths.record(time.Now(), false)
		s.mu.Unlock()
	}
}

// next returns the running process, or how long to wait before the next is started.
func (s *Supervisor) next() (*Process, time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.ended {
		s.deaths.record(e.at, e.process.answers.Load() > 0)
	}
	s.ended = nil
	switch {
	case s.state == lifecycle.Closed:
		return nil, 0, fmt.Errorf("starting plugin %q: it has been closed", s.id)
	case s.process != nil:
		return s.process, 0, nil
	case s.deaths.tooMany():
		s.state = lifecycle.Quarantined
		return nil, 0, fmt.Errorf("starting plugin %q: %w after %d deaths within %v, the last: %w",
			s.id, lifecycle.ErrQuarantined, maxDeaths, deathWindow, s.last)
	}
	return nil, s.deaths.delay(s.backoff), nil
}

// pause waits for d, or until ctx is done.
func pause(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Start starts a process, without a delay, and makes it the running one. A failure is logged too: the person who
// asks later why a plugin is missing has not seen the error.
func (s *Supervisor) Start(ctx context.Context) (*Process, error) {
	proc, err := s.launch(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.logger.Warn("plugin did not start", "plugin", s.id, "error", err)
		}
		return nil, err
	}
	if !s.install(proc) {
		proc.Stop(true)
		return nil, ErrHostClosed
	}
	return proc, nil
}

// install makes proc the running process and watches for its end.
func (s *Supervisor) install(proc *Process) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == lifecycle.Closed {
		return false
	}
	s.process, s.state = proc, lifecycle.Ready
	go func() {
		<-proc.runner.exited
		s.Remove(proc)
	}()
	return true
}

// Remove stops a process and takes it out of place, once.
func (s *Supervisor) Remove(proc *Process) {
	proc.Stop(false)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process != proc {
		return
	}
	s.process = nil
	state := proc.runner.exitState()
	s.past.Add(lifecycle.Usage{User: state.UserTime(), System: state.SystemTime(), PeakRSS: peakRSS(state), Processes: 1})
	if s.state == lifecycle.Closed {
		return
	}
	s.state, s.last = lifecycle.Exited, proc.exitError()
	if errors.Is(s.last, lifecycle.ErrHung) {
		s.state = lifecycle.Hung
	}
	s.losses++
	s.ended = append(s.ended, ended{time.Now(), proc})
	s.logger.Warn("plugin process is gone", "plugin", s.id, "error", s.last)
}

const (
	maxDeaths   = 5           // in deathWindow: quarantine
	deathWindow = time.Minute //
	maxDoubling = 5           // the back-off grows to about 30 times its first value
)

// deaths counts the processes of a plugin that died without having answered anything. A process that answered
// puzzles before it died is not counted and clears the count: a plugin that crashes on single puzzles goes on
// answering the others, one that cannot live at all is soon left alone.
type deaths struct {
	times []time.Time
}

// record counts a death.
func (d *deaths) record(now time.Time, answered bool) {
	if answered {
		d.times = d.times[:0]
		return
	}
	for len(d.times) > 0 && now.Sub(d.times[0]) > deathWindow {
		d.times = d.times[1:]
	}
	d.times = append(d.times, now)
}

// tooMany reports whether the plugin is to be left alone.
func (d *deaths) tooMany() bool { return len(d.times) >= maxDeaths }

// delay returns how long to wait before the next start: nothing after the first death, then first, doubled
// with each death that follows.
func (d *deaths) delay(first time.Duration) time.Duration {
	n := len(d.times)
	if n < 2 {
		return 0
	}
	return min(first<<min(n-2, maxDoubling), 30*first)
}
