package evolve

import (
	"context"
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec describes the plugin ga, a solver that finds solutions and proves nothing.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:        "ga",
			Name:      "genetic algorithm with entropy objective",
			Version:   "1.1.0",
			Summary:   "evolves grids of greatest entropy; finds solutions, proves nothing",
			Licence:   "MIT",
			Reference: "Rodríguez-Vázquez 2018, doi:10.1145/3205651.3208786 [rodriguez2018]",
			SoftClues: true,
			Clauses:   []string{"differ", "pair", "sum", "count"},
			Settings:  spec.Declare(usual),
		},
		Solver: spec.With(newSolver),
	}
}

// The variants.
const (
	memeticVariant = "memetic"
	paperVariant   = "paper"
)

const own = "auto" // of an enumeration: what the variant itself does

// settings are what may be set. A number of −1 stands for the variant's own value, see defaults.
type settings struct {
	Variant     string  `setting:"variant" enum:"memetic,paper" summary:"the algorithm as printed (paper), or improved (memetic)"`
	Encoding    string  `setting:"encoding" enum:"auto,rows,columns,blocks" summary:"the houses that are genes; auto: rows for paper, else those with fewest permutations"`
	Propagation string  `setting:"propagation" enum:"auto,none,matching" summary:"what narrows the candidates first; auto: none for paper, else matching"`
	Population  int     `setting:"population" min:"-1" max:"100000" summary:"individuals; −1: paper 200, memetic 8"`
	Crossover   float64 `setting:"crossover" min:"-1" max:"1" summary:"share of the children that are crossed; −1: paper 0.5, memetic 0.1"`
	Mutation    float64 `setting:"mutation" min:"-1" max:"1" summary:"paper: probability that a mutation changes a gene; −1: 0.2"`
	RenewEvery  int     `setting:"renew_every" min:"0" max:"1e9" summary:"paper: generations from one renewal of the population to the next; 0: never"`

	Steps int `setting:"steps" min:"1" max:"1e6" summary:"memetic: mutations of an individual in a generation, its local search"`

	RestartAfter   int64   `setting:"restart_after" min:"-1" max:"1e12" summary:"evaluations until a fresh population; 0: never; −1: paper 1e5, memetic 2.5e5"`
	MaxEvaluations int64   `setting:"max_evaluations" min:"-1" max:"1e15" summary:"evaluations until it gives up; 0: no bound; −1: paper 5e6, memetic 5e7"`
	Patience       float64 `setting:"patience" min:"0" max:"1e9" summary:"gives up on more solutions after this many times the cost of those found; 0: never"`
}

var usual = settings{
	Variant: memeticVariant, Encoding: own, Propagation: own, Population: -1, Crossover: -1.0, Mutation: -1.0,
	RenewEvery: 20, Steps: 200, RestartAfter: -1, MaxEvaluations: -1, Patience: 20.0,
}

// defaults are each variant's own values. The paper prints the population, the shares of mutation and
// crossover and the renewal; its mutation rate per row and its limits are ours.
var defaults = map[string]settings{
	paperVariant: {
		Encoding: "rows", Propagation: byNothing, Population: 200, Crossover: 0.5, Mutation: 0.2,
		RestartAfter: 100000, MaxEvaluations: 5e6,
	},
	memeticVariant: {
		Encoding: own, Propagation: byMatching, Population: 8, Crossover: 0.1, RestartAfter: 250000, MaxEvaluations: 5e7,
	},
}

// resolved has the variant's own values where nothing else is set.
func (s settings) resolved() settings {
	d := defaults[s.Variant]
	if s.Encoding == own {
		s.Encoding = d.Encoding
	}
	if s.Propagation == own {
		s.Propagation = d.Propagation
	}
	s.Population = max(1, orOwn(s.Population, d.Population))
	s.Crossover, s.Mutation = orOwn(s.Crossover, d.Crossover), orOwn(s.Mutation, d.Mutation)
	s.RestartAfter, s.MaxEvaluations = orOwn(s.RestartAfter, d.RestartAfter), orOwn(s.MaxEvaluations, d.MaxEvaluations)
	return s
}

// orOwn returns the setting, or the variant's own value if it is not set.
func orOwn[T int | int64 | float64](set, variants T) T {
	if set < 0 {
		return variants
	}
	return set
}

// Solver is one worker's genetic algorithm.
type Solver struct {
	settings settings // resolved
	seed     uint64
	trace    func(sudoku.Trace)
	layout   *layout // of the geometry of the last puzzle
}

// New makes a solver from resolved settings, see Spec.
func newSolver(s settings) (sudoku.Solver, error) { return &Solver{settings: s.resolved()}, nil }

// Seed sets the seed of the next puzzle. The same seed gives the same run.
func (s *Solver) Seed(seed uint64) { s.seed = seed }

// Trace sets the function that gets the best and mean entropy of the generations; nil turns it off.
func (s *Solver) Trace(f func(sudoku.Trace)) { s.trace = f }

// Solve searches until emit asks to stop, ctx is done or a limit of the settings is reached. It proves
// nothing: short of a stop by emit it ends with sudoku.ErrGaveUp, also for a puzzle whose contradiction or
// only solution propagation has found.
func (s *Solver) Solve(
	ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool,
) (sudoku.Stats, error) {
	if err := ctx.Err(); err != nil {
		return sudoku.Stats{}, err
	}
	if s.layout == nil || s.layout.geometry.Shape() != p.Geometry().Shape() {
		s.layout = newLayout(p.Geometry())
	}
	problem, err := newProblem(s.layout, p, &s.settings)
	if err != nil {
		return sudoku.Stats{}, err
	}
	if problem == nil {
		return sudoku.Stats{}, sudoku.ErrGaveUp
	}
	r := newRun(ctx, problem, s.settings, s.seed, emit)
	r.trace = s.trace
	r.search()
	return r.stats(), r.err()
}

// search runs the variant, unless propagation has left nothing to choose.
func (r *run) search() {
	if len(r.units) == 0 {
		r.spend(1)
		r.note(r.filled, r.score(r.filled))
		return
	}
	if r.Variant == paperVariant {
		evolvePaper(r)
		return
	}
	evolveMemetic(r)
}

// run is one call of Solve: the puzzle, the evaluations and grids so far, and whether to go on.
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

// newRun returns a run that has found nothing yet.
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

// stats returns evaluations, generations, restarts and the best entropy.
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

// next returns the next number (wyrand).
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
