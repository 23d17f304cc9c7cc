package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/internal/find"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// live returns the running process. If there is none it starts one, at once after a first death and with
// growing delays afterwards. The error wraps ErrQuarantined once the plugin has died too often.
func (p *Plugin) live(ctx context.Context) (*process, error) {
	select {
	case p.gate <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-p.gate }()
	for {
		proc, delay, err := p.next()
		if proc != nil && proc.runner.exitState() != nil {
			p.bury(proc)
			continue
		}
		if proc != nil || err != nil {
			return proc, err
		}
		if err := pause(ctx, delay); err != nil {
			return nil, err
		}
		if proc, err = p.launch(ctx); err == nil {
			return proc, nil
		}
		if ctx.Err() != nil || errors.Is(err, ErrChecksum) || errors.Is(err, ErrNotFound) {
			return nil, err // another try would find the same
		}
		p.mu.Lock()
		p.last = err
		p.deaths.record(time.Now(), false)
		p.mu.Unlock()
	}
}

// next returns the running process, or how long to wait before the next is started.
func (p *Plugin) next() (*process, time.Duration, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.state == Closed:
		return nil, 0, fmt.Errorf("starting plugin %q: it has been closed", p.candidate.ID)
	case p.process != nil:
		return p.process, 0, nil
	case p.deaths.tooMany():
		p.state = Quarantined
		return nil, 0, fmt.Errorf("starting plugin %q: %w after %d deaths within %v, the last: %w",
			p.candidate.ID, ErrQuarantined, maxDeaths, deathWindow, p.last)
	}
	return nil, p.deaths.delay(p.host.options.Backoff), nil
}

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

// launch verifies and starts one process, describes and configures it, and puts it in place.
func (p *Plugin) launch(ctx context.Context) (*process, error) {
	h := p.host
	seal, err := p.verify()
	if err != nil {
		return nil, err
	}
	p.enter(Verified)
	timeout := cmp.Or(p.config.StartTimeout, h.options.StartTimeout)
	late := fmt.Errorf("%w of %v", errStartTimeout, timeout)
	limited, cancel := context.WithTimeoutCause(ctx, timeout, late)
	defer cancel()
	p.enter(Starting)
	proc, err := h.start(limited, p.candidate, p.config)
	if err != nil {
		p.enter(Exited)
		return nil, err
	}
	if err := p.introduce(limited, proc, seal); err != nil {
		proc.end(false)
		p.enter(Exited)
		return nil, err
	}
	if !p.install(proc) {
		proc.end(true)
		return nil, errHostClosed
	}
	return proc, nil
}

// verify compares the plugin's files with the sums that were accepted.
func (p *Plugin) verify() (find.Seal, error) {
	accept := ""
	if p.host.options.Accept != nil {
		accept = p.host.options.Accept(p.candidate.ID)
	}
	return p.candidate.Verify(p.config.Sums, accept)
}

func (p *Plugin) enter(s State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state != Closed {
		p.state = s
	}
}

// introduce asks a process what it is and configures it, and asks again what it measures with the settings.
// After a restart it must be the same as before.
func (p *Plugin) introduce(ctx context.Context, proc *process, s find.Seal) error {
	if path, ok := s.StillHolds(); !ok {
		return fmt.Errorf("starting plugin %q: %w: %s, during the start", p.candidate.ID, ErrChecksum, path)
	}
	info, err := proc.remote.Describe(ctx)
	if err != nil {
		return p.unready(ctx, proc, "describing", err)
	}
	begun := p.settings != ""
	if err := p.recognise(info); err != nil {
		return err
	}
	if err := proc.remote.Configure(ctx, p.config.Settings); err != nil {
		return p.unready(ctx, proc, "configuring", err)
	}
	if begun || len(p.config.Settings) == 0 {
		return nil
	}
	if info, err = proc.remote.Describe(ctx); err != nil {
		return p.unready(ctx, proc, "describing", err)
	}
	if err := checkMetrics(info.Metrics); err != nil {
		return fmt.Errorf("describing plugin %q: %w: %w", p.candidate.ID, ErrProtocol, err)
	}
	p.info.Metrics = info.Metrics
	return nil
}

// recognise takes down what the plugin says of itself at its first start; later it must say the same, or else
// results of two algorithms would be mixed up.
func (p *Plugin) recognise(info sudoku.Info) error {
	if p.settings != "" {
		if info.ID != p.info.ID || info.Version != p.info.Version {
			return fmt.Errorf("starting plugin %q: %w: it was %s %s and is now %s %s", p.candidate.ID, ErrChecksum,
				p.info.ID, p.info.Version, info.ID, info.Version)
		}
		return nil
	}
	if err := checkMetrics(info.Metrics); err != nil {
		return fmt.Errorf("describing plugin %q: %w: %w", p.candidate.ID, ErrProtocol, err)
	}
	p.info = info
	return p.resolve()
}

// unready explains why a process that shook hands did not become ready: it refused, it hung or it ended.
func (p *Plugin) unready(ctx context.Context, proc *process, doing string, err error) error {
	switch {
	case ctx.Err() != nil:
		proc.shoot(ErrHung, "no answer in time")
		return proc.whyNotStarted(context.Cause(ctx))
	case proc.reached(err):
		return fmt.Errorf("%s plugin %q: %w", doing, p.candidate.ID, err)
	}
	return proc.whyNotStarted(proc.fate(err))
}

// install makes proc the running process and watches for its end.
func (p *Plugin) install(proc *process) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == Closed {
		return false
	}
	p.process, p.state = proc, Ready
	p.host.options.Logger.Debug("plugin is ready", "plugin", p.candidate.ID, "version", p.info.Version,
		"pid", proc.runner.pid())
	go func() {
		<-proc.runner.exited
		p.bury(proc)
	}()
	return true
}

// bury takes a process that is gone out of place, once.
func (p *Plugin) bury(proc *process) {
	proc.end(false)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.process != proc {
		return
	}
	p.process = nil
	p.past.add(finishedUsage(proc.runner.exitState()))
	if p.state == Closed {
		return
	}
	p.state, p.last = Exited, proc.epitaph()
	if errors.Is(p.last, ErrHung) {
		p.state = Hung
	}
	p.deaths.record(time.Now(), proc.answers.Load() > 0)
	p.host.options.Logger.Warn("plugin process is gone", "plugin", p.candidate.ID, "error", p.last)
}
