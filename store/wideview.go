package store

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// wideColumn is a metric that becomes a column of the view library.
type wideColumn struct {
	where.Metric
	plugin, name string
}

// RenewLibraryView makes the view library: puzzles, and a column for each metric with its newest value.
func (b *batch) RenewLibraryView() error {
	columns, err := wideColumns(b.Query(wideMetrics))
	if err != nil {
		return err
	}
	wanted := wideView(columns)
	var current string
	if err := b.QueryRow("SELECT sql FROM sqlite_schema WHERE name = 'library'").Scan(&current); err != nil {
		return err
	}
	if current == wanted {
		return nil
	}
	_, err = b.Exec("DROP VIEW library; " + wanted)
	return err
}

// wideMetrics finds the metrics as columns.
const wideMetrics = `SELECT m.id, m.algorithm_id, m.slot, coalesce(m.divisor, 1), al.name, m.name FROM metric m
	JOIN algorithm al ON al.id = m.algorithm_id ORDER BY m.algorithm_id, m.slot`

// wideColumns returns the columns of the view library.
func wideColumns(metrics file.Rows) (columns []wideColumn, err error) {
	var c wideColumn
	err = metrics.Each(func() error {
		columns = append(columns, c)
		return nil
	}, &c.ID, &c.Algorithm, &c.Slot, &c.Divisor, &c.plugin, &c.name)
	return columns, err
}

// metricIndex writes the index of a metric.
func metricIndex(m where.Metric, name string) string {
	indexed := m.Number("")
	if name == where.TechniquesMetric {
		indexed = "wording_id"
	}
	return fmt.Sprintf(`CREATE INDEX %s ON grade (algorithm_id, %s)
				WHERE algorithm_id = %d AND superseded = 0`, indexName(m.ID), indexed, m.Algorithm)
}

// indexName is what the index of a metric is called.
func indexName(metric int64) string { return fmt.Sprintf("grade_metric_%d", metric) }

// newView is the view library until the first grader declares metrics, and after a migration.
const newView = "CREATE VIEW library AS SELECT * FROM puzzles"

// madeOfMetrics returns the statements that make the view library and the indexes of all metrics, by what they make.
func madeOfMetrics(query func(string) file.Rows) (map[string]string, error) {
	columns, err := wideColumns(query(wideMetrics))
	if err != nil {
		return nil, err
	}
	all := map[string]string{"library": wideView(columns)}
	for _, c := range columns {
		all[indexName(c.ID)] = metricIndex(c.Metric, c.name)
	}
	return all, nil
}

// Limits of SQLite: 2,000 columns of a view and 64 tables in a join. With more metrics than that the view stays as it
// is: the oldest metrics have their columns, the others are in the table grade alone.
const (
	maxWideColumns    = 1_500
	maxWideAlgorithms = 48
)

// bounded returns the first columns, as many as SQLite takes.
func bounded(columns []wideColumn) []wideColumn {
	algorithms, last := 0, int64(0)
	for i, c := range columns {
		if c.Algorithm != last {
			algorithms, last = algorithms+1, c.Algorithm
		}
		if i == maxWideColumns || algorithms > maxWideAlgorithms {
			return columns[:i]
		}
	}
	return columns
}

// wideView writes the view. A metric whose name is taken is called plugin_metric.
func wideView(columns []wideColumn) string {
	columns = bounded(columns)
	taken := strings.Fields("id puzzle geometry clues verdict disputed solution name source line licence tags " +
		"duplicate_of symmetries comment constraints modified_at")
	var values, joins strings.Builder
	joined := int64(0)
	for _, c := range columns {
		name := c.name
		if slices.Contains(taken, name) {
			name = c.plugin + "_" + c.name
		}
		taken = append(taken, name)
		fmt.Fprintf(&values, ",\n  %s AS %s", c.Number(fmt.Sprintf("g%d.", c.Algorithm)), quoted(name))
		if c.Algorithm != joined {
			joined = c.Algorithm
			fmt.Fprintf(&joins,
				"\nLEFT JOIN grade g%d ON g%[1]d.algorithm_id = %[1]d AND g%[1]d.puzzle_id = p.id AND g%[1]d.superseded = 0", c.Algorithm)
		}
	}
	return "CREATE VIEW library AS SELECT p.*" + values.String() + "\nFROM puzzles p" + joins.String()
}

// quoted writes an SQL identifier.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
