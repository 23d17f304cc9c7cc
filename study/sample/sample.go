package sample

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Request says which puzzles are measured.
type Request struct {
	Count  int
	Seed   uint64
	Method string         // of plugin generate, for minimal puzzles: carve or controlled_bias
	Inputs []*input.Input // to draw from, in place of the generator
	Fields []string       // numbers of the inputs to measure too: rating, avg_seconds
	Open   job.Open
}

// A Column is something that is measured.
type Column struct {
	study.Column
	metric string // a grade's, "" if it is none
}

// columns are what is measured of each puzzle, fields of inputs aside.
var columns = []Column{
	{study.Column{Name: "clues", Meaning: "number of givens"}, ""},
	{study.Column{Name: "se", Meaning: "rating of Sudoku Explainer 1.2.1"}, "se"},
	{study.Column{Name: "human_seconds", Meaning: "predicted time of people"}, "human_seconds"},
	{study.Column{Name: "information_entropy", Meaning: "Zhai & Zhang 2013, definition 2"}, "information_entropy"},
	{study.Column{Name: "r_average", Meaning: "redundancy, Kranawetter & Geiger 2013, equation 2"}, "r_average"},
	{study.Column{Name: "r_ge2", Meaning: "redundancy, equation 5"}, "r_ge2"},
	{study.Column{Name: "r_bipart", Meaning: "redundancy, equations 3 and 4, exact"}, "r_bipart"},
	{study.Column{Name: "lp_off_solution", Meaning: "cells' worth of probability that a linear program can put on wrong digits; 0: the polytope is a point"}, "lp_off_solution"},
	{study.Column{Name: "guesses", Meaning: "guesses of the procedure of Zhai & Zhang 2013 until no solution is left"}, ""},
	{study.Column{Name: "backdoor", Meaning: "least number of cells to give so that singles fill the rest; 4: more than three"}, ""},
}

// Places of columns.
const (
	clues = iota
	se
	humanSeconds
	lpOffSolution = 7
	guesses       = 8
	backdoor      = 9
)

// Sample is what was measured.
type Sample struct {
	Request
	Columns  []Column
	Rows     []Row
	Read     int64    // puzzles of the inputs
	LeftOut  int      // puzzles without exactly one solution, or that lack a metric
	Programs []string // the plugins that measured, with versions
}

// Row is one puzzle.
type Row struct {
	Puzzle  *sudoku.Puzzle
	Hardest string    // technique, which sets se
	Values  []float64 // of each column; NaN for a field that the input lacks
}

// Make draws the puzzles and measures them.
func Make(ctx context.Context, r Request, progress work.Progress) (*Sample, error) {
	switch {
	case r.Count < 1:
		return nil, work.RequestErrorf("the number of puzzles must be at least 1")
	case len(r.Inputs) == 0 && len(r.Fields) > 0:
		return nil, work.RequestErrorf("fields are those of files: generated puzzles have none")
	}
	s := &Sample{Request: r, Columns: slices.Clone(columns)}
	for _, name := range r.Fields {
		s.Columns = append(s.Columns, Column{study.Column{Name: name, Meaning: "as the file has it"}, ""})
	}
	drawn, err := s.draw(ctx, progress)
	if err != nil {
		return nil, err
	}
	drawn, sizes, err := s.unique(ctx, drawn, progress)
	if err != nil {
		return nil, err
	}
	return s, s.measure(ctx, drawn, sizes, progress)
}

func (s *Sample) draw(ctx context.Context, progress work.Progress) ([]formats.Record, error) {
	if len(s.Inputs) > 0 {
		return s.reservoir(ctx, progress)
	}
	generator, err := s.open(ctx, "generate", map[string]any{"method": s.Method})
	if err != nil {
		return nil, err
	}
	defer progress.Stage(work.Begun{Stage: "generating", Plugin: "generate", Total: int64(s.Count)})()
	var drawn []formats.Record
	order := sudoku.Order{Geometry: sudoku.Classic(), Minimal: true, Count: s.Count, Seed: s.Seed}
	_, err = generator.Generate(ctx, order, func(p *sudoku.Puzzle) bool {
		drawn = append(drawn, formats.Record{Puzzle: p})
		progress.Report(work.Advanced(1))
		return true
	})
	return drawn, err
}

