package ask

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A GradeRequest asks how difficult puzzles are.
type GradeRequest struct {
	Graders    []string // ids of plugins, or tag:NAME
	Others     bool     // graders beside these may measure the Metrics that none of these has
	Metrics    []string // only these; nil for all that the graders declare
	runner.Ask          // Limit does not count
}

// Grading is a set of graders that are open and configured, to be asked about many puzzles.
type Grading struct {
	Metrics []string // to be shown, in the order in which they are declared
	req     GradeRequest
	levels  []store.Level
	graders []work.Plugin
}

// OpenGraders opens the graders of a request and finds out what they measure.
func OpenGraders(ctx context.Context, env *work.Env, req GradeRequest) (*Grading, error) {
	graders, err := env.Choose(ctx, req.Graders, sudoku.PowerGrade, nil)
	if err != nil {
		return nil, err
	}
	g := &Grading{req: req, levels: env.Levels}
	for _, c := range graders {
		g.add(c.Plugin)
	}
	for _, name := range req.Metrics {
		if slices.Contains(g.Metrics, name) {
			continue
		}
		if !req.Others {
			return nil, work.UnknownWord(name, g.Metrics, "no grader of %s has a metric %q",
				strings.Join(req.Graders, ", "), name)
		}
		p, err := env.Pick(ctx, "", work.GraderOf(name, nil))
		if err != nil {
			return nil, err
		}
		g.add(p)
	}
	if len(req.Metrics) > 0 {
		g.Metrics = req.Metrics
		g.graders = slices.DeleteFunc(g.graders, func(p work.Plugin) bool { // who measures nothing that is shown
			info := p.Info()
			return !slices.ContainsFunc(req.Metrics, func(name string) bool { return info.Metric(name) != nil })
		})
	}
	return g, nil
}

func (g *Grading) add(p work.Plugin) {
	g.graders = append(g.graders, p)
	for _, m := range p.Info().Metrics {
		g.Metrics = append(g.Metrics, m.Name)
	}
}

// Metric returns the declaration of a metric, nil if no grader measures it.
func (g *Grading) Metric(name string) *sudoku.Metric {
	for _, p := range g.graders {
		info := p.Info()
		if m := info.Metric(name); m != nil {
			return m
		}
	}
	return nil
}

// gradeChunk is how many puzzles are held while every grader measures them.
const gradeChunk = 2_000

// Each measures the puzzles of inputs and calls show with each record in their order; an error of show ends the work.
// It returns how many records of the inputs were bad.
func (g *Grading) Each(ctx context.Context, inputs []*input.Input, progress work.Progress,
	show func(*record.Grade) error) (bad int, err error) {
	defer progress.Stage(work.Begun{Stage: "grading", PerPuzzle: int64(len(g.graders))})()
	progress, count := progress.Counting()
	var chunk []*sudoku.Puzzle
	flush := func() error {
		records, err := g.measure(ctx, chunk, progress)
		for i := 0; err == nil && i < len(records); i++ {
			err = show(records[i])
		}
		chunk = chunk[:0]
		return err
	}
	for r, err := range input.Walk(ctx, inputs, progress) {
		if err != nil {
			return count(), errors.Join(flush(), err)
		}
		if chunk = append(chunk, r.Puzzle); len(chunk) < gradeChunk {
			continue
		}
		if err := flush(); err != nil {
			return count(), err
		}
	}
	err = flush()
	return count(), err
}

// measure returns what the graders say of each puzzle.
func (g *Grading) measure(ctx context.Context, puzzles []*sudoku.Puzzle,
	progress work.Progress) ([]*record.Grade, error) {
	records := make([]*record.Grade, len(puzzles))
	for i, p := range puzzles {
		records[i] = record.NewGrade(p)
	}
	for _, p := range g.graders {
		by := p.ID() + " " + p.Info().Version
		err := p.Grade(ctx, runner.Numbered(puzzles), runner.Options{Ask: g.req.Ask},
			func(i uint64, r sudoku.Result) error {
				r.Err = work.TimedOut(r.Err, g.req.Timeout)
				records[i].Add(r, by, g.req.Metrics)
				progress.Step()
				return nil
			})
		if err != nil {
			return nil, err
		}
	}
	for _, r := range records {
		r.Level = work.LevelAt(g.levels, r.Grades)
	}
	return records, nil
}
