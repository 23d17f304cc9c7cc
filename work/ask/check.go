package ask

import (
	"context"
	"errors"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A CheckRequest asks whether puzzles are valid, unique and minimal, and what their symmetries are.
type CheckRequest struct {
	Inputs  []*input.Input
	Solver  string        // id of a complete solver, "" for a fast one
	Most    int           // solutions counted at most
	Timeout time.Duration // for each puzzle
}

// Check checks puzzles one after the other, and returns how many records of the inputs were bad. An error of show
// ends the work.
func Check(ctx context.Context, env *work.Env, req CheckRequest, progress work.Progress,
	show func(*record.Check) error) (bad int, err error) {
	if req.Most < 2 {
		return 0, work.RequestErrorf("at least 2 solutions must be counted")
	}
	solver, err := env.CompleteSolver(ctx, req.Solver)
	if err != nil {
		return 0, err
	}
	defer progress.Stage(work.Begun{Stage: "checking", PerPuzzle: 1})()
	progress, count := progress.Counting()
	c := &checking{CheckRequest: req, progress: progress, show: show, checker: record.Checker{Solver: solver,
		Most: req.Most, Timeout: req.Timeout}}
	err = c.run(ctx)
	return count(), err
}

// checking checks puzzles by portions, so that one call of the solver answers many questions.
type checking struct {
	CheckRequest
	checker  record.Checker
	progress work.Progress
	show     func(*record.Check) error
}

// A portion holds the puzzles that have arrived while the last one was checked, so that no record waits for the input.
// How many at most depends on how long the last portions took, so that hard puzzles do not keep others waiting.
const (
	mostTogether = 256
	longPortion  = 50 * time.Millisecond
)

func (c *checking) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type arrival struct {
		puzzle *sudoku.Puzzle
		err    error
	}
	arrivals := make(chan arrival, mostTogether)
	go func() {
		defer close(arrivals)
		for r, err := range input.Walk(ctx, c.Inputs, c.progress) {
			select {
			case arrivals <- arrival{r.Puzzle, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	most := 1
	for next := range arrivals {
		begun := time.Now()
		var portion []*record.Check
		for ok := true; ok && next.err == nil; {
			portion = append(portion, c.checker.New(next.puzzle))
			if ok = len(portion) < most; ok {
				select {
				case next, ok = <-arrivals:
				default:
					ok = false
				}
			}
		}
		if err := errors.Join(c.check(ctx, portion), next.err); err != nil {
			return err
		}
		if time.Since(begun) < longPortion {
			most = min(2*most, mostTogether)
		} else {
			most = max(most/2, 1)
		}
	}
	return ctx.Err()
}

// check solves a portion and shows its records.
func (c *checking) check(ctx context.Context, portion []*record.Check) error {
	if err := c.checker.Complete(ctx, portion); err != nil {
		return err
	}
	for _, r := range portion {
		if err := c.show(r); err != nil {
			return err
		}
		c.progress.Step()
	}
	return nil
}
