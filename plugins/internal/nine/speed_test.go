package nine

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkSolve reports, for every kernel and collection, puzzles per second of CPU time and guesses per
// puzzle: puzzles in random order under random symmetries, searched up to two solutions, one thread.
func BenchmarkSolve(b *testing.B) {
	for _, kernel := range Kernels() {
		for _, file := range []string{
			"kaggle_10k", "unbiased_1000", "minimal_20k", "17_clue_half",
			"top1465", "hardest_1905_fifth", "hardest_1106", "serg_multi",
		} {
			b.Run(kernel+"/"+file, func(b *testing.B) { benchmark(b, kernel, file) })
		}
	}
}

func benchmark(b *testing.B, kernel, file string) {
	r := rand.New(rand.NewPCG(3, 4))
	puzzles := corpus(b, file+".txt", 0)
	for i := range puzzles {
		puzzles[i] = permute(&puzzles[i], r)
	}
	r.Shuffle(len(puzzles), func(i, j int) { puzzles[i], puzzles[j] = puzzles[j], puzzles[i] })
	e, _ := NewKernel(kernel)
	var grid [81]uint8
	var guesses, n int64
	next, start := 0, cpuTime()
	for b.Loop() {
		solveTwice(e, &puzzles[next], &grid)
		guesses += e.Guesses()
		n++
		if next++; next == len(puzzles) {
			next = 0
		}
	}
	b.ReportMetric(float64(n)/(cpuTime()-start).Seconds(), "puzzles/cpu-s")
	b.ReportMetric(float64(guesses)/float64(n), "guesses/puzzle")
}
