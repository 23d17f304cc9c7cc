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
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestGrowth runs the commands that a large library is made and read with on as many puzzles as SUDOKUCTL_GROWTH says,
// such as 10000,100000,1000000: one puzzle in ten is a new minimal puzzle, and nine are its images. It logs CPU time and
// peak memory, and draws docs/large.svg: a level line is a command whose time is linear, or whose memory does not grow.
func TestGrowth(t *testing.T) {
	text := os.Getenv("SUDOKUCTL_GROWTH")
	if text == "" {
		t.Skip("SUDOKUCTL_GROWTH sets the numbers of puzzles")
	}
	steps := []struct {
		name string
		args []string
	}{
		{"import", []string{"import", "puzzles.txt"}},
		{"run", []string{"run", "--solver", "entropybt", "--grader", "entropybt"}},
		{"list", []string{"list", "-o", "csv"}},
		{"dedupe", []string{"dedupe"}},
		{"run --plan", []string{"run", "--plan", "plan.json", "--out", "parts"}},
		{"merge", []string{"merge", "plan.json", "parts", "--into", "merged.db"}},
	}
	times, memory := make([]chart.Series, len(steps)), make([]chart.Series, len(steps))
	for _, size := range strings.Split(text, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		writeImages(t, dir, n)
		command(t, dir, "plan", "puzzles.txt", "--solver", "entropybt", "--chunk-size", "5000", "--out", "plan.json")
		for i, s := range steps {
			usage := command(t, dir, s.args...)
			micros := float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e3 / float64(n)
			megabytes := float64(usage.Maxrss) / 1024 // Linux counts kilobytes
			t.Logf("%9d puzzles: %-10s %7.2f µs of CPU a puzzle, %4.0f MB", n, s.name, micros, megabytes)
			for _, to := range []struct {
				series *chart.Series
				name   string
				value  float64
			}{{&times[i], s.name + ", µs a puzzle", micros}, {&memory[i], s.name + ", MB", megabytes}} {
				to.series.Name = to.name
				to.series.X, to.series.Y = append(to.series.X, float64(n)), append(to.series.Y, to.value)
			}
		}
	}
	drawing := chart.Line(chart.Chart{Title: "CPU time a puzzle, and memory", XLabel: "puzzles", YLabel: "µs of CPU a puzzle; MB",
		XLog: true, YLog: true, Width: 900, Height: 560}, append(times, memory...)...)
	if err := os.WriteFile("../../docs/large.svg", []byte(drawing.SVG()), 0o644); err != nil {
		t.Fatal(err)
	}
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
