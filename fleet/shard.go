package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work"
)

// Shard is every nth chunk of a plan: those whose number is Index modulo Count.
type Shard struct{ Index, Count int }

// ParseShard reads i/n, with i from 1 to n, or "auto": then a batch scheduler says it in the environment.
func ParseShard(text string, env func(string) string) (Shard, error) {
	if text == "auto" {
		return autoShard(env)
	}
	first, second, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil || n < 1 || i < 1 || i > n {
		return Shard{}, fmt.Errorf("invalid shard %q: write i/n with i from 1 to n, such as 3/100, or auto", text)
	}
	return Shard{i - 1, n}, nil
}

// schedulers are the variables in which batch schedulers tell a job which of how many it is.
var schedulers = []struct {
	name, index, count string
	first              int // the number of the first job, unless firstVar says another
	firstVar           string
}{
	{"SLURM", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, "SLURM_ARRAY_TASK_MIN"},
	{"Kubernetes", "JOB_COMPLETION_INDEX", "SUDOKUCTL_SHARDS", 0, ""},
	{"Nomad", "NOMAD_ALLOC_INDEX", "NOMAD_GROUP_COUNT", 0, ""},
	{"GNU parallel", "PARALLEL_SEQ", "SUDOKUCTL_SHARDS", 1, ""},
}

// autoShard asks the environment. SUDOKUCTL_SHARDS is the number of shards, if the scheduler does not tell or runs only
// some of them again.
func autoShard(env func(string) string) (Shard, error) {
	for _, s := range schedulers {
		if env(s.index) == "" {
			continue
		}
		i, err := strconv.Atoi(env(s.index))
		if err != nil {
			return Shard{}, fmt.Errorf("%s: %s is %q, not a number", s.name, s.index, env(s.index))
		}
		first := s.first
		count := env("SUDOKUCTL_SHARDS")
		if count == "" {
			count = env(s.count)
			if least, err := strconv.Atoi(env(s.firstVar)); s.firstVar != "" && err == nil {
				first = least
			}
		}
		n, err := strconv.Atoi(count)
		if err != nil || i-first < 0 || i-first >= n {
			return Shard{}, fmt.Errorf("%s: job %d of %q: set SUDOKUCTL_SHARDS to the number of shards", s.name, i, count)
		}
		return Shard{i - first, n}, nil
	}
	return Shard{}, errors.New("no scheduler says which shard this is: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, NOMAD_ALLOC_INDEX and PARALLEL_SEQ is set; write --shard i/n")
}

// A MismatchError says that a plugin here is not the one that a plan was made with.
type MismatchError struct {
	Plugin        string
	What          string // "version", "program" or "settings"
	Planned, Here string
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("plugin %q: the plan was made with %s %s, here is %s", e.Plugin, e.What, e.Planned, e.Here)
}

// ShardReport says what a shard came to.
type ShardReport struct {
	Chunks  int // of the shard
	Done    int // computed now
	Skipped int // parts that were there
	Puzzles int64
}

// RunShard computes the chunks of a shard one after the other and writes their parts into dir. Parts that are there are
// left alone, so that it can be interrupted and started again. Workers is how many puzzles are worked on at the same time, 0
// for one a processor.
func RunShard(ctx context.Context, open work.OpenPlugin, plan *Plan, shard Shard, dir string, workers int,
	tell work.Progress) (ShardReport, error) {
	var report ShardReport
	w, err := newWorker(ctx, open, plan, workers)
	if err != nil {
		return report, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return report, fmt.Errorf("making the folder for parts: %w", err)
	}
	var todo []int
	for chunk := shard.Index; chunk < len(plan.Chunks); chunk += shard.Count {
		report.Chunks++
		if _, err := os.Stat(filepath.Join(dir, part.Name(chunk))); err == nil {
			report.Skipped++
			continue
		}
		todo = append(todo, chunk)
	}
	if tell == nil {
		tell = func(work.Event) {}
	}
	tell(work.Begun{Stage: "computing chunks", Total: int64(len(todo))})
	defer tell(work.Ended{})
	for _, chunk := range todo {
		h, err := w.compute(ctx, chunk, filepath.Join(dir, part.Name(chunk)))
		switch {
		case errors.Is(err, part.ErrExists):
			report.Skipped++ // somebody else was faster
		case err != nil:
			return report, err
		default:
			report.Done++
			report.Puzzles += h.Rows
		}
		tell(work.Advanced(1))
	}
	return report, nil
}

// worker computes chunks of one plan.
type worker struct {
	plan      *Plan
	id        string
	plugins   []*host.Plugin // one a task
	generator *host.Plugin
	workers   int
	host      string
}

