package run_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// mortal finds no solutions, and its process ends as soon as it is to grade.
type mortal struct{}

func (mortal) Solve(context.Context, *sudoku.Puzzle, func(sudoku.Grid) bool) (sudoku.Stats, error) {
	return sudoku.Stats{}, nil
}

func (mortal) Grade(context.Context, *sudoku.Puzzle) ([]sudoku.Grade, error) {
	os.Exit(3)
	return nil, nil
}

// serveMortal serves the plugin mortal if this program was started for that.
func serveMortal() bool {
	if len(os.Args) < 2 || os.Args[1] != "serve-mortal" {
		return false
	}
	version := "1.0.0"
	if os.Args[len(os.Args)-1] == "changed" {
		version = "2.0.0"
	}
	plugin.Serve(spec.Spec{
		Info: sudoku.Info{ID: "mortal", Name: "mortal", Version: version, Summary: "dies",
			Metrics: []sudoku.Metric{{Name: "life", Max: 1, Source: "none"}}},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return mortal{}, nil },
		Grader: func(sudoku.Settings) (sudoku.Grader, error) { return mortal{}, nil },
	})
	return true
}

// portioned is an environment that counts how often each plugin is opened, with a store of its own, and so many puzzles
// that a run does them in two portions. Processes of the plugin mortal that were started as one of the changed say that they
// are another version, so the host does not go on with them.
func portioned(t *testing.T, changed ...int) (env *work.Env, opened map[string]int, puzzles *input.Input) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "puzzles.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var launched atomic.Int32
	h := host.New(host.Options{
		Backoff:    time.Millisecond,
		BundledIDs: append(bundled.IDs(), "mortal"),
		Bundled: func(id string) ([]string, bool) {
			if id == "mortal" {
				return []string{self, "serve-mortal"}, true
			}
			return bundled.Command(id)
		},
		Wrap: func(c find.Candidate, cmd *exec.Cmd) (stop func(*os.Process) error, err error) {
			if c.ID == "mortal" {
				if slices.Contains(changed, int(launched.Add(1))) {
					cmd.Args = append(cmd.Args, "changed")
				}
			}
			return nil, nil
		},
	})
	t.Cleanup(func() { h.Close() })
	env, opened = work.Hosted(h, s), map[string]int{}
	open := env.Open
	env.Open = func(ctx context.Context, id string, settings map[string]any) (work.Plugin, error) {
		opened[id]++
		return open(ctx, id, settings)
	}
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var lines strings.Builder
	for range portionedPuzzles {
		fmt.Fprintln(&lines, symmetry.RandomImage(p, rng).CellText())
	}
	return env, opened, input.Text(lines.String())
}

const portionedPuzzles = 11_000

