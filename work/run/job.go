package run

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// A Job describes what the shards of many machines have in common, and which of them this is. Each shard keeps it in
// its run, so that nothing else has to be carried along. Its keys are stable.
type Job struct {
	Inputs []JobInput `json:"inputs"`
	Tasks  []JobTask  `json:"tasks"`
	Shards int        `json:"shards"`
	Shard  int        `json:"shard"` // from 1
}

// JobInput is a file, or puzzles of a library.
type JobInput struct {
	Name   string `json:"name"`            // as it was called on the machine
	Where  string `json:"where,omitempty"` // the condition on the puzzles of a library
	SHA256 string `json:"sha256"`          // of the file, or of the numbers and keys of the puzzles
}

// JobTask is one plugin asked to solve or to grade. It says all that another machine must have in common to come to the
// same answer: version, program, settings, seed and limits.
type JobTask struct {
	Kind    sudoku.Power `json:"kind"` // PowerSolve or PowerGrade
	Plugin  string       `json:"plugin"`
	Version string       `json:"version"`
	SHA256  string       `json:"sha256,omitempty"` // of the program, "" if it has several files
	// tells programs of one version apart, "" if the plugin is bundled
	Checksum  string          `json:"checksum,omitempty"`
	Settings  json.RawMessage `json:"settings,omitempty"`
	Limit     int             `json:"limit,omitempty"`      // solutions wanted, 0 = all; graders have none
	TimeoutMS int64           `json:"timeout_ms,omitempty"` // budget of a puzzle, 0 = none
	Seed      uint64          `json:"seed,omitempty"`
}

// newJobTask returns the task of an open plugin. A time limit counts in whole milliseconds, rounded up; how many puzzles
// are worked on at the same time is each machine's own affair.
func newJobTask(p work.Plugin, kind sudoku.Power, ask runner.Ask) (t JobTask, err error) {
	info := p.Info()
	id, _, _ := strings.Cut(p.ID(), "@") // versions that stand beside each other are of one algorithm
	t = JobTask{Kind: kind, Plugin: id, Version: info.Version, Settings: json.RawMessage(p.Settings()),
		TimeoutMS: int64((ask.Timeout + time.Millisecond - 1) / time.Millisecond), Seed: ask.Seed}
	if !info.Has(kind) {
		return t, fmt.Errorf("plugin %q cannot %s", p.ID(), kind)
	}
	if kind == sudoku.PowerSolve {
		t.Limit = ask.Limit
	}
	if t.SHA256, err = p.FileSum(); err == nil && p.Candidate().Origin != find.FromBundled {
		t.Checksum, err = p.Sum()
	}
	return t, err
}

// program returns the checksum of the task's program. A plugin whose program has changed is asked anew.
func (t *JobTask) program() string { return cmp.Or(t.Checksum, t.SHA256) }

// timeout is the budget of a puzzle, 0 if there is none.
func (t *JobTask) timeout() time.Duration { return time.Duration(t.TimeoutMS) * time.Millisecond }

// work describes the task to the store, so that every answer has its provenance.
func (t *JobTask) work(p work.Plugin) (store.Work, error) {
	var settings sudoku.Settings
	if err := json.Unmarshal(t.Settings, &settings); err != nil {
		return store.Work{}, fmt.Errorf("reading settings of plugin %q: %w", t.Plugin, err)
	}
	origin := string(p.Candidate().Origin)
	if p.Candidate().Origin != find.FromBundled {
		origin = p.Candidate().Path
	}
	info := p.Info()
	info.ID = t.Plugin
	return store.Work{Plugin: store.Plugin{Info: info, Settings: settings, Origin: origin, SHA256: t.SHA256,
		Checksum: t.Checksum}, Grade: t.Kind == sudoku.PowerGrade, Limit: t.Limit, Timeout: t.timeout()}, nil
}

// jobOf returns the job of a run, nil if it is no shard.
func jobOf(r *store.Run) *Job {
	var options struct {
		Job *Job `json:"job"`
	}
	text, err := json.Marshal(r.Options["job"])
	if err == nil {
		err = json.Unmarshal(fmt.Appendf(nil, `{"job":%s}`, text), &options)
	}
	if j := options.Job; err == nil && j != nil && j.Shard >= 1 && j.Shard <= j.Shards {
		return j
	}
	return nil
}

// notResumed says how the run of a shard goes on.
func (j *Job) notResumed(run int64) error {
	return work.RequestErrorf("run %d is shard %d/%d of a job, which goes on by the command that began it", run, j.Shard,
		j.Shards)
}

// String names the job for people: "puzzles.txt with entropybt, rules".
func (j *Job) String() string {
	var inputs, plugins []string
	for _, in := range j.Inputs {
		name := filepath.Base(in.Name)
		if in.Where != "" {
			name += " where " + in.Where
		}
		inputs = append(inputs, name)
	}
	for _, t := range j.Tasks {
		if !slices.Contains(plugins, t.Plugin) {
			plugins = append(plugins, t.Plugin)
		}
	}
	return strings.Join(inputs, ", ") + " with " + cmp.Or(strings.Join(plugins, ", "), "no plugin")
}

// asks reports whether another job asks plugins of the same names for the same puzzles in as many shards.
func (j *Job) asks(other *Job) bool {
	return j.Shards == other.Shards && j.inputs(other) &&
		slices.EqualFunc(j.Tasks, other.Tasks, func(a, b JobTask) bool { return a.Kind == b.Kind && a.Plugin == b.Plugin })
}

