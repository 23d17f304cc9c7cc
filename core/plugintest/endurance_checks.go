package plugintest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

var enduranceChecks = []Check{
	{"solve/timeout", "A puzzle over its budget is answered soon after, not met with silence.", solveTimeout},
	{"solve/cancel", "Cancelling ends the work soon.", solveCancel},
	{"solve/many", "A thousand puzzles in one process are all answered, or as many as a slow one solves in a second.",
		solveMany},
	{"solve/same-again", "The same puzzle and seed get the same solutions, in any order, if that is promised.", solveSame},
	{"solve/seed-unused", "A deterministic algorithm does not look at the seed.", solveSeed},
	{"solve/workers", "Three workers find what one finds.", solveWorkers},
	{"solve/puzzle-kept", "The givens of a puzzle are not written to.", solveKept},
	{"solve/self-time", "The time that it says it took is no longer than the time that passed.", solveSelfTime},
}

// patience is how long after its budget an algorithm may answer.
const patience = 15 * time.Second

// solveTimeout checks that the empty grid ends with the budget.
func solveTimeout(p *probe) {
	endless := classic(func(pr promise) bool { return pr.puzzle.Clues() == 0 })
	begin := time.Now()
	answers := p.solveWith(puzzlesOf(endless), runner.Ask{Timeout: 50 * time.Millisecond})
	a, took := &answers[0], time.Since(begin)
	sent := "the empty classic grid without limit and a budget of 50ms"
	if took > patience {
		fail(sent, fmt.Sprintf("an answer after %v", took), fixLook)
	}
	if a.Err == nil && p.info.Complete && p.info.Takes(endless[0].puzzle.Geometry()) {
		fail(sent, came(a), "end as timed out when the budget is over")
	}
}

// solveCancel checks that a cancelled call ends soon.
func solveCancel(p *probe) {
	if p.subject.Solve == nil {
		skip("it does not solve")
	}
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	endless := puzzlesOf(classic(func(pr promise) bool { return pr.puzzle.Clues() == 0 }))
	done := make(chan error, 1)
	go func() {
		_, err := p.subject.Solve(ctx, endless, runner.Ask{Limit: 1_000_000})
		done <- err
	}()
	cancel()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			must(err, "cancelling")
		}
	case <-time.After(patience):
		fail("a puzzle without end, then cancel", "nothing for "+patience.String(), fixLook)
	}
}

// permuted returns n equivalents of the easy puzzles.
func permuted(n int, seed uint64) []*sudoku.Puzzle {
	easy := classic(isEasy)
	rng := rand.New(rand.NewPCG(seed, 0))
	puzzles := make([]*sudoku.Puzzle, n)
	for i := range puzzles {
		q := easy[i%len(easy)].puzzle
		puzzles[i] = symmetry.RandomImage(q, rng)
	}
	return puzzles
}

// manyBudgets is after how many budgets of one puzzle a slow algorithm need not go on with many.
const manyBudgets = 4

// solveMany asks for ten puzzles, then for twice as many each time: a slow solver gets fewer, so that it does not
// time out a thousand times.
func solveMany(p *probe) {
	begin, asked := time.Now(), 0
	for left, n := permuted(1000, 1), 10; len(left) > 0 && time.Since(begin) < manyBudgets*p.timeout; n *= 2 {
		n = min(n, len(left))
		answers := p.solveWith(left[:n], runner.Ask{Limit: 1, Timeout: p.timeout})
		for i := range answers {
			if a := &answers[i]; a.Exhausted && len(a.Grids) != 1 {
				fail(fmt.Sprintf("1,000 puzzles, of which the %d-th", asked+i+1), ending(a), "start each puzzle afresh")
			}
		}
		left, asked = left[n:], asked+n
	}
}

// mixed are puzzles of several kinds, the quick ones.
func mixed() []*sudoku.Puzzle {
	quick := classic(func(pr promise) bool { return pr.count == 0 || pr.count < 100 && pr.puzzle.Clues() > 22 })
	return puzzlesOf(append(quick, emptyFour()))
}

