package belief

import (
	"math"
	"math/rand/v2"
	"testing"
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
