package screen

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// Page sends what is written to standard output through the pager that PAGER names, by default less, if both standard
// output and input are terminals. The context that it returns ends when somebody leaves the pager; end must be called
// when all is written, and waits for that.
func (s *Streams) Page(ctx context.Context) (paged context.Context, end func()) {
	ctx, leave := context.WithCancel(ctx)
	guarded, ok := s.Stdout.(*plain.Screen)
	command := strings.Fields(cmp.Or(os.Getenv("PAGER"), "less"))
	if !ok || !IsTerminal(s.Stdin) || len(command) == 0 || command[0] == "cat" {
		return ctx, leave
	}
	w := guarded.Unwrap().(*aboveStatus) // as Guard makes it
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr, c.Env = w.Writer, os.Stderr, os.Environ()
	if os.Getenv("LESS") == "" {
		c.Env = append(c.Env, "LESS=FRX") // ends if all fits on one screen, shows colours, leaves the text on the screen
	}
	in, err := c.StdinPipe()
	if err != nil || c.Start() != nil {
		return ctx, leave
	}
	left := make(chan struct{})
	go func() {
		defer close(left)
		_ = c.Wait() // how it ended is its own affair
		leave()
	}()
	s.mu.Lock()
	w.pager = in
	s.mu.Unlock()
	return ctx, func() {
		s.mu.Lock()
		w.pager = nil
		s.mu.Unlock()
		in.Close()
		<-left
	}
}
