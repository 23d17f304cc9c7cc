package desk

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/work"
)

// valuesTime is for how long values are read.
const valuesTime = time.Second

// defaultBins is how many bins a histogram has at most where nobody says.
const defaultBins = 20

// Values returns how the values of a metric are spread among the puzzles of which a condition holds.
func (d *Desk) Values(ctx context.Context, metric, where string, bins int) (*work.SpreadRecord, error) {
	if bins == 0 {
		bins = defaultBins
	}
	return work.Spread(ctx, d.Env, work.SpreadRequest{Metric: metric, Where: where, Bins: bins, Budget: valuesTime})
}
