package plugintest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Check is one promise that an algorithm is held to.
type Check struct {
	Name    string // power/promise, such as solve/givens-kept
	Summary string // the promise in one sentence
	run     func(*probe) error
}

// Fault says how a promise was broken.
type Fault struct {
	Sent string // what was asked
	Came string // what was answered
	Fix  string // one sentence for the author
}

// Error tells all three.
func (f *Fault) Error() string { return fmt.Sprintf("sent %s; came %s; %s", f.Sent, f.Came, f.Fix) }

// Skip says why a check does not apply.
type Skip struct{ Why string }

// Error returns the reason.
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
	err = c.run(&probe{ctx: ctx, subject: s, info: info, timeout: setup.Timeout})
	if broken := (*Fault)(nil); errors.As(err, &broken) {
		broken.Fix = s.Dialect.in(broken.Fix)
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

func skip(format string, args ...any) error { return &Skip{Why: fmt.Sprintf(format, args...)} }

func fault(sent, came, fix string) error { return &Fault{Sent: sent, Came: came, Fix: fix} }

// solve solves puzzles with a limit and the budget of the checks and verifies what comes.
func (p *probe) solve(puzzles []*sudoku.Puzzle, limit int) ([]Answer, error) {
	return p.solveWith(puzzles, runner.Ask{Limit: limit, Timeout: p.timeout})
}

func (p *probe) solveWith(puzzles []*sudoku.Puzzle, o runner.Ask) ([]Answer, error) {
	if p.subject.Solve == nil {
		return nil, skip("it does not solve")
	}
	answers, err := p.subject.Solve(p.ctx, puzzles, o)
	if err != nil {
		return nil, fmt.Errorf("solving %d puzzles: %w", len(puzzles), err)
	}
	if len(answers) != len(puzzles) {
		return nil, fault(fmt.Sprintf("%d puzzles", len(puzzles)), fmt.Sprintf("%d answers", len(answers)),
			"answer every puzzle exactly once")
	}
	for i, q := range puzzles {
		if err := p.verify(q, &answers[i]); err != nil {
			return nil, err
		}
		if o.Timeout >= p.timeout && p.info.Fits(q) == nil {
			p.subject.count(&answers[i], p.info.Complete)
		}
	}
	return answers, nil
}

// verify checks what holds for every answer: its grids are solutions, and its error is one of those agreed upon.
func (p *probe) verify(q *sudoku.Puzzle, a *Answer) error {
	for _, g := range a.Grids {
		if err := sudoku.Verify(q, g); err != nil {
			return fault(q.String(), q.Geometry().FormatGrid(g)+": "+err.Error(), fixOnlySolution)
		}
	}
	return p.verifyError(q, a.Err)
}

func (p *probe) verifyError(q *sudoku.Puzzle, err error) error {
	if errors.Is(err, sudoku.ErrUnsupported) && p.info.Fits(q) == nil && q.Constraints() == nil {
		return fault(q.String(), err.Error(), fixShapes)
	}
	if err == nil || excused(err) {
		return nil
	}
	return fault(q.String(), err.Error(),
		fixEnding)
}

// excused reports whether an error says that there is no answer, and not that something broke.
func excused(err error) bool {
	return errors.Is(err, sudoku.ErrGaveUp) || errors.Is(err, sudoku.ErrUnsupported) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
