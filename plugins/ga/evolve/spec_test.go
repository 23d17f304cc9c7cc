package evolve

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

func TestFamous(t *testing.T) {
	s := with(t, nil)
	for _, f := range famous {
		p := parse(t, f.text)
		grid, measures := first(t.Context(), s, p, 1)
		if grid == nil {
			t.Errorf("gave up on %s: %v", f.name, measures)
			continue
		}
		if err := sudoku.Verify(p, grid); err != nil {
			t.Errorf("on %s: %v", f.name, err)
		}
		if want := 27 * math.Log(9); math.Abs(measures["best_entropy"]-want) > 1e-6 {
			t.Errorf("on %s: entropy %v, want %v", f.name, measures["best_entropy"], want)
		}
	}
}

// TestPropagationKeepsSolutions looks for the solution among the candidates that propagation leaves.
func TestPropagationKeepsSolutions(t *testing.T) {
	s := with(t, nil)
	for _, f := range famous {
		p := parse(t, f.text)
		grid, _ := first(t.Context(), s, p, 1)
		cand := p.Candidates()
		if !propagate(newLayout(p.Geometry()), cand) {
			t.Errorf("%s is contradicted", f.name)
		}
		for c, v := range grid {
			if !cand[c].Has(int(v)) {
				t.Errorf("the solution of %s is removed from cell %d", f.name, c)
			}
		}
	}
}

// sparse makes a puzzle with a number of clues out of a shuffled full grid.
func sparse(text string, clues int, seed uint64) *sudoku.Puzzle {
	g := sudoku.MustGeometry(text)
	rng := rand.New(rand.NewPCG(seed, 0))
	rows, cols := g.BoxSize()
	full := make(sudoku.Grid, g.Cells())
	for c := range full {
		r, k := c/g.N(), c%g.N()
		full[c] = uint8((r%rows*cols+r/rows+k)%g.N() + 1)
	}
	full = symmetry.RandomTransform(g, rng).Grid(full)
	givens := make(sudoku.Grid, g.Cells())
	for _, c := range rng.Perm(g.Cells())[:clues] {
		givens[c] = full[c]
	}
	return sudoku.MustPuzzle(g, givens)
}

func TestGeometries(t *testing.T) {
	puzzles := []*sudoku.Puzzle{
		sparse("4", 4, 1), sparse("6", 10, 1), sparse("16", 100, 1), sparse("16", 120, 2),
		parse(t, "5/j:1...................3....:AAABBAABBBCDDEECCDEECCDDE"),
		parse(t, "9+x:................................................................................1"),
		parse(t, "9+w:1................................................................................"),
		parse(t, "9/l:12......7................................5......................................."),
	}
	s := with(t, nil)
	for _, p := range puzzles {
		grid, measures := first(t.Context(), s, p, 1)
		if grid == nil {
			t.Errorf("gave up on %s: %v", p.Geometry(), measures)
		} else if err := sudoku.Verify(p, grid); err != nil {
			t.Errorf("on %s: %v", p.Geometry(), err)
		}
	}
}

func TestPaperOnOtherGeometries(t *testing.T) {
	s := with(t, map[string]any{"variant": paperVariant})
	for _, p := range []*sudoku.Puzzle{
		sparse("4", 6, 1), sparse("6", 16, 1), parse(t, "5/j:1234.....................:AAABBAABBBCDDEECCDEECCDDE"),
	} {
		grid, measures := first(t.Context(), s, p, 1)
		if grid == nil || measures["restarts"] != 0 {
			t.Errorf("%s: %v", p.Geometry(), measures)
		} else if err := sudoku.Verify(p, grid); err != nil {
			t.Error(err)
		}
	}
}

func TestSeedsReproduce(t *testing.T) {
	p := puzzle(t, "zhai-c")
	for _, variant := range []string{memeticVariant, paperVariant} {
		given := map[string]any{"variant": variant, "max_evaluations": 40000}
		grid, measures := first(t.Context(), with(t, given), p, 9)
		s := with(t, given)
		first(t.Context(), s, puzzle(t, "escargot"), 1)
		again, measuresAgain := first(t.Context(), s, p, 9)
		if !slices.Equal(grid, again) || measures["evaluations"] != measuresAgain["evaluations"] {
			t.Errorf("%s: seed 9 gave two different runs", variant)
		}
	}
}

