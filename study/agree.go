package study

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/store"
)

// Fewest is how many puzzles make a correlation worth showing.
const Fewest = 10

// emptyCells is the metric that anyone can count.
const emptyCells = "empty_cells"

// Correlations says how far the metrics of a library agree.
type Correlations struct {
	Puzzles int
	Metrics []string    // those that enough puzzles have
	Matrix  [][]float64 // Spearman's correlation of each two; NaN if too few puzzles have both, or one is constant
	Beyond  []Beyond    // what metrics say of the target; none without the target or the number of empty cells
}

// Beyond is what a metric says of the target beyond the number of empty cells: Spearman's correlations.
type Beyond struct {
	Metric     string
	Puzzles    int
	WithEmpty  float64
	WithTarget float64
	Given      float64 // with the target, given the number of empty cells
}

// Correlate compares each two metrics of a library over the puzzles that have both.
func Correlate(ctx context.Context, s *store.Store, f store.Filter, target string) (*Correlations, error) {
	metrics, err := Metrics(ctx, s)
	if err != nil {
		return nil, err
	}
	all := Names(metrics)
	values, err := columnsOf(ctx, s, f, all)
	if err != nil {
		return nil, err
	}
	c := &Correlations{}
	var columns [][]float64
	for i, name := range all {
		c.Puzzles = len(values[i])
		if known := slices.DeleteFunc(slices.Clone(values[i]), math.IsNaN); len(known) >= Fewest {
			c.Metrics, columns = append(c.Metrics, name), append(columns, values[i])
		}
	}
	if len(c.Metrics) < 2 {
		return nil, fmt.Errorf("values of %d metrics for %d puzzles or more: two are needed to compare", len(c.Metrics),
			Fewest)
	}
	c.Matrix = correlations(columns)
	c.Beyond = beyond(c.Metrics, columns, target)
	return c, nil
}

func correlations(columns [][]float64) [][]float64 {
	matrix := make([][]float64, len(columns))
	for i := range columns {
		matrix[i] = make([]float64, len(columns))
		for j := range i + 1 {
			r := math.NaN()
			if known := together(columns[i], columns[j]); len(known[0]) >= Fewest {
				r = stats.Spearman(known[0], known[1])
			}
			matrix[i][j], matrix[j][i] = r, r
		}
	}
	return matrix
}

func beyond(names []string, columns [][]float64, target string) (all []Beyond) {
	to, empty := slices.Index(names, target), slices.Index(names, emptyCells)
	if to < 0 || empty < 0 || to == empty {
		return nil
	}
	for i, name := range names {
		if i == to || i == empty {
			continue
		}
		known := together(columns[i], columns[to], columns[empty])
		if len(known[0]) < Fewest {
			continue
		}
		x, y, z := known[0], known[1], known[2]
		all = append(all, Beyond{name, len(x), stats.Spearman(x, z), stats.Spearman(x, y), stats.Partial(x, y, z)})
	}
	return all
}
