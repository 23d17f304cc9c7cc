package study

import (
	"context"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// Direction says which end of a metric is harder.
type Direction int

// The directions.
const (
	UnknownDirection Direction = iota
	HigherIsHarder
	LowerIsHarder
)

// Sign returns 1 if higher is harder and -1 if lower is: sign times value rises with difficulty. It is 0 if the
// direction is unknown.
func (d Direction) Sign() float64 {
	switch d {
	case HigherIsHarder:
		return 1
	case LowerIsHarder:
		return -1
	}
	return 0
}

func directionOf(higherIsHarder bool) Direction {
	if higherIsHarder {
		return HigherIsHarder
	}
	return LowerIsHarder
}

// Metric is a metric by which puzzles of a library are graded. Graders declare of theirs whether higher is harder;
// if it is not, lower usually is. The direction of a column of an imported file is unknown.
type Metric struct {
	Name      string
	Direction Direction
}

// Metrics returns the metrics of a library, by name.
func Metrics(ctx context.Context, s *store.Store) ([]Metric, error) {
	var metrics []Metric
	err := s.SQL(ctx, `SELECT metric, max(higher_is_harder), max(plugin <> '`+store.StatedBy+`')
		FROM metrics GROUP BY metric ORDER BY metric`, func(_ []string, v []any) error {
		m := Metric{Name: v[0].(string)}
		if declared := v[2].(int64) != 0; declared {
			m.Direction = directionOf(v[1].(int64) != 0)
		}
		metrics = append(metrics, m)
		return nil
	})
	return metrics, err
}

// Names returns the names of metrics.
func Names(metrics []Metric) []string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.Name)
	}
	return names
}

// columnsOf returns the values of metrics, NaN if a puzzle has none.
func columnsOf(ctx context.Context, s *store.Store, f store.Filter, metrics []string) ([][]float64, error) {
	columns := make([][]float64, len(metrics))
	for row, err := range s.Values(ctx, f, metrics...) {
		if err != nil {
			return nil, err
		}
		for i, v := range row {
			columns[i] = append(columns[i], v)
		}
	}
	return columns, nil
}

// gradeOf returns a grade of a listed puzzle.
func gradeOf(l *store.Listed, metric string) (float64, bool) {
	i := slices.IndexFunc(l.Grades, func(g store.NamedGrade) bool { return g.Metric == metric })
	if i < 0 {
		return 0, false
	}
	return l.Grades[i].Value, true
}

// declared returns the metrics of graders.
func declared(infos []sudoku.Info) (all []Metric) {
	for _, info := range infos {
		for _, m := range info.Metrics {
			all = append(all, Metric{m.Name, directionOf(m.HigherIsHarder)})
		}
	}
	return all
}

// together leaves out the places where any column is NaN.
func together(columns ...[]float64) [][]float64 {
	known := make([][]float64, len(columns))
	for i := range columns[0] {
		if slices.ContainsFunc(columns, func(c []float64) bool { return math.IsNaN(c[i]) }) {
			continue
		}
		for k, c := range columns {
			known[k] = append(known[k], c[i])
		}
	}
	return known
}
