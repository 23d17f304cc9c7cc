package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/work"
)

// Assignment is what a worker must know of a plan besides its chunks.
type Assignment struct {
	Plan   string      `json:"plan"` // its ID
	Tasks  []part.Task `json:"tasks"`
	Orders []Order     `json:"orders,omitempty"` // for puzzles that it generates itself
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

// A MismatchError says that a plugin here is not the one that a plan was made with.
type MismatchError struct {
	Plugin        string
	What          string // "version", "program" or "settings"
	Planned, Here string
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("plugin %q: the plan was made with %s %s, here is %s", e.Plugin, e.What, e.Planned, e.Here)
}

// Worker computes chunks of one plan.
type Worker struct {
	Assignment
	plugins   []*host.Plugin // one a task
	generator *host.Plugin
	workers   int
	host      string
}

// NewWorker opens the plugins of a plan and compares them with it: a *MismatchError says which is another. Workers is how
// many puzzles are worked on at the same time, 0 for one a processor.
func NewWorker(ctx context.Context, open work.OpenPlugin, a Assignment, workers int) (*Worker, error) {
	w := &Worker{Assignment: a, workers: workers}
	w.host, _ = os.Hostname() // a remark, no more
	for _, t := range a.Tasks {
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
	for _, o := range a.Orders {
		p, err := open(ctx, o.Generator, nil)
		if err != nil {
			return nil, err
		}
		sum, err := p.Sum()
		if err != nil {
			return nil, err
		}
		if err := match(p.ID(), o.Version, p.Info().Version, o.SHA256, sum); err != nil {
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

// compute returns the part of a chunk whose first puzzle is number first in all inputs together.
func (w *Worker) compute(ctx context.Context, chunk int, first int64, puzzles []*sudoku.Puzzle) (part.Header, []byte, error) {
	started := time.Now()
	rows := make([]part.Row, len(puzzles))
	answers := make([]part.Answer, len(puzzles)*len(w.plugins))
	for i, p := range puzzles {
		rows[i] = part.Row{Record: first + int64(i), Puzzle: p, Answers: answers[i*len(w.plugins):][:len(w.plugins)]}
	}
	var cpu time.Duration
	for k, t := range w.Tasks {
		err := ask(ctx, w.plugins[k], t, w.workers, puzzles, func(i int, r sudoku.Result) {
			rows[i].Answers[k] = answerOf(r)
			cpu += r.Stats.Elapsed
			if rows[i].Solution == nil && len(r.Solutions) > 0 {
				rows[i].Solution = r.Solutions[0].Clone()
			}
		})
		if err != nil {
			return part.Header{}, nil, fmt.Errorf("computing chunk %d with plugin %q: %w", chunk, t.Plugin, err)
		}
	}
	var data bytes.Buffer
	out, err := part.NewWriter(&data, part.Header{Plan: w.Plan, Chunk: chunk, Tasks: w.Tasks, Host: w.host,
		Started: started.UTC(), CPU: cpu})
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
