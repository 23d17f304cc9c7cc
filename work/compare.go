package work

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

// A CompareRequest asks what solvers did in stored runs.
type CompareRequest struct {
	Runs      []int64 // nil for all
	Reference string  // the solver that the others are compared with, "" for the first
}

// Comparison is what solvers did in stored runs, on the puzzles that they have in common and on all.
type Comparison struct {
	Table     *stats.Table
	Summaries []stats.Summary // of each solver
	Records   []CompareRecord // the same order
	Reference int             // index in the Table
}

// Compare compares the answers of solvers in stored runs.
func Compare(ctx context.Context, env *Env, req CompareRequest) (*Comparison, error) {
	samples, err := samples(ctx, env, req.Runs)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Table: stats.Tabulate(slices.Values(samples)), Summaries: stats.Summarize(slices.Values(samples))}
	t := c.Table
	if len(t.Solvers) == 0 {
		return nil, errors.New("no answers of solvers in these runs")
	}
	if req.Reference != "" {
		if c.Reference = t.Index(req.Reference); c.Reference < 0 {
			return nil, unknown(req.Reference, t.Solvers, "no solver %q: there are %s", req.Reference,
				strings.Join(t.Solvers, ", "))
		}
	}
	_, _, by := t.VirtualBest()
	for i := range c.Summaries {
		k := t.Index(c.Summaries[i].Solver)
		c.Records = append(c.Records, newCompareRecord(&c.Summaries[i], t.Compare(k, c.Reference), by[k]))
	}
	return c, nil
}

func samples(ctx context.Context, env *Env, runs []int64) ([]stats.Sample, error) {
	if len(runs) == 0 {
		all, err := env.Store.Runs(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range all {
			runs = append(runs, r.ID)
		}
	}
	var samples []stats.Sample
	for x, err := range env.Store.Samples(ctx, runs...) {
		if err != nil {
			return nil, err
		}
		samples = append(samples, x)
	}
	return samples, nil
}

func newCompareRecord(s *stats.Summary, ratio stats.Ratio, c stats.Contribution) CompareRecord {
	r := CompareRecord{Solver: s.Solver, Puzzles: s.Samples, Verdicts: map[string]int{},
		MedianNs: s.Self.Median.Nanoseconds(), MeanNs: s.Self.Mean.Nanoseconds(), P99Ns: s.Self.P99.Nanoseconds(),
		SumNs:     s.Self.Sum.Nanoseconds(),
		PerSecond: s.PerSecondSelf, Fastest: c.Fastest, Only: c.Only, SavedNs: c.Saved.Nanoseconds()}
	if ratio.Puzzles > 0 {
		r.Ratio, r.RatioLow, r.RatioHigh = ratio.Value, ratio.Low, ratio.High
	}
	for v, n := range s.Verdicts {
		r.Verdicts[v.String()] = n
	}
	return r
}

// MetricValues returns the values of metrics for the puzzles of which a condition holds, a slice for each metric; a
// puzzle without one has NaN there.
func MetricValues(ctx context.Context, env *Env, where string, metrics []string) ([][]float64, error) {
	var known []string
	err := env.Store.SQL(ctx, "SELECT DISTINCT metric FROM metrics ORDER BY metric", func(_ []string, v []any) error {
		known = append(known, v[0].(string))
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, name := range metrics {
		if !slices.Contains(known, name) {
			return nil, unknown(name, known, "no puzzle is graded by a metric %q", name)
		}
	}
	columns := make([][]float64, len(metrics))
	for row, err := range env.Store.Values(ctx, env.Filter(where), metrics...) {
		if err != nil {
			return nil, err
		}
		for i, v := range row {
			columns[i] = append(columns[i], v)
		}
	}
	return columns, nil
}
