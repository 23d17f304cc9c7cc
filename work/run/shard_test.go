package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// lists writes two files of small puzzles, some of them twice, among comments and bad lines.
func lists(t *testing.T, dir string, n int) (files []string) {
	t.Helper()
	full, _ := sudoku.ParsePuzzle("1234341221434321")
	var lines []string
	for i := range n {
		givens := slices.Clone(full.Givens())
		for bit := range 8 {
			if i>>bit&1 == 1 {
				givens[(bit*5+i/256)%len(givens)] = 0
			}
		}
		lines = append(lines, full.WithGivens(givens).String())
		switch i % 100 {
		case 7:
			lines = append(lines, "# a comment", "")
		case 11:
			lines = append(lines, "no puzzle")
		}
	}
	for i, some := range [][]string{lines[:len(lines)/3], lines[len(lines)/3:]} {
		files = append(files, filepath.Join(dir, fmt.Sprintf("%d.txt", i)))
		if err := os.WriteFile(files[i], []byte(strings.Join(some, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func parsed(t *testing.T, files []string) (inputs []*input.Input) {
	t.Helper()
	for _, file := range files {
		in, err := input.Parse(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, in)
	}
	return inputs
}

// at returns an Env with the library of a file.
func at(t *testing.T, path string) *work.Env {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	env := worktest.Env("dlx", "entropybt")
	env.Store, env.Database = s, path
	return env
}

// content is what a library says of puzzles, whatever their numbers, whoever computed it when, and which of the places
// of a puzzle was seen first. A puzzle that is in two shards is computed by both.
func content(t *testing.T, s *store.Store) (rows []string) {
	t.Helper()
	for _, query := range []string{
		"SELECT puzzle, verdict, solution, disputed FROM puzzles ORDER BY puzzle",
		`SELECT DISTINCT p.puzzle, r.plugin, r.version, r.verdict, r.found, r.guesses FROM results r
			JOIN puzzles p ON p.id = r.puzzle_id ORDER BY 1, 2`,
		"SELECT p.puzzle, g.metric, g.value, g.label FROM grades g JOIN puzzles p ON p.id = g.puzzle_id ORDER BY 1, 2",
		`SELECT s.name, q.line, p.puzzle
			FROM (SELECT source_id, line, puzzle_id FROM recurrence UNION SELECT source_id, line, id FROM puzzle) q
			JOIN source s ON s.id = q.source_id JOIN puzzles p ON p.id = q.puzzle_id ORDER BY 1, 2`,
	} {
		err := s.SQL(t.Context(), query, func(_ []string, v []any) error { rows = append(rows, fmt.Sprint(v...)); return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

// TestShards computes a job in shards, some of which are interrupted again and again, and puts their libraries together
// in another order: they know what one run finds. Done once more, a shard does nothing.
func TestShards(t *testing.T) {
	dir := t.TempDir()
	files := lists(t, dir, 3000)
	req := run.Request{Solvers: []string{"dlx"}, Graders: []string{"entropybt"}, Ask: runner.Ask{Limit: 2, Seed: 1, Workers: 2}}
	one := at(t, filepath.Join(dir, "one.db"))
	whole := req
	whole.Inputs = parsed(t, files)
	if r, err := run.Run(t.Context(), one, whole, nil); err != nil || r.Bad != 30 {
		t.Fatalf("%+v: %v", r, err)
	}
	want := content(t, one.Store)

	const n = 5
	merged, bad := at(t, filepath.Join(dir, "merged.db")), 0
	for _, i := range []int{3, 0, 4, 2, 1} {
		path := filepath.Join(dir, fmt.Sprintf("part-%d.db", i))
		env := at(t, path)
		for left := 40 * i; ; left += 500 { // the first is not interrupted
			ctx, cancel := context.WithCancel(t.Context())
			part, steps := req, left
			part.Inputs = parsed(t, files)
			r, err := run.Shard(ctx, env, part, run.Share{Index: i, Count: n}, func(work.Event) {
				if steps--; steps == 0 {
					cancel()
				}
			})
			stopped := ctx.Err() != nil
			cancel()
			if err != nil && !stopped {
				t.Fatal(err)
			}
			if r != nil && r.State == store.StateDone {
				bad += r.Bad
				break
			}
			_, err = run.Resume(t.Context(), env, 0, nil)
			if r != nil && err == nil || err != nil && !strings.Contains(err.Error(), "by the command that began it") {
				t.Errorf("resuming shard %d: %v", i, err)
			}
		}
		part := req
		part.Inputs = parsed(t, files)
		r, err := run.Shard(t.Context(), env, part, run.Share{Index: i, Count: n}, nil)
		if err != nil || r.State != store.StateDone || r.Tasks != nil {
			t.Errorf("shard %d once more: %+v, %v", i, r, err)
		}
		if _, err := merged.Store.Merge(t.Context(), path, func(int64, int64) {}); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, merged.Store); !slices.Equal(got, want) || bad != 30 {
		t.Errorf("%d rows of %d shards, %d of one run; %d bad records", len(got), n, len(want), bad)
	}
	runs, err := merged.Store.Runs(t.Context())
	if surveys := run.Surveys(runs, runs); err != nil || len(surveys) != 1 || !surveys[0].IsComplete() {
		t.Errorf("%v: %v", surveys, err)
	}
}

// TestShardsOfALibrary computes puzzles of a library in shards.
func TestShardsOfALibrary(t *testing.T) {
	dir := t.TempDir()
	files := lists(t, dir, 2000)
	from := at(t, filepath.Join(dir, "from.db"))
	for _, in := range parsed(t, files) {
		if _, err := input.Import(t.Context(), from.Store, input.ImportRequest{Input: in, Tags: []string{"mine"}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	before, err := from.Store.Count(t.Context(), store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	const where = "clues > 9"
	chosen, err := from.Store.Count(t.Context(), store.Filter{Where: where})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		path := filepath.Join(dir, fmt.Sprintf("part-%d.db", i))
		req := run.Request{Inputs: parsed(t, []string{from.Database}), Stored: &run.Stored{Where: where}, Solvers: []string{"dlx"}}
		r, err := run.Shard(t.Context(), at(t, path), req, run.Share{Index: i, Count: 3}, nil)
		if err != nil || r.State != store.StateDone {
			t.Fatalf("%+v: %v", r, err)
		}
		if m, err := from.Store.Merge(t.Context(), path, func(int64, int64) {}); err != nil || m.New > 0 || m.Results != m.Puzzles {
			t.Errorf("%+v: %v", m, err)
		}
	}
	answered, err := from.Store.Count(t.Context(), store.Filter{Where: `verdict != "unknown"`})
	if err != nil || answered != chosen {
		t.Errorf("%d of %d are answered: %v", answered, chosen, err)
	}
	if after, err := from.Store.Count(t.Context(), store.Filter{}); err != nil || after != before {
		t.Errorf("%d puzzles instead of %d: %v", after, before, err)
	}
}

// TestShardRefuses keeps a shard out of libraries of other things, which stay as they are.
func TestShardRefuses(t *testing.T) {
	dir := t.TempDir()
	files := lists(t, dir, 600)
	request := func(solver string, names ...string) run.Request {
		return run.Request{Inputs: parsed(t, names), Solvers: []string{solver}, Ask: runner.Ask{Limit: 2}}
	}
	share := run.Share{Index: 1, Count: 2}
	part := at(t, filepath.Join(dir, "part.db"))
	if _, err := run.Shard(t.Context(), part, request("dlx", files...), share, nil); err != nil {
		t.Fatal(err)
	}
	used := at(t, filepath.Join(dir, "used.db"))
	if _, err := run.Run(t.Context(), used, request("dlx", files[0]), nil); err != nil {
		t.Fatal(err)
	}
	filled := at(t, filepath.Join(dir, "filled.db"))
	if _, err := input.Import(t.Context(), filled.Store, input.ImportRequest{Input: parsed(t, files)[0]}, nil); err != nil {
		t.Fatal(err)
	}
	pipe := request("dlx")
	pipe.Inputs = []*input.Input{input.Reader("stdin", strings.NewReader("1..."))}
	limit := request("dlx", files...)
	limit.Limit = 1
	for name, c := range map[string]struct {
		env   *work.Env
		req   run.Request
		share run.Share
		want  string
	}{
		"another shard":   {part, request("dlx", files...), run.Share{Index: 0, Count: 2}, "is shard 2/2: each shard has"},
		"another number":  {part, request("dlx", files...), run.Share{Index: 1, Count: 3}, "of another job (2 shards, not 3)"},
		"another solver":  {part, request("entropybt", files...), share, "of another job (other plugins)"},
		"another limit":   {part, limit, share, "of another job (dlx with limit 2, not 1)"},
		"other puzzles":   {part, request("dlx", files[0]), share, "of another job (other puzzles)"},
		"a run":           {used, request("dlx", files...), share, "has a run of its own"},
		"puzzles":         {filled, request("dlx", files...), share, "has puzzles already"},
		"standard input":  {part, pipe, share, "can be read only once"},
		"library and all": {part, request("dlx", used.Database, files[0]), share, "shards are of one database"},
	} {
		if _, err := run.Shard(t.Context(), c.env, c.req, c.share, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if runs, err := part.Store.Runs(t.Context()); err != nil || len(runs) != 1 || runs[0].State != store.StateDone {
		t.Errorf("the shard has %+v, %v", runs, err)
	}
}
