package metric

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
)

// Grader measures the redundancy of the clues of a puzzle.
type Grader struct {
	wanted    map[string]bool // metrics
	nodes     int64           // budget of the exact search, 0 = none
	starts    int             // random bipartitions per δ of the paper's heuristic
	seed      uint64
	layers    *layers // of the geometry seen last
	canonizer *canon.Canonizer
	engine    *search.Engine // of the geometry of the puzzle with constraints seen last
}

func newGrader(s settings) (sudoku.Grader, error) {
	wanted, err := wantedMetrics(s.Metrics)
	if err != nil {
		return nil, err
	}
	return &Grader{wanted: wanted, nodes: s.BipartNodes, starts: s.PaperStarts}, nil
}

// Seed sets the seed of the paper's heuristic; nothing else here is random.
func (g *Grader) Seed(seed uint64) { g.seed = seed }

// Grade implements sudoku.Grader. A puzzle without givens, or one with soft clues, for which the paper defines no
// statements, is unsupported. Of a puzzle with constraints these are clues too, see weigh; it gets the metrics that
// count clues alone.
func (g *Grader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Constraints() != nil && p.Soft() == nil {
		t, ok := g.weigh(p)
		if !ok {
			return nil, fmt.Errorf("measuring the redundancy of constraints, one of which has no solution: %w", sudoku.ErrUnsupported)
		}
		grades := g.closedForms(t)
		return slices.DeleteFunc(grades, func(grade sudoku.Grade) bool { return grade.Metric == "r_ge2" }), nil
	}
	if g.layers == nil || g.layers.g != p.Geometry() {
		g.layers = newLayers(p.Geometry())
	}
	l := g.layers
	l.lay(p.Givens())
	if l.clues == 0 || !p.Plain() {
		return nil, fmt.Errorf("measuring the redundancy of %d givens and %d soft clues: %w",
			l.clues, len(p.Soft()), sudoku.ErrUnsupported)
	}
	grades := g.closedForms(l.totals)
	if g.wants("r_bipart") || g.wants("r_bipart_bound") || g.wants("r_bipart_paper") {
		grades = g.bipartitions(ctx, grades, p)
	}
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return grades, nil
}

func (g *Grader) wants(metric string) bool { return g.wanted[metric] }

// closedForms returns the metrics that follow from the totals.
func (g *Grader) closedForms(t totals) []sudoku.Grade {
	grades := make([]sudoku.Grade, 0, len(metricNames))
	for _, m := range [...]struct {
		name     string
		part, of int
	}{
		{"r_average", t.shared, t.covered}, {"r_average_mean", t.shared, t.laid},
		{"r_ge2", t.repeated, t.covered}, {"r_ge2_clues", t.twoClues, t.covered},
	} {
		if g.wants(m.name) {
			grades = append(grades, sudoku.Grade{Metric: m.name, Value: float64(m.part) / float64(m.of)})
		}
	}
	return grades
}

// bipartitions appends the metrics of equation 3. The classic 9×9 is brought into canonical form first, so
// that a search which ends early, too, says the same of equivalent puzzles.
func (g *Grader) bipartitions(ctx context.Context, grades []sudoku.Grade, p *sudoku.Puzzle) []sudoku.Grade {
	l := g.layers
	if p.Geometry().IsClassic() {
		if g.canonizer == nil {
			g.canonizer = canon.New(p.Geometry())
		}
		l.lay(g.canonizer.Form(p.Givens()))
	}
	h, covered := l.hypergraph(), float64(l.covered)
	if g.wants("r_bipart") || g.wants("r_bipart_bound") {
		b := bestBipartition(ctx, h, g.nodes)
		grades = append(grades, g.exact(b, covered)...)
	}
	if g.wants("r_bipart_paper") {
		j := paperBipartition(h, g.starts, rand.New(rand.NewPCG(g.seed, 0)))
		grades = append(grades, sudoku.Grade{Metric: "r_bipart_paper", Value: float64(j) / covered})
	}
	return grades
}

func (g *Grader) exact(b bipartition, covered float64) []sudoku.Grade {
	var grades []sudoku.Grade
	if g.wants("r_bipart") {
		label := "exact"
		if b.split < b.bound {
			label = "lower bound"
		}
		grades = append(grades, sudoku.Grade{Metric: "r_bipart", Value: float64(b.split) / covered, Label: label})
	}
	if g.wants("r_bipart_bound") {
		grades = append(grades, sudoku.Grade{Metric: "r_bipart_bound", Value: float64(b.bound) / covered})
	}
	return grades
}
