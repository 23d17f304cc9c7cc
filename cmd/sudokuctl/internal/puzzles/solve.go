// Package puzzles has the commands about puzzles at hand, which need no library: solve, check, explain, hint, grade
// and generate. Puzzles come from files, arguments or standard input.
package puzzles

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// solveOptions are the flags of solve.
type solveOptions struct {
	app        *app.App
	solver     string
	limit      int
	count      bool
	timeout    time.Duration
	seed       uint64
	workers    int
	save       bool
	exitStatus bool
	trace      string
	race       []string
}

// Solve returns the command that solves puzzles of files or arguments and stores nothing.
func Solve(a *app.App) *cobra.Command {
	o := &solveOptions{app: a}
	c := app.Command("solve", o.run)
	f := c.Flags()
	f.StringVar(&o.solver, "solver", "", "`ID` of the plugin (default: a fast and complete solver)")
	f.StringSliceVar(&o.race, "race", nil, "let solvers race: `IDs` of plugins, or tag:NAME, separated by commas")
	f.IntVar(&o.limit, "limit", 2, "stop at this many solutions of a puzzle, 0 = no limit")
	f.BoolVar(&o.count, "count", false, "print how many solutions were found, not the solutions")
	f.DurationVar(&o.timeout, "timeout", 0, "time limit for each puzzle, 0 = no limit")
	f.Uint64Var(&o.seed, "seed", 1, "seed of algorithms that use random numbers")
	f.IntVar(&o.workers, "jobs", 0, "puzzles solved at the same time, 0 = one per processor")
	f.BoolVar(&o.save, "save", false, "save puzzles and answers in the database")
	f.BoolVar(&o.exitStatus, "exit-status", false, "exit with 3, 4 or 5 when a puzzle has none, several or "+
		"unknown solutions")
	f.StringVar(&o.trace, "trace", "", "write the solver's curves, one point per line, into `FILE` (.csv or .jsonl)")
	o.app.LenientFlag(f)
	c.MarkFlagsMutuallyExclusive("solver", "race")
	c.MarkFlagsMutuallyExclusive("save", "trace", "race")
	return c
}

// run solves the puzzles of the arguments.
func (o *solveOptions) run(ctx context.Context, args []string) error {
	if o.limit < 0 || o.timeout < 0 || o.workers < 0 {
		return app.UsageErrorf("--limit, --timeout and --jobs must not be negative")
	}
	in, err := o.app.Inputs(args)
	if err != nil {
		return err
	}
	if o.race == nil {
		if o.solver, err = o.app.ChosenPlugin(o.solver); err != nil {
			return err
		}
	}
	app.CollectLess() // a seventh less work, for 40 MB
	if o.save {
		return o.keep(ctx, in)
	}
	req := ask.SolveRequest{Inputs: in, Solver: o.solver, Ask: o.ask(), CountOnly: o.count}
	out, err := newSolveOutput(o.app, req, len(o.race) > 0)
	if err != nil {
		return err
	}
	req.Idle = out.idle
	if o.limit != 1 && o.limit != 2 {
		req.Estimated = out.estimated
	}
	var t *tracing
	if o.trace != "" {
		if t, err = newTracing(o.trace); err != nil {
			return err
		}
		req.Trace = t.point
	}
	answer := ask.Solve
	if o.app.Unwatched = len(o.race) > 0; o.app.Unwatched { // a solver that loses may break
		answer = func(ctx context.Context, env *work.Env, req ask.SolveRequest, progress work.Progress,
			show func(sudoku.Info, *sudoku.Result) error) (int, error) {
			return ask.Race(ctx, env, req, o.race, progress, show)
		}
	}
	err = o.app.Over(ctx, in, func(report work.Progress) (int, error) {
		bad, err := answer(ctx, o.app.Env(nil), req, report, out.show)
		if t != nil {
			err = cmp.Or(err, t.end(o.app))
		}
		return bad, err
	}, out.end)
	return cmp.Or(err, out.status(o.exitStatus))
}

// ask returns limits and seed as a solver takes them.
func (o *solveOptions) ask() runner.Ask {
	return runner.Ask{Limit: o.limit, Timeout: o.timeout, Workers: o.workers, Seed: o.seed}
}

// keep is "solve --save": a run with one solver.
func (o *solveOptions) keep(ctx context.Context, in []*input.Input) error {
	if o.solver == "" {
		p, err := o.app.Env(nil).Pick(ctx, "", work.CompleteSolver)
		if err != nil {
			return err
		}
		o.solver = p.ID()
	}
	return runs.Begin(ctx, o.app, run.Request{Command: "solve", Inputs: in, Solvers: []string{o.solver},
		Graders: []string{}, Ask: o.ask()})
}

