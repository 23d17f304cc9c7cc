package host

import (
	"fmt"
	"regexp"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	maxMetrics    = 256
	maxMetricName = 64
)

var metricName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// checkMetrics checks what a plugin says of its metrics: their names become columns and words of conditions.
func checkMetrics(metrics []sudoku.Metric) error {
	if len(metrics) > maxMetrics {
		return fmt.Errorf("it declares %d metrics, more than %d", len(metrics), maxMetrics)
	}
	seen := map[string]bool{}
	for _, m := range metrics {
		switch {
		case len(m.Name) > maxMetricName || !metricName.MatchString(m.Name):
			return fmt.Errorf("metric %q: a name has lower-case letters, digits and single underscores, %d at most", m.Name, maxMetricName)
		case seen[m.Name]:
			return fmt.Errorf("metric %q: declared twice", m.Name)
		case !(m.Min <= m.Max): // NaN too
			return fmt.Errorf("metric %q: no values lie between %v and %v", m.Name, m.Min, m.Max)
		}
		seen[m.Name] = true
	}
	return nil
}