// TestDistinctSolutions asks for all 34 solutions of puzzle C.
func TestDistinctSolutions(t *testing.T) {
	p := puzzle(t, "zhai-c")
	s := with(t, nil)
	s.Seed(1)
	seen := map[string]bool{}
	_, err := s.Solve(t.Context(), p, func(g sudoku.Grid) bool {
		if seen[string(g)] {
			t.Error("a solution came twice")
		}
		if err := sudoku.Verify(p, g); err != nil {
			t.Error(err)
		}
		seen[string(g)] = true
		return true
	})
	if len(seen) != 34 || !errors.Is(err, sudoku.ErrGaveUp) {
		t.Errorf("%d solutions and %v, want 34 and giving up", len(seen), err)
	}
}

// TestPaperFindsSeveralSolutions repeats the second experiment of the paper: ten runs on puzzle C, until three have found
// different solutions. The first of these seeds are soon done.
func TestPaperFindsSeveralSolutions(t *testing.T) {
	s := with(t, map[string]any{"variant": paperVariant})
	seen := map[string]bool{}
	for seed := uint64(10); seed < 20; seed++ {
		if grid, _ := first(t.Context(), s, puzzle(t, "zhai-c"), seed); grid != nil {
			seen[string(grid)] = true
		}
		if len(seen) == 3 {
			return
		}
	}
	t.Errorf("%d distinct solutions in ten runs, want at least 3", len(seen))
}

func TestGivesUp(t *testing.T) {
	for name, line := range map[string]string{
		"two equal givens":   "11...............................................................................",
		"a cell without any": "12345678.........9...............................................................",
		"hidden":             "..............1...2...3..............4...5..6.......1.2...34.....56.........6.5.3",
	} {
		for _, variant := range []string{memeticVariant, paperVariant} {
			s := with(t, map[string]any{"variant": variant, "max_evaluations": 3000})
			_, err := s.Solve(t.Context(), parse(t, line), func(g sudoku.Grid) bool {
				return sudoku.Verify(parse(t, line), g) != nil || name == "hidden"
			})
			if !errors.Is(err, sudoku.ErrGaveUp) {
				t.Errorf("%s, %s: %v, want giving up", name, variant, err)
			}
		}
	}
}

func TestCancel(t *testing.T) {
	for _, variant := range []string{memeticVariant, paperVariant} {
		s := with(t, map[string]any{"variant": variant, "max_evaluations": 0, "patience": 0})
		ctx, cancel := context.WithCancel(t.Context())
		_, err := s.Solve(ctx, puzzle(t, "zhai-c"), func(sudoku.Grid) bool { cancel(); return true })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want canceled", variant, err)
		}
	}
}

func TestTrace(t *testing.T) {
	for _, variant := range []string{memeticVariant, paperVariant} {
		s := with(t, map[string]any{"variant": variant, "max_evaluations": 30000})
		count := map[string]int{}
		s.Trace(func(p sudoku.Trace) {
			count[p.Series]++
			if p.Y < 0 || p.Y > 27*math.Log(9)+1e-6 {
				t.Errorf("%s: %v is no entropy", variant, p)
			}
		})
		first(t.Context(), s, puzzle(t, "platinum-blonde"), 3)
		if count["best_entropy"] == 0 || count["best_entropy"] != count["mean_entropy"] {
			t.Errorf("%s: traced %v", variant, count)
		}
	}
}

// TestSwitches solves an easy puzzle with each ingredient changed.
func TestSwitches(t *testing.T) {
	for _, given := range []map[string]any{
		{"propagation": "none"}, {"population": 1, "crossover": 0},
		{"propagation": "none", "encoding": "columns"}, {"propagation": "none", "encoding": "blocks"},
		{"variant": "paper", "propagation": "matching"}, {"variant": "paper", "encoding": "blocks"},
		{"variant": "paper", "renew_every": 0}, {"variant": "paper", "restart_after": 20000},
	} {
		s := with(t, given)
		p := puzzle(t, "rodriguez")
		if grid, measures := first(t.Context(), s, p, 1); grid == nil {
			t.Errorf("%v gave up: %v", given, measures)
		} else if err := sudoku.Verify(p, grid); err != nil {
			t.Errorf("%v: %v", given, err)
		}
	}
}

func TestSoftClues(t *testing.T) {
	p := parse(t, "4:{12}...{34}...........")
	s := with(t, nil)
	if grid, _ := first(t.Context(), s, p, 1); grid == nil || sudoku.Verify(p, grid) != nil {
		t.Errorf("got %v", grid)
	}
}

func TestUnsupported(t *testing.T) {
	g, err := sudoku.FromHouses("odd", 3, 4, []sudoku.House{{Cells: []int{0, 1, 2}}, {Cells: []int{2, 3}}})
	if err != nil {
		t.Fatal(err)
	}
	p := sudoku.MustPuzzle(g, nil)
	if _, err := with(t, nil).Solve(t.Context(), p, nil); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("%v, want unsupported", err)
	}
}
