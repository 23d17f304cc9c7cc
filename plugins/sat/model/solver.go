// Package model finds solutions as models of a propositional formula (package cnf) with gophersat, a solver that learns
// clauses from conflicts. It knows nothing of Sudoku, so that it judges what the other solvers say of constraints
// beyond houses, and it takes every kind.
//
// Each model is excluded by one more clause until there is none or no more are wanted: from a thousand models on the
// time grows with the square of their number.
//
// # How a search ends early
//
// gophersat cannot be interrupted. It can write what it learns into a channel, as a certificate, and does so at each
// conflict. The channel is read and forgotten until the budget is over; then it is closed, and the next clause that is
// learned ends the search by a panic, which is caught. A conflict takes a fraction of a millisecond.
//
// # One at a time
//
// All solvers of gophersat in a process share a buffer (solver.bufLits) in which clauses are learned. Workers therefore
// take turns, a model each. On several processors one process of the plugin keeps one of them busy.
package model

import (
	"cmp"
	"context"

	"github.com/crillab/gophersat/solver"
	"github.com/sudokuctl/sudokuctl/core/cnf"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// mostExcluded is how many literals the clauses that exclude models may have: some 100 MB in gophersat.
const mostExcluded = 5_000_000

// Solver finds all solutions of a puzzle of any geometry, with constraints of every kind.
type Solver struct{}

// Solve emits every solution. Guesses counts decisions, the measure conflicts what has been learned from. It gives up
// when the solutions found take too much memory.
func (Solver) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	f, err := cnf.Encode(p, func() bool { return ctx.Err() != nil })
	if err != nil || ctx.Err() != nil {
		return sudoku.Stats{}, cmp.Or(ctx.Err(), err)
	}
	s := newEnumeration(f)
	err = s.each(ctx, f, emit)
	return sudoku.Stats{Guesses: int64(s.Stats.NbDecisions),
		Extra: []sudoku.Measure{{Name: "conflicts", Value: float64(s.Stats.NbConflicts)}}}, err
}

// enumeration is a solver of gophersat that can be interrupted.
type enumeration struct {
	*solver.Solver
	learned chan string // what it learns, as text
}

// newEnumeration returns an enumeration of the models of a formula.
func newEnumeration(f *cnf.Formula) *enumeration {
	clauses := make([][]int, 0, f.Clauses)
	for c := range f.All {
		clauses = append(clauses, wide(c))
	}
	s := &enumeration{solver.New(solver.ParseSliceNb(clauses, f.Vars)), make(chan string, 64)}
	s.Certified, s.CertChan = true, s.learned
	return s
}

// wide converts the literals of a clause.
func wide(clause []int32) []int {
	lits := make([]int, len(clause))
	for i, lit := range clause {
		lits[i] = int(lit)
	}
	return lits
}

// each emits the grids of all models.
func (s *enumeration) each(ctx context.Context, f *cnf.Formula, emit func(sudoku.Grid) bool) error {
	for excluded := 0; ; {
		status, err := s.next(ctx)
		if err != nil || status != solver.Sat {
			return err
		}
		model := s.Model()
		grid := f.Grid(func(v int) bool { return model[v-1] })
		if !emit(grid) {
			return nil
		}
		without := f.Without(grid)
		if len(without) == 0 {
			return nil
		}
		if excluded += len(without); excluded > mostExcluded {
			return sudoku.ErrGaveUp
		}
		lits := make([]solver.Lit, len(without))
		for i, lit := range without {
			lits[i] = solver.IntToLit(lit)
		}
		s.AppendClause(solver.NewClause(lits))
	}
}

// turn is held by the search that runs.
var turn = make(chan struct{}, 1)

// next looks for the next model until ctx is done. It must not be called again after that.
func (s *enumeration) next(ctx context.Context) (status solver.Status, err error) {
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-ctx.Done():
		return solver.Indet, ctx.Err()
	}
	over := make(chan any, 1)
	go func() {
		defer func() { over <- recover() }()
		status = s.Solve()
	}()
	for {
		select {
		case <-s.learned:
		case failure := <-over:
			if failure != nil {
				panic(failure)
			}
			return status, nil
		case <-ctx.Done():
			close(s.learned)
			<-over
			return solver.Indet, ctx.Err()
		}
	}
}

// Spec describes the plugin sat, a complete solver of all constraints that shares nothing with the others.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "sat",
			Name:          "Propositional satisfiability",
			Version:       "0.1.0",
			Summary:       "gophersat, which learns from conflicts, on propositional clauses; every geometry, every constraint",
			Licence:       "MIT",
			Reference:     "F. Delorme, gophersat 1.4, CRIL; T. Weber, A SAT-based Sudoku Solver, LPAR 2005",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Clauses:       []string{"differ", "pair", "sum", "count", "word", "any"},
		},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return Solver{}, nil },
	}
}