// reservoir draws puzzles of the inputs, all with equal probability, and returns them in their order.
func (s *Sample) reservoir(ctx context.Context, progress work.Progress) ([]formats.Record, error) {
	type numbered struct {
		at int64
		formats.Record
	}
	var held []numbered
	rng := rand.New(rand.NewPCG(s.Seed, 1))
	for r, err := range input.Walk(ctx, s.Inputs, progress) {
		var wrong *sudoku.ParseError
		switch {
		case errors.As(err, &wrong):
			s.LeftOut++
			continue
		case err != nil:
			return nil, err
		case !r.Puzzle.Geometry().IsClassic() || !r.Puzzle.Plain():
			s.LeftOut++
			continue
		}
		if at := rng.Int64N(s.Read + 1); len(held) < s.Count {
			held = append(held, numbered{s.Read, r})
		} else if at < int64(s.Count) {
			held[at] = numbered{s.Read, r}
		}
		s.Read++
	}
	slices.SortFunc(held, func(a, b numbered) int { return cmp.Compare(a.at, b.at) })
	drawn := make([]formats.Record, len(held))
	for i, n := range held {
		drawn[i] = n.Record
	}
	return drawn, nil
}

func (s *Sample) open(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
	p, err := s.Open(ctx, id, settings)
	if err == nil {
		s.Programs = append(s.Programs, p.ID()+" "+p.Info().Version)
	}
	return p, err
}

// unique returns the puzzles that have one solution, and the sizes of their backdoors.
func (s *Sample) unique(ctx context.Context, drawn []formats.Record, progress work.Progress) (kept []formats.Record, sizes []int, err error) {
	defer progress.Stage(work.Begun{Stage: "looking for backdoors", Total: int64(len(drawn))})()
	search := newBackdoors(sudoku.Classic())
	for _, r := range drawn {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if size, unique := search.size(r.Puzzle); unique {
			kept, sizes = append(kept, r), append(sizes, size)
		} else {
			s.LeftOut++
		}
		progress.Report(work.Advanced(1))
	}
	return kept, sizes, nil
}

// measure fills in the rows.
func (s *Sample) measure(ctx context.Context, drawn []formats.Record, sizes []int, progress work.Progress) error {
	puzzles := make([]*sudoku.Puzzle, len(drawn))
	grades := make([]map[string]sudoku.Grade, len(drawn))
	for i, r := range drawn {
		puzzles[i], grades[i] = r.Puzzle, map[string]sudoku.Grade{}
	}
	for _, id := range []string{"rules", "entropybt", "redundancy", "convex"} {
		if err := s.grade(ctx, id, puzzles, grades, progress); err != nil {
			return err
		}
	}
	counted, err := s.guesses(ctx, puzzles, progress)
	if err != nil {
		return err
	}
	for i, r := range drawn {
		row := Row{Puzzle: r.Puzzle, Hardest: grades[i]["se"].Label, Values: s.values(r, grades[i])}
		row.Values[guesses], row.Values[backdoor] = counted[i], float64(sizes[i])
		if slices.ContainsFunc(row.Values[:len(columns)], math.IsNaN) {
			s.LeftOut++
		} else {
			s.Rows = append(s.Rows, row)
		}
	}
	return nil
}

// values are those that graders and the record know; NaN stands for what they do not.
func (s *Sample) values(r formats.Record, grades map[string]sudoku.Grade) []float64 {
	values := make([]float64, len(s.Columns))
	for i, c := range s.Columns {
		values[i] = math.NaN()
		if g, ok := grades[c.metric]; ok {
			values[i] = g.Value
		}
		for _, f := range r.Fields {
			if v, ok := f.Number(); ok && i >= len(columns) && f.Name == c.Name {
				values[i] = v
			}
		}
	}
	values[clues] = float64(r.Puzzle.Clues())
	return values
}

func (s *Sample) grade(ctx context.Context, id string, puzzles []*sudoku.Puzzle, grades []map[string]sudoku.Grade,
	progress work.Progress) error {
	grader, err := s.open(ctx, id, nil)
	if err != nil {
		return err
	}
	defer progress.Stage(work.Begun{Stage: "grading", Plugin: id, Total: int64(len(puzzles))})()
	return grader.Grade(ctx, runner.Numbered(puzzles), runner.Options{}, func(i uint64, r sudoku.Result) error {
		for _, g := range r.Grades {
			grades[i][g.Metric] = g
		}
		progress.Report(work.Advanced(1))
		return nil // what a puzzle lacks leaves it out
	})
}

func (s *Sample) guesses(ctx context.Context, puzzles []*sudoku.Puzzle, progress work.Progress) ([]float64, error) {
	solver, err := s.open(ctx, "entropybt", map[string]any{"strategy": "paper"})
	if err != nil {
		return nil, err
	}
	defer progress.Stage(work.Begun{Stage: "counting guesses", Plugin: "entropybt", Total: int64(len(puzzles))})()
	counted := make([]float64, len(puzzles))
	err = solver.Solve(ctx, runner.Numbered(puzzles), runner.Options{}, func(i uint64, r sudoku.Result) error {
		counted[i] = float64(r.Stats.Guesses)
		progress.Report(work.Advanced(1))
		return r.Err
	})
	return counted, err
}
