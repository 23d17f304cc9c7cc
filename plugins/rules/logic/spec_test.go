package logic

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestCounts compares the metrics of a count with the steps of the explanation.
func TestCounts(t *testing.T) {
	settings, err := sudoku.ResolveSettings(Spec().Info.Settings,
		map[string]any{"count": "all", "techniques": "hodoku"})
	if err != nil {
		t.Fatal(err)
	}
	p := rulestest.Puzzle(t, "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69...")
	g, err := Spec().Grader(settings)
	if err != nil {
		t.Fatal(err)
	}
	grades, err := g.Grade(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	total, declared := 0, Spec().Metrics(settings)
	for _, grade := range grades {
		if slices.ContainsFunc(declared, func(m sudoku.Metric) bool { return m.Name == grade.Metric }) {
			total += int(grade.Value)
		}
	}
	steps := 0
	e, err := Spec().Explainer(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Explain(context.Background(), p, func(sudoku.Step) bool { steps++; return true }); err != nil {
		t.Fatal(err)
	}
	if total != steps || len(declared) != len(ladder.HodokuLadder(false))+len(ladder.BeyondRows()) {
		t.Errorf("%d steps by %d metrics, %d explained", total, len(declared), steps)
	}
}

// TestConformance holds the plugin to its promises without the slowest chains: some of the suite's puzzles
// are the hardest known.
func TestConformance(t *testing.T) {
	spec := Spec()
	for i := range spec.Info.Settings {
		if spec.Info.Settings[i].Name == "up_to" {
			spec.Info.Settings = append(spec.Info.Settings[:0:0], spec.Info.Settings...)
			spec.Info.Settings[i].Default = 7.0
		}
	}
	plugintest.Run(t, spec)
}

func TestSpec(t *testing.T) {
	info := Spec().Describe()
	if got := info.Can(); got != "solve, grade, explain" {
		t.Errorf("powers %s", got)
	}
}

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
