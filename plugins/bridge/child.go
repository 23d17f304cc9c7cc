package bridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/core/confine"
)

const (
	maxLine = 1 << 20                // bytes of one line
	glance  = 100 * time.Millisecond // between two looks at a context that may be cancelled
)

var errEnded = errors.New("its output ended")

// child is a process of the program.
type child struct {
	cmd      *exec.Cmd
	in, out  *os.File
	buffer   []byte // read, not yet returned as lines
	looked   int    // bytes of buffer that hold no end of a line
	answered bool   // it has answered before
	stderr   *tail
	gone     chan struct{}
	once     sync.Once
}

// rest returns what has been read and not asked for.
func (c *child) rest() []byte { return bytes.TrimSpace(c.buffer) }

// line returns the next line without its end. The error is errEnded, ctx.Err(), or says that the line is too long.
func (c *child) line(ctx context.Context) (string, error) {
	for {
		if i := bytes.IndexByte(c.buffer[c.looked:], '\n'); i >= 0 {
			end := c.looked + i
			line := string(c.buffer[:end])
			c.buffer = append(c.buffer[:0], c.buffer[end+1:]...)
			c.looked = 0
			return line, nil
		}
		c.looked = len(c.buffer)
		if c.looked > maxLine {
			return "", fmt.Errorf("it printed a line of more than %d bytes", maxLine)
		}
		if err := c.fill(ctx); err != nil {
			if errors.Is(err, errEnded) && len(c.buffer) > 0 {
				line := string(c.buffer)
				c.buffer, c.looked = c.buffer[:0], 0
				return line, nil // the last line may lack its end
			}
			return "", err
		}
	}
}

// fill reads what there is, waiting for it until ctx is done.
func (c *child) fill(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		until := time.Now().Add(glance)
		if deadline, ok := ctx.Deadline(); ok && deadline.Before(until) {
			until = deadline
		}
		_ = c.out.SetReadDeadline(until) // a pipe of os.Pipe takes deadlines
		c.buffer = growing(c.buffer)
		n, err := c.out.Read(c.buffer[len(c.buffer):cap(c.buffer)])
		c.buffer = c.buffer[:len(c.buffer)+n]
		switch {
		case n > 0:
			return nil
		case err != nil && !errors.Is(err, os.ErrDeadlineExceeded):
			return errEnded
		}
	}
}

// growing returns b with room for more.
func growing(b []byte) []byte {
	const least = 4096
	if cap(b)-len(b) >= least {
		return b
	}
	return append(make([]byte, 0, 2*cap(b)+2*least), b...)
}

// failure waits for the process, whose output has ended, and says how it ended. A regular end is a failure only where
// an answer is missing.
func (c *child) failure(missing bool) error {
	c.in.Close()
	select {
	case <-c.gone:
	case <-time.After(time.Second):
		return c.explain("it closed its output and goes on")
	}
	if state := c.cmd.ProcessState; !state.Success() {
		return c.explain("it ended with " + state.String())
	}
	if missing {
		return c.explain("it ended without an answer")
	}
	return nil
}

// explain adds the last lines of standard error.
func (c *child) explain(what string) error {
	if said := strings.TrimSpace(c.stderr.String()); said != "" {
		return fmt.Errorf("%s; its last words: %s", what, said)
	}
	return errors.New(what)
}

// kill ends the process with all that it started. It may be called again.
func (c *child) kill() {
	c.once.Do(func() {
		_ = c.cmd.Process.Kill() // it may have ended
		c.in.Close()
		c.out.Close()
		for gone := false; !gone; { // orphans may hold its standard error
			confine.EndOrphans()
			select {
			case <-c.gone:
				gone = true
			case <-time.After(time.Millisecond):
			}
		}
		confine.EndOrphans()
	})
}
