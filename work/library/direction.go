package library

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/stats"
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

// sign returns 1 if higher is harder and -1 if lower is: sign times value rises with difficulty. It is 0 if the
// direction is unknown.
func (d Direction) sign() float64 {
	switch d {
	case HigherIsHarder:
		return 1
	case LowerIsHarder:
		return -1
	}
	return 0
}

// directionOf returns the declared direction of a metric.
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

// metricsOf returns the metrics of a library, sorted by name.
func metricsOf(ctx context.Context, s *store.Store) ([]Metric, error) {
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

// namesOf returns the names of metrics.
func namesOf(metrics []Metric) []string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.Name)
	}
	return names
}

// Learned is the direction of a metric as its correlation with another one shows it.
type Learned struct {
	Direction   Direction
	From        string  // the other metric, or "clues"
	Correlation float64 // Spearman's
	Puzzles     int     // that have both
}

// A direction is learned from at least so many puzzles, and from a correlation at least so strong.
const (
	fewestLearned  = 30
	weakestLearned = 0.3
)

// learn finds the direction of a metric from its strongest correlation with a metric of which higher is declared
// to be harder, else from that with the number of clues, of which more are easier. The direction is unknown if both
// are weak or too few puzzles have both.
func learn(ctx context.Context, s *store.Store, f store.Filter, metric string) (Learned, error) {
	metrics, err := metricsOf(ctx, s)
	if err != nil {
		return Learned{}, err
	}
	known := slices.DeleteFunc(metrics, func(m Metric) bool {
		return m.Name == metric || m.Direction != HigherIsHarder
	})
	columns, err := columnsOf(ctx, s, f, append([]string{metric}, namesOf(known)...))
	if err != nil {
		return Learned{}, err
	}
	best := Learned{}
	for i, m := range known {
		best.consider(m, columns[0], columns[i+1])
	}
	if best.Direction != UnknownDirection {
		return best, nil
	}
	clues, values, err := withClues(ctx, s, f, metric)
	if err == nil {
		best.consider(Metric{"clues", LowerIsHarder}, values, clues)
	}
	return best, err
}

// consider takes what the correlation of values with those of another metric says if it is stronger than what is known.
func (l *Learned) consider(m Metric, values, others []float64) {
	both := together(values, others)
	if len(both[0]) < fewestLearned {
		return
	}
	r := stats.Spearman(both[0], both[1])
	if math.IsNaN(r) || math.Abs(r) < max(weakestLearned, math.Abs(l.Correlation)) {
		return
	}
	*l = Learned{directionOf(r*m.Direction.sign() > 0), m.Name, r, len(both[0])}
}

// String says how the direction was learned: "higher rating is harder: …".
func (l Learned) String() string {
	if l.Direction == UnknownDirection {
		return "unknown"
	}
	which := map[Direction]string{HigherIsHarder: "higher", LowerIsHarder: "lower"}[l.Direction]
	return fmt.Sprintf("%s is harder, by its correlation with %s: %.2f over %d puzzles", which, l.From, l.Correlation,
		l.Puzzles)
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

// withClues returns the numbers of clues of the puzzles that have a metric, and their values.
func withClues(ctx context.Context, s *store.Store, f store.Filter, metric string) (clues, values []float64,
	err error) {
	for l, err := range s.List(ctx, f) {
		if err != nil {
			return nil, nil, err
		}
		if v, ok := gradeOf(l, metric); ok {
			clues, values = append(clues, float64(l.Puzzle.Clues())), append(values, v)
		}
	}
	return clues, values, nil
}

// gradeOf returns a grade of a listed puzzle.
func gradeOf(l *store.Listed, metric string) (float64, bool) {
	i := slices.IndexFunc(l.Grades, func(g store.NamedGrade) bool { return g.Metric == metric })
	if i < 0 {
		return 0, false
	}
	return l.Grades[i].Value, true
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
