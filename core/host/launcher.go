package host

import (
	"os/exec"
	"runtime"
	"sync"
)

// launcher starts processes from one thread that lives as long as the host. Linux ties the death signal of a
// child to the thread that started it, not to the process: started from an ordinary goroutine, a plugin would
// be killed as soon as the Go runtime retires that thread.
type launcher struct {
	once     sync.Once
	requests chan launch
	stop     chan struct{}
}

type launch struct {
	cmd  *exec.Cmd
	done chan error
}

func newLauncher() *launcher {
	return &launcher{requests: make(chan launch), stop: make(chan struct{})}
}

// start starts cmd in its own process group, to be killed by the kernel when the host dies where the system
// can.
func (l *launcher) start(cmd *exec.Cmd) error {
	l.once.Do(func() { go l.run() })
	cmd.SysProcAttr = processAttr(cmd.SysProcAttr)
	request := launch{cmd: cmd, done: make(chan error, 1)}
	select {
	case l.requests <- request:
		return <-request.done
	case <-l.stop:
		return errHostClosed
	}
}

// run ends without unlocking the thread, so the thread ends too and takes any child left over with it.
func (l *launcher) run() {
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
