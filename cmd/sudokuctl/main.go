// Command sudokuctl solves, grades, makes and keeps Sudoku puzzles with algorithms that are plugins.
package main

import (
	"context"
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	a := &app{stdin: stdin, stdout: os.Stdout, stderr: os.Stderr}
	code := a.main(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}
