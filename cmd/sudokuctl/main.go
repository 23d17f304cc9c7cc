// Command sudokuctl solves, grades, makes and keeps Sudoku puzzles with algorithms that are plugins.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/library"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/plugins"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/puzzles"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

func main() {
	if what := serving(os.Args); what != "" {
		serve(what, os.Args[3:])
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

// Write fails, as writing to a closed standard output does.
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

// serving recognises the command line of a bundled plugin, the bridge, a probe or the sandbox before any flag is parsed,
// because a plugin must start fast and must not write a word to standard output. It returns "" for those of people.
func serving(args []string) string {
	if len(args) > 3 && args[1] == "plugin" && (args[2] == "confine" ||
		len(args) == 4 && slices.Contains([]string{"serve", "bridge", "probe"}, args[2])) {
		return args[2]
	}
	return ""
}

func serve(what string, args []string) {
	switch what {
	case "confine":
		app.BeWarden(args)
	case "bridge":
		plugins.ServeProgram(args[0])
	case "probe":
		plugins.ServeProbe(args[0])
	default:
		app.CollectLess() // for 15 MB; a plugin holds little
		if !bundled.Serve() {
			fmt.Fprintf(os.Stderr, "sudokuctl: no bundled plugin %q\n", args[0])
			os.Exit(app.ExitUsage)
		}
	}
}

// commands returns all commands, grouped by what people do with them.
func commands(a *app.App) []*cobra.Command {
	return slices.Concat(
		app.Grouped(app.Puzzles, puzzles.Solve(a), puzzles.Check(a), puzzles.Explain(a), puzzles.Hint(a), puzzles.Grade(a),
			puzzles.Generate(a), library.Convert(a)),
		app.Grouped(app.Library, library.Import(a), library.Export(a), library.List(a), library.Show(a), library.Random(a),
			library.Tag(a), library.Edit(a), library.Delete(a), library.Dedupe(a), library.Stats(a),
			library.Runs(a), library.DB(a)),
		app.Grouped(app.Publishing, library.Daily(a), library.Book(a)),
		app.Grouped(app.Runs, puzzles.Run(a), puzzles.Bench(a), puzzles.Compare(a)),
		app.Grouped(app.Plugins, plugins.Plugin(a)),
		app.Grouped(app.Program, library.Serve(a), library.Paper(a), library.Levels(a), plugins.Config(a),
			plugins.Doctor(a), plugins.Version(a)),
	)
}
