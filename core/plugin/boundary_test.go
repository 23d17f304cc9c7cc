//go:build unix

package plugin_test

import (
	"syscall"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// BenchmarkBoundary is what a puzzle costs to go to a plugin and come back, both sides in this process: an op
// is a puzzle, cpu-ns/op the CPU time of all threads. Eight batches are under way at a time, as in the host.
func BenchmarkBoundary(b *testing.B) {
	for _, size := range []struct {
		name  string
		batch int
	}{{"batch=64", 64}, {"batch=320", 320}, {"batch=1024", 1024}} {
		b.Run(size.name, func(b *testing.B) {
			s := open(b, connect(b, solving(echo)), wire.Options{Ask: runner.Ask{Limit: 2}})
			batch := puzzles(size.batch)
			crossing(b, s, batch, 10*size.batch)
			b.ReportAllocs()
			b.ResetTimer()
			before := cpu(b)
			crossing(b, s, batch, b.N)
			b.ReportMetric(float64(cpu(b)-before)/float64(b.N), "cpu-ns/op")
		})
	}
}

var next uint64

// crossing sends batches until n puzzles have been answered.
func crossing(b *testing.B, s *wire.HostStream, batch []*sudoku.Puzzle, n int) {
	const window = 8
	sent, answered := 0, 0
	for answered < n {
		for ; sent < n && sent-answered < window*len(batch); sent += len(batch) {
			if err := s.Send(next, batch); err != nil {
				b.Fatal(err)
			}
			next += uint64(len(batch))
		}
		rows, err := receive(s, 81)
		if err != nil {
			b.Fatal(err)
		}
		for row := range rows {
			answered++
			if row.Count != 1 || len(row.Grids) != 81 {
				b.Fatalf("%+v", row)
			}
		}
	}
	for answered < sent {
		rows, err := receive(s, 81)
		if err != nil {
			b.Fatal(err)
		}
		for range rows {
			answered++
		}
	}
}

// cpu returns the CPU time that the process has used, in nanoseconds.
func cpu(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
