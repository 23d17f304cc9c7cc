package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// tools are the programs that a language needs.
var tools = map[string][]string{"go": {"go"}, "python": {"python3"}, "python-grpc": {"python3"}, "c": {"cc"},
	"rust": {"cargo"}, "javascript": {"node"}, "shell": {"sh", "awk"}}

// withPython returns a folder where python3 is one that has grpcio.
func withPython(t *testing.T) string {
	t.Helper()
	python, dir := pythonWithGRPC(t), t.TempDir()
	found, err := exec.LookPath(python)
	if err == nil {
		err = os.Symlink(found, filepath.Join(dir, "python3"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// quickChecks are those that a slow language, too, passes in a second.
var quickChecks = []string{"solve/easy", "solve/solved-grid", "solve/clash", "solve/no-place",
	"solve/several", "solve/undeclared", "solve/same-again"}

// patience lets the checks that want an answer wait for it, however busy the machine is; no quick check waits in vain.
const patience = " --budget 1m"

// TestNewPluginsWork makes a plugin in every language from nothing, builds it as its README says, tests it
// and solves with it.
func TestNewPluginsWork(t *testing.T) {
	exe := program(t)
	sdk, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range slices.Sorted(maps.Keys(tools)) {
		t.Run(language, func(t *testing.T) {
			path := filepath.Dir(exe) + ":" + os.Getenv("PATH")
			if language == "python-grpc" {
				path = filepath.Dir(exe) + ":" + withPython(t) + ":" + os.Getenv("PATH")
			}
			for _, tool := range tools[language] {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skipf("NOT TESTED: %s is not installed", tool)
				}
			}
			home := t.TempDir()
			folder := filepath.Join(home, "tally")
			run := func(dir, command string) string {
				t.Helper()
				c := exec.Command("sh", "-c", command)
				c.Dir = dir
				c.Env = append(os.Environ(), "PATH="+path, "XDG_DATA_HOME="+home)
				out, err := c.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", command, err, out)
				}
				return string(out)
			}
			made := run(home, "sudokuctl plugin new tally --lang "+strings.Replace(language, "-grpc", " --grpc", 1)+" --sdk "+
				app.Quoted(sdk))
			for line := range strings.Lines(made) { // the commands that it proposes, up to the tests
				if build, ok := strings.CutPrefix(line, "  "); ok && !strings.HasPrefix(build, "cd ") &&
					!strings.HasPrefix(build, "sudokuctl ") {
					run(folder, build)
				}
			}
			run(folder, "sudokuctl plugin test ."+patience+" --only describe,"+strings.Join(quickChecks, ","))
			out := run(folder, "sudokuctl plugin add . && sudokuctl bench --sample quick --repeat 1 --warmup 0 --most 3 --solver tally,dlx -o json")
			if !strings.Contains(out, `"id": "tally"`) || !strings.Contains(out, `"unique": 3`) {
				t.Errorf("bench: %s", out)
			}
			readme, err := os.ReadFile(filepath.Join(folder, "README.md"))
			if lines := strings.Count(string(readme), "\n"); err != nil || lines > 24 ||
				strings.Contains(string(readme), "@") {
				t.Errorf("README.md has %d lines: %v\n%s", lines, err, readme)
			}
		})
	}
}
