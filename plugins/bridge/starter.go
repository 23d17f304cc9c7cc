package bridge

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// starter starts processes from one thread that lives as long as the bridge: Linux ties the signal that ends a child
// with its parent to the thread that started it.
type starter struct {
	once  sync.Once
	calls chan func()
	env   []string // KEY=VALUE, added to the environment
}

func (s *starter) run() {
	runtime.LockOSThread()
	for call := range s.calls {
		call()
	}
}

// child starts a process with pipes as its three files. memory is in MiB.
func (s *starter) child(argv []string, memory int) (*child, error) {
	s.once.Do(func() {
		s.calls = make(chan func())
		go s.run()
	})
	c := &child{cmd: exec.Command(argv[0], argv[1:]...), stderr: &tail{}, gone: make(chan struct{})}
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("opening a pipe: %w", err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		stdin.Close()
		in.Close()
		return nil, fmt.Errorf("opening a pipe: %w", err)
	}
	c.in, c.out = in, out
	c.cmd.Env = append(os.Environ(), s.env...)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = stdin, stdout, c.stderr
	c.cmd.WaitDelay = time.Second // for standard error, which a grandchild may hold
	c.cmd.SysProcAttr = childAttr()
	done := make(chan error)
	s.calls <- func() { done <- c.cmd.Start() }
	err = <-done
	stdin.Close()
	stdout.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, fmt.Errorf("starting %q: %w", argv[0], err)
	}
	limitMemory(c.cmd.Process, memory)
	go func() {
		_ = c.cmd.Wait() // ProcessState says the same
		close(c.gone)
	}()
	return c, nil
}
