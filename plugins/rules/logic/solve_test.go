package logic

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// solver returns the plugin's solver with a choice of techniques.
func solver(t testing.TB, techniques string) sudoku.Solver {
	t.Helper()
	s, err := sudoku.ResolveSettings(Spec().Info.Settings, map[string]any{"techniques": techniques})
	if err != nil {
		t.Fatal(err)
	}
	solver, err := Spec().Solver(s)
	if err != nil {
		t.Fatal(err)
	}
	return solver
}

// outcome says what a solver did to a puzzle: the number of verified solutions up to limit, the guesses
// and the error.
func outcome(t *testing.T, s sudoku.Solver, line string, limit int) (found int, guesses int64, err error) {
	t.Helper()
	p := rulestest.Puzzle(t, line)
	grids := map[string]bool{}
	stats, err := s.Solve(context.Background(), p, func(g sudoku.Grid) bool {
		if err := sudoku.Verify(p, g); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		grids[string(g)] = true
		return len(grids) != limit
	})
	return len(grids), stats.Guesses, err
}

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		techniques, puzzle string
		found              int
		err                error
		guesses            bool
	}{
		{"se", rulestest.Easy, 1, nil, false},
		{"se", rulestest.TwoSolutions, 0, sudoku.ErrGaveUp, false},
		{"se", rulestest.NoSolution, 0, nil, false},
		{"se", "16:" + strings.Repeat(".", 256), 0, sudoku.ErrGaveUp, false},
		{"paper", rulestest.Easy, 1, nil, false},
		{"paper", escargot, 1, nil, true},
		{"paper", rulestest.TwoSolutions, 2, nil, true},
		{"paper", rulestest.NoSolution, 0, nil, false},
		{"et1", rulestest.TwoSolutions, 0, sudoku.ErrGaveUp, false},
		{"et2", rulestest.Easy, 1, nil, false},
		{"et4", escargot, 0, sudoku.ErrGaveUp, false},
		{"backtracking", rulestest.Easy, 1, nil, true},
		{"backtracking", rulestest.NoSolution, 0, nil, false},
	} {
		found, guesses, err := outcome(t, solver(t, c.techniques), c.puzzle, 0)
		if found != c.found || !errors.Is(err, c.err) || (guesses > 0) != c.guesses {
			t.Errorf("%s on %s: %d solutions, %v, %d guesses; want %d, %v, guesses %v",
				c.techniques, c.puzzle, found, err, guesses, c.found, c.err, c.guesses)
		}
	}
}

// TestSteps compares the solver, which begins with an opening, with a climb step by step from the first one, on puzzles with
// one solution, with several and with none.
func TestSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		choice := rapid.SampledFrom([]string{"se", "last_cell,hidden_single,direct_locked,x_wing", "naked_single,hidden_single,locked"}).Draw(t, "techniques")
		upTo := rapid.SampledFrom([]float64{1.2, 2, 2.3, 4}).Draw(t, "up to")
		g := sudoku.MustGeometry(rapid.SampledFrom([]string{"9", "9", "9", "9+x", "6"}).Draw(t, "geometry"))
		p := rulestest.Random(g, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, g.Cells()).Draw(t, "clues"))
		grid := p.Givens().Clone()
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			grid[rapid.IntRange(0, g.Cells()-1).Draw(t, "cell")] = uint8(rapid.IntRange(0, g.N()).Draw(t, "digit"))
		}
		p = p.WithGivens(grid)
		var engines [2]*ladder.Engine
		for i := range engines {
			e, err := ladder.New(choice, upTo)
			if err != nil {
				t.Fatal(err)
			}
			engines[i] = e
		}
		var got sudoku.Grid
		stats, err := climber{engines[0]}.Solve(t.Context(), p, func(g sudoku.Grid) bool { got = g.Clone(); return true })
		stepped := engines[1]
		steps := 0
		for stepped.Begin(t.Context(), p); stepped.Next(); steps++ {
			stepped.Hint.Apply(stepped.Board)
		}
		solved, impossible := stepped.Left == 0 && !stepped.Broken, stepped.Broken || stepped.Known == ladder.NoSolution
		if n := stats.Extra[0].Value; n != float64(steps) || (got != nil) != solved || (err == nil) != (solved || impossible) {
			t.Fatalf("%s: %v steps, solution %v, %v; step by step %d, solved %v, impossible %v", p, n, got, err, steps, solved, impossible)
		}
		if solved && !slices.Equal(got, stepped.Value) {
			t.Fatalf("%s: solved as %v, step by step as %v", p, got, stepped.Value)
		}
	})
}

func TestStopsWhenTold(t *testing.T) {
	if found, _, err := outcome(t, solver(t, "paper"), strings.Repeat(".", 81), 5); found != 5 || err != nil {
		t.Errorf("%d solutions, %v; want 5", found, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, techniques := range []string{"se", "paper"} {
		if _, err := solver(t, techniques).Solve(ctx, rulestest.Puzzle(t, escargot),
			func(sudoku.Grid) bool { return true }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want %v", techniques, err, context.Canceled)
		}
	}
}
