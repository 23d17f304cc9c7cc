package sample

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
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
	Joined []string       // folders that Write wrote, in place of measuring anything
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
	{study.Column{Name: "backtracks", Meaning: "guesses of dancing links until no solution is left; data sets for learning machines rate puzzles by such numbers"}, ""},
	{study.Column{Name: "backdoor", Meaning: "least number of cells to give so that singles fill the rest; 4: more than three"}, ""},
}

// Places of columns.
const (
	clues = iota
	se
	humanSeconds
	lpOffSolution = 7
	guesses       = 8
	backtracks    = 9
	backdoor      = 10
)

// Sample is what was measured.
type Sample struct {
	Request
	Columns  []Column
	Rows     []Row
	Read     int64         // puzzles of the inputs
	Attempts int64         // of the generator with a controlled bias; 0 for other puzzles
	Weights  study.Weights // of puzzles with a controlled bias
	LeftOut  int           // puzzles without exactly one solution, or that lack a metric
	Programs []string      // the plugins that measured, with versions
}

// Row is one puzzle.
type Row struct {
	Puzzle  *sudoku.Puzzle
	Hardest string    // technique, which sets se
	Values  []float64 // of each column; NaN for a field that the input lacks
}

// Make draws the puzzles and measures them.
func Make(ctx context.Context, r Request, progress work.Progress) (*Sample, error) {
	s := &Sample{Request: r, Columns: slices.Clone(columns)}
	for _, name := range r.Fields {
		s.Columns = append(s.Columns, Column{study.Column{Name: name, Meaning: "as the file has it"}, ""})
	}
	switch {
	case len(r.Joined) > 0 && len(r.Inputs) > 0:
		return nil, work.RequestErrorf("rows that are measured and puzzles to measure do not go together")
	case len(r.Joined) > 0:
		return s, s.join()
	case r.Count < 1:
		return nil, work.RequestErrorf("the number of puzzles must be at least 1")
	case len(r.Inputs) == 0 && len(r.Fields) > 0:
		return nil, work.RequestErrorf("fields are those of files: generated puzzles have none")
	}
	m, err := newMeter(ctx, s)
	if err != nil {
		return nil, err
	}
	if len(s.Inputs) == 0 {
		return s, s.generated(ctx, m, progress)
	}
	drawn, err := s.reservoir(ctx, progress)
	if err != nil {
		return nil, err
	}
	defer progress.Stage(work.Begun{Stage: "measuring", Total: int64(len(drawn))})()
	for part := range slices.Chunk(drawn, together) {
		if err := m.measure(ctx, part, progress); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// generated measures puzzles as they are made.
func (s *Sample) generated(ctx context.Context, m *meter, progress work.Progress) error {
	generator, err := s.open(ctx, "generate", map[string]any{"method": s.Method})
	if err != nil {
		return err
	}
	defer progress.Stage(work.Begun{Stage: "measuring", Plugin: "generate", Total: int64(s.Count)})()
	var (
		made   []formats.Record
		failed error
	)
	order := sudoku.Order{Geometry: sudoku.Classic(), Minimal: true, Count: s.Count, Seed: s.Seed}
	stats, err := generator.Generate(ctx, order, func(p *sudoku.Puzzle) bool {
		if made = append(made, formats.Record{Puzzle: p}); len(made) == together {
			failed = m.measure(ctx, made, progress)
			made = made[:0]
		}
		return failed == nil
	})
	if failed != nil || err != nil {
		return errors.Join(failed, err)
	}
	if s.Weights = study.ReadWeights(stats.Extra); s.Weights != nil {
		at := slices.IndexFunc(stats.Extra, func(m sudoku.Measure) bool { return m.Name == "attempts" })
		s.Attempts = int64(stats.Extra[at].Value)
	}
	return m.measure(ctx, made, progress)
}

// reservoir draws puzzles of the inputs, all with equal probability, and returns them in their order.
func (s *Sample) reservoir(ctx context.Context, progress work.Progress) ([]formats.Record, error) {
	type numbered struct {
		at int64
		formats.Record
	}
	var held []numbered
	rng := rand.New(rand.NewPCG(s.Seed, 1))
	progress, unread := progress.Counting()
	var names []string // of the fields that there are
	for r, err := range input.Walk(ctx, s.Inputs, progress) {
		if err != nil {
			return nil, err
		}
		if !r.Puzzle.Geometry().IsClassic() || !r.Puzzle.Plain() {
			s.LeftOut++
			continue
		}
		for _, f := range r.Fields {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
		if at := rng.Int64N(s.Read + 1); len(held) < s.Count {
			held = append(held, numbered{s.Read, r})
		} else if at < int64(s.Count) {
			held[at] = numbered{s.Read, r}
		}
		s.Read++
	}
	s.LeftOut += unread()
	for _, f := range s.Fields {
		if !slices.Contains(names, f) {
			return nil, work.RequestErrorf("the files have no field %q: they have %s", f, cmp.Or(strings.Join(names, ", "), "none"))
		}
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