// solveOutput shows results in one format and remembers the worst verdict.
type solveOutput struct {
	app     *app.App
	req     ask.SolveRequest
	info    sudoku.Info // of the solver, known with its first answer
	format  string
	titles  bool                       // several puzzles may come: name each
	listing *screen.Rows[record.Solve] // nil for grids and lines
	out     *bufio.Writer
	guessed sync.Map // estimates by puzzle, of counts that take long
	eager   bool     // write each answer at once: nobody says when others are waited for
	unsent  error    // why what was shown could not be written
	worst   int      // exit code

	taken, decided int // answers to puzzles that the solver takes, and those that are no failure
}

// newSolveOutput returns the output in the wanted format.
func newSolveOutput(a *app.App, req ask.SolveRequest, race bool) (*solveOutput, error) {
	out := &solveOutput{app: a, req: req, format: a.Format("grid", "line"),
		out: bufio.NewWriterSize(a.Stdout, 64<<10), eager: race, titles: len(req.Inputs) > 1 || !req.Inputs[0].IsText()}
	if out.format == "grid" || out.format == "line" {
		return out, nil
	}
	spare := []string{"version", "geometry", "guesses", "error", "solver", "puzzle"}
	if race { // the solver is what matters
		spare = slices.Delete(spare, 4, 5)
	}
	var err error
	out.listing, err = (&screen.Columns[record.Solve]{Cells: solveCells, Spare: spare}).On(a.Streams)
	return out, err
}

// show prints an answer.
func (s *solveOutput) show(solver sudoku.Info, r *sudoku.Result) error {
	s.info = solver
	status := statusOf(r.Verdict)
	s.worst = max(s.worst, status)
	if r.Verdict != sudoku.Unsupported {
		s.taken++
	}
	if status != app.ExitUnknown && status != app.ExitPlugin {
		s.decided++
	}
	s.app.NoteAnswer(solver.ID, r)
	kept := len(r.Solutions)
	cut := !s.req.CountOnly && int64(kept) < r.Count
	if cut || r.Err != nil {
		s.idle() // what is remarked on an answer stands behind the answers before it
	}
	switch {
	case s.listing != nil:
		answer := record.NewSolve(s.info, r, s.req.Limit, s.req.CountOnly)
		if e, ok := s.guessed.Load(r.Puzzle); ok && !answer.Complete {
			estimate := e.(record.Estimate)
			answer.Estimate = &estimate
		}
		return s.listing.Show(answer)
	case s.req.CountOnly:
		s.count(r)
	case s.format == "grid":
		s.grid(r)
	default:
		s.lines(r)
	}
	if cut {
		s.app.Remark("%s: %d of %d solutions are shown; --count only counts them", r.Puzzle.Name, kept, r.Count)
	}
	if s.eager || cut || r.Err != nil {
		s.idle()
	}
	return s.unsent
}

// estimated says about how many solutions a puzzle has that are still being counted.
func (s *solveOutput) estimated(p *sudoku.Puzzle, e record.Estimate) {
	s.guessed.Store(p, e)
	s.app.Remark("%s: about %.2g solutions, probably %.2g to %.2g; ^C ends the count", p.Name, e.Mean, e.Low, e.High)
}

// idle writes what has been shown.
func (s *solveOutput) idle() { s.unsent = cmp.Or(s.unsent, s.out.Flush()) }

// count writes the number of solutions, and says if there may be more.
func (s *solveOutput) count(r *sudoku.Result) {
	if !record.CountComplete(s.info, r, s.req.Limit) {
		s.out.WriteString("at least ")
		if r.Err != nil {
			s.app.Remark("%s: %v", r.Puzzle.Name, r.Err)
		}
	}
	s.out.WriteString(strconv.FormatInt(r.Count, 10) + "\n")
}

// lines writes one solution a line, or the verdict if there is none.
func (s *solveOutput) lines(r *sudoku.Result) {
	for _, grid := range r.Solutions {
		s.out.WriteString(r.Puzzle.Geometry().FormatGrid(grid))
		s.out.WriteByte('\n')
	}
	if len(r.Solutions) == 0 {
		s.out.WriteString(r.Verdict.String() + "\n")
	}
	if r.Err != nil && (len(r.Solutions) == 0 || host.Broke(r)) {
		s.app.Remark("%s: %v", r.Puzzle.Name, r.Err)
	}
}

// grid draws what was found below the puzzle's name, with a line about it. Beside the grids a pipe gets comments only,
// so that every command can read it.
func (s *solveOutput) grid(r *sudoku.Result) {
	mark := ""
	if !screen.IsTerminal(s.app.Stdout) {
		mark = "# "
	}
	title := strings.TrimSpace(r.Puzzle.Name + "  " + r.Puzzle.Comment)
	if !s.titles {
		title = r.Puzzle.Comment
	}
	if title != "" {
		fmt.Fprintf(s.out, "%s%s\n", mark, plain.Line(title))
	}
	if len(r.Solutions) == 0 {
		s.out.WriteString(screen.PictureOf(s.app.Streams, r.Puzzle, r.Puzzle.Givens()))
	}
	for i, grid := range r.Solutions {
		if i > 0 {
			s.out.WriteString("\n")
		}
		s.out.WriteString(screen.PictureOf(s.app.Streams, r.Puzzle, grid))
	}
	fmt.Fprintf(s.out, "%s%s\n\n", mark, s.summary(r))
}

