// Package puzzles has the commands that ask plugins about puzzles: solve, check, explain, hint, grade and generate need no
// library, run, bench and compare store the answers and compare them. Puzzles come from files, arguments or standard input.
package puzzles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// solveOptions are the flags of solve.
type solveOptions struct {
	app        *app.App
	req        ask.SolveRequest
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
	f.StringVar(&o.req.Solver, "solver", "", "`ID` of the plugin (default: a fast and complete solver)")
	f.StringSliceVar(&o.race, "race", nil, "let solvers race: `IDs` of plugins, or tag:NAME, separated by commas")
	f.IntVar(&o.req.Limit, "limit", 2, "stop at this many solutions of a puzzle, 0 = no limit")
	f.BoolVar(&o.req.CountOnly, "count", false, "print how many solutions were found, not the solutions")
	f.DurationVar(&o.req.Timeout, "timeout", 0, "time limit for each puzzle, 0 = no limit")
	f.Uint64Var(&o.req.Seed, "seed", 1, "seed of algorithms that use random numbers")
	f.IntVar(&o.req.Workers, "jobs", 0, "puzzles solved at the same time, 0 = one per processor")
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
func (o *solveOptions) run(ctx context.Context, args []string) (err error) {
	req := &o.req
	if req.Limit < 0 || req.Timeout < 0 || req.Workers < 0 {
		return app.UsageErrorf("--limit, --timeout and --jobs must not be negative")
	}
	if req.Inputs, err = o.app.Inputs(args); err != nil {
		return err
	}
	if o.race == nil {
		if req.Solver, err = o.app.ChosenPlugin(req.Solver); err != nil {
			return err
		}
	}
	app.CollectLess() // a seventh less work, for 40 MB
	if o.save {
		return o.keep(ctx)
	}
	out, err := newSolveOutput(o.app, *req, len(o.race) > 0)
	if err != nil {
		return err
	}
	req.Idle = out.rows.Flush
	if req.Limit != 1 && req.Limit != 2 {
		req.Estimated = out.estimated
	}
	var t *tracing
	if o.trace != "" {
		if t, err = newTracing(o.trace); err != nil {
			return err
		}
		req.Trace = t.point
	}
	o.app.Unwatched = len(o.race) > 0 // a solver that loses may break
	err = o.app.Over(ctx, req.Inputs, func(report work.Progress) (int, error) {
		if o.app.Unwatched {
			return ask.Race(ctx, o.app.Env(nil), *req, o.race, report, out.show)
		}
		bad, err := ask.Solve(ctx, o.app.Env(nil), *req, report, out.show)
		if t != nil {
			err = cmp.Or(err, t.end(o.app))
		}
		return bad, err
	}, out.end)
	return cmp.Or(err, out.status(o.exitStatus))
}

// keep is "solve --save": a run with one solver.
func (o *solveOptions) keep(ctx context.Context) error {
	if o.req.Solver == "" {
		p, err := o.app.Env(nil).Pick(ctx, "", work.CompleteSolver)
		if err != nil {
			return err
		}
		o.req.Solver = p.ID()
	}
	return begin(ctx, o.app, run.Request{Command: "solve", Inputs: o.req.Inputs, Solvers: []string{o.req.Solver},
		Graders: []string{}, Ask: o.req.Ask})
}

// solveOutput shows results and remembers the worst verdict.
type solveOutput struct {
	app     *app.App
	req     ask.SolveRequest
	info    sudoku.Info // of the solver, known with its first answer
	titles  bool        // several puzzles may come: name each
	rows    *screen.Rows[*sudoku.Result]
	guessed sync.Map // estimates by puzzle, of counts that take long
	eager   bool     // write each answer at once: nobody says when others are waited for
	worst   int      // exit code

	taken, decided int // answers to puzzles that the solver takes, and those that are no failure
}

// newSolveOutput returns the output in the wanted format.
func newSolveOutput(a *app.App, req ask.SolveRequest, race bool) (out *solveOutput, err error) {
	out = &solveOutput{app: a, req: req, eager: race, titles: len(req.Inputs) > 1 || !req.Inputs[0].IsText()}
	spare := []string{"version", "geometry", "guesses", "error", "solver", "puzzle"}
	if race { // the solver is what matters
		spare = slices.Delete(spare, 4, 5)
	}
	out.rows, err = (&screen.Columns[*sudoku.Result]{Grid: out.grid, Line: out.line, Spare: spare,
		Cells: func(r *sudoku.Result) []any { return solveCells(out.record(r)) },
		JSON:  func(r *sudoku.Result) any { return out.record(r) },
	}).On(a.Streams)
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
		s.rows.Flush() // what is remarked on an answer stands behind the answers before it
	}
	s.rows.Held = !s.eager && !cut && r.Err == nil
	if err := s.rows.Show(r); err != nil {
		return err
	}
	if cut {
		s.app.Remark("%s: %d of %d solutions are shown; --count only counts them", r.Puzzle.Name, kept, r.Count)
	}
	return nil
}

