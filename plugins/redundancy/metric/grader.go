package metric

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
)

// Grader measures the redundancy of the clues of a puzzle. A worker keeps one, with the memory of its search.
type Grader struct {
	wanted    map[string]bool // metrics
	nodes     int64           // budget of the exact search, 0 = none
	starts    int             // random bipartitions per δ of the paper's heuristic
	seed      uint64
	layers    *layers // of the geometry seen last
	canonizer *canon.Canonizer
	engine    *search.Engine // of the geometry of the puzzle with constraints seen last
}

// newGrader returns a grader of the wanted metrics.
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
			return nil, fmt.Errorf("measuring the redundancy of constraints, one of which has no solution: %w",
				sudoku.ErrUnsupported)
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

// wants reports whether a metric is wanted.
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

// exact returns the grades of the exact bipartition.
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

const source = "Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013"

// Spec describes the plugin redundancy, a grader that looks at the givens alone.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "redundancy",
			Name:          "Redundancy of clues",
			Version:       "1.4.0",
			Summary:       "measures how often the clues' statements, or constraints, say the same thing",
			Clauses:       []string{"differ", "pair", "sum", "count", "word", "any"},
			Licence:       "MIT",
			Homepage:      "https://github.com/sudokuctl/sudokuctl",
			Reference:     source + " [kranawetter2013]",
			Deterministic: true,
			Metrics:       metrics(),
			Settings:      spec.Declare(usual),
		},
		Grader: spec.With(newGrader),
	}
}

type settings struct {
	Metrics     string `setting:"metrics" summary:"what to measure: quick (closed forms, 1 µs a puzzle), exact (r_bipart too: 0.1 ms with 24 clues, 0.5 with 45, 30 with 60), all (r_bipart_paper too, 4 ms), or metrics separated by commas"`
	BipartNodes int64  `setting:"bipart_nodes" max:"1e12" summary:"decisions that the exact search may try for one puzzle, 0 for no limit"`
	PaperStarts int    `setting:"paper_starts" min:"1" max:"1e6" summary:"random bipartitions for each size that the paper's heuristic starts from"`
}

var usual = settings{Metrics: "exact", BipartNodes: 5_000_000, PaperStarts: 1000}

// metrics declares what is measured; a higher redundancy is easier in all of them.
func metrics() []sudoku.Metric {
	all := []sudoku.Metric{
		{Name: "r_average", Max: math.Inf(1), Source: source + ", eq. 2",
			Summary: "sum over clues of the places that it and another clue cover, by places covered"},
		{Name: "r_average_mean", Max: 1, Source: source + ", eq. 2 as an average",
			Summary: "share of a clue's coverage that another clue covers too"},
		{Name: "r_ge2", Max: 1, Source: source + ", eq. 5",
			Summary: "share of the places covered that at least two statements cover"},
		{Name: "r_ge2_clues", Max: 1, Source: source + ", eq. 5 with clues for statements",
			Summary: "share of the places covered that at least two clues cover"},
		{Name: "r_bipart", Max: 1, Source: source + ", eq. 3, exact",
			Summary: "share of the places covered that both parts of the best bipartition cover"},
		{Name: "r_bipart_bound", Max: 1, Source: source + ", eq. 3",
			Summary: "no bipartition reaches more; equal to r_bipart where that is proved to be the maximum"},
		{Name: "r_bipart_paper", Max: 1, Source: source + ", procedure BiPartMax",
			Summary: "the paper's heuristic for r_bipart"},
	}
	for i := range all {
		all[i].Alone = map[string]any{"metrics": all[i].Name}
	}
	return all
}

// metricNames lists the metrics in the order of their declaration: closed forms, exact search, the paper's heuristic.
var metricNames = []string{
	"r_average", "r_average_mean", "r_ge2", "r_ge2_clues", "r_bipart", "r_bipart_bound", "r_bipart_paper",
}

// groups are names for several metrics.
var groups = map[string][]string{"quick": metricNames[:4], "exact": metricNames[:6], "all": metricNames}

// wantedMetrics reads the setting metrics: names of groups and of metrics, separated by commas.
func wantedMetrics(text string) (map[string]bool, error) {
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		group, ok := groups[name]
		if !ok {
			group = []string{name}
		}
		if !ok && !slices.Contains(metricNames, name) {
			return nil, fmt.Errorf("setting %q: %q is neither quick, exact, all nor one of %s", "metrics", name,
				strings.Join(metricNames, ", "))
		}
		for _, metric := range group {
			wanted[metric] = true
		}
	}
	return wanted, nil
}
