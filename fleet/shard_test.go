package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// guesser solves by trying the digits of each empty cell in order, and grades the number of givens.
type guesser struct{}

func (guesser) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	var fill func(p *sudoku.Puzzle) bool
	fill = func(p *sudoku.Puzzle) bool {
		cell := slices.Index(p.Givens(), 0)
		if cell < 0 {
			return emit(p.Givens())
		}
		for d := range p.Candidates()[cell].All {
			grid := p.Givens().Clone()
			grid[cell] = uint8(d)
			if !fill(p.WithGivens(grid)) {
				return false
			}
		}
		return ctx.Err() == nil
	}
	fill(p)
	return sudoku.Stats{}, ctx.Err()
}

func (guesser) Grade(_ context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	return []sudoku.Grade{{Metric: "givens", Value: float64(p.Givens().Filled()), Label: "some"}}, nil
}

func testSpec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{ID: "guesser", Name: "guesser", Version: "1.0.0", Complete: true, Deterministic: true,
			Metrics: []sudoku.Metric{{Name: "givens", Max: 100, Labels: []string{"some"}}}},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return guesser{}, nil },
		Grader: func(sudoku.Settings) (sudoku.Grader, error) { return guesser{}, nil },
	}
}

// TestMain serves the plugin, or computes a shard as a job file says, if this program is started for that.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "run" {
		if err := runJob(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "serve-guesser" {
		plugin.Serve(testSpec())
		return
	}
	os.Exit(m.Run())
}

// opener opens the plugin of this program.
func opener(t testing.TB) job.Open {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := hostOf(self)
	t.Cleanup(func() { h.Close() })
	return openOn(h)
}

// hostOf returns a host that finds the plugin in a program.
func hostOf(self string) *host.Host {
	return host.New(host.Options{BundledIDs: []string{"guesser"},
		Bundled: func(id string) ([]string, bool) { return []string{self, "serve-guesser"}, id == "guesser" }})
}

func openOn(h *host.Host) job.Open {
	return func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
		return h.Open(ctx, host.Config{ID: id, Settings: settings})
	}
}

