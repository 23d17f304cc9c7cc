package evolve

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"pgregory.net/rapid"
)

// permutations lists all ways to give the cells different candidates.
func permutations(cand []sudoku.Digits) [][]uint8 {
	if len(cand) == 0 {
		return [][]uint8{nil}
	}
	var all [][]uint8
	for d := range cand[0].All {
		rest := make([]sudoku.Digits, len(cand)-1)
		for i, c := range cand[1:] {
			rest[i] = c.Without(d)
		}
		for _, tail := range permutations(rest) {
			all = append(all, append([]uint8{uint8(d)}, tail...))
		}
	}
	return all
}

func drawCandidates(t *rapid.T, n int) []sudoku.Digits {
	cand := make([]sudoku.Digits, n)
	for i := range cand {
		cand[i] = sudoku.Digits(rapid.Uint64Range(1, 1<<n-1).Draw(t, "candidates"))
	}
	return cand
}

func TestUnitCountsPermutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cand := drawCandidates(t, 6)
		cells := []int{0, 1, 2, 3, 4, 5}
		if got, want := newUnit(cells, cand).permutations, len(permutations(cand)); got != float64(want) {
			t.Fatalf("%v permutations of %b, want %d", got, cand, want)
		}
	})
}

// TestMatcherKeepsWhatPermutationsUse compares the supported candidates with those of all permutations.
func TestMatcherKeepsWhatPermutationsUse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 6).Draw(t, "size")
		cand := drawCandidates(t, 6)[:size]
		want := make([]sudoku.Digits, size)
		for _, p := range permutations(cand) {
			for i, d := range p {
				want[i] = want[i].With(int(d))
			}
		}
		var m matcher
		if ok := m.match(cand); ok != (want[0] != 0) {
			t.Fatalf("match says %v of %b", ok, cand)
		} else if !ok {
			return
		}
		m.close()
		for i := range cand {
			if got := m.supported(i); got != want[i] {
				t.Fatalf("place %d of %b keeps %b, want %b", i, cand, got, want[i])
			}
		}
	})
}

// boltzmann returns the probabilities of the permutations of unit u around the grid a, by enumeration.
func boltzmann(o *objective, a *individual, u *unit, temperature float64) map[string]float64 {
	cand := make([]sudoku.Digits, len(u.cells))
	for i, c := range u.cells {
		cand[i] = u.cand[c] &^ u.taken
	}
	weights, total := map[string]float64{}, 0.0
	values, counts := append([]uint8(nil), a.values...), make([]uint8, len(a.counts))
	for _, p := range permutations(cand) {
		for i, c := range u.cells {
			values[c] = p[i]
		}
		score := o.count(values, counts).float() - o.optimum.float()
		w := math.Exp(float64(o.layout.n) * score / temperature)
		weights[string(p)] = w
		total += w
	}
	for p := range weights {
		weights[p] /= total
	}
	return weights
}

// TestRedrawIsBoltzmann draws a gene many times, as a whole and as a part of a wide unit, and compares frequencies.
func TestRedrawIsBoltzmann(t *testing.T) {
	const draws, temperature = 60000, 0.8
	l := newLayout(sudoku.MustGeometry("6"))
	o := newObjective(l)
	p := parse(t, "1.....2.......3...4..........5......")
	q, err := newProblem(l, p, &settings{Encoding: "rows", Propagation: byMatching})
	if err != nil || q == nil {
		t.Fatal(q, err)
	}
	b := newBath(o, q.rules, q.family, temperature)
	for _, wide := range []bool{false, true} {
		rnd := &random{3}
		a := newIndividual(l)
		q.blindGrid(a.values, rnd)
		a.score = o.count(a.values, a.counts)
		u := *q.units[1]
		u.wide = wide
		want := boltzmann(o, a, &u, temperature)
		order := append([]int32(nil), u.cells...)
		seen := map[string]float64{}
		for range draws {
			b.redraw(a, &u, rnd)
			var key []byte
			for _, c := range order {
				key = append(key, a.values[c])
			}
			seen[string(key)]++
		}
		compareFrequencies(t, seen, want, draws)
	}
}

// compareFrequencies asks for χ² below its mean plus six standard deviations.
func compareFrequencies(t *testing.T, seen, want map[string]float64, draws float64) {
	t.Helper()
	chi := 0.0
	for p, w := range want {
		chi += (seen[p] - w*draws) * (seen[p] - w*draws) / (w * draws)
		delete(seen, p)
	}
	freedom := float64(len(want) - 1)
	if len(seen) > 0 || chi > freedom+6*math.Sqrt(2*freedom) {
		t.Errorf("χ² is %.1f with %v degrees of freedom, %d impossible permutations", chi, freedom, len(seen))
	}
}

func TestBlindIsUniform(t *testing.T) {
	const draws = 30000
	cand := []sudoku.Digits{sudoku.DigitSet(1, 2, 3), sudoku.DigitSet(2, 3),
		sudoku.DigitSet(1, 3, 4), sudoku.AllDigits(4)}
	u := newUnit([]int{0, 1, 2, 3}, cand)
	want := map[string]float64{}
	for _, p := range permutations(cand) {
		want[string(p)] = 1 / u.permutations
	}
	rnd, values, seen := &random{5}, make([]uint8, 4), map[string]float64{}
	for range draws {
		u.blind(values, rnd)
		seen[string(values)]++
	}
	compareFrequencies(t, seen, want, draws)
}
