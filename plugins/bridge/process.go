package bridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	maxLine = 1 << 20                // bytes of one line
	glance  = 100 * time.Millisecond // between two looks at a context that may be cancelled
)

var errEnded = errors.New("its output ended")

// process is a running process of the program with its pipes: puzzles go in by one, answers and errors come out by the
// others.
type process struct {
	process  *os.Process
	state    *os.ProcessState // how it ended, once it is gone
	in, out  *os.File
	buffer   []byte        // read
	from     int           // where what has not been returned as lines begins in buffer
	looked   int           // bytes from there on that hold no end of a line
	answered bool          // it has answered before
	memory   int           // MiB of data that it may have
	codes    []int         // with which it ends well, besides 0
	crowds   *atomic.Int64 // of the starter
	before   int64         // what it was when this process was started
	stderr   *child.Tail
	killed   atomic.Bool // by kill
	gone     chan struct{}
	once     sync.Once
}

// rest returns what has been read and not asked for.
func (c *process) rest() []byte { return bytes.TrimSpace(c.buffer[c.from:]) }

// line returns the next line without its end. The error is errEnded, ctx.Err(), or says that the line is too long.
func (c *process) line(ctx context.Context) (string, error) {
	for {
		if i := bytes.IndexByte(c.buffer[c.from+c.looked:], '\n'); i >= 0 {
			return c.take(c.looked+i, 1), nil
		}
		c.looked = len(c.buffer) - c.from
		if c.looked > maxLine {
			return "", fmt.Errorf("it printed a line of more than %d bytes", maxLine)
		}
		if err := c.fill(ctx); err != nil {
			if errors.Is(err, errEnded) && c.looked > 0 {
				return c.take(c.looked, 0), nil // the last line may lack its end
			}
			return "", err
		}
	}
}

// write writes to the standard input of the process until ctx is done: a process that does not read takes no more than
// a pipe holds.
func (c *process) write(ctx context.Context, text []byte) error {
	for len(text) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		_ = c.in.SetWriteDeadline(time.Now().Add(glance)) // a pipe of os.Pipe takes deadlines
		n, err := c.in.Write(text)
		text = text[n:]
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
	}
	return nil
}

// take returns the next n bytes and passes over some more.
func (c *process) take(n, more int) string {
	line := string(c.buffer[c.from : c.from+n])
	c.from, c.looked = c.from+n+more, 0
	return line
}

// fill reads what there is, waiting for it until ctx is done. What a process left behind may hold its output
// open: that is at its end when the process is gone and no more comes.
func (c *process) fill(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		over, until := c.over(), time.Now().Add(glance)
		if deadline, ok := ctx.Deadline(); ok && deadline.Before(until) {
			over = false // a look that is cut short proves nothing
			if until = time.Now().Add(time.Millisecond); until.Before(deadline) {
				until = deadline
			}
		}
		_ = c.out.SetReadDeadline(until) // a pipe of os.Pipe takes deadlines
		c.makeRoom()
		n, err := c.out.Read(c.buffer[len(c.buffer):cap(c.buffer)])
		c.buffer = c.buffer[:len(c.buffer)+n]
		switch {
		case n > 0:
			return nil
		case err != nil && !errors.Is(err, os.ErrDeadlineExceeded), over:
			return errEnded
		}
	}
}

// over reports whether the process is gone.
func (c *process) over() bool {
	select {
	case <-c.gone:
		return true
	default:
		return false
	}
}

// makeRoom lets buffer take more.
func (c *process) makeRoom() {
	const least = 16 << 10
	if c.from > 0 {
		c.buffer = c.buffer[:copy(c.buffer, c.buffer[c.from:])]
		c.from = 0
	}
	if cap(c.buffer)-len(c.buffer) < least {
		c.buffer = append(make([]byte, 0, 2*cap(c.buffer)+2*least), c.buffer...)
	}
}

// failure waits for the process, whose output has ended, and says how it ended. A regular end is a failure
// only if an answer is missing.
func (c *process) failure(missing bool) error {
	c.in.Close()
	select {
	case <-c.gone:
	case <-time.After(time.Second):
		return c.explain("it closed its output and goes on")
	}
	if !c.endedWell() {
		return crash{c.explain("it ended with " + c.state.String() + c.reached())}
	}
	if missing {
		return c.explain("it ended without an answer")
	}
	return nil
}

// endedWell reports whether the exit code of a process that is gone says that nothing failed.
func (c *process) endedWell() bool {
	return c.state.Success() || slices.Contains(c.codes, c.state.ExitCode())
}

// unread says why the process has not read what was written: ctx is done, or the process has ended.
func (c *process) unread(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.failure(true)
}

// crash says how a process died.
type crash struct{ error }

func (crash) Unwrap() error { return sudoku.ErrCrashed }

// explain adds the last lines of standard error.
func (c *process) explain(what string) error {
	if said := c.said(); said != "" {
		return fmt.Errorf("%s; its last output: %s", what, said)
	}
	return errors.New(what)
}

// said returns the first and last lines of standard error.
func (c *process) said() string { return strings.Join(c.stderr.Lines(6), "\n") }

// kill ends the process with all that it started. It may be called again.
func (c *process) kill() {
	c.once.Do(func() {
		c.killed.Store(true)
		_ = c.process.Kill() // it may have ended
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

// noMemory is how programs say that they want more memory than there is.
var noMemory = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)out of memory|memory ?error|bad_alloc|(cannot|can't|could not|failed to|unable to) ` +
		`allocate|memory exhausted|out of space|memory allocation (of|failed)`)
})

// abandon ends the process with all that it started, and adds to the error for which it is ended what blame knows.
func (c *process) abandon(err error) error {
	err = c.blame(err)
	c.kill()
	return err
}

// abandonLate is abandon for a puzzle whose time is over: it is answered before the process is gone. On a busy machine
// that takes as long as a host waits for an answer.
func (c *process) abandonLate(err error) error {
	err = c.blame(err)
	go c.kill()
	return err
}

// blame adds to an error that the processes and threads of the plugin have come up to their limit in the life of the
// process, if they have: then something that it wanted to start is missing.
func (c *process) blame(err error) error {
	if err == nil {
		return nil
	}
	most, ok := confine.Crowded()
	if ok {
		c.crowds.Add(1)
		slog.Error(fmt.Sprintf("it has %d processes and threads, as many as it may", most))
	}
	if c.crowds.Load() > c.before {
		return fmt.Errorf("%w; there were %d processes and threads, as many as it may have (processes in plugin.yaml)",
			err, most)
	}
	return err
}

// reached names the limits that a process which has failed came up against, "" for none. The kernel tells of
// CPU time. Of memory it does not: the process had used most of it, or says itself that it got none.
func (c *process) reached() string {
	text := ""
	if used, ok := usedUp(c.state); ok {
		text += fmt.Sprintf(", after %v of CPU time, as much as it may have (cpu_s in plugin.yaml)", used)
	}
	peak := peakMemory(c.state)
	if c.memory > 0 && (peak > int64(c.memory)<<20/4*3 || noMemory().MatchString(c.said())) {
		text += fmt.Sprintf(", and it may have no more than %d MiB of memory (memory_mb in plugin.yaml)", c.memory)
	}
	return text
}
