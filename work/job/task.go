// Package job is the main job: plugins answer puzzles.
//
//   - A [Task] is one plugin asked to solve or to grade. It says all that another machine must have in common to come to
//     the same answer: version, program, settings, seed and limits.
//   - [Task.Do] has the plugin answer the puzzles of a chunk, or of many chunks one after the other.
//
// A run (package work/run) decides where puzzles come from, which work is left, and where the answers go.
package job

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Task is one plugin asked one thing of every puzzle.
type Task struct {
	Kind    Kind   `json:"kind"`
	Plugin  string `json:"plugin"`
	Version string `json:"version"`
	SHA256  string `json:"sha256,omitempty"` // of the program, "" if it has several files
	// tells programs of one version apart, "" if the plugin is bundled
	Checksum  string          `json:"checksum,omitempty"`
	Settings  json.RawMessage `json:"settings,omitempty"`
	Limit     int             `json:"limit,omitempty"`      // solutions wanted, 0 = all; graders have none
	TimeoutMS int64           `json:"timeout_ms,omitempty"` // budget of a puzzle, 0 = none
	Seed      uint64          `json:"seed,omitempty"`
	Metrics   []Metric        `json:"metrics,omitempty"` // of a task that grades
}

// Kind says whether a task solves or grades.
type Kind string

// The kinds of tasks.
const (
	Solve = Kind(sudoku.PowerSolve)
	Grade = Kind(sudoku.PowerGrade)
)

// Metric is a metric that a task measures, in the form in which runs and the API name it.
type Metric struct {
	Name     string `json:"name"`
	Unit     string `json:"unit,omitempty"`
	Labelled bool   `json:"labelled,omitempty"` // its grades have words
	Harder   bool   `json:"higher_is_harder,omitempty"`
	Summary  string `json:"summary,omitempty"`
}

// Of returns the task of an open plugin. A time limit counts in whole milliseconds, rounded up; how many puzzles are
// worked on at the same time is each machine's own affair.
func Of(p Plugin, kind Kind, ask runner.Ask) (Task, error) {
	info := p.Info()
	if !info.Has(sudoku.Power(kind)) {
		return Task{}, fmt.Errorf("plugin %q cannot %s", p.ID(), kind)
	}
	sum, err := p.Sum()
	if err != nil {
		return Task{}, err
	}
	file, err := p.FileSum()
	if err != nil {
		return Task{}, err
	}
	id, _, _ := strings.Cut(p.ID(), "@") // versions that stand beside each other are of one algorithm
	t := Task{Kind: kind, Plugin: id, Version: info.Version, SHA256: file, Settings: json.RawMessage(p.Settings()),
		TimeoutMS: int64((ask.Timeout + time.Millisecond - 1) / time.Millisecond), Seed: ask.Seed}
	if p.Candidate().Origin != find.FromBundled {
		t.Checksum = sum
	}
	if kind == Solve {
		t.Limit = ask.Limit
		return t, nil
	}
	for _, m := range info.Metrics {
		t.Metrics = append(t.Metrics, Metric{Name: m.Name, Unit: m.Unit, Labelled: len(m.Labels) > 0,
			Harder: m.HigherIsHarder, Summary: m.Summary})
	}
	return t, nil
}

// Program returns the checksum of the task's program. A plugin whose program has changed is asked anew.
func (t *Task) Program() string { return cmp.Or(t.Checksum, t.SHA256) }

// Timeout is the budget of a puzzle, 0 if there is none.
func (t *Task) Timeout() time.Duration { return time.Duration(t.TimeoutMS) * time.Millisecond }

// Do has a plugin answer puzzles and calls emit with each answer as it comes in. If an answer proves worthless after
// that, because the plugin answers a puzzle twice, retract is called with a Wrong one. Workers is how many puzzles are
// worked on at the same time, 0 for one a processor.
func (t *Task) Do(ctx context.Context, p Plugin, workers int, puzzles iter.Seq2[runner.Item, error],
	emit, retract func(number uint64, r sudoku.Result) error) error {
	o := runner.Options{Ask: runner.Ask{Limit: t.Limit, Seed: t.Seed, Timeout: t.Timeout(), Workers: workers},
		Retract: retract}
	if t.Kind == Grade {
		return p.Grade(ctx, puzzles, o, emit)
	}
	return p.Solve(ctx, puzzles, o, emit)
}

// Plugin is an algorithm that is open, and where it comes from: a *host.Plugin, which is a process, or one of a test,
// which needs none.
type Plugin interface {
	runner.Runner
	ID() string                     // under which it was opened
	Settings() string               // all of them, as JSON with sorted keys
	Candidate() find.Candidate      // where it was found
	Sum() (string, error)           // checksum of the program
	FileSum() (string, error)       // what sha256sum prints of the program, "" if it is several files
	Usage() (lifecycle.Usage, bool) // of the machine so far; false if that is not known
	State() lifecycle.State
	Close() error
}

// Open opens the plugin with an id. The settings are added to its own, and count more.
type Open func(ctx context.Context, id string, settings map[string]any) (Plugin, error)
