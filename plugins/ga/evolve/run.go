package evolve

import (
	"context"
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// run is one call of Solve: the puzzle, what was spent and found so far, and whether to go on.
type run struct {
	*problem
	settings
	random
	ctx   context.Context
	emit  func(sudoku.Grid) bool
	trace func(sudoku.Trace)

	evaluations, generations, restarts int64
	checkAt                            int64 // evaluations at which to look at clock and limits again
	lastFound                          int64 // evaluations when the newest distinct solution came
	solutions                          map[string]bool
	best                               []uint8 // the best grid so far
	bestScore                          nats
	over, stopped                      bool  // the search is to end; emit asked for it
	traceStep                          int64 // of how many generations one is traced
}

// cellsPerCheck is the work between two looks at the context, in cells evaluated: 0.1 ms on a 9×9 puzzle.
const cellsPerCheck = 20000

func newRun(ctx context.Context, p *problem, s settings, seed uint64, emit func(sudoku.Grid) bool) *run {
	return &run{
		problem: p, settings: s, random: random{seed}, ctx: ctx, emit: emit, solutions: map[string]bool{},
		best: make([]uint8, p.cells), bestScore: math.MinInt64, traceStep: 1,
	}
}

// spend counts evaluations and reports whether the search must end.
func (r *run) spend(evaluations int) bool {
	r.evaluations += int64(evaluations)
	if r.evaluations >= r.checkAt {
		r.checkAt = r.evaluations + cellsPerCheck/int64(r.cells)
		r.over = r.over || r.exhausted() || r.ctx.Err() != nil
	}
	return r.over
}

// exhausted reports whether the limits in the settings are reached.
func (r *run) exhausted() bool {
	if r.MaxEvaluations > 0 && r.evaluations >= r.MaxEvaluations {
		return true
	}
	if r.Patience == 0 || len(r.solutions) == 0 {
		return false
	}
	return float64(r.evaluations) > float64(r.lastFound)*(1+r.Patience)+minPatience
}

// minPatience is how many evaluations the search goes on at least after a solution.
const minPatience = 1000

// note looks at an evaluated grid: it remembers the best and emits a solution that is new. It reports
// whether the grid is a solution, and ends the run if emit wants no more.
func (r *run) note(values []uint8, score nats) (solved bool) {
	if score > r.bestScore {
		r.bestScore = score
		copy(r.best, values)
	}
	if score < r.goal.optimum {
		return false
	}
	key := string(values)
	if !r.solutions[key] {
		r.solutions[key] = true
		r.lastFound = r.evaluations
		if !r.emit(sudoku.Grid(values).Clone()) {
			r.over, r.stopped = true, true
		}
	}
	return true
}

// due reports whether a population begun at so many evaluations has had its time.
func (r *run) due(begun int64) bool {
	return r.RestartAfter > 0 && r.evaluations-begun >= r.RestartAfter
}

// tracePoints bounds the points of a trace: after that many, only every other generation is reported.
const tracePoints = 500

// tell traces the best and mean entropy of a generation.
func (r *run) tell(grids func(yield func(values []uint8) bool)) {
	if r.trace == nil || r.generations%r.traceStep != 0 {
		return
	}
	if r.generations/r.traceStep >= tracePoints {
		r.traceStep *= 2
	}
	best, sum, n := nats(0), nats(0), 0
	grids(func(values []uint8) bool {
		e := r.entropyOf(values)
		best, sum, n = max(best, e), sum+e, n+1
		return true
	})
	x := float64(r.generations)
	r.trace(sudoku.Trace{Series: "best_entropy", X: x, Y: best.float()})
	r.trace(sudoku.Trace{Series: "mean_entropy", X: x, Y: sum.float() / float64(n)})
}

// err says how the search ended.
func (r *run) err() error {
	if r.stopped {
		return nil
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return sudoku.ErrGaveUp
}

func (r *run) stats() sudoku.Stats {
	return sudoku.Stats{Extra: []sudoku.Measure{
		{Name: "evaluations", Value: float64(r.evaluations)},
		{Name: "generations", Value: float64(r.generations)},
		{Name: "restarts", Value: float64(r.restarts)},
		{Name: "best_entropy", Value: r.entropyOf(r.best).float()},
	}}
}

// random is the wyrand generator: 64 bits of state, about a nanosecond a number. The same seed gives the same
// run on every machine, which math/rand/v2 promises too, but each of its draws goes through an interface.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(r.state, r.state^0xe7037ed1a0b428db)
	return hi ^ lo
}

// below returns a number from 0 to n-1; the bias of n/2⁶⁴ is of no account here.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// float returns a number in [0, 1).
func (r *random) float() float64 { return float64(r.next()>>11) * 0x1p-53 }

// chance is true with probability p.
func (r *random) chance(p float64) bool { return r.float() < p }
