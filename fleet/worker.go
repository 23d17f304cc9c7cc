package fleet

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Assignment is what a worker must know of a plan besides its chunks.
type Assignment struct {
	Plan   string     `json:"plan"` // its ID
	Tasks  []job.Task `json:"tasks"`
	Orders []Order    `json:"orders,omitempty"` // for puzzles that it generates itself
}

// Assignment returns what a worker must know of the plan.
func (p *Plan) Assignment() Assignment {
	a := Assignment{Plan: p.ID(), Tasks: p.Tasks}
	for _, s := range p.Inputs {
		if s.Kind == FromGenerator {
			a.Orders = append(a.Orders, *s.Generate)
		}
	}
	return a
}

// Worker computes chunks of one plan.
type Worker struct {
	Assignment
	plugins   []job.Plugin // one a task
	generator job.Plugin
	workers   int
	host      string
}

// NewWorker opens the plugins of a plan and compares them with it: a *job.MismatchError says which is another. Workers is how
// many puzzles are worked on at the same time, 0 for one a processor.
func NewWorker(ctx context.Context, open job.Open, a Assignment, workers int) (*Worker, error) {
	w := &Worker{Assignment: a, workers: workers}
	w.host, _ = os.Hostname() // a remark, no more
	for _, t := range a.Tasks {
		p, err := t.Open(ctx, open)
		if err != nil {
			return nil, err
		}
		w.plugins = append(w.plugins, p)
	}
	for _, o := range a.Orders {
		p, err := open(ctx, o.Generator, nil)
		if err != nil {
			return nil, err
		}
		if err := (job.Identity{Version: o.Version, Checksum: o.SHA256, Probe: o.Probe}).Match(p, o.probe(ctx, p)); err != nil {
			return nil, err
		}
		w.generator = p
	}
	return w, nil
}

// compute returns the part of a chunk whose first puzzle is number first in all inputs together.
func (w *Worker) compute(ctx context.Context, chunk int, first int64, puzzles []*sudoku.Puzzle) (part.Header, []byte, error) {
	started := time.Now()
	rows := make([]part.Row, len(puzzles))
	answers := make([]part.Answer, len(puzzles)*len(w.plugins))
	for i, p := range puzzles {
		rows[i] = part.Row{Record: first + int64(i), Puzzle: p, Answers: answers[i*len(w.plugins):][:len(w.plugins)]}
	}
	var cpu time.Duration
	times := make([]time.Duration, len(w.Tasks))
	for k, t := range w.Tasks {
		take := func(i uint64, r sudoku.Result) error {
			rows[i].Answers[k] = answerOf(r)
			rows[i].Learn(r.Solutions)
			return nil
		}
		if err := t.Do(ctx, w.plugins[k], w.workers, runner.Numbered(puzzles), take, take); err != nil {
			return part.Header{}, nil, fmt.Errorf("computing chunk %d with plugin %q: %w", chunk, t.Plugin, err)
		}
		for i := range rows {
			if t.OnCPU && rows[i].Answers[k].Verdict == sudoku.Timeout {
				r, err := onProcessor(ctx, t, w.plugins[k], puzzles[i])
				if err == nil {
					err = take(uint64(i), r)
				}
				if err != nil {
					return part.Header{}, nil, fmt.Errorf("computing chunk %d again with plugin %q: %w", chunk, t.Plugin, err)
				}
			}
			times[k] += rows[i].Answers[k].Self
		}
		cpu += times[k]
	}
	var data bytes.Buffer
	out, err := part.NewWriter(&data, part.Header{Plan: w.Plan, Chunk: chunk, Tasks: w.Tasks, Host: w.host,
		Started: started.UTC(), CPU: cpu, Times: times})
	if err != nil {
		return part.Header{}, nil, err
	}
	for i := range rows {
		if err := out.Write(&rows[i]); err != nil {
			return part.Header{}, nil, err
		}
	}
	h, err := out.Close()
	return h, data.Bytes(), err
}

func answerOf(r sudoku.Result) part.Answer {
	a := part.Answer{Verdict: r.Verdict, Count: r.Count, Guesses: r.Stats.Guesses, Self: r.Stats.Elapsed, Grades: r.Grades}
	if r.Err != nil {
		a.Error = r.Err.Error()
	}
	return a
}

const (
	coarse = 20 * time.Millisecond // CPU time is known to two ticks of the system, user and system time
	idle   = 100                   // a plugin that uses less than a hundredth of the clock is waiting, not computing
)

// onProcessor answers a puzzle that ran out of time by the clock, on its own and with more and more of the clock, until the plugin
// answers, has had the CPU time of the limit, or has had next to none. An answer that took more of it does not count. If the system
// does not say how much CPU time a plugin has used, the limit is by the clock.
func onProcessor(ctx context.Context, t job.Task, p job.Plugin, puzzle *sudoku.Puzzle) (r sudoku.Result, err error) {
	limit := t.Timeout()
	enough := limit - max(limit/20, coarse)
	for wall := limit; ; {
		t.TimeoutMS = wall.Milliseconds()
		before, known := p.Usage()
		take := func(_ uint64, answer sudoku.Result) error { r = answer; return nil }
		if err := t.Do(ctx, p, 1, runner.Numbered([]*sudoku.Puzzle{puzzle}), take, take); err != nil {
			return r, err
		}
		after, _ := p.Usage()
		used := after.User + after.System - before.User - before.System
		switch {
		case used > limit+coarse:
			return sudoku.Result{Puzzle: puzzle, Verdict: sudoku.Timeout, Stats: r.Stats}, nil
		case r.Verdict != sudoku.Timeout || !known || used >= enough, wall >= idle*coarse && used < wall/idle:
			return r, nil
		}
		next := 2 * wall
		if used > coarse {
			next = max(next, time.Duration(float64(limit)*float64(wall)/float64(used)))
		}
		wall = next
	}
}
