package create

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"pgregory.net/rapid"
)

func generate(t testing.TB, settings map[string]any, o sudoku.Order) []*sudoku.Puzzle {
	t.Helper()
	puzzles, err := tryGenerate(settings, o)
	if err != nil {
		t.Fatal(err)
	}
	return puzzles
}

func tryGenerate(given map[string]any, o sudoku.Order) ([]*sudoku.Puzzle, error) {
	if o.Geometry == nil {
		o.Geometry = sudoku.Classic()
	}
	s, err := sudoku.ResolveSettings(settings(), given)
	if err != nil {
		return nil, err
	}
	var puzzles []*sudoku.Puzzle
	_, err = New(s).Generate(context.Background(), o, func(p *sudoku.Puzzle) bool {
		puzzles = append(puzzles, p)
		return true
	})
	return puzzles, err
}

// solutions counts with the engine that did not make the puzzle.
func solutions(p *sudoku.Puzzle, limit int) int {
	s := newGeneral(p.Geometry)
	if !s.start(p.Givens, math.MaxInt) {
		return 0
	}
	found := 0
	s.want = func() bool {
		found++
		return found < limit
	}
	s.search()
	return found
}

func TestMinimal(t *testing.T) {
	for _, p := range generate(t, nil, sudoku.Order{Count: 30, Minimal: true, Seed: 1}) {
		if n := solutions(p, 2); n != 1 {
			t.Errorf("%s has %d solutions", p, n)
		}
		for cell, v := range p.Givens {
			p.Givens[cell] = 0
			if v != 0 && solutions(p, 2) == 1 {
				t.Errorf("%s is not minimal", p)
			}
			p.Givens[cell] = v
		}
	}
}

func texts(puzzles []*sudoku.Puzzle) string {
	var lines []string
	for _, p := range puzzles {
		lines = append(lines, p.String())
	}
	return strings.Join(lines, "\n")
}

func TestSeedsReproduce(t *testing.T) {
	o := sudoku.Order{Count: 20, Seed: 7, Symmetry: "diagonal"}
	one := texts(generate(t, map[string]any{"workers": 1}, o))
	for _, workers := range []int{1, 3} {
		if texts(generate(t, map[string]any{"workers": workers}, o)) != one {
			t.Errorf("%d workers make other puzzles", workers)
		}
	}
	o.Count = 5
	if !strings.HasPrefix(one, texts(generate(t, nil, o))) {
		t.Error("a smaller count makes other puzzles")
	}
	o.Seed = 8
	if strings.HasPrefix(one, texts(generate(t, nil, o))) {
		t.Error("another seed makes the same puzzles")
	}
}

func TestOrders(t *testing.T) {
	pattern := make([]bool, 81)
	for i, c := range "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........" {
		pattern[i] = c != '.'
	}
	for name, c := range map[string]struct {
		o    sudoku.Order
		fits func(*sudoku.Puzzle) bool
	}{
		"rot180": {sudoku.Order{Count: 5, Symmetry: "rot180"}, func(p *sudoku.Puzzle) bool {
			return slices.Contains(sudoku.PatternSymmetries(p), "rot180")
		}},
		"minimal rot180": {sudoku.Order{Count: 1, Symmetry: "rot180", Minimal: true},
			func(p *sudoku.Puzzle) bool { return slices.Contains(sudoku.PatternSymmetries(p), "rot180") }},
		"clues": {sudoku.Order{Count: 5, CluesMin: 30, CluesMax: 31}, func(p *sudoku.Puzzle) bool {
			return p.Clues() == 30 || p.Clues() == 31
		}},
		"few clues": {sudoku.Order{Count: 2, CluesMax: 21},
			func(p *sudoku.Puzzle) bool { return p.Clues() <= 21 }},
		"easiest": {sudoku.Order{Count: 1, HasDifficulty: true},
			func(p *sudoku.Puzzle) bool { return p.Clues() == 81 }},
		"pattern": {sudoku.Order{Count: 2, Pattern: pattern}, func(p *sudoku.Puzzle) bool {
			wrong := func(i int) bool { return pattern[i] != (p.Givens[i] != 0) }
			return !slices.ContainsFunc(cells(81), wrong)
		}},
		"entropy": {sudoku.Order{Count: 3, Metric: "information_entropy", MetricMin: 0.3, MetricMax: 0.31},
			func(p *sudoku.Puzzle) bool { return entropy(p) >= 0.3 && entropy(p) < 0.31 }},
		"little entropy": {sudoku.Order{Count: 3, Metric: "information_entropy", MetricMin: 0.1, MetricMax: 0.11},
			func(p *sudoku.Puzzle) bool { return entropy(p) >= 0.1 && entropy(p) < 0.11 }},
		"little entropy, few clues": {sudoku.Order{Count: 1, CluesMin: 28, CluesMax: 30,
			Metric: "information_entropy", MetricMin: 0.2, MetricMax: 0.23},
			func(p *sudoku.Puzzle) bool { return entropy(p) < 0.23 && p.Clues() <= 30 }},
		"many clues": {sudoku.Order{Count: 1, Metric: "clues", MetricMin: 60, MetricMax: 61, Symmetry: "rot180"},
			func(p *sudoku.Puzzle) bool { return p.Clues() == 60 }},
	} {
		t.Run(name, func(t *testing.T) {
			puzzles := generate(t, nil, c.o)
			if len(puzzles) != c.o.Count {
				t.Errorf("%d puzzles", len(puzzles))
			}
			for _, p := range puzzles {
				if n := solutions(p, 2); n != 1 || !c.fits(p) {
					t.Errorf("%s has %d solutions or does not fit", p, n)
				}
			}
		})
	}
}

