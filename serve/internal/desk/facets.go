package desk

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Bounds of counting.
const (
	facetTime = 40 * time.Millisecond // for one count
	facetAge  = 2 * time.Second       // for which a count is good if others may write
	maxFacets = 256                   // how many counts are kept
)

// Facets counts the puzzles of which a condition holds by what they are, or returns a count that is young.
func (d *Desk) Facets(ctx context.Context, where string) (*store.Facets, error) {
	return d.facets.get(ctx, where, queryTime, func(ctx context.Context) (*store.Facets, error) {
		return d.Env.Store.Facets(ctx, d.Env.Filter(where), facetTime)
	})
}

// State is another number each time that something was written or found here. What others write, runs too, does not change it.
func (d *Desk) State() int64 { return d.written.Load() + d.Findings.added.Load() }

// changed forgets all counts: somebody has written here.
func (d *Desk) changed() {
	d.written.Add(1)
	d.facets.clear()
}

// Bounds of reading values.
const (
	ValuesTime = time.Second
	GlanceTime = 25 * time.Millisecond // beside a list
)

// defaultBins is how many bins a histogram has at most where nobody says.
const defaultBins = 20

// Values returns how the values of a metric are spread among the puzzles of which a condition holds, as far as they are
// read within a time.
func (d *Desk) Values(ctx context.Context, metric, where string, bins int, within time.Duration) (*library.SpreadRecord, error) {
	if bins == 0 {
		bins = defaultBins
	}
	return library.Spread(ctx, d.Env, library.SpreadRequest{Metric: metric, Where: where, Bins: bins, Budget: within})
}
