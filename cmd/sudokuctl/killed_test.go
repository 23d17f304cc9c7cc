package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// program returns the path of the test binary that behaves as sudokuctl. TestMain has made it before any test runs: a copy
// made while other tests start processes could be inherited by one of them while it is still open for writing, and the
// kernel refuses to start such a file.
func program(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("sudokuctl")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// ownProgram returns a path of it that no other test knows, for one that looks which processes run it.
func ownProgram(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sudokuctl")
	if err := os.Link(program(t), path); err != nil {
		t.Fatal(err)
	}
	return path
}

// relabelled writes n puzzles with different texts: images of one puzzle under relabelling and permutation of rows.
func relabelled(t *testing.T, dir string, n int) string {
	t.Helper()
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for k := uint64(0); len(seen) < n; k++ {
		seen[randomImage(p, k).String()] = true
	}
	var b strings.Builder
	for line := range seen {
		b.WriteString(line + "\n")
	}
	path := filepath.Join(dir, "many.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A run whose host is killed loses nothing that was stored, leaves no process behind, and goes on where it was.
func TestKilledRunResumes(t *testing.T) {
	t.Parallel()
	dir, exe := t.TempDir(), ownProgram(t)
	const puzzles = 20_000
	file := relabelled(t, dir, puzzles)
	run := exec.Command(exe, "run", file, "--solver", "dlx", "--grader", "entropybt", "--jobs", "1")
	run.Dir = dir
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the first stored answers", func() bool {
		return count(t, exe, dir, "SELECT count(*) AS n FROM timings") > 0
	})
	if err := run.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = run.Wait()
	waitFor(t, "the plugin processes to leave", func() bool { return !alive(exe) })
	before := count(t, exe, dir, "SELECT count(*) AS n FROM timings")
	if before <= 0 || before >= puzzles {
		t.Logf("killed after %d of %d answers", before, puzzles)
	}
	for range 2 { // the second time there is nothing to resume
		output(t, exe, dir, "resume")
	}
	for query, want := range map[string]int{
		"SELECT count(*) AS n FROM timings":                                     puzzles,
		"SELECT count(DISTINCT puzzle_id) AS n FROM timings":                    puzzles,
		"SELECT count(*) AS n FROM puzzles WHERE verdict = 'unique'":            puzzles,
		"SELECT count(*) AS n FROM grades WHERE metric = 'information_entropy'": puzzles,
	} {
		if n := count(t, exe, dir, query); n != want {
			t.Errorf("%s: %d instead of %d", query, n, want)
		}
	}
	output(t, exe, dir, "db", "check")
}

// patient is how long tests wait for what takes milliseconds on an idle machine.
const patient = 2 * time.Minute

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patient); !done(); time.Sleep(5 * time.Millisecond) { // what is awaited needs the processors
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patient, what)
		}
	}
}

// alive reports whether a process runs the program at path.
func alive(path string) bool {
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		return false
	}
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil && target == path {
			return true
		}
	}
	return false
}