// answers counts what is stored: puzzles, results, and answers of all tasks.
func answers(t *testing.T, s *store.Store) (text string) {
	t.Helper()
	err := s.SQL(t.Context(), "SELECT (SELECT count(*) FROM puzzles) || ' ' || (SELECT count(*) FROM results) || ' ' || (SELECT sum(puzzles) FROM tasks)",
		func(_ []string, v []any) error { text = v[0].(string); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestRunInPortions interrupts a run of three tasks in its second portion and resumes it: all is done, once, every task has
// its share of the progress, and a plugin that is solver and grader is opened once.
func TestRunInPortions(t *testing.T) {
	env, opened, puzzles := portioned(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var tasks []work.Begun
	var done [3]int
	turn, turns := work.Turn(0), 0
	watch := func(e work.Event) {
		switch e := e.(type) {
		case work.Begun:
			tasks, turn = e.Tasks, 0
		case work.Turn:
			turn = e
			turns++
		case work.Advanced:
			if tasks != nil {
				if done[turn] += int(e); turns > 3 {
					cancel()
				}
			}
		}
	}
	if _, err := input.Import(t.Context(), env.Store, input.ImportRequest{Input: puzzles}, nil); err != nil {
		t.Fatal(err)
	}
	req := run.Request{Stored: &run.Stored{}, Solvers: []string{"entropybt", "dlx"}, Graders: []string{"entropybt"}}
	r, err := run.Run(ctx, env, req, watch)
	if !errors.Is(err, context.Canceled) || r.State != store.StateInterrupted || turns != 4 || done[0] <= done[1] || done[1] != done[2] {
		t.Fatalf("%v, %+v after %d turns; done %v", err, r, turns, done)
	}
	if got, want := fmt.Sprint(tasks), fmt.Sprint([]work.Begun{{Stage: "solving", Plugin: "entropybt", Total: portionedPuzzles},
		{Stage: "solving", Plugin: "dlx", Total: portionedPuzzles}, {Stage: "grading", Plugin: "entropybt", Total: portionedPuzzles}}); got != want {
		t.Errorf("tasks %s, want %s", got, want)
	}
	if opened["entropybt"] != 1 || opened["dlx"] != 1 {
		t.Errorf("opened %v", opened)
	}
	if r, err = run.Resume(t.Context(), env, 0, nil); err != nil || r.State != store.StateDone || len(r.Tasks) != 3 {
		t.Fatalf("%v, %+v", err, r)
	}
	if got, want := answers(t, env.Store), fmt.Sprint(portionedPuzzles, 2*portionedPuzzles, 3*portionedPuzzles); got != want {
		t.Errorf("puzzles, results and answers of tasks are %s, want %s", got, want)
	}
	for i, task := range r.Tasks {
		if int64(task.Done) != task.Pending || task.Pending > int64(portionedPuzzles-done[i]) {
			t.Errorf("task %d: %d of %d done after %d", i, task.Done, task.Pending, done[i])
		}
	}
}

// TestRunWithAPluginThatDies has a plugin whose grader kills it: its solver and the other plugins do all the same.
func TestRunWithAPluginThatDies(t *testing.T) {
	env, opened, puzzles := portioned(t, 2)
	r, err := run.Run(t.Context(), env, run.Request{Inputs: []*input.Input{puzzles}, Solvers: []string{"mortal"},
		Graders: []string{"mortal", "entropybt"}}, nil)
	if err != nil || r.State != store.StateFailed || len(r.Failed) != 1 || !errors.Is(r.Failed[0], find.ErrChecksum) {
		t.Fatalf("%v, %+v", err, r)
	}
	if solved, graded := r.Tasks[0], r.Tasks[2]; solved.Done != portionedPuzzles || graded.Done != portionedPuzzles {
		t.Errorf("solved %+v, graded by the other %+v", solved, graded)
	}
	if opened["mortal"] != 2 {
		t.Errorf("the plugin was opened %d times: together for both, then for the solver that goes on", opened["mortal"])
	}
}

// TestRunWithAPluginThatChanges has the plugin be another version when it is opened again: its solver ends too, for its answers
// would be stored as those of the version that began.
func TestRunWithAPluginThatChanges(t *testing.T) {
	env, _, puzzles := portioned(t, 2, 3)
	r, err := run.Run(t.Context(), env, run.Request{Inputs: []*input.Input{puzzles}, Solvers: []string{"mortal"},
		Graders: []string{"mortal", "entropybt"}}, nil)
	if err != nil || r.State != store.StateFailed || len(r.Failed) != 2 || !errors.Is(r.Failed[0], find.ErrChecksum) {
		t.Fatalf("%v, %+v", err, r)
	}
	if solved, graded := r.Tasks[0], r.Tasks[2]; solved.Done >= portionedPuzzles || graded.Done != portionedPuzzles {
		t.Errorf("solved %+v, graded by the other %+v", solved, graded)
	}
}

// TestRunAfterAPluginHasDied has another process solve at first, while the grader kills the plugin until the host gives it up: its solver does all the same
// when it is its turn.
func TestRunAfterAPluginHasDied(t *testing.T) {
	env, _, puzzles := portioned(t)
	if _, err := input.Import(t.Context(), env.Store, input.ImportRequest{Input: puzzles}, nil); err != nil {
		t.Fatal(err)
	}
	begun, err := env.Store.StartRun(t.Context(), store.NewRun("run"), store.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := env.Open(t.Context(), "mortal", nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := p.FileSum()
	if err != nil {
		t.Fatal(err)
	}
	stored := store.Work{Plugin: store.Plugin{Info: p.Info(), Settings: sudoku.Settings{}, Origin: "bundled", SHA256: sum}}
	other, err := env.Store.StartTask(t.Context(), begun, stored)
	if err != nil {
		t.Fatal(err)
	}
	release, err := other.Claim(t.Context(), store.Selection{}, func() { t.Error("somebody solves") })
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Run(t.Context(), env, run.Request{Stored: &run.Stored{}, Solvers: []string{"mortal"}, Graders: []string{"mortal"}},
		func(e work.Event) {
			if _, ok := e.(work.Waiting); ok {
				release()
			}
		})
	if err != nil || len(r.Failed) != 1 || len(r.Tasks) != 2 || r.Tasks[0].Done != portionedPuzzles {
		t.Fatalf("%v, %+v", err, r)
	}
}

// TestRunWithASharedPlugin runs a plugin that has worked before: what it took then is not counted again.
func TestRunWithASharedPlugin(t *testing.T) {
	env, _, puzzles := portioned(t)
	share(env)
	var cpu []int64
	for _, in := range []*input.Input{puzzles, input.Text("2.14........4..2")} {
		r, err := run.Run(t.Context(), env, run.Request{Inputs: []*input.Input{in}, Solvers: []string{"dlx"}}, nil)
		if err != nil || r.State != store.StateDone {
			t.Fatalf("%v, %+v", err, r)
		}
		cpu = append(cpu, r.Tasks[0].CPUNs)
	}
	if cpu[1] >= cpu[0] {
		t.Errorf("%d puzzles took %d ns, and then one took %d", portionedPuzzles, cpu[0], cpu[1])
	}
}
