package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

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

// schedulers are the variables in which batch schedulers say which of how many jobs this is.
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

// autoShard asks the environment. SUDOKUCTL_SHARDS is the number of shards, if the scheduler does not say or runs only
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
	progress work.Progress) (ShardReport, error) {
	var report ShardReport
	w, err := NewWorker(ctx, open, plan.Assignment(), workers)
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
	if progress == nil {
		progress = func(work.Event) {}
	}
	progress(work.Begun{Stage: "computing chunks", Total: int64(len(todo))})
	defer progress(work.Ended{})
	for _, chunk := range todo {
		rows, err := w.save(ctx, plan, chunk, filepath.Join(dir, part.Name(chunk)))
		switch {
		case errors.Is(err, part.ErrExists):
			report.Skipped++ // somebody else was faster
		case err != nil:
			return report, err
		default:
			report.Done++
			report.Puzzles += rows
		}
		progress(work.Advanced(1))
	}
	return report, nil
}

// save computes a chunk, writes its part and returns the number of its rows.
func (w *Worker) save(ctx context.Context, plan *Plan, chunk int, path string) (int64, error) {
	puzzles, err := plan.puzzles(ctx, chunk, w.generator)
	if err != nil {
		return 0, err
	}
	h, data, err := w.compute(ctx, chunk, plan.record(chunk), puzzles)
	if err != nil {
		return 0, err
	}
	return h.Rows, part.Save(path, data)
}
