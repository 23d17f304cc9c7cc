package metric

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// enumerate finds the best bipartition by trying all 2^(n-1) in Gray code order.
func enumerate(h *hypergraph) int {
	p := newParts(h)
	p.set(make([]bool, h.n))
	best := 0
	for i := uint(1); i < 1<<(h.n-1); i++ {
		p.flip(bits.TrailingZeros(i))
		best = max(best, p.split)
	}
	return best
}

func TestBipartEqualsEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := state(t)
		for c, grid := 0, p.Givens().Clone(); p.Clues() > 14; c++ {
			grid[c] = 0
			p = p.WithGivens(grid.Clone())
		}
		h := layersOf(p).hypergraph()
		if h.n == 0 {
			return
		}
		b := bestBipartition(context.Background(), h, 0)
		if want := enumerate(h); b.split != want || b.bound != want {
			t.Fatalf("split %d, bound %d, enumeration %d", b.split, b.bound, want)
		}
	})
}

func TestBipartEqualsEnumerationOfKnown(t *testing.T) {
	for _, k := range known[2:5] {
		if h := layersOf(puzzle("9", k.line)).hypergraph(); h.n <= 17 && enumerate(h) != k.split {
			t.Errorf("%s: enumeration %d, want %d", k.name, enumerate(h), k.split)
		}
	}
}

// Sets of any size, as geometries with more houses have.
func TestLargeSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &hypergraph{n: rapid.IntRange(2, 10).Draw(t, "n")}
		for range rapid.IntRange(1, 30).Draw(t, "edges") {
			var e edge
			for k := range h.n {
				if rapid.Bool().Draw(t, "in") {
					e.clues = append(e.clues, k)
				}
			}
			if e.weight = rapid.IntRange(1, 5).Draw(t, "weight"); len(e.clues) >= 2 {
				h.edges = append(h.edges, e)
			}
		}
		if b := bestBipartition(context.Background(), h, 0); b.split != enumerate(h) || b.bound != b.split {
			t.Fatalf("split %d, bound %d, enumeration %d", b.split, b.bound, enumerate(h))
		}
	})
}

// A search that is stopped anywhere brackets the optimum.
func TestBudget(t *testing.T) {
	h := layersOf(puzzle("9", known[0].line)).hypergraph()
	for nodes := int64(1); nodes < 200_000; nodes = nodes*3 + 7 {
		b := bestBipartition(context.Background(), h, nodes)
		if b.split > 280 || b.bound < 280 || b.split < 270 {
			t.Errorf("%d nodes: split %d, bound %d, the optimum is 280", nodes, b.split, b.bound)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if b := bestBipartition(done, h, 0); b.split > 280 || b.bound < 280 || b.nodes > 2000 {
		t.Errorf("a context that is done: split %d, bound %d after %d nodes", b.split, b.bound, b.nodes)
	}
}

func TestFullGridEnds(t *testing.T) {
	h := layersOf(puzzle("9", fullGrid)).hypergraph()
	b := bestBipartition(context.Background(), h, 20_000)
	if b.split < 600 || b.bound < b.split || b.bound > 648 {
		t.Errorf("split %d, bound %d", b.split, b.bound)
	}
}

func TestPaperHeuristic(t *testing.T) {
	for _, k := range known {
		h := layersOf(puzzle("9", k.line)).hypergraph()
		a := paperBipartition(h, 1000, rand.New(rand.NewPCG(1, 0)))
		b := paperBipartition(h, 1000, rand.New(rand.NewPCG(1, 0)))
		if a != b || a > k.split || a < k.split-15 {
			t.Errorf("%s: %d and %d with the same seed, the optimum is %d", k.name, a, b, k.split)
		}
	}
}

// The best of 64 random bipartitions has the size that was asked for, is no worse than the best of the first eight, and no
// better than the optimum.
func TestBestStart(t *testing.T) {
	h := layersOf(puzzle("9", known[0].line)).hypergraph()
	for size := 1; size < h.n; size++ {
		best := func(number int) []bool { return h.bestStart(size, number, rand.New(rand.NewPCG(uint64(size), 0))) }
		few, many := best(8), best(64)
		inA := 0
		for _, in := range many {
			if in {
				inA++
			}
		}
		if got := h.split(many); inA != size || got < h.split(few) || got > known[0].split {
			t.Errorf("size %d: %d clues in A, best of 64 splits %d, of 8 %d", size, inA, got, h.split(few))
		}
	}
}

func BenchmarkBipart(b *testing.B) {
	for _, k := range known {
		h := layersOf(puzzle("9", k.line)).hypergraph()
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				bestBipartition(b.Context(), h, 0)
			}
		})
	}
}

func BenchmarkGrade(b *testing.B) {
	for _, metrics := range []string{"r_average,r_ge2", "quick", "exact", "all"} {
		p, g := puzzle("9", known[1].line), grader(b, map[string]any{"metrics": metrics})
		b.Run(metrics, func(b *testing.B) {
			for b.Loop() {
				if _, err := g.Grade(b.Context(), p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
