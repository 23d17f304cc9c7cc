package process

import (
	"log/slog"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// Launcher starts the processes of a host, from one thread that lives as long as the host. Linux ties the death signal of a
// child to the thread that started it, not to the process: started from an ordinary goroutine, a plugin would
// be killed as soon as the Go runtime retires that thread.
type Launcher struct {
	logger      *slog.Logger
	stopTimeout time.Duration
	sweep       sync.Once

	once     sync.Once
	requests chan launch
	stop     chan struct{}
}

type launch struct {
	cmd  *exec.Cmd
	done chan error
}

// NewLauncher returns a launcher; it starts nothing yet. A process that is asked to leave is killed after stopTimeout.
func NewLauncher(logger *slog.Logger, stopTimeout time.Duration) *Launcher {
	return &Launcher{logger: logger, stopTimeout: stopTimeout, requests: make(chan launch), stop: make(chan struct{})}
}

// Close ends the thread, and with it whatever still runs. It may be called once.
func (l *Launcher) Close() { close(l.stop) }

// start starts cmd in its own process group, to be killed by the kernel when the host dies where the system
// can.
func (l *Launcher) start(cmd *exec.Cmd) error {
	l.once.Do(func() { go l.run() })
	cmd.SysProcAttr = processAttr(cmd.SysProcAttr)
	request := launch{cmd: cmd, done: make(chan error, 1)}
	select {
	case l.requests <- request:
		return <-request.done
	case <-l.stop:
		return ErrHostClosed
	}
}

// run ends without unlocking the thread, so the thread ends too and takes any child left over with it.
func (l *Launcher) run() {
	runtime.LockOSThread()
	for {
		select {
		case request := <-l.requests:
			request.done <- request.cmd.Start()
		case <-l.stop:
			return
		}
	}
}
