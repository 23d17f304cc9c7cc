package process

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	goplugin "github.com/hashicorp/go-plugin"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// An error waits so long for the end of a process whose connection broke, which a busy machine may report late, of one
// that broke the protocol, and for the end of standard error.
const (
	endTime    = 10 * time.Second
	brokenTime = 100 * time.Millisecond
	drainTime  = time.Second
)

const stderrLines = 20 // of standard error that an error shows

// ErrStartTimeout is the cause of a context that ends because a process was not ready in time.
var ErrStartTimeout = errors.New("start timeout")

// StartError turns what go-plugin says of a start that went wrong into what a person can act on.
func (p *Process) StartError(err error) error {
	return &lifecycle.StartError{
		ID: p.command.ID, Command: p.command.Shown, Dir: p.runner.cmd.Dir,
		Err: p.startCause(err), Stderr: p.lastLines(),
	}
}

// startCause returns the most telling reason why a start failed: the caller's own, else a line that the program printed
// before the handshake.
func (p *Process) startCause(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if errors.Is(err, lifecycle.ErrProtocol) {
		return err
	}
	if line, ok := p.runner.stdout.stray(); ok {
		return fmt.Errorf("%w: it printed to its standard output before the handshake: %q; only the handshake "+
			"belongs there, everything else to standard error", lifecycle.ErrProtocol, child.Printable(line))
	}
	when := "before"
	if core, version, ok := p.runner.stdout.handshake(); ok {
		when = "after"
		if core != strconv.Itoa(goplugin.CoreProtocolVersion) {
			return fmt.Errorf("%w: it speaks version %s of go-plugin's handshake, this host %d",
				lifecycle.ErrProtocol, core, goplugin.CoreProtocolVersion)
		}
		if _, known := wire.Plugins(nil)[atoi(version)]; !known {
			return fmt.Errorf("%w: it speaks protocol version %s, this host %d", lifecycle.ErrProtocol, version, wire.Version)
		}
	}
	if errors.Is(err, ErrStartTimeout) {
		return fmt.Errorf("not ready in time: %w", err)
	}
	if p.runner.pid() == 0 {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", find.ErrNotFound, err)
		}
		return err
	}
	if state := p.runner.exitState(); state != nil {
		hint := ""
		if when == "before" && state.Success() {
			hint = "; a go-plugin process calls plugin.Serve, a program that reads puzzles as lines needs kind: exec in a plugin.yaml"
		}
		return fmt.Errorf("%w %s the handshake: %v%s", lifecycle.ErrExited, when, state, hint)
	}
	return err
}

// atoi returns the number, -1 if it is none.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// lastLines waits until standard error has been read to its end, a second at most, and returns its last
// lines. It is for processes that are gone or about to be.
func (p *Process) lastLines() []string {
	if p.runner.exitState() != nil {
		select {
		case <-p.runner.stderr.over:
		case <-time.After(drainTime):
		}
	}
	return p.tail.Lines(stderrLines)
}

// Stop ends the process: gracefully means that it is asked to leave first. It is killed with all that it started if it
// does not leave in time. go-plugin's Kill would wait forever for a stopped process. Afterwards nothing of
// it is left, and its socket is gone.
func (p *Process) Stop(gracefully bool) {
	p.stop.Do(func() {
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.client.Kill()
		}()
		if gracefully {
			select {
			case <-done:
			case <-p.runner.exited:
			case <-time.After(p.stopTimeout):
			}
		}
		p.runner.killNow()
		<-done
		if p.runner.pid() != 0 {
			<-p.runner.exited
		}
		p.runner.abandon()
		p.folder.remove()
	})
}

// Failed returns the error for an exchange with the process that broke with err: a *ExitError. A crash shows as a
// broken connection first, so the end of the process is awaited. One that still runs then is killed: it
// has cut the connection or, if the connection holds, broken the protocol.
func (p *Process) Failed(err error) error {
	cause, wait := lifecycle.ErrExited, endTime
	if !wire.Disconnected(err) {
		cause, wait = lifecycle.ErrProtocol, brokenTime
	}
	select {
	case <-p.runner.exited:
	case <-time.After(wait):
		p.Kill(cause, err.Error())
		<-p.runner.exited
	}
	return p.exitError()
}

// exitError says how the process ended, which it has.
func (p *Process) exitError() error {
	e := &lifecycle.ExitError{ID: p.command.ID, Cause: lifecycle.ErrExited, Stderr: p.lastLines()}
	e.Status = p.runner.exitState().String()
	if k := p.killed.Load(); k != nil {
		e.Status, e.Cause = k.why, k.cause
	}
	return e
}

// Kill kills a process that does not do as it should; cause is ErrHung, ErrProtocol or ErrExited.
func (p *Process) Kill(cause error, why string) {
	p.killed.CompareAndSwap(nil, &kill{cause, why})
	p.runner.killNow()
}

// Responded reports whether err came from the plugin's own code and not from a connection that broke.
func (p *Process) Responded(err error) bool {
	return p.runner.exitState() == nil && !wire.Disconnected(err)
}