// newWorker opens the plugins of a plan and compares them with it.
func newWorker(ctx context.Context, open work.OpenPlugin, plan *Plan, workers int) (*worker, error) {
	w := &worker{plan: plan, id: plan.ID(), workers: workers}
	w.host, _ = os.Hostname() // a remark, no more
	for _, t := range plan.Tasks {
		settings := map[string]any{}
		if err := json.Unmarshal(t.Settings, &settings); err != nil && len(t.Settings) > 0 {
			return nil, fmt.Errorf("reading the plan: settings of plugin %q: %w", t.Plugin, err)
		}
		p, err := open(ctx, t.Plugin, settings)
		if err != nil {
			return nil, err
		}
		here, err := describe(p, t.Kind, sudoku.Ask{})
		if err != nil {
			return nil, err
		}
		if err := match(t.Plugin, t.Version, here.Version, t.SHA256, here.SHA256); err != nil {
			return nil, err
		}
		if !sameJSON(t.Settings, here.Settings) {
			return nil, &MismatchError{t.Plugin, "settings", string(t.Settings), string(here.Settings)}
		}
		w.plugins = append(w.plugins, p)
	}
	for _, s := range plan.Inputs {
		if s.Kind != FromGenerator {
			continue
		}
		p, err := open(ctx, s.Generate.Generator, nil)
		if err != nil {
			return nil, err
		}
		sum, err := p.Sum()
		if err != nil {
			return nil, err
		}
		if err := match(p.ID(), s.Generate.Version, p.Info().Version, s.Generate.SHA256, sum); err != nil {
			return nil, err
		}
		w.generator = p
	}
	return w, nil
}

func match(id, version, versionHere, sum, sumHere string) error {
	switch {
	case version != versionHere:
		return &MismatchError{id, "version", version, versionHere}
	case sum != sumHere:
		return &MismatchError{id, "program", sum, sumHere}
	}
	return nil
}

// sameJSON compares two objects, whatever their layout.
func sameJSON(a, b json.RawMessage) bool {
	var x, y map[string]any
	if len(a) > 0 && json.Unmarshal(a, &x) != nil || len(b) > 0 && json.Unmarshal(b, &y) != nil {
		return false
	}
	first, _ := json.Marshal(x) // maps of what was decoded
	second, _ := json.Marshal(y)
	return bytes.Equal(first, second) || len(x) == 0 && len(y) == 0
}

// compute writes the part of a chunk.
func (w *worker) compute(ctx context.Context, chunk int, path string) (part.Header, error) {
	started := time.Now()
	puzzles, err := w.puzzles(ctx, chunk)
	if err != nil {
		return part.Header{}, err
	}
	rows := make([]part.Row, len(puzzles))
	answers := make([]part.Answer, len(puzzles)*len(w.plugins))
	first := w.plan.record(chunk)
	for i, p := range puzzles {
		rows[i] = part.Row{Record: first + int64(i), Puzzle: p, Answers: answers[i*len(w.plugins):][:len(w.plugins)]}
	}
	var cpu time.Duration
	for k, t := range w.plan.Tasks {
		if err := ask(ctx, w.plugins[k], t, w.workers, puzzles, func(i int, r sudoku.Result) {
			rows[i].Answers[k] = answerOf(r)
			cpu += r.Stats.Elapsed
			if rows[i].Solution == nil && len(r.Solutions) > 0 {
				rows[i].Solution = r.Solutions[0].Clone()
			}
		}); err != nil {
			return part.Header{}, fmt.Errorf("computing chunk %d with plugin %q: %w", chunk, t.Plugin, err)
		}
	}
	out, err := part.Create(path, part.Header{Plan: w.id, Chunk: chunk, Tasks: w.plan.Tasks, Host: w.host, Started: started.UTC(),
		CPU: cpu})
	if err != nil {
		return part.Header{}, err
	}
	defer out.Abort()
	for i := range rows {
		if err := out.Write(&rows[i]); err != nil {
			return part.Header{}, err
		}
	}
	return out.Close()
}

// ask has a plugin solve or grade puzzles, and calls emit with the position of each and the result.
func ask(ctx context.Context, p *host.Plugin, t part.Task, workers int, puzzles []*sudoku.Puzzle,
	emit func(i int, r sudoku.Result)) error {
	var items iter.Seq2[host.Item, error] = func(yield func(host.Item, error) bool) {
		for i, puzzle := range puzzles {
			if !yield(host.Item{Number: uint64(i), Puzzle: puzzle}, nil) {
				return
			}
		}
	}
	take := func(number uint64, r sudoku.Result) error {
		emit(int(number), r)
		return nil
	}
	o := host.SolveOptions{Ask: sudoku.Ask{Limit: t.Limit, Seed: t.Seed, Workers: workers,
		Timeout: time.Duration(t.TimeoutMS) * time.Millisecond}, Retract: take}
	if t.Kind == part.Grade {
		return p.Grade(ctx, items, o, take)
	}
	return p.Solve(ctx, items, o, take)
}

func answerOf(r sudoku.Result) part.Answer {
	a := part.Answer{Verdict: r.Verdict, Count: r.Count, Guesses: r.Stats.Guesses, Self: r.Stats.Elapsed, Grades: r.Grades}
	if r.Err != nil {
		a.Error = r.Err.Error()
	}
	return a
}
