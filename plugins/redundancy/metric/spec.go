package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const source = "Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013"

// Spec describes the plugin redundancy.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "redundancy",
			Name:          "Redundancy of clues",
			Version:       "1.3.0",
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

// metricNames are the metrics in the order in which they are declared: the closed forms, those of the exact
// search, that of the paper's heuristic.
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
