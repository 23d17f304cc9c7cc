package tensor

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Grader measures the redundancy of the clues of a puzzle.
type Grader struct {
	exact, paper bool
	nodes        int64 // budget of the exact search, 0 = none
	starts       int   // random bipartitions per δ of the paper's heuristic
	seed         uint64
}

// New makes a grader from checked settings.
func New(s sudoku.Settings) (*Grader, error) {
	which := s.String("bipart")
	return &Grader{
		exact: which == "exact" || which == "both", paper: which == "paper" || which == "both",
		nodes: int64(s.Int("bipart_nodes")), starts: s.Int("paper_starts"),
	}, nil
}

// Seed sets the seed of the paper's heuristic; nothing else here is random.
func (g *Grader) Seed(seed uint64) { g.seed = seed }

// Grade implements sudoku.Grader. A puzzle without givens, or one with soft clues, for which the paper
// defines no statements, is unsupported.
func (g *Grader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	c := newCover(p)
	if len(c.clues) == 0 || p.Soft != nil {
		return nil, fmt.Errorf("measuring the redundancy of %d givens and %d soft clues: %w",
			len(c.clues), len(p.Soft), sudoku.ErrUnsupported)
	}
	t := c.totals()
	covered := float64(t.covered)
	grades := []sudoku.Grade{
		{Metric: "r_average", Value: float64(t.shared) / covered},
		{Metric: "r_average_mean", Value: float64(t.shared) / float64(t.laid)},
		{Metric: "r_ge2", Value: float64(t.twice) / covered},
		{Metric: "r_ge2_clues", Value: float64(t.twoClues) / covered},
	}
	if !g.exact && !g.paper {
		return grades, nil
	}
	h := c.hypergraph()
	if g.exact {
		b := bestBipartition(ctx, h, g.nodes)
		grades = append(grades, b.grades(covered)...)
	}
	if g.paper {
		random := rand.New(rand.NewPCG(g.seed, 0))
		j := paperBipartition(h, g.starts, random)
		grades = append(grades, sudoku.Grade{Metric: "r_bipart_paper", Value: float64(j) / covered})
	}
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return grades, nil
}

func (b bipartition) grades(covered float64) []sudoku.Grade {
	label := "exact"
	if b.split < b.bound {
		label = "lower bound"
	}
	return []sudoku.Grade{
		{Metric: "r_bipart", Value: float64(b.split) / covered, Label: label},
		{Metric: "r_bipart_bound", Value: float64(b.bound) / covered},
	}
}
