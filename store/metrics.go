package store

import (
	"context"
	"fmt"

	"github.com/sudokuctl/sudokuctl/store/internal/library"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// IndexMetrics makes questions such as se>=4.5 fast, at about 20 bytes a puzzle and metric; of the metric
// techniques, it is questions such as uses("x_wing"), at 14. Metrics that are indexed already cost nothing;
// ErrNotFound says that no grader has declared a metric.
func (s *Store) IndexMetrics(ctx context.Context, metrics ...string) error {
	names, err := where.NewNames(library.Facts(ctx, s.Reader), where.Options{})
	if err != nil {
		return err
	}
	return s.update(ctx, func(b *write.Batch) error {
		for _, name := range metrics {
			m, ok := names.Metric(name)
			if !ok {
				return fmt.Errorf("indexing metric %q: %w", name, ErrNotFound)
			}
			indexed := m.Number("")
			if name == TechniquesMetric {
				indexed = "wording_id"
			}
			_, err := b.Exec(fmt.Sprintf(`CREATE INDEX IF NOT EXISTS grade_metric_%d ON grade (algorithm_id, %s)
				WHERE algorithm_id = %d AND superseded = 0`, m.ID, indexed, m.Algorithm))
			if err != nil {
				return fmt.Errorf("indexing metric %q: %w", name, err)
			}
		}
		return nil
	})
}
