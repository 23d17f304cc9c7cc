package process

import (
	"errors"
	"log/slog"
	"os/exec"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// ErrHostClosed says that the launcher has been closed.
var ErrHostClosed = errors.New("host is closed")

// Launcher starts the processes of a host, from one thread that lives as long as the host.
type Launcher struct {
	logger      *slog.Logger
	stopTimeout time.Duration
	sweep       sync.Once
	thread      *child.Thread
}

// NewLauncher returns a launcher; it starts nothing yet. A process that is asked to leave is killed after stopTimeout.
func NewLauncher(logger *slog.Logger, stopTimeout time.Duration) *Launcher {
	return &Launcher{logger: logger, stopTimeout: stopTimeout, thread: child.NewThread()}
}

// Close ends the thread, and with it whatever still runs. It may be called once.
func (l *Launcher) Close() { l.thread.Close() }

// start starts cmd in its own process group, to be killed by the kernel when the host dies, if the system can.
func (l *Launcher) start(cmd *exec.Cmd) (err error) {
	cmd.SysProcAttr = processAttr(cmd.SysProcAttr)
	if l.thread.Do(func() { err = cmd.Start() }) != nil {
		return ErrHostClosed
	}
	return err
}
