package bridge

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/confine"
)

// starter starts processes from one thread that lives as long as the bridge: Linux ties the signal that ends
// a child with its parent to the thread that started it.
type starter struct {
	once  sync.Once
	calls chan func(confined error)
	env   []string // KEY=VALUE, added to the environment
}

// run starts what it is asked to. The programs do not see other processes, which the bridge must to end
// theirs.
func (s *starter) run() {
	err := errors.Join(confine.Adopt(), confine.HideProcesses())
	for call := range s.calls {
		call(err)
	}
}

// child starts a process with pipes as its three files. memory is in MiB.
func (s *starter) child(argv []string, memory int) (*child, error) {
	s.once.Do(func() {
		s.calls = make(chan func(error))
		confine.OnThread(s.run)
	})
	c := &child{cmd: exec.Command(argv[0], argv[1:]...), stderr: &tail{}, gone: make(chan struct{}),
		memory: memory}
	c.refused, _ = confine.Refusals()
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
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = stdin, stdout, c.stderr
	c.cmd.WaitDelay = time.Second // for standard error, which a grandchild may hold
	c.cmd.SysProcAttr = childAttr()
	done := make(chan error)
	s.calls <- func(err error) {
		if err == nil {
			c.cmd.Env = append(os.Environ(), s.env...)
			err = c.cmd.Start()
		}
		done <- err
	}
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
