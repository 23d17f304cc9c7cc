package create

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/plugins/generate/easy"
)

// Generator makes puzzles by carving solution grids. Puzzle k of an order depends on the order, its seed and k alone.
type Generator struct{ settings }

// Generate implements sudoku.Generator. Puzzle k of a seed depends on the order and on k alone, not on the number
// of workers. If no attempt at a puzzle fits the order, the error wraps sudoku.ErrGaveUp and says what was nearest.
func (g *Generator) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (
	sudoku.Stats, error) {
	if err := check(&o); err != nil {
		return sudoku.Stats{}, err
	}
	if o.Near != nil && (o.Constraints != nil || o.Near.Clauses() != nil) {
		return sudoku.Stats{}, fmt.Errorf("making neighbours of puzzles with constraints: %w", sudoku.ErrUnsupported)
	}
	if err := cmp.Or(checkMethod(g.Method, &o), checkConstraints(g.settings, &o)); err != nil {
		return sudoku.Stats{}, err
	}
	grid, err := readBase(g.Grid, &o)
	if err != nil {
		return sudoku.Stats{}, err
	}
	var v *variant
	if o.Constraints != nil {
		if v, err = newVariant(ctx, &o); err != nil {
			return sudoku.Stats{}, fmt.Errorf("reading the order: %w", err)
		}
	}
	if o.Near != nil {
		return sudoku.Stats{}, emitNeighbours(ctx, &o, emit)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := g.Workers
	if o.Count > 0 {
		workers = min(workers, o.Count)
	}
	lines := make([]chan made, workers)
	for i := range lines {
		lines[i] = make(chan made, 4)
		var make func(ctx context.Context, k uint64, attempts int) made
		if v != nil {
			each := *v
			each.engine = newGeneral(ctx, o.Geometry)
			make = each.make
		} else {
			make = newMaker(ctx, &o, g.settings, grid).make
		}
		go g.produce(ctx, make, uint64(i), uint64(workers), uint64(o.Count), lines[i])
	}
	var sum made
	emitted := 0
	for k := 0; o.Count == 0 || emitted < o.Count; k++ {
		var m made
		select {
		case m = <-lines[k%workers]:
		case <-ctx.Done():
			m.err = ctx.Err()
		}
		sum.attempts += m.attempts
		sum.checks += m.checks
		if m.err != nil {
			return sum.stats(), m.err
		}
		if emitted++; !emit(m.puzzle) {
			break
		}
	}
	return sum.stats(), nil
}

// stats returns how many attempts and checks the puzzles took.
func (m made) stats() sudoku.Stats {
	return sudoku.Stats{Extra: []sudoku.Measure{
		{Name: "attempts", Value: float64(m.attempts)}, {Name: "uniqueness_checks", Value: float64(m.checks)},
	}}
}

// made is a finished puzzle and what it cost.
type made struct {
	puzzle           *sudoku.Puzzle
	err              error
	attempts, checks int64
}

// produce makes puzzles first, first+step, … up to a number, 0 for no end, until ctx is done or one fails.
func (g *Generator) produce(ctx context.Context, make func(context.Context, uint64, int) made, first, step, count uint64,
	out chan<- made) {
	for k := first; count == 0 || k < count; k += step {
		done := make(ctx, k, g.Attempts)
		select {
		case out <- done:
		case <-ctx.Done():
			return
		}
		if done.err != nil {
			return
		}
	}
}

// maker makes the puzzles of one order.
type maker struct {
	o      *sudoku.Order
	c      carver
	wang   *wang // Wang's rule; if it is nil givens are carved
	people easy.Solver

	solution sudoku.Grid // the grid drawn last
	carvings int         // how often it may still be carved
}

// newMaker makes a maker whose grids are images of one, or any if it is nil.
func newMaker(ctx context.Context, o *sudoku.Order, s settings, grid sudoku.Grid) *maker {
	orbits, _ := symmetry.Orbits(o.Geometry, o.Symmetry)
	e := newEngine(ctx, o.Geometry, s.GridBound)
	if g, ok := e.(*general); ok && !o.Minimal && o.Geometry.N() > 9 {
		g.check = quickGuesses
	}
	if grid != nil {
		e = base{e, o.Geometry, grid}
	}
	m := &maker{o: o, c: carver{g: o.Geometry, engine: e, orbits: orbits}}
	if s.Method == methodWang {
		m.wang = newWang(o.Geometry)
	}
	return m
}

// boundTries is how often a puzzle is made anew where its metric cannot be in the range.
const boundTries = 300

// make makes puzzle k of the order.
func (m *maker) make(ctx context.Context, k uint64, attempts int) made {
	m.c.rng = rand.New(rand.NewPCG(m.o.Seed, k))
	m.c.checks, m.carvings = 0, 0
	best, misses := "", math.Inf(1)
	var spare *sudoku.Puzzle // fits but for a metric that is only bounded
	for i := range attempts {
		if err := ctx.Err(); err != nil {
			return made{err: err}
		}
		givens := m.attempt()
		if givens == nil {
			continue
		}
		p := sudoku.MustPuzzle(m.o.Geometry, givens)
		miss, what := m.miss(p)
		switch {
		case miss == 0 && m.far(givens) == 0:
			return made{puzzle: p, attempts: int64(i + 1), checks: m.c.checks}
		case miss == 0:
			spare = p
		case miss < misses:
			best, misses = what, miss
		}
		if spare != nil && i >= boundTries {
			attempts = i + 1
			break
		}
	}
	if spare != nil {
		return made{puzzle: spare, attempts: int64(attempts), checks: m.c.checks}
	}
	if best == "" {
		best = "no puzzle at all"
	}
	err := fmt.Errorf("generating puzzle %d (%s): nothing fits after %d attempts, nearest was %s: %w",
		k+1, describe(m.o), attempts, best, sudoku.ErrGaveUp)
	return made{attempts: int64(attempts), checks: m.c.checks, err: err}
}

// Spec describes the plugin generate, a generator of puzzles of any geometry.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:       "generate",
			Name:     "Puzzle generator",
			Version:  "2.7.0",
			Summary:  "draws solution grids and takes givens and constraints away while the solution stays the only one",
			Licence:  "MIT",
			Homepage: "https://github.com/sudokuctl/sudokuctl",
			Settings: spec.Declare(usual),
			Aims:     aims(),
			Clauses:  []string{"differ", "pair", "sum", "count", "word"},

			Neighbours: true,
		},
		Generator: spec.With(newGenerator),
	}
}

