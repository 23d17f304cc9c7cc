package entropy

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
	"pgregory.net/rapid"
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

func TestInformationEntropy(t *testing.T) {
	for line, want := range map[string]int{fig1: 101, zhaiA: 206, zhaiB: 304, zhaiC: 209, majiTwo: 329} {
		if k, of, err := informationEntropy(t.Context(), parse(t, line)); k != want || of != 729 || err != nil {
			t.Errorf("%s: %d/%d instead of %d/729", line, k, of, want)
		}
	}
}

// With constraints, candidates are what they leave: the cage 3 holds 1 and 2, so that the other cells of its row and box hold
// 3 and 4, and the rest of the grid is left alone.
func TestInformationEntropyBeyondHouses(t *testing.T) {
	for line, want := range map[string]int{
		"4:~cage=3:r1c12":                 48,
		"4:1...............~cage=3:r1c12": 41,
		"4:~thermo:r1c1234":               52,
		"4:1111............~cage=3:r1c12": 0,
	} {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatal(err)
		}
		if k, of, err := informationEntropy(t.Context(), p); k != want || of != 64 || err != nil {
			t.Errorf("%s: %d/%d instead of %d/64", line, k, of, want)
		}
	}
}

// Theorem 1: the entropy is the same after relabelling, transposition, rotation, reflection, and exchanges of
// bands, stacks, rows in a band and columns in a stack; so is the number of empty cells.
func TestTheorem1(t *testing.T) {
	geometries := []string{"4", "6", "9", "9+x", "9/l", "12", "16"}
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom(geometries).Draw(t, "geometry"))
		grid := make(sudoku.Grid, g.Cells())
		for _, cell := range rapid.SliceOf(rapid.IntRange(0, g.Cells()-1)).Draw(t, "cells") {
			grid[cell] = uint8(rapid.IntRange(1, g.N()).Draw(t, "digit"))
		}
		p := sudoku.MustPuzzle(g, grid)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		image := symmetry.RandomImage(p, rng)
		before, _ := grader{}.Grade(context.Background(), p)
		after, _ := grader{}.Grade(context.Background(), image)
		if !slices.Equal(before, after) {
			t.Fatalf("%s: %v, image %v", p, before, after)
		}
	})
}

// TestConstraints compares with the grids without constraints that verification passes.
func TestConstraints(t *testing.T) {
	all := sudoku.Solve(context.Background(), newFast("auto"), parse(t, "4:................"), 0, true).Solutions
	for _, text := range []string{
		"4:~cage=7:r1c12~cage=3:r2c34", "4:~thermo:r1c12r2c2~white:r4c12", "4:~arrow:r1c1-r2c1r2c2~quad=1.3:r2c23r3c23",
		"4:~sandwich=3:r2~black:r4c34", "4:1...............~or~cage=4:r1c12~thermo:r3c123~end",
	} {
		p, want := parse(t, text), 0
		for _, grid := range all {
			if sudoku.Verify(p, grid) == nil {
				want++
			}
		}
		r := sudoku.Solve(context.Background(), newFast("auto"), p, 0, true)
		if r.Err != nil || len(r.Solutions) != want {
			t.Errorf("%s: %d solutions instead of %d, %v", text, len(r.Solutions), want, r.Err)
		}
		if r := sudoku.Solve(context.Background(), &paper{}, p, 0, true); !errors.Is(r.Err, sudoku.ErrUnsupported) {
			t.Errorf("%s as printed: %v", text, r.Err)
		}
	}
}

// TestPencilMarks compares the 9×9 engine with the general one on puzzles of soft clues alone.
func TestPencilMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	g := sudoku.MustGeometry("9")
	solution := sudoku.Solve(context.Background(), newFast("auto"), sudoku.MustPuzzle(g, nil), 1, false).Solutions[0]
	counts := map[int]int{}
	for range 300 {
		var soft []sudoku.SoftClue
		for cell, v := range solution {
			if allowed := sudoku.Digits(rng.IntN(512)&rng.IntN(512) | 1<<(v-1)); rng.IntN(10) > 0 {
				soft = append(soft, sudoku.SoftClue{Cell: cell, Allowed: allowed})
			}
		}
		p := sudoku.MustPuzzle(g, nil, sudoku.Soft(soft...))
		want, _ := search.New(g).Count(p, 100, 1<<20, nil)
		for _, kernel := range nine.Kernels() {
			r := sudoku.Solve(context.Background(), newFast(kernel), p, 100, true)
			if r.Err != nil || len(r.Solutions) != want {
				t.Fatalf("%s, %s: %d solutions instead of %d, %v", kernel, p, len(r.Solutions), want, r.Err)
			}
		}
		counts[want]++
	}
	if len(counts) < 5 {
		t.Errorf("the puzzles are all alike: numbers of solutions %v", counts)
	}
}