func cells(n int) []int {
	c := make([]int, n)
	for i := range c {
		c[i] = i
	}
	return c
}

// The puzzles of one seed at rising difficulty are a chain: each has part of the givens of the one before.
func TestDifficultyIsAChain(t *testing.T) {
	var before *sudoku.Puzzle
	for _, n := range []float64{0, 0.3, 0.6, 1} {
		p := generate(t, nil, sudoku.Order{Count: 1, Seed: 3, HasDifficulty: true, Difficulty: n})[0]
		more := func(i int) bool { return p.Givens[i] != 0 && p.Givens[i] != before.Givens[i] }
		if before != nil && (p.Clues() >= before.Clues() || slices.ContainsFunc(cells(81), more)) {
			t.Errorf("n = %v: %s does not follow from %s", n, p, before)
		}
		before = p
	}
}

func TestAllowMultiple(t *testing.T) {
	several := 0
	o := sudoku.Order{Count: 50, AllowMultiple: true, CluesMin: 30, CluesMax: 30}
	for _, p := range generate(t, nil, o) {
		if p.Clues() != 30 {
			t.Errorf("%s has %d clues", p, p.Clues())
		}
		several += solutions(p, 2) - 1
	}
	if several < 25 {
		t.Errorf("%d of 50 have several solutions", several)
	}
}

func TestGeometries(t *testing.T) {
	pentomino := "5/j:1112213222133445334455554"
	for _, text := range []string{"4", "6", "8", "9+x", "9+w", "9/l", "5/l", pentomino, "9+n"} {
		g, err := sudoku.ParseGeometry(text)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		for _, p := range generate(t, nil, sudoku.Order{Geometry: g, Count: 2}) {
			if n := solutions(p, 2); n != 1 {
				t.Errorf("%s has %d solutions", p, n)
			}
		}
	}
}