// record returns an answer for JSON and tables.
func (s *solveOutput) record(r *sudoku.Result) record.Solve {
	answer := record.NewSolve(s.info, r, s.req.Limit, s.req.CountOnly)
	if e, ok := s.guessed.Load(r.Puzzle); ok && !answer.Complete {
		answer.Estimate = new(e.(record.Estimate))
	}
	return answer
}

// estimated says about how many solutions a puzzle has that are still being counted.
func (s *solveOutput) estimated(p *sudoku.Puzzle, e record.Estimate) {
	s.guessed.Store(p, e)
	s.app.Remark("%s: about %.2g solutions, probably %.2g to %.2g; ^C ends the count", p.Name, e.Mean, e.Low, e.High)
}

// count returns the number of solutions, and says if there may be more.
func (s *solveOutput) count(r *sudoku.Result) string {
	number := strconv.FormatInt(r.Count, 10)
	if record.CountComplete(s.info, r, s.req.Limit) {
		return number
	}
	if r.Err != nil {
		s.app.Remark("%s: %v", r.Puzzle.Name, r.Err)
	}
	return "at least " + number
}

// line returns one solution a line, or the verdict if there is none.
func (s *solveOutput) line(r *sudoku.Result) string {
	if s.req.CountOnly {
		return s.count(r)
	}
	if r.Err != nil && (len(r.Solutions) == 0 || host.Broke(r)) {
		s.app.Remark("%s: %v", r.Puzzle.Name, r.Err)
	}
	if len(r.Solutions) == 0 {
		return r.Verdict.String()
	}
	lines := make([]string, len(r.Solutions))
	for i, grid := range r.Solutions {
		lines[i] = r.Puzzle.Geometry().FormatGrid(grid)
	}
	return strings.Join(lines, "\n")
}

// grid draws what was found below the puzzle's name, with a line about it. Beside the grids a pipe gets comments only,
// so that every command can read it.
func (s *solveOutput) grid(r *sudoku.Result) string {
	if s.req.CountOnly {
		return s.count(r) + "\n"
	}
	mark := ""
	if !screen.IsTerminal(s.app.Stdout) {
		mark = "# "
	}
	title := strings.TrimSpace(r.Puzzle.Name + "  " + r.Puzzle.Comment)
	if !s.titles {
		title = r.Puzzle.Comment
	}
	var b strings.Builder
	if title != "" {
		fmt.Fprintf(&b, "%s%s\n", mark, plain.Line(title))
	}
	if len(r.Solutions) == 0 {
		b.WriteString(screen.PictureOf(s.app.Streams, r.Puzzle, r.Puzzle.Givens()))
	}
	for i, grid := range r.Solutions {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(screen.PictureOf(s.app.Streams, r.Puzzle, grid))
	}
	fmt.Fprintf(&b, "%s%s\n\n", mark, s.summary(r))
	return b.String()
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

// end prints the end.
func (s *solveOutput) end() error {
	err := s.rows.End()
	if s.decided == 0 && s.taken > 1 {
		s.app.Remark("%s", solvedNone(s.info.ID, s.taken))
	}
	return err
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

// solvedNone says that a solver has solved none of the puzzles that it takes, and how to find out why.
func solvedNone(plugin string, of int) string {
	return fmt.Sprintf("%s solved 0 of %d %s: see \"sudokuctl plugin log %s\" and \"sudokuctl plugin test %s\"",
		plugin, of, screen.Plural(of, "puzzle"), plugin, plugin)
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
	rows    *screen.Rows[ask.TraceRecord]
	written int
}

// newTracing opens the file of a trace.
func newTracing(file string) (*tracing, error) {
	f, err := os.Create(file)
	if err != nil {
		return nil, app.UsageErrorf("writing trace: %w", err)
	}
	on := &screen.Streams{Stdout: f, Output: "csv"}
	if strings.HasSuffix(file, ".jsonl") {
		on.Output = "jsonl"
	}
	rows, err := (&screen.Columns[ask.TraceRecord]{Cells: func(r ask.TraceRecord) []any {
		return []any{"name", r.Name, "series", r.Series, "x", fmt.Sprint(r.X), "y", fmt.Sprint(r.Y)}
	}}).On(on)
	return &tracing{file: f, rows: rows}, err
}

// point writes a point of a puzzle; end returns what went wrong.
func (t *tracing) point(name string, p sudoku.Trace) {
	if t.rows.Show(ask.TraceRecord{Name: name, Series: p.Series, X: p.X, Y: p.Y}) == nil {
		t.written++
	}
}

// end finishes the file and says what is in it.
func (t *tracing) end(a *app.App) error {
	err := t.rows.End()
	if err == nil && t.written == 0 && !strings.HasSuffix(t.file.Name(), ".jsonl") {
		_, err = t.file.WriteString("name,series,x,y\n")
	}
	if err := cmp.Or(err, t.file.Close()); err != nil {
		return fmt.Errorf("writing trace: %w", err)
	}
	a.Remark("%s: %d %s", t.file.Name(), t.written, screen.Plural(t.written, "point"))
	return nil
}
