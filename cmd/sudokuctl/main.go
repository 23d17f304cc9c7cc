// Command sudokuctl solves, grades, makes and keeps Sudoku puzzles with algorithms that are plugins.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/sudokuctl/sudokuctl/core/host"
)

func main() {
	if argv, ok := confining(os.Args); ok {
		beWarden(argv)
	}
	if what, id, ok := serving(os.Args); ok {
		serve(what, id)
		return
	}
	stdin, err := host.PrivateStdin()
	if err != nil {
		os.Exit(exitError)
	}
	a := &app{stdin: stdin, stdout: os.Stdout, stderr: os.Stderr}
	ctx := untilSignal(context.Background())
	code := a.main(ctx, os.Args[1:])
	var ended *signalError
	if code != exitDone && errors.As(context.Cause(ctx), &ended) {
		code = exitSignal + int(ended.signal)
	}
	os.Exit(code)
}

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
