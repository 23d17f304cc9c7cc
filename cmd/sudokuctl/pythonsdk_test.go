package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// pythonWithGRPC returns a Python that has grpcio.
func pythonWithGRPC(t testing.TB) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import grpc").Run() == nil {
			return python
		}
	}
	t.Skip("NOT TESTED: no Python 3 with grpcio is installed")
	return ""
}

// pythonPlugin makes a folder with a program of testdata/python and the SDK.
func pythonPlugin(t testing.TB, id string) (folder string) {
	t.Helper()
	python, folder := pythonWithGRPC(t), t.TempDir()
	for from, to := range map[string]string{"internal/scaffold/templates/python-grpc/sudokuctl.py": "sudokuctl.py",
		"testdata/python/" + id + ".py": "plugin.py"} {
		text, err := os.ReadFile(filepath.FromSlash(from))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, to), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	description := "id: " + id + "\nname: " + id + "\nversion: 1.0.0\nrun: [" + python + ", -B, plugin.py]\n"
	if err := os.WriteFile(filepath.Join(folder, manifest.FileName), []byte(description), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestPythonSDKKeepsThePromises runs the checks on a plugin that has all powers of the SDK.
func TestPythonSDKKeepsThePromises(t *testing.T) {
	t.Parallel()
	folder := pythonPlugin(t, "powers")
	c := exec.Command(program(t), "plugin", "test", folder, "--budget", "20ms")
	c.Env = append(os.Environ(), "XDG_DATA_HOME="+folder)
	out, err := c.CombinedOutput()
	if err != nil || bytes.Count(out, []byte("\nok ")) < 40 {
		t.Errorf("%v\n%s", err, out)
	}
	for _, power := range []string{"solve/many", "solve/clauses", "grade/declared", "explain/sound", "generate/count",
		"configure/bad-value"} {
		if i := bytes.Index(out, []byte(power)); i < 0 || bytes.HasPrefix(out[i+len(power):], []byte(" # SKIP")) {
			t.Errorf("%s was not checked", power)
		}
	}
}

// TestPythonSDKRefusesHostileClauses has the SDK read clauses that no puzzle can have.
func TestPythonSDKRefusesHostileClauses(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NOT TESTED: python3 is not installed")
	}
	c := exec.Command(python, "-B", filepath.FromSlash("testdata/python/hostile.py"))
	c.Env = append(os.Environ(), "PYTHONPATH="+filepath.FromSlash("internal/scaffold/templates/python-grpc"))
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "6 taken, 27 refused") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestPythonWithoutGRPCSaysSo starts the SDK with a Python that finds no packages.
func TestPythonWithoutGRPCSaysSo(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NOT TESTED: python3 is not installed")
	}
	out, err := exec.Command(python, "-IS", filepath.FromSlash("internal/scaffold/templates/python-grpc/sudokuctl.py")).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "-m pip install grpcio") {
		t.Errorf("%v: %s", err, out)
	}
}

// BenchmarkPythonEcho is what a puzzle costs with a Python plugin that answers with what it is asked.
func BenchmarkPythonEcho(b *testing.B) {
	b.Run("solve_batch", func(b *testing.B) { benchmarkPython(b, "echo") })
	b.Run("solve", func(b *testing.B) { benchmarkPython(b, "each") })
}

func benchmarkPython(b *testing.B, id string) {
	h := host.New(host.Options{})
	defer h.Close()
	p, err := h.Open(b.Context(), host.Config{Path: pythonPlugin(b, id)})
	if err != nil {
		b.Fatal(err)
	}
	grid, err := sudoku.ParsePuzzle("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	if err != nil {
		b.Fatal(err)
	}
	pass := func(n int) {
		got, input := 0, func(yield func(runner.Item, error) bool) {
			for i := 0; i < n && yield(runner.Item{Number: uint64(i), Puzzle: grid}, nil); i++ {
			}
		}
		err := p.Solve(b.Context(), input, runner.Options{Ask: sudoku.Ask{Limit: 1}}, func(_ uint64, r sudoku.Result) error {
			if r.Verdict == sudoku.Solved {
				got++
			}
			return nil
		})
		if err != nil || got != n {
			b.Fatalf("%d of %d, %v", got, n, err)
		}
	}
	pass(10_000)
	before, _ := p.Usage()
	b.ResetTimer()
	pass(b.N)
	b.StopTimer()
	after, _ := p.Usage()
	cpu := after.User + after.System - before.User - before.System
	b.ReportMetric(float64(cpu)/float64(b.N), "plugin-cpu-ns/op")
}