func output(t *testing.T, exe, dir string, args ...string) string {
	t.Helper()
	c := exec.Command(exe, args...)
	c.Dir = dir
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("sudokuctl %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// count returns the number that a query gives, -1 while there is no such table yet.
func count(t *testing.T, exe, dir, query string) int {
	t.Helper()
	c := exec.Command(exe, "db", "sql", query, "-o", "tsv")
	c.Dir = dir
	out, err := c.Output()
	n := -1
	if err == nil {
		_, _ = fmt.Sscanf(string(out), "n\n%d", &n)
	}
	return n
}

// A host that is killed takes everything with it, also what its plugins started in sessions of their own.
func TestKilledHostLeavesNothing(t *testing.T) {
	t.Parallel()
	if !confine.Available() {
		t.Skip("no wardens on this system")
	}
	home, exe := t.TempDir(), program(t)
	folder := filepath.Join(home, "forker")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"plugin.yaml": "id: forker\nname: forker\nversion: 1.0.0\nkind: exec\nmode: line\nrun: [sh, forker.sh]\n",
		"forker.sh":   "while read -r p; do setsid sh -c 'sleep 1000 & setsid sleep 2000 &'; echo none; done\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	host := exec.Command(exe, "solve", "--plugin", folder, "-")
	host.Dir, host.Env = home, append(os.Environ(), "HOME="+home)
	stdin, err := host.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(stdin, strings.Repeat(".", 81))
	waitFor(t, "grandchildren", func() bool { return strings.Contains(atHome(home), "sleep 2000") })
	if err := host.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = host.Wait()
	if left := leftAt(home); left != "" {
		t.Errorf("still running:\n%s", left)
	}
}

// Ten thousand puzzles of mixed constraints go through a plugin whose process is killed on the way: each has one answer, in its place.
func TestKilledPluginLosesNoPuzzle(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("finds the process of the plugin in /proc")
	}
	kinds := []struct{ puzzle, verdict string }{
		{"1.34341221434321", "unique"}, {"..343412..434321~cage=3:r1c1r2c4", "unique"}, {"..343412..434321~cage=4:r1c1r2c4", "impossible"},
		{"..343412..434321", "multiple"}, {"..343412..434321~or~thermo:r1c12~cage=8:r1c12~end", "unique"},
		{"4:~nonconsecutive~sandwich=2:r1~quad=1:r1c12r2c12~contain=1.2:r1c12", "impossible"}, {"..343412..434321~odd:r1c1~x-sum=6:r1", "impossible"},
	}
	const puzzles = 10_000
	var input strings.Builder
	for i := range puzzles {
		input.WriteString(kinds[i%len(kinds)].puzzle + "\n")
	}
	exe := ownProgram(t)
	host := exec.Command(exe, "solve", "--solver", "entropybt", "-o", "csv", "-")
	host.Dir, host.Stdin = t.TempDir(), strings.NewReader(input.String())
	out, err := host.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	answers, kills, crashed := csv.NewReader(out), 0, 0
	if _, err := answers.Read(); err != nil { // the names of the columns
		t.Fatal(err)
	}
	for i := range puzzles {
		row, err := answers.Read()
		if err != nil {
			t.Fatalf("after %d answers: %v", i, err)
		}
		if row[5] == "crashed" {
			crashed++
		} else if want := kinds[i%len(kinds)].verdict; row[0] != fmt.Sprintf("stdin:%d", i+1) || row[5] != want {
			t.Fatalf("answer %d is %q; want %s", i+1, row, want)
		}
		if i%1500 == 700 {
			kills += killPlugins(exe, host.Process.Pid)
		}
	}
	if row, err := answers.Read(); err != io.EOF {
		t.Errorf("one answer more: %q, %v", row, err)
	}
	if err := host.Wait(); crashed == 0 && err != nil || kills == 0 || crashed > kills {
		t.Errorf("%d kills, %d puzzles blamed, %v", kills, crashed, err)
	}
}

// killPlugins kills what runs the program but its host, and returns how many processes that were.
func killPlugins(exe string, host int) (killed int) {
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range links {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		if target, _ := os.Readlink(link); err == nil && target == exe && pid != host {
			if p, err := os.FindProcess(pid); err == nil && p.Kill() == nil {
				killed++
			}
		}
	}
	return killed
}

// mixed writes n puzzles with one solution each, of several geometries, constraints and soft clues: bases with some digits of their
// solutions added. Each base is written so often that it is solved at many places of the stream.
func mixed(t *testing.T, dir string, n int) string {
	t.Helper()
	bases := []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"6:~cage=3:r2c56~cage=4:r6c45~cage=6:r3c56~cage=6:r5c12~cage=7:r1c12r2c2~cage=8:r23c3~cage=10:r4c23r5c3~cage=16:r1234c4",
		"...................5....2..............37.............................." +
			"..........~little-killer=22:r1c1r2c2r3c3r4c4r5c5r6c6r7c7r8c8r9c9~little-killer=23:r1c5r2c4r3c3r4c2r5c1~little-killer=26:" +
			"r3c1r4c2r5c3r6c4r7c5r8c6r9c7~little-killer=28:r2c1r3c2r4c3r5c4r6c5r7c6r8c7r9c8~little-killer=34:r1c7r2c6r3c5r4c4r5c3" +
			"r6c2r7c1~little-killer=40:r1c8r2c7r3c6r4c5r5c4r6c3r7c2r8c1~little-killer=42:r1c9r2c8r3c7r4c6r5c5r6c4r7c3r8c2r9c1",
		"{57}3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	}
	rng := rand.New(rand.NewPCG(1, 1))
	seen := map[string]bool{}
	var text strings.Builder
	for len(seen) < n {
		p, err := sudoku.ParsePuzzle(bases[len(seen)%len(bases)])
		if err != nil {
			t.Fatal(err)
		}
		var solution sudoku.Grid
		if found, _ := search.New(p.Geometry()).Count(p, 2, 1000, func(g sudoku.Grid) { solution = g.Clone() }); found != 1 {
			t.Fatalf("%d solutions of %s", found, p)
		}
		givens := p.Givens().Clone()
		for c, d := range solution {
			if rng.IntN(4) == 0 {
				givens[c] = d
			}
		}
		if line := p.WithGivens(givens).String(); !seen[line] {
			seen[line] = true
			text.WriteString(line + "\n")
		}
	}
	path := filepath.Join(dir, "mixed.txt")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A run over mixed puzzles whose host is killed, and then, while it is resumed, its plugins, ends with one answer for each.
func TestKilledMixedRun(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("finds the processes of plugins in /proc")
	}
	times, puzzles, graders := 1, 1_000, "entropybt"
	if n, _ := kills(t); os.Getenv("SUDOKUCTL_KILLS") != "" {
		times, puzzles, graders = n, 10_000, "entropybt,rules"
	}
	file := mixed(t, t.TempDir(), puzzles)
	rng := rand.New(rand.NewPCG(2, 2))
	for range times {
		dir, exe, plugins := t.TempDir(), ownProgram(t), 0
		start := func(args ...string) *exec.Cmd {
			run := exec.Command(exe, append(args, "-q")...)
			run.Dir = dir
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			return run
		}
		run := start("run", file, "--solver", "entropybt", "--grader", graders, "--jobs", "1")
		waitFor(t, "the run", func() bool { return count(t, exe, dir, "SELECT count(*) AS n FROM runs") > 0 })
		stored := "SELECT (SELECT count(*) FROM results) + (SELECT count(*) FROM grades WHERE metric <> 'empty_cells') AS n"
		first := rng.IntN(puzzles)
		waitFor(t, "answers", func() bool { return count(t, exe, dir, stored) >= first/2 })
		if err := run.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = run.Wait()
		waitFor(t, "the plugins to leave", func() bool { return !alive(exe) })
		before := count(t, exe, dir, stored)
		run = start("run", "--resume")
		for plugins == 0 && alive(exe) {
			plugins += killPlugins(exe, run.Process.Pid)
		}
		err := run.Wait()
		results := count(t, exe, dir, "SELECT count(*) AS n FROM results")
		crashed := count(t, exe, dir, "SELECT count(*) AS n FROM results WHERE verdict = 'crashed'")
		unique := count(t, exe, dir, "SELECT count(DISTINCT puzzle_id) AS n FROM results WHERE verdict = 'unique'")
		if results != puzzles || crashed+unique != puzzles || crashed > plugins || err != nil && crashed == 0 {
			t.Errorf("%d results, %d unique, %d of %d plugins killed blamed a puzzle, %v", results, unique, crashed, plugins, err)
		}
		if n := count(t, exe, dir, "SELECT count(*) AS n FROM grades WHERE metric = 'information_entropy'"); n != puzzles {
			t.Errorf("%d grades", n)
		}
		output(t, exe, dir, "db", "check")
		t.Logf("killed the host after %d answers and grades, then %d plugins; %d in the end", before, plugins, count(t, exe, dir, stored))
	}
}
