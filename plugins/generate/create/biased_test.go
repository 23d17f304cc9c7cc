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
	want := enumerated() // probability of each minimal puzzle in an attempt
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
		b.solution = small
		for range attempts {
			copy(b.givens, small)
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
				t.Errorf("splits %v: %v is not a minimal puzzle", splits, subset(small, set))
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

// small is a 4×4 solution grid.
var small = sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}

// enumerated finds the minimal puzzles of small, and with what probability an attempt makes each of them.
func enumerated() map[uint32]float64 {
	unique := make([]bool, 1<<16)
	e := newEngine(sudoku.MustGeometry("4"), 0)
	for set := range uint32(1 << 16) {
		unique[set] = e.count(subset(small, set), 2, make([]uint8, 16)) == 1
	}
	chances := map[uint32]float64{}
	for set := range uint32(1 << 16) {
		if minimal(unique, set) {
			chances[set] = 1 / choices(16, bits.OnesCount32(set))
		}
	}
	return chances
}

// TestWeights makes puzzles with so many children that most come to one that another has come to. Weighted, as many come as
// there are.
func TestWeights(t *testing.T) {
	m := biasedMaker("4", 1)
	m.c.engine = base{m.c.engine, m.o.Geometry, small}
	b := m.biased
	b.splits, b.levels = []split{{9, 3}, {7, 20}}, make([][]int, 3)
	want, got := map[int]float64{}, map[int]float64{}
	for set := range enumerated() {
		want[bits.OnesCount32(set)]++
	}
	weight := study(b.weights())
	const grids = 200
	for range grids {
		for _, p := range b.fromGrid() {
			got[p.Clues()] += weight[p.Clues()] / float64(grids*b.attempts())
		}
	}
	for n, expected := range want {
		if math.Abs(got[n]/expected-1) > 0.1 {
			t.Errorf("%.1f puzzles with %d givens, want %v", got[n], n, expected)
		}
	}
}

// study reads weights, as those do who look at samples.
func study(all []sudoku.Measure) map[int]float64 {
	weight := map[int]float64{}
	for i, m := range all {
		if m.Name != "weight_"+strconv.Itoa(i+1) {
			panic(m.Name)
		}
		weight[i+1] = m.Value
	}
	return weight
}

// TestWeightsNine are C(81, n) where attempts hardly meet, and more where they do.
func TestWeightsNine(t *testing.T) {
	weight := study(biasedMaker("9", 1).biased.weights())
	for n, want := range map[int]float64{24: 1, 27: 1, 29: 1.07, 30: 2.36, 31: 64} {
		if got := weight[n] / choices(81, n); math.Abs(got/want-1) > 0.015 {
			t.Errorf("a puzzle of %d givens weighs C(81, %d) times %v, want %v", n, n, got, want)
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
			grid := p.Givens().Clone()
			if grid[c] = 0; v != 0 && solutions(p.WithGivens(grid), 2) == 1 {
				t.Errorf("%s: cell %d is not needed", p, c)
			}
		}
	}
	if mean := float64(sum) / float64(len(puzzles)); mean < 25.1 || mean > 26.2 {
		t.Errorf("%v clues on average", mean)
	}
}

// TestNumberOfMinimalPuzzles estimates how many there are from how often attempts succeed. Berthier found 3.1055·10³⁷ within 0.065 %. The error is that of groups of grids:
// puzzles of one grid hang together. MINIMAL_GRIDS sets how many grids are drawn, at some 33,000 attempts each.
func TestNumberOfMinimalPuzzles(t *testing.T) {
	const grids, groups = 6670903752021072936960, 40
	m := biasedMaker("9", 3)
	drawn := 1000
	if n, err := strconv.Atoi(os.Getenv("MINIMAL_GRIDS")); err == nil {
		drawn = n
	}
	var sums []float64
	weight := study(m.biased.weights())
	for range groups {
		sum := 0.0
		for range drawn / groups {
			for _, p := range m.biased.fromGrid() {
				sum += weight[p.Clues()]
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
