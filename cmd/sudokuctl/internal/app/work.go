package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"

	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
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

// preferred yields the ids of plugins in the order in which they are asked for what any plugin may do: those of
// --plugin, the solvers and graders of the config, then all others.
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
			return nil, UsageErrorf("no puzzles: %s", input.Remedy)
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
	bad   int   // lines of the input, of which the first are shown
	total int64 // puzzles of the input, 0 if not known
}

// Screen returns the listener that shows the events of work on standard error.
func (a *App) Screen() *Screen { return &Screen{app: a} }

// Report shows an event of the work on the terminal: a stage with its bar, or a line of warning.
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
		s.bar = s.app.Progress(title, total, max(1, e.PerPuzzle))
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
		if s.bad++; s.bad <= MaxBadLines {
			fmt.Fprintln(s.app.Stderr, errorText(e.Err))
		}
	}
}

// Over does work on the puzzles of inputs, and shows how far it is and which of them are bad. End is called when all is
// shown.
func (a *App) Over(ctx context.Context, inputs []*input.Input, work func(work.Progress) (bad int, err error),
	end func() error) error {
	talk := a.Screen()
	if !a.Quiet && screen.IsTerminal(a.Stderr) { // a bar would show it
		talk.total = input.CountPuzzles(ctx, inputs)
	}
	bad, err := work(talk.Report)
	talk.End()
	return cmp.Or(err, end(), LeftOut(bad))
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
	if s.bad > MaxBadLines {
		fmt.Fprintf(s.app.Stderr, "sudokuctl: %d more bad lines\n", s.bad-MaxBadLines)
	}
	s.bad = 0
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

// OpenStore opens the database for writing; it is made if there is none.
// An older schema is brought up to date, and said so.
func (a *App) OpenStore(ctx context.Context) (*store.Store, error) {
	s, err := store.Open(ctx, a.Config.Database)
	if err != nil {
		return nil, err
	}
	if m := s.Migrated(); m.From > 0 {
		fmt.Fprintf(a.Stderr, "%s was upgraded from schema %d to %d; a copy of it as it was is %s\n",
			a.Config.Database, m.From, m.To, m.Copy)
	}
	a.sayNetwork(s)
	return s, nil
}

// sayNetwork remarks that a library is on a network file system.
func (a *App) sayNetwork(s *store.Store) {
	if on := s.Network(); on != "" {
		a.Remark("%s is on %s, where one process at a time can use it, and slowly: a local disk is better",
			a.Config.Database, on)
	}
}

// OpenExisting opens the database for writing, but makes none.
func (a *App) OpenExisting(ctx context.Context) (*store.Store, error) {
	if !a.HasLibrary() {
		return nil, noLibrary(a.Config.Database)
	}
	return a.OpenStore(ctx)
}

// HasLibrary reports whether the database is there.
func (a *App) HasLibrary() bool {
	_, err := os.Stat(a.Config.Database)
	return !errors.Is(err, fs.ErrNotExist)
}

// noLibrary returns the error of a command that needs a library.
func noLibrary(database string) error {
	return UsageErrorf("there is no database %q here yet; \"sudokuctl run\" or \"sudokuctl import\" makes one", database)
}

// OpenStock opens the database, for writing too if writes is set. If there is none yet, it makes a temporary library of
// the puzzles inside the program, which done removes.
func (a *App) OpenStock(ctx context.Context, writes bool) (s *store.Store, done func(), err error) {
	if !a.HasLibrary() {
		a.Remark("There is no database %q yet: these are puzzles inside the program.", a.Config.Database)
		return run.Samples(ctx, a.Env(nil))
	}
	open := a.OpenLibrary
	if writes {
		open = a.OpenStore
	}
	s, err = open(ctx)
	return s, func() { s.Close() }, err
}

// OpenLibrary opens the database for reading only.
func (a *App) OpenLibrary(ctx context.Context) (*store.Store, error) {
	s, err := store.OpenReadOnly(ctx, a.Config.Database)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, noLibrary(a.Config.Database)
	}
	if errors.Is(err, store.ErrOlder) {
		err = fmt.Errorf("%w; \"sudokuctl db upgrade\" brings it up to date and keeps a copy", err)
	}
	if err == nil {
		a.sayNetwork(s)
	}
	return s, err
}

// WithExisting calls fn with the database, which it opens for writing, but makes none.
func (a *App) WithExisting(ctx context.Context, fn func(*store.Store) error) error {
	return closing(fn)(a.OpenExisting(ctx))
}

// WithLibrary calls fn with the database, which it opens for reading only.
func (a *App) WithLibrary(ctx context.Context, fn func(*store.Store) error) error {
	return closing(fn)(a.OpenLibrary(ctx))
}

// closing calls fn with a database, unless that was not opened, and closes it.
func closing(fn func(*store.Store) error) func(*store.Store, error) error {
	return func(s *store.Store, err error) error {
		if err != nil {
			return err
		}
		defer s.Close()
		return fn(s)
	}
}

// CollectLess has garbage collected four times less often than usual, unless GOGC says how often. It is for work that
// leaves much garbage and holds little else. If the live heap grows after all, as in an import into a large library,
// the garbage stays below mostGarbage. Without that bound memory would grow by five times the live heap.
var CollectLess = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(mostPercent)
		adaptAfterCollection(mostPercent)
	}
})

const (
	mostPercent  = 400 // of what is held
	leastPercent = 100 // what is usual
	mostGarbage  = 80 << 20
)

// adaptAfterCollection adapts the allowed garbage, now a percentage of the live heap, after the next collection and
// after each later one.
func adaptAfterCollection(now int) {
	runtime.AddCleanup(&struct{ pointer *byte }{}, func(now int) {
		held := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(held)
		next := percentOf(held[0].Value.Uint64())
		if next != now {
			debug.SetGCPercent(next)
		}
		adaptAfterCollection(next)
	}, now)
}

// percentOf returns how much garbage may be left beside what is held, in steps of ten percent, so that it seldom
// changes.
func percentOf(held uint64) int {
	percent := 100 * mostGarbage / max(held, 1) / 10 * 10
	return int(min(max(percent, leastPercent), mostPercent))
}
