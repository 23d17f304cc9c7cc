package nine

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Walks end at solutions, each of which only one path leads to.
func TestWalk(t *testing.T) {
	e := New()
	rapid.Check(t, func(t *rapid.T) {
		givens, _ := drawGivens(t)
		solutions := map[[81]uint8]bool{}
		if found, _ := solve(e, &givens, 20, func(g *[81]uint8) bool { solutions[*g] = true; return true }); found == 20 {
			return
		}
		rng := rand.New(rand.NewPCG(1, 2))
		probability := map[[81]uint8]float64{}
		var grid [81]uint8
		for range 500 {
			choices, ok := Walk(&givens, &grid, rng)
			if !ok {
				continue
			}
			if p := 1 / choices; !solutions[grid] || probability[grid] != 0 && probability[grid] != p {
				t.Fatalf("%v: a walk with probability %v to %v, before %v", givens, p, grid, probability[grid])
			} else {
				probability[grid] = p
			}
		}
		sum := 0.0
		for _, p := range probability {
			sum += p
		}
		if sum > 1+1e-9 {
			t.Fatalf("%v: the probabilities of %d solutions add up to %v", givens, len(probability), sum)
		}
	})
}

// The mean of the choices, 0 at a contradiction, is the number of solutions.
func TestWalksAreUnbiased(t *testing.T) {
	givens := [81]uint8{}
	e := New()
	solve(e, &givens, 1, func(g *[81]uint8) bool { givens = *g; return false })
	for c := range givens {
		if c/27 > 0 && c%9/3 > 0 {
			givens[c] = 0
		}
	}
	want, _ := solve(e, &givens, 0, every)
	rng := rand.New(rand.NewPCG(1, 2))
	var grid [81]uint8
	const walks = 20_000
	sum := 0.0
	for range walks {
		if choices, ok := Walk(&givens, &grid, rng); ok {
			sum += choices
		}
	}
	if mean := sum / walks; math.Abs(mean/float64(want)-1) > 0.05 {
		t.Errorf("mean %.0f of %d solutions", mean, want)
	}
}

func TestWalkOfBadGivens(t *testing.T) {
	for _, bad := range []uint8{10, 16, 255} {
		var grid [81]uint8
		if _, ok := Walk(&[81]uint8{bad}, &grid, rand.New(rand.NewPCG(1, 2))); ok {
			t.Errorf("a walk with the given %d ends at %v", bad, grid)
		}
	}
}

// Candidates keeps the digits of every solution, and has nothing to say of givens without one.
func TestCandidates(t *testing.T) {
	e := New()
	rapid.Check(t, func(t *rapid.T) {
		givens, _ := drawGivens(t)
		var cells [81]uint16
		ok := Candidates(&givens, &cells)
		solve(e, &givens, 20, func(grid *[81]uint8) bool {
			for c, v := range grid {
				if !ok || cells[c]>>(v-1)&1 == 0 {
					t.Fatalf("%v: %v, %b; a solution is %v", givens, ok, cells, grid)
				}
			}
			return true
		})
		for c, v := range givens {
			if ok && v != 0 && cells[c] != 1<<(v-1) {
				t.Fatalf("%v: cell %d is given, but has %b", givens, c, cells[c])
			}
		}
	})
	var cells [81]uint16
	if Candidates(&[81]uint8{5, 5}, &cells) {
		t.Errorf("a row with two fives has %b", cells)
	}
}