func (j *Job) inputs(other *Job) bool {
	return slices.EqualFunc(j.Inputs, other.Inputs, func(a, b JobInput) bool { return a.SHA256 == b.SHA256 })
}

// differs names the first difference to another job, "" if both are shards of the same one.
func (j *Job) differs(other *Job) string {
	switch {
	case j.Shards != other.Shards:
		return fmt.Sprintf("%d shards, not %d", other.Shards, j.Shards)
	case !j.inputs(other):
		return "other puzzles"
	case !j.asks(other):
		return "other plugins"
	}
	for i := range j.Tasks {
		mine, its := &j.Tasks[i], &other.Tasks[i]
		switch {
		case mine.Version != its.Version:
			return fmt.Sprintf("%s %s, not %s", its.Plugin, its.Version, mine.Version)
		case mine.Checksum != its.Checksum:
			return fmt.Sprintf("%s %s is another program", its.Plugin, its.Version)
		case !bytes.Equal(mine.Settings, its.Settings):
			return fmt.Sprintf("%s with settings %s, not %s", its.Plugin, its.Settings, mine.Settings)
		case mine.Limit != its.Limit:
			return fmt.Sprintf("%s with limit %d, not %d", its.Plugin, its.Limit, mine.Limit)
		case mine.TimeoutMS != its.TimeoutMS:
			return fmt.Sprintf("%s with a timeout of %v, not %v", its.Plugin, its.timeout(), mine.timeout())
		case mine.Seed != its.Seed:
			return fmt.Sprintf("%s with seed %d, not %d", its.Plugin, its.Seed, mine.Seed)
		}
	}
	return ""
}

// Survey lists which shards of a job a library has.
type Survey struct {
	Job        *Job
	Done       []int // numbers of shards, from 1
	Unfinished []int
	Missing    []int
	Other      []OtherShard
}

// OtherShard is a shard that was computed by another version or with other settings than most.
type OtherShard struct {
	Number int
	Means  string // "rules 0.1.0, not 0.2.0"
}

// Surveys looks among all runs of a library, the newest first, for the shards of the jobs that some runs belong to. Of
// several versions of a job the one with the most shards counts.
func Surveys(all, of []store.Run) (surveys []Survey) {
	for _, r := range of {
		j := jobOf(&r)
		if j == nil || slices.ContainsFunc(surveys, func(s Survey) bool { return s.Job.asks(j) }) {
			continue
		}
		surveys = append(surveys, survey(all, j))
	}
	return surveys
}

// version groups the shards of a job that were computed alike.
type version struct {
	job    *Job
	states map[int]string // by shard
}

func survey(runs []store.Run, j *Job) Survey {
	var versions []version
	for _, r := range slices.Backward(runs) { // the oldest first
		other := jobOf(&r)
		if other == nil || !other.asks(j) {
			continue
		}
		i := slices.IndexFunc(versions, func(v version) bool { return v.job.differs(other) == "" })
		if i < 0 {
			i = len(versions)
			versions = append(versions, version{other, map[int]string{}})
		}
		if versions[i].states[other.Shard] != store.StateDone {
			versions[i].states[other.Shard] = r.State
		}
	}
	best := slices.MaxFunc(versions, func(a, b version) int { return cmp.Compare(len(a.states), len(b.states)) })
	s := Survey{Job: best.job}
	for n := 1; n <= j.Shards; n++ {
		other := slices.IndexFunc(versions, func(v version) bool { return v.states[n] != "" })
		switch state := best.states[n]; {
		case state == store.StateDone:
			s.Done = append(s.Done, n)
		case state != "":
			s.Unfinished = append(s.Unfinished, n)
		case other >= 0:
			s.Other = append(s.Other, OtherShard{n, best.job.differs(versions[other].job)})
		default:
			s.Missing = append(s.Missing, n)
		}
	}
	return s
}

// IsComplete reports whether every shard is there, finished and of one version.
func (s *Survey) IsComplete() bool { return len(s.Done) == s.Job.Shards }

// String lists the shards: "puzzles.txt with rules: shards 1–6, 8–100 of 100; missing: 7".
func (s *Survey) String() string {
	text := fmt.Sprintf("%v: shards %s of %d", s.Job, cmp.Or(ranges(s.Done), "none"), s.Job.Shards)
	if len(s.Missing) > 0 {
		text += "; missing: " + ranges(s.Missing)
	}
	if len(s.Unfinished) > 0 {
		text += "; unfinished: " + ranges(s.Unfinished)
	}
	var others []string
	for _, o := range s.Other {
		others = append(others, fmt.Sprintf("%d (%s)", o.Number, o.Means))
	}
	if len(others) > 0 {
		text += "; of another version: " + strings.Join(others, ", ")
	}
	return text
}

// ranges writes increasing numbers in short: 1–6, 8.
func ranges(numbers []int) string {
	var texts []string
	for from := 0; from < len(numbers); {
		to := from
		for to+1 < len(numbers) && numbers[to+1] == numbers[to]+1 {
			to++
		}
		text := fmt.Sprint(numbers[from])
		if to > from {
			text = fmt.Sprintf("%d–%d", numbers[from], numbers[to])
		}
		texts, from = append(texts, text), to+1
	}
	return strings.Join(texts, ", ")
}
