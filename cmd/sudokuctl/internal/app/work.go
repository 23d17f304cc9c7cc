package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// Env returns what work is done with, with a store or without one.
func (a *App) Env(s *store.Store) *work.Env {
	return &work.Env{
		Open:    a.OpenWith,
		Plugins: a.preferred(),
		Graders: a.Config.Run.Graders,
		Store:   s, Database: a.Config.Database, Levels: a.Config.StoreLevels(), Version: Version(),
	}
}

// preferred yields the ids of plugins in the order in which they are asked for what any plugin may do: those of --plugin,
// the solvers and graders of the config, then all others.
func (a *App) preferred() iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for _, id := range slices.Concat(a.Given(), a.Config.Run.Solvers, a.Config.Run.Graders) {
			if seen[id] {
				continue
			}
			if seen[id] = true; !yield(id) {
				return
			}
		}
		for _, c := range a.Find() {
			if seen[c.ID] || c.Rejected != "" {
				continue
			}
			if seen[c.ID] = true; !yield(c.ID) {
				return
			}
		}
	}
}

// Inputs finds out what arguments are: a puzzle in any notation, a file, sample:NAME, or - for standard input, which
// is also what no argument means unless it is a terminal.
func (a *App) Inputs(args []string) ([]*input.Input, error) {
	if len(args) == 0 {
		if screen.IsTerminal(a.Stdin) {
			return nil, UsageErrorf("no puzzles: give a puzzle, a file, sample:quick, or - for standard input")
		}
		args = []string{"-"}
	}
	var all []*input.Input
	for _, arg := range args {
		in, err := input.Parse(arg, a.Stdin)
		if err != nil {
			return nil, err
		}
		in.Lenient = a.Lenient
		all = append(all, in)
	}
	return all, nil
}

// LenientFlag adds the flag of commands that read files of other programs.
func (a *App) LenientFlag(flags *pflag.FlagSet) {
	flags.BoolVar(&a.Lenient, "lenient", false, "read what is understood of a puzzle, and tag it "+formats.Incomplete)
}

// Screen shows people what happens while work is under way: a bar for each stage, and what was wrong with the
// input.
type Screen struct {
	app   *App
	bar   *screen.Progress
	bad   badLines
	total int64 // puzzles of the input, 0 if not known
}

// Expect counts the puzzles of inputs, if that is quick and a bar would show it.
func (s *Screen) Expect(ctx context.Context, inputs []*input.Input) {
	if !s.app.Quiet && screen.IsTerminal(s.app.Stderr) {
		s.total = input.CountPuzzles(ctx, inputs)
	}
}

// Screen returns what shows the events of work.
func (a *App) Screen() *Screen { return &Screen{app: a, bad: badLines{app: a}} }

// Report shows an event.
func (s *Screen) Report(e work.Event) {
	switch e := e.(type) {
	case work.Begun:
		title := e.Stage
		if e.Plugin != "" {
			title += " " + e.Plugin
		}
		s.close()
		total := e.Total
		if total == 0 {
			total = s.total * e.PerPuzzle
		}
		s.bar = s.app.Progress(title, total)
		s.bar.Each = max(1, e.PerPuzzle)
	case work.Waiting:
		s.app.Remark("another sudokuctl is %s the same puzzles with %s; waiting for it", e.Stage, e.Plugin)
	case work.Changed:
		s.app.Remark("%s", changed(&e))
	case work.Advanced:
		if s.bar != nil {
			s.bar.Add(int(e))
		}
	case work.Ended:
		s.close()
	case work.Recognised:
		if s.app.Verbose {
			s.app.Remark("%s: format %s", e.Record, e.Format)
		}
	case work.BadRecord:
		s.bad.tell(e.Err)
	}
}

// Over does work on the puzzles of inputs, and shows how far it is and which of them are bad. End is called when all is shown.
func (a *App) Over(ctx context.Context, inputs []*input.Input, work func(work.Progress) (bad int, err error), end func() error) error {
	talk := a.Screen()
	talk.Expect(ctx, inputs)
	bad, err := work(talk.Report)
	talk.End()
	return cmp.Or(UnpackHint(err), end(), LeftOut(bad))
}

// changed says that a plugin's program is another one.
func changed(e *work.Changed) string {
	next := e.Stage + " again; to keep what it has found: --keep"
	if e.Keep {
		next = "what it has found is kept"
	}
	return fmt.Sprintf("algorithm %s %s has changed since run %d (%s then, %s now): %s", e.Plugin, e.Version, e.Run,
		program(e.Was), program(e.Now), next)
}

// program names a program by its checksum.
func program(checksum string) string {
	if checksum == "" {
		return "bundled"
	}
	return "checksum " + checksum[:min(12, len(checksum))]
}

// close removes the bar.
func (s *Screen) close() {
	if s.bar != nil {
		s.bar.End()
	}
	s.bar = nil
}

// End says how many more records were bad than were named, and begins to count anew.
func (s *Screen) End() {
	s.bad.end()
	s.bad = badLines{app: s.app}
	s.close()
}

// LeftOut is the error that a command ends with if records were bad, else nil.
func LeftOut(bad int) error {
	if bad == 0 {
		return nil
	}
	return fmt.Errorf("%d bad %s left out", bad, screen.Plural(bad, "line"))
}

// MaxBadLines is how many bad lines of one command are shown.
const MaxBadLines = 20

// badLines shows the first bad lines and counts all.
type badLines struct {
	app   *App
	Count int
}

func (b *badLines) tell(bad *sudoku.ParseError) {
	if b.Count++; b.Count <= MaxBadLines {
		fmt.Fprintln(b.app.Stderr, errorText(bad))
	}
}

func (b *badLines) end() {
	if b.Count > MaxBadLines {
		fmt.Fprintf(b.app.Stderr, "sudokuctl: %d more bad lines\n", b.Count-MaxBadLines)
	}
}

// UnpackHint adds to what a packed file is how to read it.
func UnpackHint(err error) error {
	var packed *formats.PackedError
	if !errors.As(err, &packed) || packed.Tool == "" {
		return err
	}
	file := packed.File
	if file == "stdin" {
		file = "FILE"
	}
	return fmt.Errorf("%w; unpack it first: %s %s | sudokuctl … -", err, packed.Tool, file)
}
