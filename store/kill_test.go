package store_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// victimFile names the library that a re-executed test binary works on until it is killed.
const victimFile = "SUDOKUCTL_TEST_VICTIM"

func TestMain(m *testing.M) {
	if path := os.Getenv(migratedFile); path != "" {
		s, err := store.Open(context.Background(), path)
		if err == nil {
			err = s.Close()
		}
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if path := os.Getenv(claimingFile); path != "" {
		_, err := claimWork(context.Background(), path, func() {})
		fmt.Println("claimed", err)
		select {}
	}
	if path := os.Getenv(mergingFile); path != "" {
		fmt.Println("open")
		s, err := store.Open(context.Background(), path)
		if err == nil {
			_, err = s.Merge(context.Background(), path+".other", func(done, _ int64) { fmt.Println("merged", done) })
		}
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("done")
		os.Exit(0)
	}
	if path := os.Getenv(victimFile); path != "" {
		if err := victim(context.Background(), path); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// The victim imports 250 puzzles at a time, solves and grades them in batches of 31 and backs up; after each
// step it prints how many puzzles, results and grades it knows to be saved.
const victimStep, victimBatch = 250, 31

func victim(ctx context.Context, path string) error {
	fmt.Println("open 0 0 0")
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	run, err := s.StartRun(ctx, store.NewRun("run"), store.Selection{})
	if err != nil {
		return err
	}
	p := pluginOf("x", "1", "se")
	solve, err := s.StartTask(ctx, run, store.Work{Plugin: p, Limit: 2})
	if err != nil {
		return err
	}
	grade, err := s.StartTask(ctx, run, store.Work{Plugin: p, Grade: true})
	if err != nil {
		return err
	}
	for from := 0; ; from += victimStep {
		sum, err := s.Import(ctx, store.Source{Name: "v"}, entriesOf("v", from, from+victimStep))
		if err != nil {
			return err
		}
		fmt.Println("saved", sum.New, 0, 0)
		if err := victimWork(ctx, s, solve, grade); err != nil {
			return err
		}
		if err := store.Backup(ctx, path, fmt.Sprintf("%s-%d", path, rand.Uint64())); err != nil {
			return err
		}
	}
}

func victimWork(ctx context.Context, s *store.Store, solve, grade *store.Task) error {
	for items, err := range solve.Pending(ctx, store.Selection{}, victimBatch) {
		if err != nil {
			return err
		}
		var answers []store.Answered
		for _, i := range items {
			_, grid := puzzleOf("v", int(i.ID-1))
			answers = append(answers, answerOf(i.ID, i.Puzzle, grid))
		}
		if err := solve.SaveResults(ctx, answers); err != nil {
			return err
		}
		fmt.Println("saved", 0, len(items), 0)
	}
	for items, err := range grade.Pending(ctx, store.Selection{}, victimBatch) {
		if err != nil {
			return err
		}
		var graded []store.Graded
		for _, i := range items {
			graded = append(graded, store.Graded{ID: i.ID, Grades: []sudoku.Grade{{Metric: "se", Value: 1.5}}})
		}
		if err := grade.SaveGrades(ctx, graded); err != nil {
			return err
		}
		fmt.Println("saved", 0, 0, len(items))
	}
	return nil
}

// TestKilledAtAnyMoment kills a writing process again and again. What it had reported is there, nothing is
// there twice, and the library is sound; whoever comes next goes on.
func TestKilledAtAnyMoment(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	path := filepath.Join(t.TempDir(), "victim.db")
	r := rand.New(rand.NewPCG(1, 1))
	var reported [3]int
	for range 25 {
		got := killAfter(t, path, r.IntN(40))
		for i := range reported {
			reported[i] += got[i]
		}
		s := openLibrary(t, path)
		saved := countSaved(t, s)
		for i, what := range []string{"puzzles", "results", "grades"} {
			if saved[i] < reported[i] {
				t.Fatalf("%d %s left of %d that were reported as saved", saved[i], what, reported[i])
			}
		}
		reported = saved
		if problems := must(s.Check(t.Context()))(t); len(problems) > 0 {
			t.Fatalf("check: %q", problems)
		}
		s.Close()
	}
	if reported[2] == 0 {
		t.Error("no process lived long enough to grade")
	}
	checkBackups(t, path)
}

// TestKilledWhileItIsMade kills processes while they make the file and its schema.
func TestKilledWhileItIsMade(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	for i := range 12 {
		path := filepath.Join(t.TempDir(), "new.db")
		killAfter(t, path, i%2)
		s := openLibrary(t, path)
		if problems := must(s.Check(t.Context()))(t); len(problems) > 0 {
			t.Errorf("check: %q", problems)
		}
		s.Close()
	}
}

// killAfter starts a victim, kills it when it has reported n more steps, and returns the sums of what it reported.
func killAfter(t *testing.T, path string, n int) (reported [3]int) {
	t.Helper()
	return killChild(t, victimFile, path, n)
}

// killChild starts this test again with a variable set, and kills it when it has reported n more steps.
func killChild(t *testing.T, variable, path string, n int) (reported [3]int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+path)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for i := 0; lines.Scan(); i++ {
		fields := strings.Fields(lines.Text())
		if fields[0] == "error" {
			t.Errorf("victim: %s", lines.Text())
		}
		for k := range min(3, len(fields)-1) {
			v, _ := strconv.Atoi(fields[k+1])
			reported[k] += v
		}
		if i == n {
			cmd.Process.Kill()
		}
	}
	cmd.Wait()
	return reported
}

func countSaved(t *testing.T, s *store.Store) (saved [3]int) {
	t.Helper()
	err := s.SQL(t.Context(), "SELECT (SELECT count(*) FROM puzzles), (SELECT count(*) FROM results), (SELECT count(*) FROM grades)", func(_ []string, v []any) error {
		for i := range saved {
			saved[i] = int(v[i].(int64))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// checkBackups proves that each finished backup is a sound library.
func checkBackups(t *testing.T, path string) {
	t.Helper()
	backups := must(filepath.Glob(path + "-[0-9]*[0-9]"))(t)
	for _, b := range backups[:min(3, len(backups))] {
		s := must(store.OpenReadOnly(t.Context(), b))(t)
		if problems := must(s.Check(t.Context()))(t); len(problems) > 0 {
			t.Errorf("backup %s: %q", b, problems)
		}
		s.Close()
	}
}
