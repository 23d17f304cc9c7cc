package evolve

import (
	"runtime"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func benchGrid() (*layout, []uint8) {
	l := newLayout(sudoku.MustGeometry("9"))
	values := make([]uint8, l.cells)
	for c := range values {
		values[c] = uint8((c%9+c/9*2)%9 + 1)
	}
	return l, values
}

// startCPU and reportCPU measure the CPU time of a loop beside its wall clock, which says little on a busy machine.
func startCPU() time.Duration {
	runtime.LockOSThread()
	return cpuTime()
}

func reportCPU(b *testing.B, start time.Duration) {
	b.ReportMetric(float64(cpuTime()-start)/float64(b.N), "cpu-ns/op")
	runtime.UnlockOSThread()
}

func BenchmarkEntropy(b *testing.B) {
	l, values := benchGrid()
	o := newObjective(l)
	counts := make([]uint8, len(l.houses)*l.stride)
	defer reportCPU(b, startCPU())
	b.ReportAllocs()
	for b.Loop() {
		o.count(values, counts)
	}
}

// BenchmarkRedraw draws genes of AI Escargot, the step that memetic counts as one evaluation.
func BenchmarkRedraw(b *testing.B) {
	o := settings{Encoding: own, Propagation: byMatching}
	q, err := newProblem(newLayout(sudoku.MustGeometry("9")), puzzle(b, "escargot"), &o)
	if err != nil {
		b.Fatal(err)
	}
	bath := newBath(q.goal, q.rules, q.family, 0.7)
	rnd, a := &random{1}, newIndividual(q.layout)
	q.blindGrid(a.values, rnd)
	a.score = q.goal.count(a.values, a.counts)
	defer reportCPU(b, startCPU())
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		bath.redraw(a, q.units[i%len(q.units)], rnd)
		i++
	}
}
