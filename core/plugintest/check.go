// Package plugintest tells an author whether an algorithm keeps the promises that sudokuctl relies on. A
// plugin's test is one line:
//
//	func TestConformance(t *testing.T) { plugintest.Run(t, search.Spec()) }
//
// # Words
//
//   - A [Check] is one promise, with a name such as solve/givens-kept.
//   - A [Subject] is what is checked. [Direct] calls the functions of a Spec, [Across] serves the Spec and
//     talks to it over the protocol; a host can make one of a plugin of any language.
//   - A [Process] lets checks start and end the processes behind a subject, and talk lines with a program.
//   - A [Fault] has the request, the answer and how to fix it.
//   - testdata/promises.txt holds the puzzles whose solutions are counted, one a line: geometry puzzle count
//     [solution]. A test of this package counts them with a search too simple to be wrong.
//
// An algorithm may run out of time or give up, and it may say that it cannot take a geometry. It may not answer
// wrongly, twice or not at all.
package plugintest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Check is one promise that an algorithm is held to.
type Check struct {
	Name    string // power/promise, such as solve/givens-kept
	Summary string // the promise in one sentence
	run     func(*probe)
}

// Fault says how a promise was broken, in words from which an author can mend the program.
type Fault struct {
	Sent string // what was asked
	Came string // what was answered
	Fix  string // one sentence for the author
}

// Error quotes the question and the answer, and says how to mend the program.
func (f *Fault) Error() string { return fmt.Sprintf("sent %s; came %s; %s", f.Sent, f.Came, f.Fix) }

// Skip says why a check does not apply.
type Skip struct{ Why string }

// Error says why the check does not apply to the plugin. A skipped check is no failure.
func (s *Skip) Error() string { return s.Why }

// Setup says how checks are run. The zero value will do.
type Setup struct {
	Timeout time.Duration // for each puzzle; DefaultTimeout where 0
}

// DefaultTimeout is what a puzzle may take in a check. A slower algorithm times out there, which is no fault.
const DefaultTimeout = 250 * time.Millisecond

// Run runs the check: nil means that the promise is kept, *Skip that it does not apply, *Fault that it is
// broken. Any other error says that the subject broke down.
func (c Check) Run(ctx context.Context, s *Subject, setup Setup) error {
	if setup.Timeout <= 0 {
		setup.Timeout = DefaultTimeout
	}
	info, err := s.Describe(ctx)
	if err != nil {
		return fmt.Errorf("describing: %w", err)
	}
	run := func() (lost bool, err error) {
		before := s.losses()
		err = try(func() { c.run(&probe{ctx: ctx, subject: s, info: info, timeout: setup.Timeout}) })
		return s.losses() > before, err
	}
	lost, err := run()
	if !lost || ctx.Err() != nil {
		return err
	}
	// On a busy machine a good process may miss its time once. One that dies at a certain puzzle, or never returns from
	// it, does so again, though the host hides it: another process answers in its place.
	if lost, err = run(); lost && !errors.As(err, new(*Fault)) {
		err = &Fault{"the puzzles of this check, twice",
			"each time a process that ended by itself, or did not react and was killed",
			"return from every puzzle soon after its budget is over, and let no puzzle end the process; " +
				"its log has its last words"}
	}
	return err
}

// Checks returns all checks in the order in which they should be run.
func Checks() []Check {
	all := []Check{StartCheck}
	all = append(all, describeChecks...)
	all = append(all, solveChecks...)
	all = append(all, clauseChecks...)
	all = append(all, enduranceChecks...)
	all = append(all, gradeChecks...)
	all = append(all, explainChecks...)
	all = append(all, generateChecks...)
	return append(all, processChecks...)
}

// probe is what a check works with.
type probe struct {
	ctx     context.Context
	subject *Subject
	info    sudoku.Info
	timeout time.Duration
}

// broken is what ends a check early.
type broken struct{ error }

// skip ends a check that does not apply.
func skip(format string, args ...any) { panic(broken{&Skip{Why: fmt.Sprintf(format, args...)}}) }

// fail ends a check whose promise is broken.
func fail(sent, came, fix string) { panic(broken{&Fault{Sent: sent, Came: came, Fix: fix}}) }

// must ends a check with an error of the subject, if there is one.
func must(err error, format string, args ...any) {
	if err != nil {
		panic(broken{fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)})
	}
}

