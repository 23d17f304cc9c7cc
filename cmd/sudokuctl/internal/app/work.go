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
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
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
	bad   badLines
	total int64 // puzzles of the input, 0 if not known
}

// Expect counts the puzzles of inputs, if that is quick and a bar would show it.
func (s *Screen) Expect(ctx context.Context, inputs []*input.Input) {
	if !s.app.Quiet && screen.IsTerminal(s.app.Stderr) {
		s.total = input.CountPuzzles(ctx, inputs)
	}
}

// Screen returns the listener that shows the events of work on standard error.
func (a *App) Screen() *Screen { return &Screen{app: a, bad: badLines{app: a}} }

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

// Over does work on the puzzles of inputs, and shows how far it is and which of them are bad. End is called when all is
// shown.
func (a *App) Over(ctx context.Context, inputs []*input.Input, work func(work.Progress) (bad int, err error),
	end func() error) error {
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

// tell prints a bad line, up to a number of them.
func (b *badLines) tell(bad *sudoku.ParseError) {
	if b.Count++; b.Count <= MaxBadLines {
		fmt.Fprintln(b.app.Stderr, errorText(bad))
	}
}

// end says how many bad lines were not printed.
func (b *badLines) end() {
	if b.Count > MaxBadLines {
		fmt.Fprintf(b.app.Stderr, "sudokuctl: %d more bad lines\n", b.Count-MaxBadLines)
	}
}

// UnpackHint adds to the error of a packed file the command that unpacks it.
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
	if _, err := os.Stat(a.Config.Database); errors.Is(err, fs.ErrNotExist) {
		return nil, noLibrary(a.Config.Database)
	}
	return a.OpenStore(ctx)
}

// noLibrary returns the error of a command that needs a library.
func noLibrary(database string) error {
	return UsageErrorf("there is no database %q here yet; \"sudokuctl run\" or \"sudokuctl import\" makes one", database)
}

// OpenStock opens the database, for writing too if writes is set. If there is none yet, it makes a temporary library of
// the puzzles inside the program, which done removes.
func (a *App) OpenStock(ctx context.Context, writes bool) (s *store.Store, done func(), err error) {
	if _, statErr := os.Stat(a.Config.Database); errors.Is(statErr, fs.ErrNotExist) {
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

// ParseRange reads LO..HI or a single number, which is both.
func ParseRange(text string) (lo, hi float64, err error) {
	first, second, found := strings.Cut(text, "..")
	if lo, err = strconv.ParseFloat(first, 64); err != nil {
		return lo, lo, err
	}
	if hi = lo; found {
		hi, err = strconv.ParseFloat(second, 64)
	}
	if err == nil && !(lo <= hi) { // not a number is in no order
		err = fmt.Errorf("%v to %v is not a range", lo, hi)
	}
	return lo, hi, err
}

// ParseClues reads the flag --clues: a number or a range of them, 0 and 0 for "".
func ParseClues(text string) (least, most int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	lo, hi, err := ParseRange(text)
	if err != nil || lo != float64(int(lo)) || hi != float64(int(hi)) {
		return 0, 0, UsageErrorf("--clues %q is neither a number nor A..B", text)
	}
	return int(lo), int(hi), nil
}

// ParseConstraints reads the values of --constraints: names, or names and how many.
func ParseConstraints(texts []string) (wanted []constraint.Wanted, err error) {
	for _, text := range texts {
		w, err := constraint.ParseWanted(text)
		if err != nil {
			return nil, UsageErrorf("%w", err)
		}
		wanted = append(wanted, w)
	}
	return wanted, nil
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
