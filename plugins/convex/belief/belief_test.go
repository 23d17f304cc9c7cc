package belief

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestMessagesOfAHouse compares the messages of one house with the sum over all ways to fill it.
func TestMessagesOfAHouse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, cells := range [][]int{{0, 1, 2, 3}, {0, 1, 2}} {
		n := 4
		b := &Graph{n: n, forward: make([]float64, 1<<n), backward: make([]float64, 1<<n), next: make([]float64, n)}
		h := &house{cells: cells, in: make([]float64, n*len(cells)), out: make([]float64, n*len(cells))}
		for j := range h.in {
			h.in[j] = rng.Float64()
		}
		want := make([]float64, len(h.in))
		var fill func(at, used int, weight float64, digits []int)
		fill = func(at, used int, weight float64, digits []int) {
			if at == len(cells) {
				for i, d := range digits {
					want[i*n+d] += weight / h.in[i*n+d]
				}
				return
			}
			for d := range n {
				if used>>d&1 == 0 {
					fill(at+1, used|1<<d, weight*h.in[at*n+d], append(digits, d))
				}
			}
		}
		fill(0, 0, 1, nil)
		if !b.speak(h) {
			t.Fatal("nothing fits")
		}
		for i := range cells {
			normalize(want[i*n : (i+1)*n])
			for d := range n {
				if got := h.out[i*n+d] / (1 - damping); math.Abs(got-want[i*n+d]) > 1e-12 {
					t.Errorf("%d cells: cell %d, digit %d: %v, not %v", len(cells), i, d, got, want[i*n+d])
				}
			}
		}
	}
}

func TestPropagationFindsContradictions(t *testing.T) {
	p := parse(t, "1234............")
	x := priorOf(p, nil)
	x[4*4], x[4*4+1], x[4*4+2], x[4*4+3] = 0, 0, 0, 0
	if _, ok := New(p.Geometry()).Propagate(x, never); ok {
		t.Error("a cell without digits was filled")
	}
	x = priorOf(p, nil)
	x[4*4], x[4*4+1], x[4*4+2], x[4*4+3] = 0, 0, 0, 0
	if _, ok := New(p.Geometry()).Balance(x, never); ok {
		t.Error("a cell without digits was balanced")
	}
}

// TestBalancedSums checks the sums that Balance is to make one.
func TestBalancedSums(t *testing.T) {
	for _, line := range []string{"................", "1234341221434321", "{1:0.7,2:0.3}..............{1:0.2,3:0.5,4:0.3}"} {
		p := parse(t, line)
		x := priorOf(p, nil)
		if _, ok := New(p.Geometry()).Balance(x, never); !ok {
			t.Fatalf("%s: nothing fits", line)
		}
		n := p.Geometry().N()
		for _, h := range p.Geometry().Houses() {
			for d := range n {
				sum := 0.0
				for _, c := range h.Cells {
					sum += x[c*n+d]
				}
				if math.Abs(sum-1) > 1e-3 {
					t.Errorf("%s: a digit of a house sums to %v", line, sum)
				}
			}
		}
	}
}

// fig1 is the stochastic puzzle of Gunther & Moon 2012, Fig. 1, which 143,587 grids fit.
const fig1 = "...{4679}.{4679}{4679}{4679}." + "....{679}{679}{679}.." + "........3" + ".....{147}{147}{147}." +
	"{1468}{1468}.....{1468}{1468}" + ".{126}{126}{146}....." + "1........" + "..{234}{234}{234}...." + ".{2469}{2469}{2469}.{2469}..."

const zhaiC = "1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........"

func never() bool { return false }