func TestImpossibleOrders(t *testing.T) {
	few := map[string]any{"attempts": 2}
	for want, o := range map[string]sudoku.Order{
		"fewer than 17":    {Count: 1, CluesMax: 16},
		"rot45":            {Count: 1, Symmetry: "rot45"},
		"30 to 20 clues":   {Count: 1, CluesMin: 30, CluesMax: 20},
		"not one of clues": {Count: 1, Metric: "hodoku"},
		"nearest was":      {Count: 1, CluesMax: 17, Symmetry: "rot180"},
		"puzzle 1 (17 clues, symmetry rot180, se from 1 to below 1.5): nothing fits": {Count: 1, CluesMin: 17,
			CluesMax: 17, Symmetry: "rot180", Metric: "se", MetricMin: 1, MetricMax: 1.5},
	} {
		_, err := tryGenerate(few, o)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
		if want == "nearest was" && !errors.Is(err, sudoku.ErrGaveUp) {
			t.Errorf("%v is not ErrGaveUp", err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	kept := 0
	s, _ := sudoku.ResolveSettings(settings(), nil)
	g := New(s)
	_, err := g.Generate(ctx, sudoku.Order{Geometry: sudoku.Classic()}, func(*sudoku.Puzzle) bool {
		if kept++; kept == 3 {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) || kept < 3 {
		t.Errorf("%d puzzles, then %v", kept, err)
	}
}

// Both engines count the same.
func TestEnginesAgree(t *testing.T) {
	g := sudoku.Classic()
	fast := nine{bound: 1}
	slow := newGeneral(g)
	last := make([]uint8, 81)
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		givens := fast.grid(rng)
		for _, c := range rng.Perm(81)[:rapid.IntRange(40, 58).Draw(t, "empty")] {
			givens[c] = 0
		}
		if rapid.Bool().Draw(t, "spoil") {
			givens[rng.IntN(81)] = uint8(rng.IntN(9) + 1)
		}
		p := &sudoku.Puzzle{Geometry: g, Givens: givens}
		if sudoku.CheckGivens(p) != nil {
			return
		}
		n := fast.count(givens, 20, last)
		if n > 0 && sudoku.Verify(p, last) != nil {
			t.Fatalf("%s: %v is no solution", p, last)
		}
		slow.rng, slow.avoid = nil, nil
		if want := solutions(p, 20); n != want {
			t.Fatalf("%s: %d solutions, want %d", p, n, want)
		}
	})
}

// The mean weight of a walk is the mean number of completions, which is known exactly.
func TestWalksAreUnbiased(t *testing.T) {
	var n nine
	rng := rand.New(rand.NewPCG(1, 2))
	grid := make(sudoku.Grid, 81)
	sum := 0.0
	const walks = 20_000
	for range walks {
		n.cross(grid, rng)
		if w, ok := n.walk(grid, rng); ok {
			sum += w
		}
	}
	const exact = 6670903752021072936960.0 / (362880 * 2612736.0 * 2612736.0)
	if mean := sum / walks; math.Abs(mean/exact-1) > 0.05 {
		t.Errorf("mean weight %.0f, want %.0f", mean, exact)
	}
}

// Going to neighbours with no more clues leads to few, and the solution stays the only one.
func TestNeighbours(t *testing.T) {
	p := generate(t, nil, sudoku.Order{Count: 1, Minimal: true})[0]
	best := p
	for step := uint64(0); step < 100 && best.Clues() > 22; step++ {
		for _, next := range generate(t, nil, sudoku.Order{Count: 16, Near: best, Minimal: true, Seed: step}) {
			if next.Clues() <= best.Clues() {
				best = next
			}
		}
	}
	if best.Clues() > 22 || solutions(best, 2) != 1 {
		t.Errorf("%s with %d clues", best, best.Clues())
	}
}

func TestNeighboursKeepToTheOrder(t *testing.T) {
	p := generate(t, nil, sudoku.Order{Count: 1, Symmetry: "rot180", Seed: 4})[0]
	o := sudoku.Order{Count: 8, Near: p, Symmetry: "rot180", CluesMin: p.Clues(), CluesMax: p.Clues() + 4}
	for _, q := range generate(t, nil, o) {
		if q.Clues() < o.CluesMin || q.Clues() > o.CluesMax || solutions(q, 2) != 1 {
			t.Errorf("%s with %d clues, want %d to %d", q, q.Clues(), o.CluesMin, o.CluesMax)
		}
		for cell, v := range q.Givens {
			if (v == 0) != (q.Givens[80-cell] == 0) {
				t.Fatalf("%s is not symmetric", q)
			}
		}
	}
	for _, bad := range []sudoku.Order{
		{Near: &sudoku.Puzzle{Geometry: p.Geometry, Givens: make(sudoku.Grid, 81)}},
		{Near: p, AllowMultiple: true},
		{Near: &sudoku.Puzzle{Geometry: sudoku.MustGeometry("4"), Givens: make(sudoku.Grid, 16)}},
	} {
		bad.Geometry, bad.Count = p.Geometry, 1
		s, _ := sudoku.ResolveSettings(settings(), nil)
		if _, err := New(s).Generate(t.Context(), bad, func(*sudoku.Puzzle) bool { return true }); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

func BenchmarkMinimal(b *testing.B) {
	o := sudoku.Order{Geometry: sudoku.Classic(), Minimal: true, Count: b.N}
	s, _ := sudoku.ResolveSettings(settings(), map[string]any{"workers": 1})
	_, err := New(s).Generate(b.Context(), o,
		func(*sudoku.Puzzle) bool { return true })
	if err != nil {
		b.Fatal(err)
	}
}
