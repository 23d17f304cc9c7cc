package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	goplugin "github.com/hashicorp/go-plugin"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
)

// drainTime is how long an error waits for the end of a process and for its last words.
const drainTime = time.Second

var errStartTimeout = errors.New("start timeout")

// whyNotStarted turns what go-plugin says of a start that went wrong into what a person can act on.
func (p *process) whyNotStarted(err error) error {
	return &StartError{
		ID: p.candidate.ID, Command: p.candidate.Command(), Dir: p.runner.cmd.Dir,
		Err: p.startCause(err), Stderr: p.lastWords(),
	}
}

func (p *process) startCause(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if errors.Is(err, ErrProtocol) {
		return err
	}
	if line, ok := p.runner.stdout.stray(); ok {
		return fmt.Errorf("%w: it printed to its standard output before the handshake: %q; "+
			"only the handshake belongs there, everything else to standard error", ErrProtocol, printable(line))
	}
	if core, version, ok := p.runner.stdout.handshake(); ok {
		if core != strconv.Itoa(goplugin.CoreProtocolVersion) {
			return fmt.Errorf("%w: it speaks version %s of go-plugin's handshake, this host %d",
				ErrProtocol, core, goplugin.CoreProtocolVersion)
		}
		if _, known := wire.Plugins(nil)[atoi(version)]; !known {
			return fmt.Errorf("%w: it speaks protocol version %s, this host %d", ErrProtocol, version, wire.Version)
		}
	}
	if errors.Is(err, errStartTimeout) {
		return fmt.Errorf("not ready in time: %w", err)
	}
	if p.runner.pid() == 0 {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrNotFound, err)
		}
		return err
	}
	if state := p.runner.exitState(); state != nil {
		return fmt.Errorf("%w before the handshake: %v", ErrExited, state)
	}
	return err
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// lastWords waits until standard error has been read to its end, a second at most, and returns its last
// lines. It is for processes that are gone or about to be.
func (p *process) lastWords() []string {
	if p.runner.exitState() != nil {
		select {
		case <-p.runner.stderr.over:
		case <-time.After(drainTime):
		}
	}
	return p.tail.lines()
}

// end ends the process: it is asked to leave if it deserves that, and killed with all that it started if it
// does not leave in time. go-plugin's Kill would wait for ever for a stopped process. Afterwards nothing of
// it is left, and its socket is gone.
func (p *process) end(politely bool) {
	p.stop.Do(func() {
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.client.Kill()
		}()
		if politely {
			select {
			case <-done:
			case <-p.runner.exited:
			case <-time.After(p.stopAfter):
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

// fate returns the error for an exchange with the process that broke with err. A crash shows as a broken
// connection first, so the end of the process is awaited for a second. One that still runs then is killed: it
// has cut the connection or, where the connection holds, broken the protocol.
func (p *process) fate(err error) error {
	cause, wait := ErrExited, drainTime
	if !wire.Disconnected(err) {
		cause, wait = ErrProtocol, drainTime/10
	}
	select {
	case <-p.runner.exited:
	case <-time.After(wait):
		p.shoot(cause, err.Error())
		<-p.runner.exited
	}
	return p.epitaph()
}

// epitaph says how the process ended, which it has.
func (p *process) epitaph() error {
	e := &ExitError{ID: p.candidate.ID, Cause: ErrExited, Stderr: p.lastWords()}
	e.Status = p.runner.exitState().String()
	if s := p.shot.Load(); s != nil {
		e.Status, e.Cause = s.why, s.cause
	}
	return e
}

// shoot kills a process that does not do as it should.
func (p *process) shoot(cause error, why string) {
	p.shot.CompareAndSwap(nil, &shot{cause, why})
	p.runner.killNow()
}

// reached reports whether err came from the plugin's own code and not from a connection that broke.
func (p *process) reached(err error) bool {
	return p.runner.exitState() == nil && !wire.Disconnected(err)
}
