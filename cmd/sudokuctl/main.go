// Command sudokuctl solves, grades, makes and keeps Sudoku puzzles with algorithms that are plugins.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/plugins"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

func main() {
	if argv, ok := app.Confining(os.Args); ok {
		app.BeWarden(argv)
	}
	if what, id, ok := serving(os.Args); ok {
		serve(what, id)
		return
	}
	stdin, err := host.PrivateStdin()
	if err != nil {
		fmt.Fprintln(os.Stderr, "sudokuctl:", err) // a bare root, say, without /dev
		os.Exit(app.ExitError)
	}
	a := &app.App{Streams: &screen.Streams{Stdin: stdin, Stdout: os.Stdout, Stderr: os.Stderr}}
	if outputClosed() {
		a.Stdout = nowhere{}
	}
	ctx := untilSignal(context.Background())
	code := a.Main(ctx, a.Root(commands(a)...), os.Args[1:])
	var ended *signalError
	if code != app.ExitDone && errors.As(context.Cause(ctx), &ended) {
		code = app.ExitSignal + int(ended.signal)
	}
	os.Exit(code)
}

// nowhere is a standard output that is closed: a command with a result fails, for nobody gets it.
type nowhere struct{}

func (nowhere) Write([]byte) (int, error) { return 0, errors.New("standard output is closed") }

// untilSignal returns a context that ends with the first SIGINT or SIGTERM. The second one ends the program,
// whatever it is doing.
func untilSignal(parent context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s, _ := (<-signals).(syscall.Signal)
		signal.Stop(signals)
		cancel(&signalError{s})
	}()
	return ctx
}

// signalError is why the program's context has ended.
type signalError struct{ signal syscall.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// serving recognises the command line of a bundled plugin or of the bridge before any flag is parsed, because
// a plugin must start fast and must not write a word to standard output.
func serving(args []string) (what, id string, ok bool) {
	if len(args) == 4 && args[1] == "plugin" && (args[2] == "serve" || args[2] == "bridge" ||
		args[2] == "probe") {
		return args[2], args[3], true
	}
	return "", "", false
}

func serve(what, id string) {
	switch what {
	case "bridge":
		app.ServeProgram(id)
		return
	case "probe":
		plugins.ServeProbe(id)
		return
	}
	app.CollectLess() // for 15 MB; a plugin holds little
	if !bundled.Serve() {
		fmt.Fprintf(os.Stderr, "sudokuctl: no bundled plugin %q\n", id)
		os.Exit(app.ExitUsage)
	}
}