// aims returns the metrics of which an order may want a range.
func aims() (all []sudoku.Aim) {
	for _, metric := range slices.Sorted(maps.Keys(measures)) {
		all = append(all, sudoku.Aim{Metric: metric, Exact: true})
	}
	for _, metric := range slices.Sorted(maps.Keys(rungs)) {
		all = append(all, sudoku.Aim{Metric: metric})
	}
	return append(all, sudoku.Aim{Metric: variantMetric})
}

type settings struct {
	Method    string  `setting:"method" enum:"carve,wang" summary:"carve: take givens away while the solution stays the only one; wang: empty each cell with the probability that the order's difficulty says, and keep what singles fill, after one guess at most [wang2007]"`
	Attempts  int     `setting:"attempts" min:"1" max:"1e9" summary:"how often to try to fit the order before saying that nothing fits"`
	Workers   int     `setting:"workers" max:"1024" summary:"puzzles made at the same time, 0 for one a processor; the puzzles do not depend on it"`
	Grid      string  `setting:"grid" summary:"a solution grid: every puzzle is made of an image of it; without it grids are drawn"`
	GridBound float64 `setting:"grid_bound" min:"1" max:"1e9" summary:"uniformity of 9×9 grids: 32768 is within 0.004, 65536 within 0.0005 and takes twice as long"`
}

// The values of the setting method that the program asks for by name.
const (
	methodCarve = "carve"
	methodWang  = "wang"
)

var usual = settings{Method: methodCarve, Attempts: 1000, GridBound: 32768}

// newGenerator returns a generator with a worker for each processor, unless the settings say otherwise.
func newGenerator(s settings) (sudoku.Generator, error) {
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	return &Generator{s}, nil
}
