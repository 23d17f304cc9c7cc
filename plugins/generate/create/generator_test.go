package create

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
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
	g, err := resolved(given)
	if err != nil {
		return nil, err
	}
	var puzzles []*sudoku.Puzzle
	_, err = g.Generate(context.Background(), o, func(p *sudoku.Puzzle) bool {
		puzzles = append(puzzles, p)
		return true
	})
	return puzzles, err
}

// resolved makes a generator as the host does.
func resolved(given map[string]any) (sudoku.Generator, error) {
	s, err := Spec().Info.Resolve(given)
	if err != nil {
		return nil, err
	}
	return Spec().Generator(s)
}

// solutions counts with the engine that did not make the puzzle.
func solutions(p *sudoku.Puzzle, limit int) int {
	found, _ := search.New(p.Geometry()).Count(p, limit, math.MaxInt, nil)
	return found
}

func TestMinimal(t *testing.T) {
	for _, p := range generate(t, nil, sudoku.Order{Count: 30, Minimal: true, Seed: 1}) {
		if n := solutions(p, 2); n != 1 {
			t.Errorf("%s has %d solutions", p, n)
		}
		for cell, v := range p.Givens() {
			grid := p.Givens().Clone()
			grid[cell] = 0
			if v != 0 && solutions(p.WithGivens(grid), 2) == 1 {
				t.Errorf("%s is not minimal", p)
			}
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
		more := func(i int) bool { return p.Givens()[i] != 0 && p.Givens()[i] != before.Givens()[i] }
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

// The attempts are those that were made, also if a puzzle outside of the range is taken before all that are allowed.
func TestAttemptsAreCounted(t *testing.T) {
	g, err := resolved(map[string]any{"attempts": boundTries + 100})
	if err != nil {
		t.Fatal(err)
	}
	o := sudoku.Order{Geometry: sudoku.Classic(), Count: 1, Metric: "se", MetricMin: 1.3, MetricMax: 1.4} // which no puzzle has
	stats, err := g.Generate(t.Context(), o, func(*sudoku.Puzzle) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if m := stats.Extra[0]; m.Name != "attempts" || m.Value != boundTries+1 {
		t.Errorf("%s: %v", m.Name, m.Value)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	kept := 0
	g, err := resolved(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Generate(ctx, sudoku.Order{Geometry: sudoku.Classic()}, func(*sudoku.Puzzle) bool {
		if kept++; kept == 3 {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) || kept < 3 {
		t.Errorf("%d puzzles, then %v", kept, err)
	}
}

func BenchmarkMinimal(b *testing.B) {
	o := sudoku.Order{Geometry: sudoku.Classic(), Minimal: true, Count: b.N}
	g, err := resolved(map[string]any{"workers": 1})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := g.Generate(b.Context(), o, func(*sudoku.Puzzle) bool { return true }); err != nil {
		b.Fatal(err)
	}
}

// TestNothingIsMadeInVain has two workers make three puzzles, and none ahead.
func TestNothingIsMadeInVain(t *testing.T) {
	var asked []uint64
	out := make(chan made, 4)
	for first := range uint64(2) {
		(&Generator{}).produce(t.Context(), func(_ context.Context, k uint64, _ int) made {
			asked = append(asked, k)
			return made{}
		}, first, 2, 3, out)
	}
	if !slices.Equal(asked, []uint64{0, 2, 1}) {
		t.Errorf("made %v", asked)
	}
}
