package desk

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// valuesTime is for how long values are read.
const valuesTime = time.Second

// Bounds of a histogram.
const (
	defaultBins = 20
	maxBins     = 200
)

// ValuesRecord is how the values of a metric are spread. Its keys are stable.
type ValuesRecord struct {
	Metric      string      `json:"metric"`
	Puzzles     int         `json:"puzzles"` // with a value
	Without     int         `json:"without"` // that have none
	Minimum     *float64    `json:"minimum"`
	Maximum     *float64    `json:"maximum"`
	Bins        []BinRecord `json:"bins"`
	Approximate bool        `json:"approximate"` // there are more: reading took too long
}

// BinRecord is how many values are in a range. Its keys are stable.
type BinRecord struct {
	From  float64 `json:"from"`
	Below float64 `json:"below"` // the last bin holds this value too
	Count int     `json:"count"`
}

// Values returns how the values of a metric are spread among the puzzles of which a condition holds.
func (d *Desk) Values(ctx context.Context, metric, where string, bins int) (*ValuesRecord, error) {
	if bins == 0 {
		bins = defaultBins
	}
	values, r, err := d.values(ctx, metric, where)
	if err != nil || len(values) == 0 {
		return r, err
	}
	low, high := slices.Min(values), slices.Max(values)
	r.Minimum, r.Maximum = &low, &high
	width := (high - low) / float64(bins)
	if width == 0 || math.IsInf(width, 0) {
		r.Bins = append(r.Bins, BinRecord{low, high, len(values)})
		return r, nil
	}
	for i := range bins {
		r.Bins = append(r.Bins, BinRecord{From: low + float64(i)*width, Below: low + float64(i+1)*width})
	}
	r.Bins[bins-1].Below = high
	for _, v := range values {
		r.Bins[min(int((v-low)/width), bins-1)].Count++
	}
	return r, nil
}

// values reads values for as long as valuesTime says.
func (d *Desk) values(ctx context.Context, metric, where string) (values []float64, r *ValuesRecord, err error) {
	names, err := d.MetricNames(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !slices.Contains(names, metric) {
		return nil, nil, problem.Unknown("metric", metric, names)
	}
	r = &ValuesRecord{Metric: metric, Bins: []BinRecord{}}
	until := time.Now().Add(valuesTime)
	for row, err := range d.Env.Store.Values(ctx, d.Env.Filter(where), metric) {
		if err != nil {
			return nil, nil, err
		}
		if (r.Puzzles+r.Without)%1024 == 1023 && time.Now().After(until) {
			r.Approximate = true
			break
		}
		if math.IsNaN(row[0]) {
			r.Without++
			continue
		}
		r.Puzzles++
		values = append(values, row[0])
	}
	return values, r, nil
}

// MetricNames are the metrics that graders have declared.
func (d *Desk) MetricNames(ctx context.Context) (names []string, err error) {
	t, err := d.Query(ctx, "SELECT DISTINCT metric FROM metrics ORDER BY metric")
	if err != nil {
		return nil, err
	}
	for _, row := range t.Texts() {
		names = append(names, row[0])
	}
	return names, nil
}
