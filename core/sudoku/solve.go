package sudoku

import (
	"context"
	"errors"
	"time"
)

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
	}
	return Unknown
}
