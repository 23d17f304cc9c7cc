package evolve

import (
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// sample collects the runs of a benchmark: CPU milliseconds of the thread and evaluations.
type sample struct {
	cpu, evaluations []float64
	failures         int
}

// cpuTime is the CPU time of the calling thread so far.
func cpuTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	if err := syscall.Getrusage(thread, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func (s *sample) run(b *testing.B, solver *Solver, p *sudoku.Puzzle, seed uint64) {
	before := cpuTime()
	grid, measures := first(b.Context(), solver, p, seed)
	s.cpu = append(s.cpu, float64(cpuTime()-before)/1e6)
	s.evaluations = append(s.evaluations, measures["evaluations"])
	if grid == nil {
		s.failures++
		return
	}
	if err := sudoku.Verify(p, grid); err != nil {
		b.Fatal(err)
	}
}

func (s *sample) report(b *testing.B) {
	slices.Sort(s.cpu)
	slices.Sort(s.evaluations)
	n := len(s.cpu)
	b.ReportMetric(mean(s.cpu), "cpu-ms")
	b.ReportMetric(s.cpu[n/2], "cpu-ms-median")
	b.ReportMetric(s.cpu[n-1], "cpu-ms-max")
	b.ReportMetric(mean(s.evaluations), "evaluations")
	b.ReportMetric(s.evaluations[n/2], "evaluations-median")
	b.ReportMetric(float64(s.failures), "failures")
	b.ReportMetric(0, "ns/op")
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// BenchmarkFamous runs each variant on each famous puzzle, one seed an iteration: -benchtime 100x for 100 runs.
func BenchmarkFamous(b *testing.B) {
	for _, f := range famous {
		b.Run(f.name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			solver, p := with(b, nil), parse(b, f.text)
			var s sample
			for i := range b.N {
				s.run(b, solver, p, uint64(i+1))
			}
			s.report(b)
		})
	}
}

// sets are files of puzzles and how many of each are taken, evenly spread; 0 takes all.
var sets = []struct {
	path  string
	count int
}{
	{"graded/bank_easy_500.txt", 25}, {"graded/bank_medium_500.txt", 25},
	{"graded/bank_hard_5000.txt", 25}, {"graded/bank_diabolical_5000.txt", 25},
	{"speed/17_clue_half.txt", 200}, {"speed/top1465.txt", 0}, {"speed/hardest_1106.txt", 0},
}

// BenchmarkSets runs each variant on the sets, one seed and all puzzles an iteration.
func BenchmarkSets(b *testing.B) {
	for _, file := range sets {
		b.Run(strings.TrimSuffix(filepath.Base(file.path), ".txt"), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			list := set(b, file.path)
			step := 1
			if file.count > 0 {
				step = len(list) / file.count
			}
			solver := with(b, nil)
			var s sample
			for seed := range b.N {
				for i := 0; i < len(list); i += step {
					s.run(b, solver, list[i], uint64(seed+1))
				}
			}
			s.report(b)
		})
	}
}

// openChoices are answers to what the paper leaves open; the first is the one taken.
var openChoices = []struct {
	name  string
	given map[string]any
}{
	{"chosen", nil},
	{"restart_after=0", map[string]any{"restart_after": 0}},
	{"restart_after=0+renew_every=0", map[string]any{"restart_after": 0, "renew_every": 0}},
	{"restart_after=0+mutation=0.1", map[string]any{"restart_after": 0, "mutation": 0.1}},
	{"restart_after=0+mutation=0.3", map[string]any{"restart_after": 0, "mutation": 0.3}},
}

// BenchmarkPaper repeats the experiment of Rodríguez-Vázquez on her Fig. 1, one seed an iteration, and
// bootstraps the probability that ten runs average at most the 37,400 evaluations she prints.
func BenchmarkPaper(b *testing.B) {
	for _, c := range openChoices {
		b.Run(c.name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			given := map[string]any{"variant": paperVariant, "max_evaluations": 1000000}
			maps.Copy(given, c.given)
			p, solver := puzzle(b, "rodriguez"), with(b, given)
			var s sample
			for i := range b.N {
				s.run(b, solver, p, uint64(i+1))
			}
			s.report(b)
			under, _ := slices.BinarySearch(s.evaluations, 20000)
			b.ReportMetric(float64(under)/float64(b.N), "under-20000")
			b.ReportMetric(s.evaluations[len(s.evaluations)*9/10], "evaluations-p90")
			b.ReportMetric(ordinary(s.evaluations, 10, 37400), "p-of-37400")
		})
	}
}

// ordinary returns the share of many random samples of k values, with replacement, whose mean is at most limit.
func ordinary(values []float64, k int, limit float64) float64 {
	rnd := &random{1}
	const samples = 100000
	hits := 0
	for range samples {
		sum := 0.0
		for range k {
			sum += values[rnd.below(len(values))]
		}
		if sum <= limit*float64(k) {
			hits++
		}
	}
	return math.Round(float64(hits)/samples*1000) / 1000
}