// inputFile writes n puzzles of 6×6 to a file, with a comment and a bad line between them.
func inputFile(t testing.TB, dir string, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("# puzzles\n")
	for i := range n {
		text := []byte(solved6)
		for k := range 9 {
			text[(i*7+k*5)%36] = '.'
		}
		fmt.Fprintf(&b, "%s no. %d\n", text, i)
		if i == 10 {
			b.WriteString("bad line\n")
		}
	}
	path := filepath.Join(dir, "in.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const solved6 = "123456456123231564564231312645645312"

func request(path string) PlanRequest {
	return PlanRequest{Inputs: []string{path}, Solvers: []string{"guesser"}, Graders: []string{"guesser"},
		Ask: sudoku.Ask{Limit: 2, Seed: 1}, Records: 30}
}

// TestShards computes a plan in one go and in three shards of which one is lost: the content is the same.
func TestShards(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	bad := 0
	plan, err := MakePlan(ctx, open, request(inputFile(t, dir, 100)), func(e work.Event) {
		if _, ok := e.(work.BadRecord); ok {
			bad++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if bad != 1 || plan.Records() != 100 || len(plan.Chunks) != 4 || plan.Chunks[1].Bytes == 0 {
		t.Fatalf("%d bad lines, %d puzzles, chunks %+v", bad, plan.Records(), plan.Chunks)
	}
	one, three := filepath.Join(dir, "one"), filepath.Join(dir, "three")
	run := func(shard Shard, dir string) ShardReport {
		t.Helper()
		r, err := RunShard(ctx, open, plan, shard, dir, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	run(Shard{0, 1}, one)
	whole, err := Take(ctx, plan, one, true, nil)
	if err != nil || !whole.Whole() || whole.Rows != 100 {
		t.Fatalf("%+v: %v", whole, err)
	}
	run(Shard{0, 3}, three)
	run(Shard{2, 3}, three)
	s, err := Take(ctx, plan, three, true, nil)
	if err != nil || fmt.Sprint(s.Missing, s.Open(3)) != "[1] [2]" {
		t.Fatalf("missing %v, shards %v: %v", s.Missing, s.Open(3), err)
	}
	run(Shard{1, 3}, three)
	if r := run(Shard{1, 3}, three); r.Skipped != 1 || r.Done != 0 {
		t.Errorf("a shard that is done: %+v", r)
	}
	if s, err = Take(ctx, plan, three, true, nil); err != nil || s.Content != whole.Content || s.Content == "" {
		t.Errorf("content %q instead of %q: %v", s.Content, whole.Content, err)
	}
}

// TestPartsAreRight looks into the rows.
func TestPartsAreRight(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	plan, err := MakePlan(ctx, open, request(inputFile(t, dir, 50)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RunShard(ctx, open, plan, Shard{0, 1}, dir, 0, nil); err != nil {
		t.Fatal(err)
	}
	p, err := part.Open(filepath.Join(dir, part.Name(1)))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	record := int64(30)
	for r, err := range p.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("in.txt:%d", record+3); r.Puzzle.Name != want || r.Record != record {
			t.Errorf("record %d is %s, want %d, %s", r.Record, r.Puzzle.Name, record, want)
		}
		if sudoku.Verify(r.Puzzle, r.Solution) != nil || r.Answers[0].Count < 1 ||
			r.Answers[1].Grades[0] != (sudoku.Grade{Metric: "givens", Value: float64(r.Puzzle.Givens().Filled()), Label: "some"}) {
			t.Errorf("%+v", r)
		}
		record++
	}
	if record != 50 {
		t.Errorf("%d records", record)
	}
}

// TestChangedInputs are refused.
func TestChangedInputs(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	path := inputFile(t, dir, 100)
	plan, err := MakePlan(ctx, open, request(path), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)-2] = '8' // of no. 99
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "parts")
	if r, err := RunShard(ctx, open, plan, Shard{0, 1}, out, 0, nil); !errors.Is(err, ErrChanged) || r.Done != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestMovedInputs computes a plan in another folder, with its input beside it, and names the file if it is not there.
func TestMovedInputs(t *testing.T) {
	ctx, dir, there, open := t.Context(), t.TempDir(), t.TempDir(), opener(t)
	path := inputFile(t, dir, 100)
	made, err := MakePlan(ctx, open, request(path), nil)
	if err == nil {
		err = made.Save(filepath.Join(there, "plan.json"))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{filepath.Join(there, "elsewhere"), filepath.Join(there, "in.txt")} {
		if err := os.Rename(path, at); err != nil {
			t.Fatal(err)
		}
		path = at
		plan, err := LoadPlan(filepath.Join(there, "plan.json"))
		if err != nil || plan.ID() != made.ID() {
			t.Fatal(err)
		}
		r, err := RunShard(ctx, open, plan, Shard{0, 1}, filepath.Join(there, "parts"), 0, nil)
		if beside := filepath.Base(at) == "in.txt"; beside != (err == nil && r.Done == 4) || !beside && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %+v, %v", at, r, err)
		}
	}
}

// TestMismatch names both sides.
func TestMismatch(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	plan, err := MakePlan(ctx, open, request(inputFile(t, dir, 10)), nil)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*job.Task){
		"version":                     func(t *job.Task) { t.Version = "0.9.0" },
		"program":                     func(t *job.Task) { t.SHA256, t.Probe = "0123", "" }, // a plan of an older version
		"answers to built-in puzzles": func(t *job.Task) { t.Probe = "0123" },
	} {
		other := *plan
		other.Tasks = append([]job.Task(nil), plan.Tasks...)
		change(&other.Tasks[1])
		var mismatch *job.MismatchError
		if _, err := RunShard(ctx, open, &other, Shard{0, 1}, dir, 0, nil); !errors.As(err, &mismatch) || mismatch.What != what {
			t.Errorf("another %s: %v", what, err)
		}
	}
}

func TestParseShard(t *testing.T) {
	for _, c := range []struct {
		text string
		env  map[string]string
		want string
	}{
		{"1/1", nil, "{0 1}"}, {"3/100", nil, "{2 100}"}, {"0/3", nil, "invalid"}, {"4/3", nil, "invalid"}, {"x", nil, "invalid"},
		{"auto", nil, "no scheduler"},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_COUNT": "10"}, "{2 10}"},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5", "SUDOKUCTL_SHARDS": "100"}, "{7 100}"},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "0", "SUDOKUCTL_SHARDS": "4"}, "{0 4}"},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "0"}, "SUDOKUCTL_SHARDS"},
		{"auto", map[string]string{"NOMAD_ALLOC_INDEX": "3", "NOMAD_GROUP_COUNT": "4"}, "{3 4}"},
		{"auto", map[string]string{"PARALLEL_SEQ": "1", "SUDOKUCTL_SHARDS": "4"}, "{0 4}"},
		{"auto", map[string]string{"PARALLEL_SEQ": "5", "SUDOKUCTL_SHARDS": "4"}, "SUDOKUCTL_SHARDS"},
		{"auto", map[string]string{"PBS_ARRAY_INDEX": "4", "SUDOKUCTL_SHARDS": "4"}, "{3 4}"},
		{"auto", map[string]string{"PBS_ARRAY_INDEX": "0", "SUDOKUCTL_SHARDS": "4"}, "job 0 of 4, counted from 1"},
		{"auto", map[string]string{"PBS_ARRAY_INDEX": "1"}, "SUDOKUCTL_SHARDS"},
		{"auto", map[string]string{"SGE_TASK_ID": "7", "SGE_TASK_FIRST": "5", "SGE_TASK_LAST": "14"}, "{2 10}"},
		{"auto", map[string]string{"SGE_TASK_ID": "7", "SGE_TASK_FIRST": "7", "SGE_TASK_LAST": "7", "SUDOKUCTL_SHARDS": "10"}, "{6 10}"},
		{"auto", map[string]string{"SGE_TASK_ID": "undefined"}, "no scheduler"},
		{"auto", map[string]string{"LSB_JOBINDEX": "10", "LSB_JOBINDEX_END": "10"}, "{9 10}"},
		{"auto", map[string]string{"LSB_JOBINDEX": "0", "LSB_JOBINDEX_END": "0"}, "no scheduler"},
		{"auto", map[string]string{"AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "5"}, "{0 5}"},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "1", "SUDOKUCTL_SHARDS": "9", "SUDOKUCTL_ONLY": "2-3,7"}, "{2 9}"},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "2", "SUDOKUCTL_SHARDS": "9", "SUDOKUCTL_ONLY": "2-3,7"}, "{6 9}"},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "3", "SUDOKUCTL_SHARDS": "9", "SUDOKUCTL_ONLY": "2-3,7"}, "SUDOKUCTL_ONLY"},
	} {
		shard, err := ParseShard(c.text, func(name string) string { return c.env[name] })
		if got := fmt.Sprint(shard, err); !strings.Contains(got, c.want) {
			t.Errorf("%s %v: %s, want %s", c.text, c.env, got, c.want)
		}
	}
}
