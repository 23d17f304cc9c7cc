package sudoku

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Result is one algorithm's answer to one puzzle, verified: solutions or grades.
type Result struct {
	Puzzle    *Puzzle
	Solutions []Grid  // distinct and verified; possibly fewer than Count when only counting was asked for
	Count     int64   // solutions found
	Grades    []Grade // in the ranges that the grader declares; the Verdict is Unknown then
	Verdict   Verdict
	Stats     Stats
	// why the verdict is not a proof: ErrGaveUp, context.DeadlineExceeded, ErrUnsupported, a fault
	Err error
}

// Verdict is the knowledge about a puzzle after an algorithm has answered. Only VerdictOf and the host that watches a
// plugin make one; an algorithm cannot claim it.
type Verdict uint8

// The verdicts; their texts are those of the command line and the database.
const (
	Unknown     Verdict = iota // no solution found, no proof that there is none
	Solved                     // a solution found, no proof that it is the only one
	Unique                     // exactly one solution
	Multiple                   // at least two solutions
	Impossible                 // no solution
	Timeout                    // the budget ended first
	Unsupported                // the algorithm cannot take such puzzles
	Wrong                      // the algorithm emitted a grid that is no solution, or contradicted itself
	Crashed                    // the plugin process, or a program that it runs, died of this puzzle
	Invalid                    // the puzzle's own givens clash
)

var verdictNames = [...]string{
	"unknown", "solved", "unique", "multiple", "impossible", "timeout", "unsupported", "wrong", "crashed",
	"invalid",
}

// String returns the verdict's name, such as "unique".
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// ParseVerdict is the inverse of String.
func ParseVerdict(s string) (Verdict, error) {
	for i, name := range verdictNames {
		if name == s {
			return Verdict(i), nil
		}
	}
	return Unknown, fmt.Errorf("parsing verdict %q: no such verdict", strings.Clone(s)) // s itself stays on the stack
}

// conclude derives the verdict from the number of distinct solutions found, whether the search ended because
// there are no others (and not because emit asked to stop), and whether the algorithm is complete.
func conclude(found int, exhausted, complete bool) Verdict {
	switch {
	case found >= 2:
		return Multiple
	case found == 1 && exhausted && complete:
		return Unique
	case found == 1:
		return Solved
	case exhausted && complete:
		return Impossible
	}
	return Unknown
}

// Solve runs a solver on one puzzle in this process and returns its verified answer. It stops after limit
// solutions, 0 meaning all; complete says whether the solver's exhausted search is a proof (Info.Complete).
func Solve(ctx context.Context, s Solver, p *Puzzle, limit int, complete bool) Result {
	r := Result{Puzzle: p}
	stopped := false
	start := time.Now()
	stats, err := s.Solve(ctx, p, func(g Grid) bool {
		if bad := Verify(p, g); bad != nil {
			r.Verdict, r.Err = Wrong, bad
			return false
		}
		r.Solutions = append(r.Solutions, g.Clone())
		stopped = limit > 0 && len(r.Solutions) >= limit
		return !stopped
	})
	r.Stats = stats
	r.Stats.Elapsed = time.Since(start)
	if err == nil && !stopped {
		err = ctx.Err() // a solver that hides its interruption has proved nothing
	}
	r.Count = int64(len(r.Solutions))
	if r.Verdict == Wrong {
		r.Solutions, r.Count = nil, 0
		return r
	}
	r.Verdict, r.Err = VerdictOf(len(r.Solutions), !stopped, complete, err), err
	return r
}

// VerdictOf derives the verdict from the number of solutions, whether the search went on to its end, whether
// the algorithm is complete, and the error that it returned.
func VerdictOf(found int, exhausted, complete bool, err error) Verdict {
	switch {
	case err == nil:
		return conclude(found, exhausted, complete)
	case found > 0:
		return conclude(found, false, complete)
	case errors.Is(err, ErrUnsupported):
		return Unsupported
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Timeout
	case errors.Is(err, ErrCrashed):
		return Crashed
	}
	return Unknown
}
