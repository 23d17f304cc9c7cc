package main

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// found are queries whose rows are the same whoever computed them, when and in which order.
var found = []string{
	"SELECT puzzle, verdict, solution, disputed, name FROM puzzles ORDER BY puzzle",
	`SELECT p.puzzle, r.plugin, r.version, r.verdict, r.found, r.guesses FROM results r
		JOIN puzzles p ON p.id = r.puzzle_id ORDER BY 1, 2`,
	"SELECT p.puzzle, g.metric, g.value, g.label FROM grades g JOIN puzzles p ON p.id = g.puzzle_id ORDER BY 1, 2",
}

// TestKilledShards computes a job in nine shards at once and kills a third of them, twice. Given the same commands
// again, nothing is lost and nothing is double: import finds every shard complete, with the content of one run.
func TestKilledShards(t *testing.T) {
	t.Parallel()
	const shards, puzzles = 9, 9_000
	exe, dir := program(t), t.TempDir()
	file := relabelled(t, dir, puzzles)
	run := func(shard int) *exec.Cmd {
		c := exec.Command(exe, "run", file, "--solver", "dlx", "--grader", "entropybt", "--jobs", "1", "-q",
			"--shard", fmt.Sprintf("%d/%d", shard, shards), "--db", fmt.Sprintf("part-%d.db", shard))
		c.Dir = dir
		return c
	}
	r, killed := rand.New(rand.NewPCG(1, 0)), 0
	victims := r.Perm(shards)[:shards/3]
	for round := range 3 {
		running, died := map[int]*exec.Cmd{}, make(chan string, shards)
		for shard := 1; shard <= shards; shard++ {
			c := run(shard)
			running[shard] = c
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			go func() {
				said := ""
				if err := c.Wait(); err != nil {
					said = err.Error()
				}
				died <- said
			}()
		}
		for _, victim := range victims {
			if round == 2 {
				break
			}
			part := filepath.Join(dir, fmt.Sprintf("part-%d.db", victim+1))
			begin, least := written(part), 1+r.Int64N(60_000)
			for begun := time.Now(); len(died) < shards && time.Since(begun) < patient; {
				if written(part) >= begin+least {
					_ = running[victim+1].Process.Kill()
					break
				}
			}
		}
		for range shards {
			switch said := <-died; {
			case strings.Contains(said, "killed"):
				killed++
			case said != "":
				t.Fatal(said)
			}
		}
	}
	if killed == 0 {
		t.Error("no shard was killed at work")
	}
	t.Logf("%d were killed at work", killed)
	args := []string{"import", "--db", "all.db", "--complete"}
	for shard := shards; shard > 0; shard-- {
		args = append(args, fmt.Sprintf("part-%d.db", shard))
	}
	output(t, exe, dir, args...)
	output(t, exe, dir, "db", "check", "--db", "all.db")
	output(t, exe, dir, "run", file, "--solver", "dlx", "--grader", "entropybt", "--db", "one.db", "-q")
	for _, query := range found {
		all := output(t, exe, dir, "db", "sql", query, "-o", "tsv", "--db", "all.db")
		one := output(t, exe, dir, "db", "sql", query, "-o", "tsv", "--db", "one.db")
		if all != one {
			t.Errorf("%s: shards and one run differ in %s", query, firstDifference(one, all))
		}
	}
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d of %d and %d:\n%s\n%s", i+1, len(a), len(b), a[i], b[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(a), len(b))
}

// written is how many bytes a library and its log have.
func written(library string) (bytes int64) {
	for _, name := range []string{library, library + "-wal"} {
		if at, err := os.Stat(name); err == nil {
			bytes += at.Size()
		}
	}
	return bytes
}

// TestLyingShards imports shards of which somebody has changed the file. What can be refuted is not believed, what
// contradicts an honest shard is a disagreement, and the honest one is taken over in any case.
func TestLyingShards(t *testing.T) {
	t.Parallel()
	const puzzles = 40
	exe, dir := program(t), t.TempDir()
	file := relabelled(t, dir, puzzles)
	output(t, exe, dir, "run", file, "--solver", "dlx", "--grader", "none", "--shard", "1/1", "--db", "part.db", "-q")
	for name, c := range map[string]struct {
		update string
		known  bool // the honest shard is imported first
		code   int
		says   string
	}{
		"a wrong solution": {
			"UPDATE puzzle SET grid = (SELECT grid FROM puzzle WHERE id = 1) WHERE id = 3", false, 0, "1 solution left out that"},
		"no solution": {"UPDATE puzzle SET grid = NULL, verdict = " +
			"(SELECT code FROM verdict WHERE name = 'impossible') WHERE id = 3; UPDATE digest SET value = value + 1", // read again
			true, 7, "solvers disagree on 1 puzzle of these shards"},
		"no verdict":        {"UPDATE result SET verdict = 99 WHERE puzzle_id = 3", false, 1, `there is no verdict to which a row of table "result" refers`},
		"an unknown puzzle": {"DELETE FROM puzzle WHERE id = 10", false, 1, "there is no puzzle to which a row of table"},
		"no puzzle":         {"UPDATE puzzle SET cells = x'99' WHERE id = 3", false, 1, "puzzle 3: "},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			for _, to := range []string{"part.db", "liar.db"} {
				copyFile(t, filepath.Join(dir, "part.db"), filepath.Join(home, to))
			}
			db, err := sql.Open(sqlite.Driver, "file:"+filepath.Join(home, "liar.db"))
			if err == nil {
				_, err = db.Exec(c.update)
				err = errors.Join(err, db.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.known {
				output(t, exe, home, "import", "part.db")
			}
			liar := exec.Command(exe, "import", "liar.db")
			liar.Dir = home
			if out, _ := liar.CombinedOutput(); liar.ProcessState.ExitCode() != c.code || !strings.Contains(string(out), c.says) {
				t.Errorf("it ends with %d, want %d and %q\n%s", liar.ProcessState.ExitCode(), c.code, c.says, out)
			}
			if !c.known {
				output(t, exe, home, "import", "part.db")
			}
			const known = "SELECT count(*) AS n FROM puzzles WHERE verdict = 'unique' AND solution IS NOT NULL"
			if n := count(t, exe, home, known); n != puzzles {
				t.Errorf("%d puzzles of the honest shard are known", n)
			}
		})
	}
}
