package run

import (
	"fmt"
	"strconv"
	"strings"
)

// Share is one of N shares of the records of inputs. Shares do not overlap, and together they are everything.
type Share struct{ Index, Count int } // Index counts from 0

// shareBlock is how many records follow each other in a share.
const shareBlock = 256

// Has reports whether a record belongs to the share. Records count from 0.
func (s Share) Has(record int) bool { return record/shareBlock%s.Count == s.Index }

// String returns the share as ParseShare reads it: "3/8", counted from 1.
func (s Share) String() string { return fmt.Sprintf("%d/%d", s.Index+1, s.Count) }

// ParseShare reads I/N, with I from 1 to N, or "auto": then a batch scheduler says it in the environment.
func ParseShare(text string, env func(string) string) (Share, error) {
	if text == "auto" {
		return autoShare(env)
	}
	first, second, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil || n < 1 || i < 1 || i > n {
		return Share{}, fmt.Errorf("%q is no shard: write I/N with I from 1 to N, such as 3/100, or auto", text)
	}
	return Share{i - 1, n}, nil
}

// scheduler has the variables in which a batch scheduler says which of how many tasks this is.
type scheduler struct {
	name, index string
	none        string // what index is outside an array of tasks
	first       int    // number of the first task, unless firstVar is set
	firstVar    string
	count, last string // number of tasks, or of the last one
}

var schedulers = []scheduler{
	{name: "SLURM", index: "SLURM_ARRAY_TASK_ID", first: 1, firstVar: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX",
		count: "SLURM_ARRAY_TASK_COUNT"},
	{name: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{name: "Nomad", index: "NOMAD_ALLOC_INDEX", count: "NOMAD_GROUP_COUNT"},
	{name: "GNU parallel", index: "PARALLEL_SEQ", first: 1},
	{name: "PBS", index: "PBS_ARRAY_INDEX", first: 1},
	{name: "Grid Engine", index: "SGE_TASK_ID", none: "undefined", first: 1, firstVar: "SGE_TASK_FIRST",
		last: "SGE_TASK_LAST"},
	{name: "LSF", index: "LSB_JOBINDEX", none: "0", first: 1, last: "LSB_JOBINDEX_END"},
	{name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"},
}

// sharesVar has the number of shards if the scheduler does not say it, or runs only some of them again.
const sharesVar = "SUDOKUCTL_SHARDS"

// autoShare asks the environment.
func autoShare(env func(string) string) (Share, error) {
	var names []string
	for _, s := range schedulers {
		if index := env(s.index); index != "" && index != s.none {
			share, err := s.share(env)
			if err != nil {
				return share, fmt.Errorf("%s: %w", s.name, err)
			}
			return share, nil
		}
		names = append(names, s.index)
	}
	return Share{}, fmt.Errorf("no scheduler says which shard this is: none of %s is set; write --shard I/N",
		strings.Join(names, ", "))
}

func (s *scheduler) share(env func(string) string) (Share, error) {
	task, err := strconv.Atoi(env(s.index))
	if err != nil {
		return Share{}, fmt.Errorf("%s is %q, not a number", s.index, env(s.index))
	}
	first := s.first
	n, err := strconv.Atoi(env(sharesVar))
	if err != nil {
		if first, n, err = s.array(env); err != nil {
			return Share{}, err
		}
	}
	if task < first || task-first >= n {
		return Share{}, fmt.Errorf("task %d of %d, counted from %d: set %s to the number of shards", task, n, first,
			sharesVar)
	}
	return Share{task - first, n}, nil
}

// array returns the number of the first task and how many there are. Part of an array, as it is submitted to compute
// some shards again, is an error: its tasks would take the shares of others.
func (s *scheduler) array(env func(string) string) (first, n int, err error) {
	first = s.first
	if least, err := strconv.Atoi(env(s.firstVar)); err == nil {
		first = least
	}
	n, _ = strconv.Atoi(env(s.count))
	last, err := strconv.Atoi(env(s.last))
	if err != nil {
		return first, n, nil
	}
	if n == 0 {
		n = last - first + 1
	}
	if first > 1 || last-first+1 != n {
		return 0, 0, fmt.Errorf("an array of %d tasks from %d to %d is part of one: set %s to the number of shards, "+
			"or write --shard I/N", n, first, last, sharesVar)
	}
	return first, n, nil
}
