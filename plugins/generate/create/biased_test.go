package create

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func biasedMaker(shape string, seed uint64) *maker {
	o := &sudoku.Order{Geometry: sudoku.MustGeometry(shape), Minimal: true}
	m := newMaker(o, settings{Method: methodControlledBias, GridBound: usual.GridBound}, nil)
	m.c.rng = rand.New(rand.NewPCG(seed, 0))
	return m
}

// TestBiasedAgainstEnumeration takes one 4×4 grid, finds all of its minimal puzzles by looking at all sets of givens,
// and compares how often each comes with 1 / C(16, n). With splits the proportions must stay.
func TestBiasedAgainstEnumeration(t *testing.T) {
	solution := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	want := map[uint32]float64{} // probability of each minimal puzzle in an attempt
	unique := make([]bool, 1<<16)
	e := newEngine(sudoku.MustGeometry("4"), 0)
	for set := range uint32(1 << 16) {
		unique[set] = e.count(subset(solution, set), 2, make([]uint8, 16)) == 1
	}
	for set := range uint32(1 << 16) {
		if minimal(unique, set) {
			want[set] = 1 / binomial(16, bits.OnesCount32(set))
		}
	}
	if len(want) < 100 {
		t.Fatalf("%d minimal puzzles of a grid", len(want))
	}
	for _, splits := range [][]split{nil, {{9, 3}, {7, 20}}} {
		m := biasedMaker("4", 1)
		b := m.biased
		b.splits = splits
		for range splits {
			b.levels = append(b.levels, nil)
		}
		const attempts = 20_000
		got := map[uint32]float64{}
		b.solution = solution
		for range attempts {
			copy(b.givens, solution)
			b.found = nil
			b.descend(append(b.levels[0][:0], m.c.rng.Perm(16)...), 16, false, splits)
			for _, givens := range b.found {
				got[setOf(givens)]++
			}
		}
		multiplied := 1.0
		for _, s := range splits {
			multiplied *= float64(s.children)
		}
		byClues := map[int][2]float64{}
		for set := range got {
			if want[set] == 0 {
				t.Errorf("splits %v: %v is not a minimal puzzle", splits, subset(solution, set))
			}
		}
		for set, p := range want {
			n := bits.OnesCount32(set)
			sum := byClues[n]
			byClues[n] = [2]float64{sum[0] + got[set], sum[1] + p*attempts*multiplied}
		}
		for n, sum := range byClues {
			if off := math.Abs(sum[0] - sum[1]); sum[1] > 100 && off > 5*math.Sqrt(sum[1]*multiplied)+0.03*sum[1] {
				t.Errorf("splits %v: %v puzzles with %d givens, want about %.0f", splits, sum[0], n, sum[1])
			}
		}
	}
}

func subset(solution sudoku.Grid, set uint32) sudoku.Grid {
	g := solution.Clone()
	for c := range g {
		if set>>c&1 == 0 {
			g[c] = 0
		}
	}
	return g
}

func setOf(g sudoku.Grid) (set uint32) {
	for c, v := range g {
		if v != 0 {
			set |= 1 << c
		}
	}
	return set
}

func minimal(unique []bool, set uint32) bool {
	for rest := set; unique[set] && rest != 0; rest &= rest - 1 {
		if unique[set&^(rest&-rest)] {
			return false
		}
	}
	return unique[set]
}

func binomial(n, k int) float64 {
	v := 1.0
	for i := range k {
		v = v * float64(n-i) / float64(i+1)
	}
	return v
}

// TestBiasedNine expects minimal puzzles, the same for any number of workers, with some 25.67 clues: between carved ones
// and the mean of all.
func TestBiasedNine(t *testing.T) {
	o := sudoku.Order{Minimal: true, Count: 60, Seed: 11}
	settings := map[string]any{"method": methodControlledBias, "workers": 1}
	puzzles := generate(t, settings, o)
	settings["workers"] = 3
	sum := 0
	for i, p := range generate(t, settings, o) {
		if !slices.Equal(p.Givens(), puzzles[i].Givens()) {
			t.Errorf("puzzle %d depends on the number of workers", i)
		}
		sum += p.Clues()
		if solutions(p, 2) != 1 {
			t.Errorf("%s: not one solution", p)
		}
		for c, v := range p.Givens() {
			if v != 0 {
				p.Givens()[c] = 0
				if solutions(p, 2) == 1 {
					t.Errorf("%s: cell %d is not needed", p, c)
				}
				p.Givens()[c] = v
			}
		}
	}
	if mean := float64(sum) / float64(len(puzzles)); mean < 25.1 || mean > 26.2 {
		t.Errorf("%v clues on average", mean)
	}
}

// TestNumberOfMinimalPuzzles estimates how many there are from how often attempts succeed: an attempt makes each of them
// with the probability 1 / (grids · C(81, n)). Berthier found 3.1055·10³⁷ within 0.065 %. The error is that of groups of grids:
// puzzles of one grid hang together. MINIMAL_GRIDS sets how many grids are drawn, at some 33,000 attempts each.
func TestNumberOfMinimalPuzzles(t *testing.T) {
	const grids, groups = 6670903752021072936960, 40
	m := biasedMaker("9", 3)
	drawn := 1000
	if n, err := strconv.Atoi(os.Getenv("MINIMAL_GRIDS")); err == nil {
		drawn = n
	}
	var sums []float64
	for range groups {
		sum := 0.0
		for range drawn / groups {
			for _, p := range m.biased.fromGrid() {
				sum += binomial(81, p.Clues())
			}
		}
		sums = append(sums, sum*grids/float64(int64(drawn/groups)*m.biased.attempts()))
	}
	n, off := stats.Mean(sums), stats.Deviation(sums)/math.Sqrt(groups)
	t.Logf("(%.3g ± %.2g)·10³⁷ minimal puzzles, standard error %.1f %%, of %.3g attempts", n/1e37, 1.96*off/1e37, 100*off/n, float64(int64(drawn)*m.biased.attempts()))
	if math.Abs(n-3.1055e37) > 4*off || off > 0.2*n {
		t.Errorf("%.4g minimal puzzles, want some 3.1e37", n)
	}
}

// TestBiasedOrders refuses what would make the bias unknown.
func TestBiasedOrders(t *testing.T) {
	for _, o := range []sudoku.Order{
		{}, {Minimal: true, Symmetry: "rot180"}, {Minimal: true, CluesMax: 25}, {Minimal: true, CluesMin: 24},
		{Minimal: true, HasDifficulty: true}, {Minimal: true, Metric: "clues", MetricMin: 20, MetricMax: 30},
	} {
		o.Count = 1
		if puzzles, err := tryGenerate(map[string]any{"method": methodControlledBias}, o); err == nil {
			t.Errorf("%+v: %v", o, puzzles)
		}
	}
}
