package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// kills is how many times TestKilledAtRandom kills; many of them take a while.
func kills(t *testing.T) (times, puzzles int) {
	text := os.Getenv("SUDOKUCTL_KILLS")
	if text == "" {
		return 4, 2_000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("SUDOKUCTL_KILLS=%q is not a number", text)
	}
	return n, 50_000
}

// victimJob is a command that is killed, and what must hold once it has been done again.
type victimJob struct {
	args, again []string
	empty       bool           // works on a new database, not on one that holds the puzzles
	want        map[string]int // by query
}

func victimJobs(file string, puzzles int) []victimJob {
	all := "SELECT count(*) AS n FROM "
	imported := map[string]int{all + "puzzles": puzzles, all + "sources": 1,
		"SELECT sum(recurrences) AS n FROM sources": 0}
	done := map[string]int{all + "puzzles WHERE verdict = 'unique'": puzzles, all + "results": puzzles,
		"SELECT count(DISTINCT puzzle_id) AS n FROM results":    puzzles,
		all + "grades WHERE metric = 'information_entropy'":     puzzles,
		all + "grade_history WHERE metric = 'empty_cells'":      puzzles,
		"SELECT sum(puzzles) AS n FROM tasks":                   2 * puzzles,
		all + "runs WHERE state = 'done'":                       1,
		"SELECT count(DISTINCT solution) > 1 AS n FROM puzzles": 1,
	}
	return []victimJob{
		{args: []string{"import", file}, empty: true, want: imported},
		{args: []string{"run", file, "--solver", "entropybt", "--grader", "entropybt", "-q"},
			again: []string{"resume", "-q"}, want: done},
		{args: []string{"dedupe"}, want: map[string]int{all + "puzzles WHERE duplicate_of = 1": puzzles - 1}},
		{args: []string{"db", "backup", "copy.db"}, want: map[string]int{all + "puzzles": puzzles}},
	}
}

// TestKilledAtRandom kills commands at random moments. Whenever that is, the database is sound afterwards,
// and the command done again, or resumed, ends with exact counts.
func TestKilledAtRandom(t *testing.T) {
	t.Parallel()
	times, puzzles := kills(t)
	exe, file := program(t), relabelled(t, t.TempDir(), puzzles)
	base := t.TempDir()
	output(t, exe, base, "import", file)
	jobs := victimJobs(file, puzzles)
	lasts := make([]time.Duration, len(jobs)) // how long each takes undisturbed
	killed := map[string]int{}
	for attempt := range 3 * times {
		k := attempt % len(jobs)
		dir := t.TempDir()
		if !jobs[k].empty {
			copyFile(t, filepath.Join(base, "sudoku.db"), filepath.Join(dir, "sudoku.db"))
		}
		r := rand.New(rand.NewPCG(uint64(attempt), 1))
		cut, took := killRandomly(t, exe, dir, jobs[k].args, time.Duration(r.Float64()*float64(lasts[k])))
		jobs[k].recover(t, exe, dir)
		if !cut {
			lasts[k] = took // the first time, or it was done before the kill came
			continue
		}
		if killed[jobs[k].args[0]]++; sum(killed) == times {
			break
		}
	}
	t.Logf("killed at work: %v", killed)
}

func sum(counts map[string]int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}

// killRandomly kills a command after a time, 0 for never. It reports whether it was still at work, and how
// long it took.
func killRandomly(t *testing.T, exe, dir string, args []string, after time.Duration) (bool, time.Duration) {
	t.Helper()
	c := exec.Command(exe, args...)
	c.Dir = dir
	began := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if after > 0 {
		defer time.AfterFunc(after, func() { _ = c.Process.Kill() }).Stop()
	}
	err := c.Wait()
	return err != nil, time.Since(began)
}

// recover checks what a killed command has left, does it again and checks the end.
func (j *victimJob) recover(t *testing.T, exe, dir string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "sudoku.db")); err == nil &&
		count(t, exe, dir, "SELECT 1 AS n") == 1 {
		output(t, exe, dir, "db", "check")
	}
	again := j.args
	started := count(t, exe, dir, "SELECT count(*) AS n FROM runs") > 0
	if j.again != nil && started {
		again = j.again
	}
	copied := filepath.Join(dir, "copy.db")
	if _, err := os.Stat(copied); err == nil {
		output(t, exe, dir, "db", "check", "--db", copied)
		if err := os.Remove(copied); err != nil {
			t.Fatal(err)
		}
	}
	output(t, exe, dir, again...)
	if _, err := os.Stat(copied); err == nil {
		if err := os.Rename(copied, filepath.Join(dir, "sudoku.db")); err != nil {
			t.Fatal(err)
		}
	}
	output(t, exe, dir, "db", "check")
	for query, want := range j.want {
		if n := count(t, exe, dir, query); n != want {
			t.Errorf("%s: %s: %d instead of %d", strings.Join(j.args, " "), query, n, want)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
