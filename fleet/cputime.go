package fleet

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

const (
	coarse = 20 * time.Millisecond // CPU time is known to two ticks of the system, user and system time
	idle   = 100                   // a plugin that uses less than a hundredth of the clock is waiting, not computing
)

// onProcessor answers a puzzle that ran out of time by the clock, on its own and with more and more of the clock, until the plugin
// answers, has had the CPU time of the limit, or has had next to none. An answer that took more of it does not count. If the system
// does not say how much CPU time a plugin has used, the limit is by the clock.
func onProcessor(ctx context.Context, t job.Task, p job.Plugin, puzzle *sudoku.Puzzle) (r sudoku.Result, err error) {
	limit := t.Timeout()
	enough := limit - max(limit/20, coarse)
	for wall := limit; ; {
		t.TimeoutMS = wall.Milliseconds()
		before, known := p.Usage()
		take := func(_ uint64, answer sudoku.Result) error { r = answer; return nil }
		if err := t.Do(ctx, p, 1, runner.Numbered([]*sudoku.Puzzle{puzzle}), take, take); err != nil {
			return r, err
		}
		after, _ := p.Usage()
		used := after.User + after.System - before.User - before.System
		switch {
		case used > limit+coarse:
			return sudoku.Result{Puzzle: puzzle, Verdict: sudoku.Timeout, Stats: r.Stats}, nil
		case r.Verdict != sudoku.Timeout || !known || used >= enough, wall >= idle*coarse && used < wall/idle:
			return r, nil
		}
		next := 2 * wall
		if used > coarse {
			next = max(next, time.Duration(float64(limit)*float64(wall)/float64(used)))
		}
		wall = next
	}
}
