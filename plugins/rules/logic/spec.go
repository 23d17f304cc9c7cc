// Package logic is the plugin rules: it solves, explains and rates Sudoku as people do. It looks for a pattern that
// proves something, says what it proves, and looks again. It never guesses, except if the paper behind it does.
//
// # The idea
//
// Maji & Pal (Yet Another Organized Move towards Solving Sudoku Puzzle, 2010, section III) list the candidates of each
// empty cell and shorten these lists by four elimination techniques, each followed by the cheaper ones again:
//
//	ET-I    one candidate left in a cell                     naked single
//	ET-II   one cell left for a digit ("solitary number")    hidden single
//	ET-III  two cells with the same two candidates (clone)   naked pair
//	ET-IV   three cells with three candidates (triad)        naked triplet
//
// and guess when none helps. The field went on from there. Nicolas Juillerat's Sudoku Explainer (1.2.1)
// orders its techniques by how hard they are for people and applies the first hint it finds. HoDoKu has more
// techniques, and scores instead of ratings.
//
// # Rooms
//
//	logic         the plugin: its declaration, solver and explainer
//	rate          its grader: Sudoku Explainer, HoDoKu, qqwing, people's times
//	ladder        the table of techniques, which of them are chosen, and the engine that applies them
//	paper         Maji & Pal's elimination techniques and guesses, and plain backtracking
//	chain         techniques that follow chains of candidates
//	uniqueness    techniques that argue from the puzzle having one solution
//	pattern       all other techniques
//	board         the board that they work on
//
// All but logic are under plugins/rules/internal.
//
// # Names
//
//	b, e, f    board, engine, frame        h, i       house, by its place in Frame.Houses
//	c, cell    cell                        s, slot    seat of a cell in a house; its slot there
//	v, vs      digit, set of digits        m          mask that is being walked through, or a mark
//	k          size of a set or fish       x          crossing of two houses, or a strong link
//	p, t       position, technique
package logic

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rate"
)

// Spec describes the plugin rules: a solver, grader and explainer that work as people do.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "rules",
			Name:          "Human techniques",
			Version:       "0.8.0",
			Summary:       "Solves, explains and rates as people do: Maji & Pal's ET-I to ET-IV and Sudoku Explainer's ladder",
			Licence:       "MIT",
			Reference:     "A. K. Maji, R. K. Pal, IJARCS 1(3), 2010 [maji2010]; N. Juillerat, Sudoku Explainer 1.2.1",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Clauses:       []string{"differ", "pair", "sum", "count", "word", "any"},
			Metrics:       rate.Metrics,
			Settings:      spec.Declare(rate.Defaults),
		},
		Solver:    spec.With(newSolver),
		Grader:    spec.With(rate.NewGrader),
		Explainer: spec.With(newExplainer),
		Metrics:   countMetrics,
	}
}

// countMetrics declares the metrics that the setting count adds.
func countMetrics(given sudoku.Settings) []sudoku.Metric {
	settings, err := spec.Decode[rate.Settings](given)
	if err != nil {
		return nil // making the grader reports it
	}
	return rate.CountMetrics(settings)
}

// newChosen returns an engine with the chosen ladder.
func newChosen(s rate.Settings) (*ladder.Engine, error) {
	chosen := s.Techniques
	if chosen == "backtracking" {
		chosen = "se"
	}
	e, err := ladder.New(chosen, s.UpTo)
	if err != nil {
		return nil, fmt.Errorf("setting \"techniques\": %w", err)
	}
	return e, nil
}

// newSolver returns the solver of the chosen techniques.
func newSolver(s rate.Settings) (sudoku.Solver, error) {
	if level := paper.Level(s.Techniques); level > 0 {
		return paper.NewSolver(level, s.Techniques == "paper"), nil
	}
	if s.Techniques == "backtracking" {
		return &paper.Backtracker{}, nil
	}
	e, err := newChosen(s)
	if err != nil {
		return nil, err
	}
	return climber{e}, nil
}

// newExplainer returns the explainer of the chosen techniques.
func newExplainer(s rate.Settings) (sudoku.Explainer, error) {
	if level := paper.Level(s.Techniques); level > 0 {
		return paper.NewExplainer(level), nil
	}
	e, err := newChosen(s)
	if err != nil {
		return nil, err
	}
	e.Verbose = true
	return teller{e}, nil
}

// climber solves by climbing the ladder. Its techniques are sound, so a puzzle that it solves has no other solution and
// one that breaks has none; if it has counted solutions to be sure, its count is the proof. It never guesses.
type climber struct{ *ladder.Engine }

// Solve emits the solution if the ladder leads to it. ErrGaveUp says that the ladder ended first.
func (s climber) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	s.Begin(ctx, p)
	steps := 0
	for range s.Steps {
		steps++
	}
	stats := sudoku.Stats{Extra: []sudoku.Measure{{Name: "steps", Value: float64(steps)}}}
	switch {
	case s.Broken || s.Known == ladder.NoSolution:
		return stats, nil
	case s.Left == 0:
		emit(s.Value)
		return stats, nil
	case ctx.Err() != nil:
		return stats, ctx.Err()
	}
	return stats, sudoku.ErrGaveUp
}

// teller explains by climbing the ladder with sentences switched on.
type teller struct{ *ladder.Engine }

// Explain emits the steps that the ladder gives. ErrGaveUp says that it ended before the puzzle was solved.
func (t teller) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	t.Begin(ctx, p)
	for range t.Steps {
		if !emit(t.Step()) {
			return nil
		}
	}
	return t.Ending()
}

// ListSteps emits what every technique of the ladder gives in a state, each conclusion of a technique once.
func (t teller) ListSteps(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error {
	t.BeginAt(ctx, s)
	seen := map[string]bool{}
	uses := t.All(func() bool {
		step := t.Step()
		if key := conclusion(&step); !seen[key] {
			seen[key] = true
			return emit(step)
		}
		return true
	})
	if uses > 0 {
		return ctx.Err()
	}
	return t.Ending()
}

// conclusion tells steps apart by their technique and what they place and strike.
func conclusion(s *sudoku.Step) string {
	key := []byte(s.Technique)
	struck := slices.Clone(s.Strike)
	slices.SortStableFunc(struck, func(a, b sudoku.Candidate) int { return 64*(a.Cell-b.Cell) + a.Digit - b.Digit })
	for _, list := range [2][]sudoku.Candidate{s.Place, struck} {
		key = append(key, 0)
		for _, c := range list {
			key = append(key, byte(c.Cell>>8), byte(c.Cell), byte(c.Digit))
		}
	}
	return string(key)
}
