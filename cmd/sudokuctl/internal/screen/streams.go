// Package screen shows things: listings and tables that fit a terminal, grids, pencil marks, figures, progress. What it
// shows them on is a Streams; it knows nothing of commands.
//
// # Words
//
//   - Streams are standard input, output and error with the format and the colours that were asked for.
//   - Columns declare how records of a kind are shown. All formats follow from one declaration: tables for people, CSV
//     and JSON for programs.
//   - Rows and Tables write records in the format of --output.
//   - Progress is a bar on a terminal that is drawn over. In a pipe there is none.
package screen

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// Streams are what a command reads and writes, and how it is to write.
type Streams struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	Output string // format that was asked for, "" for the usual one
	Colour string // "auto", "always" or "never"
	Quiet  bool   // no remarks, no progress

	mu  sync.Mutex
	bar *Progress // that is on the terminal, nil if there is none
}

// A UsageError says that what was asked for cannot be shown.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

func (e *UsageError) Unwrap() error { return e.Err }

// usageErrorf returns the error of a wrong flag.
func usageErrorf(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// Guard lets nothing through to a terminal that would steer it, because strangers wrote most of the texts that commands
// print. Output for another program is left as it is; standard error is for people.
func (s *Streams) Guard() {
	if IsTerminal(s.Stdout) {
		s.Stdout = plain.NewScreen(&aboveBar{on: s, Writer: s.Stdout})
	}
	if IsTerminal(s.Stderr) {
		s.Stderr = &aboveBar{on: s, Writer: s.Stderr}
	}
	s.Stderr = plain.NewScreen(s.Stderr)
}

// Own returns a text for standard output whose escape sequences are the program's own.
func (s *Streams) Own(text string) string {
	if screen, ok := s.Stdout.(*plain.Screen); ok {
		return screen.Own(text)
	}
	return text
}

// aboveBar writes to a terminal, above the bar if there is one.
type aboveBar struct {
	on *Streams
	io.Writer
	pager io.Writer // what is read page by page goes there, nil if nothing is
}

func (w *aboveBar) Write(p []byte) (int, error) {
	w.on.mu.Lock()
	defer w.on.mu.Unlock()
	if w.pager != nil {
		_, _ = w.pager.Write(p) // somebody may have left it
		return len(p), nil
	}
	if w.on.bar != nil {
		return w.on.bar.above(w.Writer, p)
	}
	return w.Writer.Write(p)
}

// beneath returns what a stream of a Streams was before it was guarded.
func beneath(stream any) any {
	if screen, ok := stream.(*plain.Screen); ok {
		stream = screen.Unwrap()
	}
	if w, ok := stream.(*aboveBar); ok {
		return w.Writer
	}
	return stream
}

// IsTerminal reports whether w, a stream of a Streams, is a terminal.
func IsTerminal(w any) bool {
	f, ok := beneath(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Coloured reports whether standard output is to have colours: --colour decides, then NO_COLOR and CLICOLOR_FORCE,
// then whether it is a terminal.
func (s *Streams) Coloured() bool {
	switch {
	case s.Colour == "always":
		return true
	case s.Colour == "never" || os.Getenv("NO_COLOR") != "":
		return false
	case os.Getenv("CLICOLOR_FORCE") != "" && os.Getenv("CLICOLOR_FORCE") != "0":
		return true
	case os.Getenv("TERM") == "dumb" || os.Getenv("CLICOLOR") == "0":
		return false
	}
	return IsTerminal(s.Stdout)
}

// Remark writes a message for people to standard error unless they want quiet. A newline in a string among args, such
// as the name of a file, is shown as \u000a, so that it cannot begin a line that looks like a message of the program.
func (s *Streams) Remark(format string, args ...any) {
	if !s.Quiet {
		args = slices.Clone(args)
		for i, arg := range args {
			switch name := arg.(type) {
			case string:
				args[i] = plain.Line(name)
			case fmt.Stringer:
				if text := name.String(); strings.Contains(text, "\n") {
					args[i] = plain.Line(text)
				}
			}
		}
		text := fmt.Sprintf(format, args...)
		if !strings.Contains(text, "\n") {
			text = s.Indented(text, 0)
		}
		fmt.Fprintln(s.Stderr, text)
	}
}

// style is how a text looks on a terminal: the parameters of the escape sequence "Select Graphic Rendition".
type style string

// The styles of the terminal; people with any kind of colour vision can distinguish the colours.
const (
	styleGiven   style = "1"                 // bold
	styleFound   style = "38;5;33"           // blue
	styleDim     style = "2"                 // faint
	stylePlace   style = "1;38;5;15;48;5;25" // bold, white on dark blue
	styleStrike  style = "9;38;5;208"        // crossed out, orange
	stylePattern style = "1;38;5;33"         // bold, blue
)

// paint writes a text in a style if output is coloured.
func paint(on *Streams, s style, text string) string {
	if !on.Coloured() {
		return text
	}
	return on.Own("\x1b[" + string(s) + "m" + plain.Line(text) + "\x1b[m")
}

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
	w := guarded.Unwrap().(*aboveBar) // as Guard makes it
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

// DrawTo writes a picture into a file: SVG or PDF, as its name ends. An empty name draws nothing.
func DrawTo(on *Streams, file string, p *picture.Picture) error {
	if file == "" {
		return nil
	}
	suffix, b := strings.ToLower(filepath.Ext(file)), bytes.Buffer{}
	kind := cmp.Or(strings.TrimPrefix(suffix, "."), "svg")
	if !slices.Contains(picture.Kinds, kind) {
		return fmt.Errorf("drawing %s: %w", file,
			usageErrorf("%s is not a kind of picture; the kinds are %s", suffix, strings.Join(picture.Kinds, ", ")))
	}
	err := p.Encode(&b, kind)
	if err == nil {
		err = wholefile.Replace(file, b.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("drawing %s: %w", file, err)
	}
	on.Remark("%s written", file)
	return nil
}