// try runs part of a check and returns how it ended early: with a *Fault, a *Skip or an error of the subject.
func try(part func()) (err error) {
	defer func() {
		switch end := recover().(type) {
		case nil:
		case broken:
			err = end.error
		default:
			panic(end)
		}
	}()
	part()
	return nil
}

// solve solves puzzles with a limit and the budget of the checks and verifies what comes.
func (p *probe) solve(puzzles []*sudoku.Puzzle, limit int) []Answer {
	return p.solveWith(puzzles, runner.Ask{Limit: limit, Timeout: p.timeout})
}

// solveWith solves puzzles, and skips the check if the subject does not solve.
func (p *probe) solveWith(puzzles []*sudoku.Puzzle, o runner.Ask) []Answer {
	if p.subject.Solve == nil {
		skip("it does not solve")
	}
	answers, err := p.subject.Solve(p.ctx, puzzles, o)
	must(err, "solving %d puzzles", len(puzzles))
	if len(answers) != len(puzzles) {
		fail(fmt.Sprintf("%d puzzles", len(puzzles)), fmt.Sprintf("%d answers", len(answers)),
			"answer every puzzle exactly once")
	}
	for i, q := range puzzles {
		p.verify(q, &answers[i])
		if o.Timeout >= p.timeout && p.info.Fits(q) == nil {
			p.subject.count(&answers[i], p.info.Complete)
		}
	}
	return answers
}

// verify checks what holds for every answer: its grids are solutions, and its error is one of those agreed upon.
func (p *probe) verify(q *sudoku.Puzzle, a *Answer) {
	for _, g := range a.Grids {
		if err := sudoku.Verify(q, g); err != nil {
			fail(q.String(), q.Geometry().FormatGrid(g)+": "+err.Error(), "answer with nothing but solutions of the puzzle")
		}
	}
	switch {
	case errors.Is(a.Err, sudoku.ErrUnsupported) && p.info.Fits(q) == nil && q.Constraints() == nil:
		fail(q.String(), a.Err.Error(), "declare in shapes which geometries it can take")
	case a.Err != nil && !excused(a.Err):
		fail(q.String(), a.Err.Error(), fixEnding)
	}
}

// excused reports whether an error says that there is no answer, and not that something broke.
func excused(err error) bool {
	return errors.Is(err, sudoku.ErrGaveUp) || errors.Is(err, sudoku.ErrUnsupported) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// Advice that several checks give, in the words that all protocols share: a search ends as finished, gave up, timed out
// or unsupported.
const (
	fixEnding      = "end an undisturbed search as finished, gave up, timed out or unsupported; everything else is a fault"
	fixStepsEnding = "end as finished, gave up or timed out"
	fixUndeclared  = "answer unsupported for what shapes does not name"
	fixStop        = "end as soon as the host wants no more"
	fixLook        = "ask every thousand steps or so whether the budget is over or the work is cancelled"
	fixState       = "keep no state between puzzles but what the seed sets"
)

// Run runs all checks on a Spec, directly and across the protocol, as subtests direct/… and wire/….
func Run(t *testing.T, spec plugin.Spec) {
	t.Helper()
	RunWith(t, spec, Setup{})
}

// RunWith is Run for algorithms that need settings or a longer budget.
func RunWith(t *testing.T, spec plugin.Spec, setup Setup) {
	t.Helper()
	t.Run("direct", func(t *testing.T) {
		s, err := Direct(spec)
		if err != nil {
			t.Fatal(err)
		}
		runChecks(t, s, setup)
	})
	t.Run("wire", func(t *testing.T) {
		s, stop, err := Across(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
		runChecks(t, s, setup)
	})
}

// runChecks runs all checks as tests.
func runChecks(t *testing.T, s *Subject, setup Setup) {
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			err := c.Run(t.Context(), s, setup)
			var skipped *Skip
			var broken *Fault
			switch {
			case errors.As(err, &skipped):
				t.Skip(skipped.Why)
			case errors.As(err, &broken):
				t.Errorf("%s\nsent: %s\ncame: %s\nfix:  %s", c.Summary, broken.Sent, broken.Came, broken.Fix)
			case err != nil:
				t.Error(err)
			}
			for _, note := range s.Notes {
				t.Log(note)
			}
			s.Notes = nil
		})
	}
}
