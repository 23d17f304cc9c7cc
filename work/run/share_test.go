package run

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseShare(t *testing.T) {
	type vars = map[string]string
	for _, c := range []struct {
		text string
		env  vars
		want string // the share, or part of the error
	}{
		{"1/1", nil, "1/1"}, {"3/100", nil, "3/100"}, {"0/3", nil, "no shard"}, {"4/3", nil, "no shard"}, {"x", nil, "no shard"},
		{"", nil, "no shard"}, {"1/0", nil, "no shard"}, {"-1/3", nil, "no shard"}, {"1/3/5", nil, "no shard"}, {"3", nil, "no shard"},
		{"auto", nil, "no scheduler"},
		{"auto", vars{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "10",
			"SLURM_ARRAY_TASK_COUNT": "10"}, "7/10"},
		{"auto", vars{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "9",
			"SLURM_ARRAY_TASK_COUNT": "10"}, "1/10"},
		{"auto", vars{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "7", "SLURM_ARRAY_TASK_MAX": "7",
			"SLURM_ARRAY_TASK_COUNT": "1"}, "part of one: set SUDOKUCTL_SHARDS"},
		{"auto", vars{"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "9",
			"SLURM_ARRAY_TASK_COUNT": "2"}, "part of one"},
		{"auto", vars{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "7", "SUDOKUCTL_SHARDS": "100"}, "7/100"},
		{"auto", vars{"JOB_COMPLETION_INDEX": "0", "SUDOKUCTL_SHARDS": "4"}, "1/4"},
		{"auto", vars{"JOB_COMPLETION_INDEX": "0"}, "SUDOKUCTL_SHARDS"},
		{"auto", vars{"JOB_COMPLETION_INDEX": "one", "SUDOKUCTL_SHARDS": "4"}, "not a number"},
		{"auto", vars{"NOMAD_ALLOC_INDEX": "3", "NOMAD_GROUP_COUNT": "4"}, "4/4"},
		{"auto", vars{"PARALLEL_SEQ": "1", "SUDOKUCTL_SHARDS": "4"}, "1/4"},
		{"auto", vars{"PARALLEL_SEQ": "5", "SUDOKUCTL_SHARDS": "4"}, "SUDOKUCTL_SHARDS"},
		{"auto", vars{"PBS_ARRAY_INDEX": "4", "SUDOKUCTL_SHARDS": "4"}, "4/4"},
		{"auto", vars{"PBS_ARRAY_INDEX": "0", "SUDOKUCTL_SHARDS": "4"}, "task 0 of 4, counted from 1"},
		{"auto", vars{"PBS_ARRAY_INDEX": "1"}, "SUDOKUCTL_SHARDS"},
		{"auto", vars{"SGE_TASK_ID": "7", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "10"}, "7/10"},
		{"auto", vars{"SGE_TASK_ID": "7", "SGE_TASK_FIRST": "7", "SGE_TASK_LAST": "7"}, "part of one"},
		{"auto", vars{"SGE_TASK_ID": "7", "SGE_TASK_FIRST": "7", "SGE_TASK_LAST": "7", "SUDOKUCTL_SHARDS": "10"}, "7/10"},
		{"auto", vars{"SGE_TASK_ID": "undefined"}, "no scheduler"},
		{"auto", vars{"LSB_JOBINDEX": "10", "LSB_JOBINDEX_END": "10"}, "10/10"},
		{"auto", vars{"LSB_JOBINDEX": "0", "LSB_JOBINDEX_END": "0"}, "no scheduler"},
		{"auto", vars{"AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "5"}, "1/5"},
	} {
		share, err := ParseShare(c.text, func(name string) string { return c.env[name] })
		if got := fmt.Sprint(share, err); !strings.Contains(got, c.want) {
			t.Errorf("%s %v: %s, want %s", c.text, c.env, got, c.want)
		}
	}
}

// TestSharesAreAll gives each record to one share.
func TestSharesAreAll(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7} {
		for record := range 10 * shareBlock {
			has := 0
			for i := range n {
				if (Share{i, n}).Has(record) {
					has++
				}
			}
			if has != 1 {
				t.Fatalf("%d of %d shares have record %d", has, n, record)
			}
		}
	}
}
