//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// growthSteps are the commands that a large library is made and read with.
var growthSteps = []struct {
	name string
	args []string
}{
	{"import", []string{"import", "puzzles.txt"}},
	{"run", []string{"run", "--solver", "entropybt", "--grader", "entropybt"}},
	{"list", []string{"list", "-o", "csv"}},
	{"dedupe", []string{"dedupe"}},
}

// usage is what the commands of growthSteps took, one by one.
type usage struct{ cpu, megabytes []float64 } // cpu in microseconds

// TestGrowth runs growthSteps on as many puzzles as SUDOKUCTL_GROWTH says, such as 10000,100000,1000000: one puzzle in ten is a
// new minimal puzzle, and nine are its images. It logs CPU time and peak memory, and draws docs/large.svg: a level line is a
// command whose time is linear, or whose memory does not grow. Of the time, what the same commands take for a hundred puzzles
// is taken off: it is that of starting the program and its plugins and of making a library, which would be most of it for
// ten thousand.
func TestGrowth(t *testing.T) {
	text := os.Getenv("SUDOKUCTL_GROWTH")
	if text == "" {
		t.Skip("SUDOKUCTL_GROWTH sets the numbers of puzzles")
	}
	const few = 100
	start := typicalUsage(t, few, 9)
	for i, step := range growthSteps {
		t.Logf("%9d puzzles: %-10s %7.1f ms of CPU, %4.0f MB", few, step.name, start.cpu[i]/1e3, start.megabytes[i])
	}
	times, memory := make([]chart.Series, len(growthSteps)), make([]chart.Series, len(growthSteps))
	for _, size := range strings.Split(text, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		rounds := 1
		if n <= 100_000 {
			rounds = 5
		}
		used := typicalUsage(t, n, rounds)
		for i, step := range growthSteps {
			micros := (used.cpu[i] - start.cpu[i]) / float64(n-few)
			t.Logf("%9d puzzles: %-10s %7.2f µs of CPU a puzzle, %4.0f MB", n, step.name, micros, used.megabytes[i])
			times[i].Name, memory[i].Name = step.name+", µs a puzzle", step.name+", MB"
			times[i].X, times[i].Y = append(times[i].X, float64(n)), append(times[i].Y, micros)
			memory[i].X, memory[i].Y = append(memory[i].X, float64(n)), append(memory[i].Y, used.megabytes[i])
		}
	}
	drawing := chart.Line(chart.Chart{Title: "CPU time a puzzle without that of a start, and memory", XLabel: "puzzles",
		YLabel: "µs of CPU a puzzle; MB", XLog: true, YLog: true, Width: 900, Height: 560}, append(times, memory...)...)
	if err := os.WriteFile("../../docs/large.svg", []byte(drawing.SVG()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// typicalUsage returns the medians of what the commands take for n puzzles, in some rounds.
func typicalUsage(t *testing.T, n, rounds int) usage {
	t.Helper()
	var cpu, megabytes [][]float64 // by command, of each round
	for range growthSteps {
		cpu, megabytes = append(cpu, nil), append(megabytes, nil)
	}
	for range rounds {
		dir := t.TempDir()
		writeImages(t, dir, n)
		for i, step := range growthSteps {
			u := command(t, dir, step.args...)
			cpu[i] = append(cpu[i], float64(u.Utime.Nano()+u.Stime.Nano())/1e3)
			megabytes[i] = append(megabytes[i], float64(u.Maxrss)/1024) // Linux counts kilobytes
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	var typical usage
	for i := range growthSteps {
		slices.Sort(cpu[i])
		slices.Sort(megabytes[i])
		typical.cpu = append(typical.cpu, stats.Quantile(cpu[i], 0.5))
		typical.megabytes = append(typical.megabytes, stats.Quantile(megabytes[i], 0.5))
	}
	return typical
}

// writeImages writes n puzzles to puzzles.txt, ten images of each of n/10 minimal ones. It keeps little of them in memory,
// because the kernel counts the memory of this process as that of the processes that it starts.
func writeImages(t *testing.T, dir string, n int) {
	t.Helper()
	command(t, dir, "generate", "-n", strconv.Itoa(n/10), "--minimal", "--seed", "1", "-o", "line", "-q")
	f, err := os.Create(filepath.Join(dir, "puzzles.txt"))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for image := range uint64(10) {
		seeds, err := os.Open(filepath.Join(dir, "stdout"))
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(seeds)
		for i := uint64(0); lines.Scan(); i++ {
			p, err := sudoku.ParsePuzzle(lines.Text())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(w, randomImage(p, 10*i+image))
		}
		if err := errors.Join(lines.Err(), seeds.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// command runs sudokuctl in dir, its output to the file stdout, and returns what it and its plugins used.
func command(t *testing.T, dir string, args ...string) *syscall.Rusage {
	t.Helper()
	stdout, err := os.Create(filepath.Join(dir, "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	c := exec.Command(program(t), args...)
	var stderr bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = dir, stdout, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", args, err, &stderr)
	}
	return c.ProcessState.SysUsage().(*syscall.Rusage)
}
