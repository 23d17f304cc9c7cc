package runs

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store"
)

// StoredMetric is a metric by which puzzles of the database are graded.
type StoredMetric struct {
	Name           string
	HigherIsHarder bool
}

// Sign is 1 where higher is harder, else -1: sign times value increases with difficulty.
func (m StoredMetric) Sign() float64 {
	if m.HigherIsHarder {
		return 1
	}
	return -1
}

// StoredMetrics returns the metrics that graders have declared to the database, by name.
func StoredMetrics(ctx context.Context, s *store.Store) ([]StoredMetric, error) {
	var metrics []StoredMetric
	err := s.SQL(ctx, "SELECT metric, max(higher_is_harder) FROM metrics GROUP BY metric ORDER BY metric",
		func(_ []string, v []any) error {
			metrics = append(metrics, StoredMetric{v[0].(string), v[1].(int64) != 0})
			return nil
		})
	return metrics, err
}

func NamesOf(metrics []StoredMetric) []string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.Name)
	}
	return names
}
