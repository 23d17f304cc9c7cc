package entropy

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

const (
	zhaiA   = "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69..."
	zhaiB   = ".18...7.....3..2...7...........71...6......4.3........4..5....3.2..8...........6."
	zhaiC   = "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........"
	fig1    = "802003510060091003701000894608004021000258060920310400000402780005089000200007100"
	majiTwo = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........"
)

func parse(t testing.TB, line string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func strategies(t testing.TB) map[string]sudoku.Solver {
	t.Helper()
	solvers := map[string]sudoku.Solver{"scalar": newFast("scalar")}
	for _, name := range []string{"entropy", "paper"} {
		s, err := newSolver(settings{Strategy: name, Kernel: "auto"})
		if err != nil {
			t.Fatal(err)
		}
		solvers[name] = s
	}
	return solvers
}

func TestSolutionCounts(t *testing.T) {
	for line, want := range map[string]int{
		zhaiA: 1, zhaiB: 1, zhaiC: 34, fig1: 1, majiTwo: 2,
		strings.Repeat(".", 16):          288,
		"11" + strings.Repeat(".", 79):   0,
		"4+x:" + strings.Repeat(".", 16): 48,
		"4/l:" + strings.Repeat(".", 16): 576,
		"5/l:12345....................":  1344,
		"{12}{12}{12}.............":      0,
		"{12}{12}..............":         48,
	} {
		p := parse(t, line)
		for name, s := range strategies(t) {
			r := sudoku.Solve(context.Background(), s, p, 0, true)
			if r.Err != nil || len(r.Solutions) != want {
				t.Errorf("%s: %s: %d solutions instead of %d, %v", name, line, len(r.Solutions), want, r.Err)
			}
		}
	}
}

// The strategies must count alike on puzzles of every geometry, made by emptying cells of a random solution.
func TestStrategiesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	both := strategies(t)
	for _, text := range []string{"4", "6", "6/3x2", "8", "9", "9+x", "9+w", "9+g", "9+n", "9+k", "7/l", "10",
		"4^3"} {
		g := sudoku.MustGeometry(text)
		filled := sudoku.Solve(context.Background(), both["entropy"], sudoku.MustPuzzle(g, nil), 1, true)
		if len(filled.Solutions) != 1 {
			t.Fatalf("%s: no grid: %v", g, filled.Err)
		}
		for range 3 {
			p := punch(g, filled.Solutions[0], both["entropy"], rng)
			fast := sudoku.Solve(context.Background(), both["entropy"], p, 50, true)
			slow := sudoku.Solve(context.Background(), both["paper"], p, 50, true)
			if fast.Err != nil || slow.Err != nil || len(fast.Solutions) != len(slow.Solutions) {
				t.Errorf("%s: %d against %d solutions", p, len(fast.Solutions), len(slow.Solutions))
			}
		}
	}
}

// punch returns a puzzle with one solution or a few: a transformed grid, with cells emptied while there are fewer than 20
// solutions.
func punch(g *sudoku.Geometry, grid sudoku.Grid, s sudoku.Solver, rng *rand.Rand) *sudoku.Puzzle {
	p := symmetry.RandomImage(sudoku.MustPuzzle(g, grid), rng)
	for _, c := range rng.Perm(g.Cells())[:g.Cells()*3/4] {
		emptied := p.Givens().Clone()
		emptied[c] = 0
		if q := p.WithGivens(emptied); len(sudoku.Solve(context.Background(), s, q, 20, true).Solutions) < 20 {
			p = q
		}
	}
	return p
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, s := range strategies(t) {
		for _, text := range []string{"9", "16"} {
			g := sudoku.MustGeometry(text)
			_, err := s.Solve(ctx, sudoku.MustPuzzle(g, nil),
				func(sudoku.Grid) bool { return true })
			if err == nil {
				t.Errorf("%s: an endless enumeration of %s ended without error", name, text)
			}
		}
	}
}

// TestCancelledWithClauses has a search look at its context every few guesses, whatever a guess costs.
func TestCancelledWithClauses(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, line := range []string{"9:~cage=45:r1c123456789~sandwich=8:r2", "16:~sum=60:r1c1r2c2r3c3r4c4r5c5r6c6r7c7",
		"25:~cage:r1c1.2.3.4.5.6.7~or~cage=20:r9c1.2~cage=21:r9c1.2~end"} {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatal(err)
		}
		stats, err := newFast("auto").Solve(ctx, p, func(sudoku.Grid) bool { return true })
		if err == nil || stats.Guesses > watchEvery {
			t.Errorf("%s: %d guesses after the end, %v", line, stats.Guesses, err)
		}
	}
	// One that needs no guess, but automata of thousands of states for each of 81 cells.
	p := parse(t, "9:~regex=.*1.{10}[12]:r1r2r3r4r5r6r7r8r9~regex=.*2.{10}[23]:r9r8r7r6r5r4r3r2r1")
	if _, err := newFast("auto").Solve(ctx, p, func(sudoku.Grid) bool { return false }); err == nil {
		t.Error("all was propagated after the end")
	}
	if _, err := (grader{}).Grade(ctx, p); err == nil {
		t.Error("all was graded after the end")
	}
}

func TestNoAllocations(t *testing.T) {
	for _, line := range []string{zhaiB, "9+x:" + zhaiA, zhaiB[:72] + ".........~cage=11:r1c23~arrow:r9c9-r9c78~or~x:r5c12~v:r5c12~end~sandwich=9:r4"} {
		p := parse(t, line)
		s := newFast("auto")
		solve := func() { _, _ = s.Solve(context.Background(), p, func(sudoku.Grid) bool { return true }) }
		solve()
		if n := testing.AllocsPerRun(10, solve); n != 0 {
			t.Errorf("%s: %v allocations a solve", line, n)
		}
	}
}

func BenchmarkEmptySix(b *testing.B) {
	p := parse(b, strings.Repeat(".", 36))
	s := newFast("auto")
	for b.Loop() {
		n := 0
		if _, err := s.Solve(context.Background(), p, func(sudoku.Grid) bool { n++; return true }); err != nil ||
			n != 28200960 {
			b.Fatal(n, err)
		}
	}
}
