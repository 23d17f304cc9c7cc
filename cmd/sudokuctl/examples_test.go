package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExamplesTakePartInARun builds the example plugins and runs them beside a built-in one, selected by a config.
func TestExamplesTakePartInARun(t *testing.T) {
	t.Parallel()
	if tool := lacking([]string{"python3", "make", "cc"}); tool != "" {
		t.Skipf("NOT TESTED: %s is not installed, or does not work", tool)
	}
	exe, dir := program(t), t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"),
		os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	config := "plugin_dirs: [examples]\nplugins: [{id: singles-python, start_timeout: 2m}, {id: bitmask-c, start_timeout: 2m}]\n" +
		"run: {solvers: [singles-python, bitmask-c, dlx], graders: [entropybt]}\n"
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(command string) string {
		t.Helper()
		return inShell(t, exe, dir, command)
	}
	run("make -s -B -C examples/bitmask-c")
	run("sudokuctl plugin add examples/bitmask-c && sudokuctl plugin add examples/singles-python")
	for _, id := range []string{"bitmask-c", "singles-python"} {
		// singles gives up
		run("sudokuctl plugin test " + id + patience + " --only describe," + strings.Join(quickChecks[1:], ","))
	}
	out := run("sudokuctl run -o jsonl")
	for _, want := range []string{`"plugin":"bitmask-c"`, `"plugin":"singles-python"`, `"plugin":"dlx"`} {
		if !strings.Contains(out, want) {
			t.Errorf("run: %s is missing in\n%s", want, out)
		}
	}
	if strings.Contains(out, `"wrong"`) {
		t.Errorf("run: a wrong answer in\n%s", out)
	}
}

// TestExamplesForProgramsOfOthers holds adapters against the promises, those about constraints among them.
func TestExamplesForProgramsOfOthers(t *testing.T) {
	t.Parallel()
	exe := program(t)
	for name, tools := range map[string][]string{
		"minizinc": {"python3", "minizinc"}, "clingo": {"python3", "clingo"}, "cadical": {"cadical"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tool := lacking(tools); tool != "" {
				t.Skipf("NOT TESTED: %s is not installed, or does not work", tool)
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", name))); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(exe, "plugin", "test", dir, "--budget", "1m", "--only",
				"describe,solve/easy,solve/clash,solve/soft-clues,solve/clauses").CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if !strings.Contains(string(out), "- solve/clauses\n") {
				t.Errorf("no clauses were tried:\n%s", out)
			}
		})
	}
}

// TestExampleOfAHost has a program in Python use a bundled plugin.
func TestExampleOfAHost(t *testing.T) {
	t.Parallel()
	if tool := lacking([]string{"protoc", "python3:grpc"}); tool != "" {
		t.Skipf("NOT TESTED: %s is not installed, or does not work", tool)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	out := inShell(t, program(t), dir, "sudokuctl plugin proto > algorithm.proto && protoc --python_out=. algorithm.proto && "+
		"python3 host.py 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 sudokuctl plugin serve dlx")
	want := "dlx solve\nENDING_EXHAUSTED 534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"
	if out != want {
		t.Errorf("%q, want %q", out, want)
	}
}

// TestExamplesOfManyMachines has tools that share work out make a library in shards, twice.
func TestExamplesOfManyMachines(t *testing.T) {
	t.Parallel()
	exe := program(t)
	for tool, c := range map[string]struct{ command, again string }{
		"parallel":  {"sh shards.sh puzzles.txt 3 --jobs 2", "puzzles.txt with entropybt, rules: shards 1–3 of 3"},
		"snakemake": {"snakemake --cores 2 --config shards=3", "Nothing to be done"},
	} {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			if tool := lacking([]string{tool}); tool != "" {
				t.Skipf("NOT TESTED: %s is not installed, or does not work", tool)
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "machines"))); err != nil {
				t.Fatal(err)
			}
			out := inShell(t, exe, dir, "sudokuctl generate -n 600 --clues 36 -o line -q >puzzles.txt && "+c.command+" && "+c.command+
				" && sudokuctl --db library.db list --where 'se > 0 && verdict == \"unique\"' --count")
			if !strings.Contains(out, c.again) || !strings.HasSuffix(out, "\n600\n") {
				t.Error(out)
			}
		})
	}
}

// TestAMillion runs the script of a large library with a small one: every row of its table has a figure.
func TestAMillion(t *testing.T) {
	t.Parallel()
	if tool := lacking([]string{"bash", "awk"}); tool != "" {
		t.Skipf("NOT TESTED: %s is not installed, or does not work", tool)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	out := inShell(t, program(t), dir, "sudokuctl generate -n 40 --clues 36 -o line -q >puzzles.txt && bash million.sh puzzles.txt")
	if rows := regexp.MustCompile(`(?m)^\| .+ \| \d+\.\d\d \| \d+\.\d\d \|$`).FindAllString(out, -1); len(rows) != 25 {
		t.Errorf("%d rows:\n%s", len(rows), out)
	}
}

// inShell runs a command in a folder, with the program on the PATH, and returns what it prints.
func inShell(t *testing.T, exe, dir, command string) string {
	t.Helper()
	c := exec.Command("sh", "-c", command)
	c.Dir, c.Env = dir, append(os.Environ(), "PATH="+filepath.Dir(exe)+":"+os.Getenv("PATH"), "XDG_DATA_HOME="+dir, "XDG_CACHE_HOME="+dir)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}
