package tensor

import (
	"fmt"
	"slices"
	"strings"
)

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