func parse(t testing.TB, line string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// priorOf gives each possible digit of a puzzle its probability, or 1, times some random weight if rng is not nil.
func priorOf(p *sudoku.Puzzle, rng *rand.Rand) []float64 {
	n := p.Geometry().N()
	prior := make([]float64, n*p.Geometry().Cells())
	for c := range p.Geometry().Cells() {
		for d := range p.Allowed(c).All {
			prior[c*n+d-1] = 1
			if rng != nil {
				prior[c*n+d-1] = 0.1 + rng.Float64()
			}
		}
	}
	return prior
}

// gridsOf visits all grids by the plainest backtracking, from the first cell to the last.
func gridsOf(p *sudoku.Puzzle, visit func(grid []int)) {
	grid := make([]int, p.Geometry().Cells())
	for cell, d := range p.Givens() {
		grid[cell] = int(d)
	}
	var fill func(cell int)
	fill = func(cell int) {
		if cell == len(grid) {
			visit(grid)
			return
		}
		for d := range p.Allowed(cell).All {
			if !slices.ContainsFunc(p.Geometry().Peers(cell), func(q int) bool { return grid[q] == d }) {
				grid[cell] = d
				fill(cell + 1)
			}
		}
		grid[cell] = int(p.Givens()[cell])
	}
	fill(0)
}

func TestCensusAgainstPlainBacktracking(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, line := range []string{"................", "{1:0.7,2:0.3}..............{1:0.2,3:0.5,4:0.3}", zhaiC, "6:123456..............................", "5/l:1........................"} {
		p := parse(t, line)
		n := p.Geometry().N()
		prior := priorOf(p, rng)
		want := make([]float64, len(prior))
		total, surely, grids := 0.0, 0.0, 0
		gridsOf(p, func(grid []int) {
			w := 1.0
			for c, d := range grid {
				w *= prior[c*n+d-1]
			}
			for c, d := range grid {
				want[c*n+d-1] += w
			}
			grids++
			total += w
			surely += w * math.Log(w)
		})
		if grids > 300_000 {
			t.Fatalf("%s has %d grids", line, grids)
		}
		census, all := Enumerate(p, prior, grids, never)
		if !all || census.Grids != grids {
			t.Fatalf("%s: %d grids, not %d", line, census.Grids, grids)
		}
		if h := math.Log(total) - surely/total; math.Abs(h-census.Entropy) > 1e-9*math.Max(1, h) {
			t.Errorf("%s: entropy %v, not %v", line, census.Entropy, h)
		}
		for j := range want {
			if math.Abs(want[j]/total-census.Marginals[j]) > 1e-9 {
				t.Errorf("%s: marginal %d is %v, not %v", line, j, census.Marginals[j], want[j]/total)
			}
		}
		if _, all := Enumerate(p, prior, grids-1, never); all {
			t.Errorf("%s: a limit of %d grids was not reported", line, grids-1)
		}
	}
}

func TestCensusOfNothing(t *testing.T) {
	p := parse(t, "12..............")
	prior := priorOf(p, nil)
	clear(prior[4*4 : 5*4])
	census, all := Enumerate(p, prior, 10, never)
	if !all || census.Grids != 0 || census.Best != nil {
		t.Errorf("%d grids, %v", census.Grids, all)
	}
	if _, all := Enumerate(p, priorOf(p, nil), 1<<30, func() bool { return true }); !all {
		return
	}
	if c, all := Enumerate(parse(t, fig1), priorOf(parse(t, fig1), nil), 1<<30, func() bool { return true }); all {
		t.Errorf("%d grids were visited although it was to stop", c.Grids)
	}
}

// TestStochasticPuzzle compares the estimates with the marginals of all 143,587 grids.
func TestStochasticPuzzle(t *testing.T) {
	p := parse(t, fig1)
	g := New(p.Geometry())
	census, all := Enumerate(p, priorOf(p, nil), 1<<20, never)
	if !all || census.Grids != 143_587 || math.Abs(census.Entropy-math.Log(143_587)) > 1e-9 {
		t.Fatalf("%d grids, entropy %v", census.Grids, census.Entropy)
	}
	errors := map[string]float64{}
	for name, estimate := range map[string]func([]float64, func() bool) (int, bool){"belief": g.Propagate, "sinkhorn": g.Balance} {
		x := priorOf(p, nil)
		if _, ok := estimate(x, never); !ok {
			t.Fatalf("%s finds that nothing fits", name)
		}
		for j, v := range x {
			errors[name] += math.Abs(v-census.Marginals[j]) / float64(p.Geometry().Cells())
		}
	}
	t.Logf("a cell's marginals are wrong by, on average: %v", errors)
	if errors["sinkhorn"] > 0.4 || errors["sinkhorn"] > errors["belief"] {
		t.Errorf("errors %v: loopy propagation was farther off than balancing, which was near", errors)
	}
}
