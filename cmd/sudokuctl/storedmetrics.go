package main

import (
	"context"

	"github.com/sudokuctl/sudokuctl/store"
)

// storedMetric is a metric by which puzzles of the database are graded.
type storedMetric struct {
	name           string
	higherIsHarder bool
}

// sign is 1 where higher is harder, else -1: sign times value increases with difficulty.
func (m storedMetric) sign() float64 {
	if m.higherIsHarder {
		return 1
	}
	return -1
}

// storedMetrics returns the metrics that graders have declared to the database, by name.
func storedMetrics(ctx context.Context, s *store.Store) ([]storedMetric, error) {
	var metrics []storedMetric
	err := s.SQL(ctx, "SELECT metric, max(higher_is_harder) FROM metrics GROUP BY metric ORDER BY metric",
		func(_ []string, v []any) error {
			metrics = append(metrics, storedMetric{v[0].(string), v[1].(int64) != 0})
			return nil
		})
	return metrics, err
}

func namesOf(metrics []storedMetric) []string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.name)
	}
	return names
}