// solveSame checks that answers do not depend on the order of puzzles.
func solveSame(p *probe) {
	forth := mixed()
	back := slices.Clone(forth)
	slices.Reverse(back)
	first := p.solveWith(forth, runner.Ask{Limit: 3, Seed: 5, Timeout: p.timeout})
	again := p.solveWith(back, runner.Ask{Limit: 3, Seed: 5, Timeout: p.timeout})
	slices.Reverse(again)
	p.sameAnswers(forth, first, again, fixState)
}

// sameAnswers checks that two rounds brought the same grids in the same order, as far as both were in time. An
// algorithm without that promise may find other solutions, or none; its proofs stay the same.
func (p *probe) sameAnswers(puzzles []*sudoku.Puzzle, a, b []Answer, fix string) {
	for i, q := range puzzles {
		if late(&a[i]) || late(&b[i]) {
			continue
		}
		if !p.info.Deterministic && !p.subject.Seeded {
			if p.info.Complete && a[i].Exhausted && b[i].Exhausted && len(a[i].Grids) != len(b[i].Grids) {
				fail(q.String()+" twice", fmt.Sprintf("%s and %s", firstGrid(q, &a[i]), firstGrid(q, &b[i])), fix)
			}
			continue
		}
		if !slices.EqualFunc(a[i].Grids, b[i].Grids, func(g, h sudoku.Grid) bool { return slices.Equal(g, h) }) {
			fail(q.String()+" twice", fmt.Sprintf("%s and %s", firstGrid(q, &a[i]), firstGrid(q, &b[i])), fix)
		}
	}
}

// late reports whether a puzzle ran out of time.
func late(a *Answer) bool {
	return errors.Is(a.Err, context.DeadlineExceeded) || errors.Is(a.Err, context.Canceled)
}

// firstGrid says how many solutions an answer has, and the first.
func firstGrid(q *sudoku.Puzzle, a *Answer) string {
	if len(a.Grids) == 0 {
		return "no solution"
	}
	return fmt.Sprintf("%d solutions from %s", len(a.Grids), q.Geometry().FormatGrid(a.Grids[0]))
}

// solveSeed checks that a deterministic solver does not depend on the seed.
func solveSeed(p *probe) {
	if !p.info.Deterministic {
		skip("it is not deterministic")
	}
	p.asAlone(p, runner.Ask{Limit: 2, Seed: 2, Timeout: p.timeout}, "do not declare deterministic")
}

// solveWorkers checks that answers do not depend on the number of workers.
func solveWorkers(p *probe) {
	p.asAlone(p, runner.Ask{Limit: 2, Seed: 1, Timeout: p.timeout, Workers: 3},
		"share nothing that is written to between workers or processes (memory, files, ports), or do not declare deterministic")
}

// asAlone checks that another probe, or another way to ask, gets the answers that one worker gives with seed 1.
func (p *probe) asAlone(other *probe, ask runner.Ask, fix string) {
	puzzles := mixed()
	alone := p.solveWith(puzzles, runner.Ask{Limit: 2, Seed: 1, Timeout: p.timeout})
	answers := other.solveWith(puzzles, ask)
	p.sameAnswers(puzzles, alone, answers, fix)
}

// solveKept checks that the solver does not write into its puzzles.
func solveKept(p *probe) {
	puzzles := mixed()
	var before []sudoku.Grid
	for _, q := range puzzles {
		before = append(before, q.Givens().Clone())
	}
	p.solve(puzzles, 2)
	for i, q := range puzzles {
		if !slices.Equal(before[i], q.Givens()) {
			fail(q.Geometry().FormatGrid(before[i]), "the puzzle changed", "solve on a copy of the givens")
		}
	}
}

// solveSelfTime checks that self times are plausible.
func solveSelfTime(p *probe) {
	puzzles := permuted(10, 2)
	begin := time.Now()
	answers := p.solveWith(puzzles, runner.Ask{Limit: 1, Timeout: p.timeout / 2})
	var self time.Duration
	passed := time.Since(begin)
	for _, a := range answers {
		self += a.Stats.Elapsed
	}
	if self > passed {
		fail("10 puzzles, one worker", fmt.Sprintf("%v of self time within %v", self, passed),
			"measure wall time of the search alone")
	}
}
