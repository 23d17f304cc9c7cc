//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// echoSource answers each line with itself: a solver of solved grids that costs next to nothing.
const echoSource = `#include <stdio.h>
int main(void) {
	char line[4096];
	if (%d) setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof line, stdin)) fputs(line, stdout);
	return 0;
}
`

// BenchmarkOverhead is what a puzzle costs through the host, the warden, the bridge and a C program that
// echoes: the CPU time of all these processes, their starts, the program's own work and the verification of
// its answers included.
func BenchmarkOverhead(b *testing.B) {
	for _, mode := range []string{"line", "batch"} {
		b.Run(mode, func(b *testing.B) {
			a := &app.App{Streams: &screen.Streams{Stdout: io.Discard, Stderr: io.Discard}, Config: &app.Config{}}
			p, err := a.Host().Open(b.Context(), host.Config{Path: echoPlugin(b, mode)})
			if err != nil {
				b.Fatal(err)
			}
			before := cpuTime()
			solveSolved(b, p, b.N)
			here := cpuTime() - before
			if err := a.Close(); err != nil {
				b.Fatal(err)
			}
			used, _ := p.Usage()
			b.ReportMetric(float64(here+used.User+used.System)/float64(b.N), "cpu-ns/puzzle")
		})
	}
}

// echoPlugin makes a folder with the program and its manifest.
func echoPlugin(b *testing.B, mode string) string {
	b.Helper()
	dir := b.TempDir()
	flush := 0
	if mode == "line" {
		flush = 1
	}
	source, program := filepath.Join(dir, "echo.c"), filepath.Join(dir, "echo")
	description := fmt.Sprintf("id: echo\nname: echo\nversion: 1.0.0\nkind: exec\nrun: [%s]\nmode: %s\n", program,
		mode)
	for path, text := range map[string]string{source: fmt.Sprintf(echoSource, flush),
		filepath.Join(dir, manifest.FileName): description} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	if out, err := exec.Command("cc", "-O2", "-o", program, source).CombinedOutput(); err != nil {
		b.Skipf("no C compiler: %v %s", err, out)
	}
	return dir
}

func solveSolved(b *testing.B, p *host.Plugin, n int) {
	b.Helper()
	q, err := sudoku.ParsePuzzle("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	if err != nil {
		b.Fatal(err)
	}
	input := func(yield func(runner.Item, error) bool) {
		for i := range uint64(n) {
			if !yield(runner.Item{Number: i, Puzzle: q}, nil) {
				return
			}
		}
	}
	err = p.Solve(b.Context(), input, runner.Options{Ask: runner.Ask{Limit: 1, Workers: 1}},
		func(_ uint64, r sudoku.Result) error { return r.Err })
	if err != nil && n > 0 {
		b.Log(err)
	}
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
