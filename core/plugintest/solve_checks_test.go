package plugintest

import (
	"context"
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

var everyKind = []string{"differ", "pair", "sum", "count", "word", "any"}

// TestClausePuzzles has each puzzle have several solutions without its constraints, and clauses of its kind with them.
func TestClausePuzzles(t *testing.T) {
	kinds := map[string]bool{}
	for i := range clausePuzzles {
		c := &clausePuzzles[i]
		for k, shape := range []string{"9", "4"} {
			p := c.puzzle(&sudoku.Info{Shapes: []string{shape}})
			kind, ok := clause.ParseKind(c.kind)
			if p == nil || !ok || !p.Kinds().Has(kind) || p.Kinds().Has(clause.In) {
				t.Fatalf("%v, kind %s", p, c.kind)
			}
			kinds[c.kind] = true
			if found, known := search.New(p.Geometry()).Count(p, 9, manyGuesses, nil); found != c.count || !known {
				t.Errorf("%v: %d solutions, %v", p, found, known)
			}
			plain, err := p.With(sudoku.Constraints())
			if err != nil {
				t.Fatal(err)
			}
			if found, _ := search.New(p.Geometry()).Count(plain, 9, manyGuesses, nil); found < 2 {
				t.Errorf("%s: %d solutions", ambiguous[k], found)
			}
		}
	}
	if len(kinds) != len(everyKind) {
		t.Error(kinds)
	}
}

// careless solves puzzles and forgets clauses of a kind.
type careless struct{ forgets clause.Kind }

func (c careless) Solve(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	plain, err := p.With(sudoku.Constraints())
	if err != nil {
		return sudoku.Stats{}, err
	}
	search.New(p.Geometry()).Count(plain, 9, manyGuesses, func(g sudoku.Grid) {
		for _, one := range p.Clauses() {
			if one.Kind != c.forgets && !one.Holds(g) {
				return
			}
		}
		emit(g.Clone())
	})
	return sudoku.Stats{}, nil
}

// carelessly returns the subject of an algorithm that forgets clauses of a kind.
func carelessly(t *testing.T, forgets, shape string, kinds ...string) *Subject {
	t.Helper()
	kind, _ := clause.ParseKind(forgets)
	s, err := Direct(spec.Spec{Info: sudoku.Info{ID: "careless", Complete: true, Shapes: []string{shape}, Clauses: kinds},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return careless{kind}, nil }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestForgottenClausesAreFound(t *testing.T) {
	for _, kind := range append([]string{"in"}, everyKind...) {
		s := carelessly(t, kind, "9", everyKind...)
		err := clauseChecks[0].Run(t.Context(), s, Setup{})
		var broken *Fault
		if found := errors.As(err, &broken); found != (kind != "in") || !found && err != nil {
			t.Errorf("who forgets %s: %v", kind, err)
		}
		var skipped *Skip
		if err := clauseChecks[1].Run(t.Context(), s, Setup{}); !errors.As(err, &skipped) {
			t.Error(err)
		}
	}
}

func TestUndeclaredClausesAreNotTaken(t *testing.T) {
	if err := clauseChecks[1].Run(t.Context(), carelessly(t, "in", "4", "sum"), Setup{}); err != nil {
		t.Error(err)
	}
}
