package bridge

import (
	"fmt"
	"log/slog"
	"regexp"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/confine"
)

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

// abandonLate is abandon for a puzzle whose time is over: it is answered before the process is gone. On a busy machine that takes
// as long as a host waits for an answer.
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
