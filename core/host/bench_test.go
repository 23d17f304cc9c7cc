//go:build unix

package host_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// BenchmarkBoundary measures what a puzzle costs besides solving it: the CPU of both processes, from the
// input to the verified result. ns/op is wall time; the sum of the two CPU times is the figure that counts.
func BenchmarkBoundary(b *testing.B) {
	for _, test := range []struct {
		name  string
		batch int
		o     runner.Options
	}{
		{"default", 0, runner.Options{}},
		{"ordered", 0, runner.Options{Ordered: true}},
		{"batch=64", 64, runner.Options{}},
		{"batch=1", 1, runner.Options{}},
	} {
		b.Run(test.name, func(b *testing.B) {
			p := host.InBatches(open(b, newHost(b, host.Options{}), "echo"), test.batch)
			test.o.Limit = 1
			pass(b, p, 10000, test.o)
			host, plugin := cpu(b, p)
			b.ReportAllocs()
			b.ResetTimer()
			pass(b, p, b.N, test.o)
			b.StopTimer()
			hostNow, pluginNow := cpu(b, p)
			b.ReportMetric(float64(hostNow-host)/float64(b.N), "host-cpu-ns/op")
			b.ReportMetric(float64(pluginNow-plugin)/float64(b.N), "plugin-cpu-ns/op")
		})
	}
}

func pass(b *testing.B, p *host.Plugin, count int, o runner.Options) {
	puzzle := sudoku.MustPuzzle(sudoku.Classic(), solved9())
	puzzle.Name = "echo"
	input := func(yield func(runner.Item, error) bool) {
		for i := range count {
			if !yield(runner.Item{Number: uint64(i), Puzzle: puzzle}, nil) {
				return
			}
		}
	}
	got := 0
	err := p.Solve(b.Context(), input, o, func(_ uint64, r sudoku.Result) error {
		if r.Verdict == sudoku.Solved {
			got++
		}
		return nil
	})
	if err != nil || got != count {
		b.Fatalf("%d of %d, %v", got, count, err)
	}
}

func solved9() sudoku.Grid {
	grid := make(sudoku.Grid, 81)
	for i := range grid {
		r, c := i/9, i%9
		grid[i] = uint8((3*r+r/3+c)%9 + 1)
	}
	return grid
}

// cpu returns the CPU time that this process and that of the plugin have taken.
func cpu(b *testing.B, p *host.Plugin) (own, others time.Duration) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	plugin, ok := p.Usage()
	if !ok {
		b.Skip("no usage of running processes here")
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), plugin.User + plugin.System
}

// BenchmarkFirstAnswer measures from nothing to the first result of a plugin written in Go.
func BenchmarkFirstAnswer(b *testing.B) {
	h := newHost(b, host.Options{})
	for range b.N {
		p := open(b, h, "echo")
		pass(b, p, 1, runner.Options{Ask: runner.Ask{Limit: 1}})
		b.StopTimer()
		p.Close()
		b.StartTimer()
	}
}
