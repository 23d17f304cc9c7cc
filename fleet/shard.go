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
	"github.com/sudokuctl/sudokuctl/work/job"
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

// scheduler has the variables in which a batch scheduler says which of how many jobs this is.
type scheduler struct {
	name, index string
	none        string // what index is outside an array of jobs
	first       int    // number of the first job, unless firstVar is set
	firstVar    string
	count, last string // number of jobs, or of the last one
}

var schedulers = []scheduler{
	{name: "SLURM", index: "SLURM_ARRAY_TASK_ID", firstVar: "SLURM_ARRAY_TASK_MIN", count: "SLURM_ARRAY_TASK_COUNT"},
	{name: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{name: "Nomad", index: "NOMAD_ALLOC_INDEX", count: "NOMAD_GROUP_COUNT"},
	{name: "GNU parallel", index: "PARALLEL_SEQ", first: 1},
	{name: "PBS", index: "PBS_ARRAY_INDEX", first: 1},
	{name: "Grid Engine", index: "SGE_TASK_ID", none: "undefined", first: 1, firstVar: "SGE_TASK_FIRST", last: "SGE_TASK_LAST"},
	{name: "LSF", index: "LSB_JOBINDEX", none: "0", first: 1, last: "LSB_JOBINDEX_END"},
	{name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"},
}

const (
	shardsVar = "SUDOKUCTL_SHARDS" // the number of shards, if the scheduler does not say it or runs only some of them again
	onlyVar   = "SUDOKUCTL_ONLY"   // the shards that the jobs are, if they are not all: as Ranges writes them
)

// autoShard asks the environment.
func autoShard(env func(string) string) (Shard, error) {
	var names []string
	for _, s := range schedulers {
		if index := env(s.index); index != "" && index != s.none {
			shard, err := s.shard(env)
			if err != nil {
				return shard, fmt.Errorf("%s: %w", s.name, err)
			}
			return shard, nil
		}
		names = append(names, s.index)
	}
	return Shard{}, fmt.Errorf("no scheduler says which shard this is: none of %s is set; write --shard i/n", strings.Join(names, ", "))
}

func (s *scheduler) shard(env func(string) string) (Shard, error) {
	job, err := strconv.Atoi(env(s.index))
	if err != nil {
		return Shard{}, fmt.Errorf("%s is %q, not a number", s.index, env(s.index))
	}
	first := s.first
	n, err := strconv.Atoi(env(shardsVar))
	if err != nil {
		if least, err := strconv.Atoi(env(s.firstVar)); err == nil {
			first = least
		}
		if last, err := strconv.Atoi(env(s.last)); err == nil {
			n = last - first + 1
		} else {
			n, _ = strconv.Atoi(env(s.count))
		}
	}
	place := job - first
	if only := env(onlyVar); only != "" {
		shards, err := ParseRanges(only, n)
		if err != nil || place < 0 || place >= len(shards) {
			return Shard{}, fmt.Errorf("job %d of the shards %q of %d, set by %s and %s", job, only, n, onlyVar, shardsVar)
		}
		place = shards[place] - 1
	}
	if place < 0 || place >= n {
		return Shard{}, fmt.Errorf("job %d of %d, counted from %d: set %s to the number of shards", job, n, first, shardsVar)
	}
	return Shard{place, n}, nil
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
func RunShard(ctx context.Context, open job.Open, plan *Plan, shard Shard, dir string, workers int,
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
	defer progress.Stage(work.Begun{Stage: "computing chunks", Total: int64(len(todo))})()
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
		progress.Report(work.Advanced(1))
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
