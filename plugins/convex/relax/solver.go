package relax

import (
	"context"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A strategy is one way to solve: auto or a line of Table I. It works on a board that obeys the puzzle.
type strategy interface {
	// solve emits solutions until emit returns false. Nil means that there are no others or that emit asked to stop.
	solve(r *run) error
}

// Solver solves puzzles of any geometry with one strategy. It keeps the tables of the latest geometry.
type Solver struct {
	settings settings
	frame    *frame
	board    *board
	program  program
	strategy strategy
	trace    func(sudoku.Trace)
}

// run is one call of Solve.
type run struct {
	*Solver
	ctx        context.Context
	puzzle     *sudoku.Puzzle
	emit       func(sudoku.Grid) bool
	iterations int
	nodes      int
	guesses    int64
	extra      []sudoku.Measure
}

// newSolver returns a solver that is ready for the classic geometry.
func newSolver(s settings) (sudoku.Solver, error) {
	solver := &Solver{settings: s}
	if err := solver.prepare(sudoku.Classic()); err != nil {
		return nil, err
	}
	return solver, nil
}

// Trace sets the function that receives the entropy after each INIT, UP and DOWN, by iteration, and the
// programs solved by tree node.
func (s *Solver) Trace(f func(sudoku.Trace)) { s.trace = f }

// Solve emits solutions. With the variant auto its end is a proof; the lines of Table I give up instead,
// unless a certificate proves the puzzle impossible. Measures: lp_solves, iterations (UP and DOWN), nodes,
// ip_iterations, and for the most probable grid log_probability, dual_gap and certified.
func (s *Solver) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if err := s.prepare(p.Geometry()); err != nil {
		return sudoku.Stats{}, err
	}
	r := run{Solver: s, ctx: ctx, puzzle: p, emit: emit}
	s.program.reset(r.done)
	err := ctx.Err()
	switch {
	case err != nil || !s.board.start(p):
	case s.board.value.Filled() == s.frame.cells:
		emit(s.board.value)
	default:
		err = s.strategy.solve(&r)
	}
	return r.stats(), err
}

// prepare makes the tables of a geometry unless the latest puzzle had the same.
func (s *Solver) prepare(g *sudoku.Geometry) error {
	if s.frame != nil && s.frame.g == g {
		return nil
	}
	s.frame = newFrame(g)
	s.board = newBoard(s.frame)
	s.program = program{model: newModel(s.frame)}
	var err error
	s.strategy, err = newStrategy(s.settings, s.frame, &s.program)
	return err
}

// done reports whether the time is over.
func (r *run) done() bool { return r.ctx.Err() != nil }

// stats returns guesses, programs and iterations.
func (r *run) stats() sudoku.Stats {
	return sudoku.Stats{Guesses: r.guesses, Extra: append([]sudoku.Measure{
		{Name: "lp_solves", Value: float64(r.program.solves)},
		{Name: "iterations", Value: float64(r.iterations)},
		{Name: "nodes", Value: float64(r.nodes)},
		{Name: "ip_iterations", Value: float64(r.program.steps)},
	}, r.extra...)}
}

// newStrategy makes the strategy that the setting variant names.
func newStrategy(s settings, f *frame, p *program) (strategy, error) {
	switch v := s.Variant; v {
	case "sparse":
		return newSparse(f, 0), nil
	case "reweighted":
		return newSparse(f, s.Reweightings), nil
	case "ilp":
		return newIntegerTree(f, p, s.MaxNodes), nil
	case "auto":
		return newTree(f, p, s)
	case "belief", "sinkhorn", "marginals":
		return newMessages(s, f), nil
	default:
		r, err := newRecipe(v, s)
		return &exploration{walk: newWalk(r, p)}, err
	}
}

// exploration is a line C to F of Table I: the walk alone, on the model after clue elimination.
type exploration struct{ walk *walk }

// solve walks from INIT, and emits the grid if one is found.
func (e *exploration) solve(r *run) error {
	e.walk.trace = r.trace
	outcome := e.walk.run(r.board)
	r.iterations = e.walk.iterations
	switch outcome {
	case solved:
		if r.emit(e.walk.grid) {
			return sudoku.ErrGaveUp
		}
	case failed:
		return sudoku.ErrGaveUp
	case stopped:
		return r.ctx.Err()
	}
	return nil
}

// frame holds what the solver needs to know of a geometry. It is shared by all puzzles of the geometry.
type frame struct {
	g          *sudoku.Geometry
	n, cells   int
	houses     [][]int32 // cells of each house that is not part of a larger one
	full       []bool    // house has n cells and so holds every digit
	partial    bool      // some house is not full
	housesOf   [][]int32 // of each cell
	peers      [][]int32 // of each cell
	locks      [][]lock  // of each full house
	relations  *relations
	candidates int // n·cells
}

// lock is a house that shares at least two cells with another, full one: where all places of a digit in the full
// house are shared, the digit cannot stand in the rest of this one.
type lock struct {
	outside uint64 // places in the full house that are not shared
	rest    []int32
}

// newFrame returns the frame of a geometry.
func newFrame(g *sudoku.Geometry) *frame {
	f := &frame{g: g, n: g.N(), cells: g.Cells(), candidates: g.N() * g.Cells()}
	for i, h := range g.Houses() {
		if !isPart(g, i) {
			f.houses = append(f.houses, cells32(h.Cells))
		}
	}
	f.connect()
	f.relations = newRelations(f)
	return f
}

// cells32 returns cell numbers in 32 bits.
func cells32(cells []int) []int32 {
	out := make([]int32, len(cells))
	for i, c := range cells {
		out[i] = int32(c)
	}
	return out
}

// isPart reports whether house i says nothing new: all its cells lie in a larger house, or in an equal earlier one.
func isPart(g *sudoku.Geometry, i int) bool {
	cells := g.Houses()[i].Cells
	for _, j := range g.HousesOf(cells[0]) {
		other := g.Houses()[j].Cells
		if j == i || len(other) < len(cells) || len(other) == len(cells) && j > i {
			continue
		}
		if len(shared(cells, other)) == len(cells) {
			return true
		}
	}
	return false
}

// shared returns the places in a of the cells that are also in b.
func shared[T int | int32](a, b []T) (places []int) {
	for i, c := range a {
		if slices.Contains(b, c) {
			places = append(places, i)
		}
	}
	return places
}

// connect lists the houses and peers of each cell, and the locks of each full house.
func (f *frame) connect() {
	f.housesOf, f.peers, f.locks = make([][]int32, f.cells), make([][]int32, f.cells), make([][]lock, len(f.houses))
	for h, cells := range f.houses {
		full := len(cells) == f.n
		f.full, f.partial = append(f.full, full), f.partial || !full
		for _, c := range cells {
			f.housesOf[c] = append(f.housesOf[c], int32(h))
			for _, q := range cells {
				if q != c && !slices.Contains(f.peers[c], q) {
					f.peers[c] = append(f.peers[c], q)
				}
			}
		}
		for into, others := range f.houses {
			both := shared(cells, others)
			if into == h || !full || len(both) < 2 || len(both) == len(others) {
				continue
			}
			l := lock{outside: 1<<f.n - 1}
			for _, place := range both {
				l.outside &^= 1 << place
			}
			for _, c := range others {
				if !slices.Contains(cells, c) {
					l.rest = append(l.rest, c)
				}
			}
			f.locks[h] = append(f.locks[h], l)
		}
	}
}
