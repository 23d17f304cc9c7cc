package process

import (
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/host/standby"
)

// Launcher starts the processes of a host, from one thread that lives as long as the host.
type Launcher struct {
	logger      *slog.Logger
	stopTimeout time.Duration
	sweep       sync.Once
	thread      *child.Thread
	standby     *standby.Process
}

// NewLauncher returns a launcher; it starts nothing yet. A process that is asked to leave is killed after stopTimeout.
// A process on standby, if there is one, takes over the first command or is ended.
func NewLauncher(logger *slog.Logger, stopTimeout time.Duration, standby *standby.Process) *Launcher {
	return &Launcher{logger: logger, stopTimeout: stopTimeout, thread: child.NewThread(), standby: standby}
}

// Close ends the thread, and with it whatever still runs, and the process on standby if nothing has become of it. It may be
// called once.
func (l *Launcher) Close() {
	l.standby.End()
	l.thread.Close()
}

// start starts cmd in its own process group, to be killed by the kernel when the host dies, if the system can.
func (l *Launcher) start(cmd *exec.Cmd) (err error) {
	if l.takenOver(cmd) {
		return nil
	}
	cmd.SysProcAttr = processAttr(cmd.SysProcAttr)
	if l.thread.Do(func() { err = cmd.Start() }) != nil {
		return ErrHostClosed
	}
	return err
}

// takenOver reports whether the process on standby has become the command, which then runs as if it had been started.
func (l *Launcher) takenOver(cmd *exec.Cmd) bool {
	stdout, _ := cmd.Stdout.(*os.File)
	stderr, _ := cmd.Stderr.(*os.File)
	if cmd.Stdin != nil || stdout == nil || stderr == nil || cmd.Dir != "" || cmd.SysProcAttr != nil {
		l.standby.End()
		return false
	}
	cmd.Process = l.standby.Become(cmd.Args, cmd.Env, stdout, stderr)
	return cmd.Process != nil
}