// summary is what there is to say of an answer, on one line.
func (s *solveOutput) summary(r *sudoku.Result) string {
	text := r.Verdict.String()
	switch {
	case r.Verdict == sudoku.Multiple && record.CountComplete(s.info, r, s.req.Limit):
		text = fmt.Sprintf("%d solutions", r.Count)
	case r.Verdict == sudoku.Multiple:
		text = fmt.Sprintf("multiple: at least %d solutions", r.Count)
	case r.Verdict == sudoku.Solved && errors.Is(r.Err, sudoku.ErrGaveUp):
		text = "solved · not proved to be the only solution"
	case errors.Is(r.Err, sudoku.ErrGaveUp):
		text += " · no solution found"
	case r.Err != nil:
		text += " · " + plain.Line(r.Err.Error())
	}
	return fmt.Sprintf("%s · %s · %s · %d %s", text, s.info.ID, stats.Duration(r.Stats.Elapsed), r.Stats.Guesses,
		map[bool]string{true: "guess", false: "guesses"}[r.Stats.Guesses == 1])
}

// end prints the end, and flushes.
func (s *solveOutput) end() error {
	if s.listing != nil {
		s.unsent = s.listing.End()
	} else {
		s.idle()
	}
	if s.decided == 0 && s.taken > 1 {
		s.app.Remark("%s", app.SolvedNone(s.info.ID, s.taken))
	}
	return s.unsent
}

// statusOf returns the exit code that a verdict asks for with --exit-status.
func statusOf(v sudoku.Verdict) int {
	switch v {
	case sudoku.Impossible, sudoku.Invalid:
		return app.ExitImpossible
	case sudoku.Multiple:
		return app.ExitMultiple
	case sudoku.Unknown, sudoku.Timeout, sudoku.Unsupported:
		return app.ExitUnknown
	case sudoku.Wrong, sudoku.Crashed:
		return app.ExitPlugin
	}
	return app.ExitDone
}

// status is the error that carries the worst verdict's exit code, where one was asked for.
func (s *solveOutput) status(asked bool) error {
	if !asked || s.worst == app.ExitDone || s.worst == app.ExitPlugin {
		return nil
	}
	return &app.Failure{Code: s.worst}
}

// solveCells returns what a table shows; of several solutions the first.
func solveCells(s record.Solve) []any {
	solution := ""
	if len(s.Solutions) > 0 {
		solution = s.Solutions[0]
	}
	return []any{"name", s.Name, "puzzle", s.Puzzle, "geometry", s.Geometry, "solver", s.Solver, "version", s.Version,
		"verdict", s.Verdict, "count", s.Count, "solution", solution, "self_ns", s.SelfNs, "guesses", s.Guesses,
		"error", s.Error}
}

// tracing writes the points that a solver reports of its search to a file, one per line: as JSON if the name ends in
// .jsonl, else as CSV with a head.
type tracing struct {
	file    *os.File
	csv     *csv.Writer // nil: JSON
	err     error
	written int
}

// newTracing opens the file of a trace.
func newTracing(file string) (*tracing, error) {
	f, err := os.Create(file)
	if err != nil {
		return nil, app.UsageErrorf("writing trace: %w", err)
	}
	t := &tracing{file: f}
	if !strings.HasSuffix(file, ".jsonl") {
		t.csv = csv.NewWriter(f)
		t.err = t.csv.Write([]string{"name", "series", "x", "y"})
	}
	return t, nil
}

// point writes the points of a puzzle.
func (t *tracing) point(name string, p sudoku.Trace) {
	if t.err != nil {
		return
	}
	t.written++
	r := ask.TraceRecord{Name: name, Series: p.Series, X: p.X, Y: p.Y}
	if t.csv == nil {
		t.err = work.WriteLine(t.file, r)
		return
	}
	t.err = t.csv.Write([]string{r.Name, r.Series, fmt.Sprint(r.X), fmt.Sprint(r.Y)})
}

// end finishes the file and says what is in it.
func (t *tracing) end(a *app.App) error {
	if t.csv != nil {
		t.csv.Flush()
		t.err = cmp.Or(t.err, t.csv.Error())
	}
	if err := cmp.Or(t.err, t.file.Close()); err != nil {
		return fmt.Errorf("writing trace: %w", err)
	}
	a.Remark("%s: %d %s", t.file.Name(), t.written, screen.Plural(t.written, "point"))
	return nil
}
