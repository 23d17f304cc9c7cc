package library

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// LevelNames are the four levels of Zhai & Zhang, the easiest first.
var LevelNames = []string{"easy", "medium", "hard", "evil"}

// MajiLevel is the metric of the levels of Maji & Pal 2010, Table 1.
const MajiLevel = "maji_level"

// fuzziness is the usual exponent of fuzzy c-means.
const fuzziness = 2

// maxClustered is how many values are clustered at most: of more, evenly spaced quantiles stand for all.
const maxClustered = 20_000

// DivideRequest says by which metric to divide the puzzles of a library.
type DivideRequest struct {
	Metric string
	Filter store.Filter
	Harder Direction     // UnknownDirection: as declared, else as learned from other metrics
	Bands  []store.Level // levels of one metric to compare with
}

// Division is the levels that fuzzy c-means finds.
type Division struct {
	Metric
	Learned *Learned // how the direction was learned, nil if it was declared or asked for

	request DivideRequest
	fuzzy   stats.Levels
	others  []string // of the metric of the bands and MajiLevel, those that the library has
}

// LevelCount is what is counted of a level, for the row of its table.
type LevelCount struct {
	Centre   float64
	Min, Max float64 // of the values; NaN if there are none
	Puzzles  int
	Sharp    int            // puzzles that belong to the level to 0.9 or more
	Bands    map[string]int // puzzles by the name of their band, "" for none
	Maji     map[int]int    // puzzles by MajiLevel
}

// Divide finds the levels. If nothing says which end of the metric is harder it is an error.
func Divide(ctx context.Context, s *store.Store, r DivideRequest) (*Division, error) {
	metrics, err := metricsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	names := namesOf(metrics)
	i := slices.Index(names, r.Metric)
	if i < 0 {
		return nil, work.UnknownWord(r.Metric, names, "no puzzle is graded by a metric %q", r.Metric)
	}
	d := &Division{Metric: metrics[i], request: r}
	if err := d.direct(ctx, s); err != nil {
		return nil, err
	}
	for _, other := range []string{d.bandMetric(), MajiLevel} {
		if slices.Contains(names, other) {
			d.others = append(d.others, other)
		}
	}
	columns, err := columnsOf(ctx, s, r.Filter, []string{r.Metric})
	if err != nil {
		return nil, err
	}
	values := slices.DeleteFunc(columns[0], math.IsNaN)
	for i := range values {
		values[i] *= d.Direction.sign()
	}
	d.fuzzy = stats.FuzzyLevels(thinned(values), len(LevelNames), fuzziness)
	if len(d.fuzzy.Centres) < len(LevelNames) {
		return nil, fmt.Errorf("metric %q has %d different values: too few for %d levels", r.Metric,
			len(d.fuzzy.Centres), len(LevelNames))
	}
	return d, nil
}

// UndirectedError says that nobody knows which end of a metric is harder.
type UndirectedError struct{ Metric string }

func (e *UndirectedError) Error() string {
	return fmt.Sprintf("whether a higher or a lower %s is harder is not known: no grader declares it, "+
		"and it correlates with no other metric and not with the number of clues", e.Metric)
}

// direct finds the direction of the metric. A grader that does not declare that higher is harder may say so of a
// metric that has no direction: then what the correlation shows counts more.
func (d *Division) direct(ctx context.Context, s *store.Store) error {
	if d.request.Harder != UnknownDirection {
		d.Direction = d.request.Harder
	}
	if d.request.Harder != UnknownDirection || d.Direction == HigherIsHarder {
		return nil
	}
	learned, err := learn(ctx, s, d.request.Filter, d.Name)
	if err != nil {
		return err
	}
	switch {
	case d.Direction == UnknownDirection && learned.Direction == UnknownDirection:
		return &UndirectedError{d.Name}
	case d.Direction == LowerIsHarder && learned.Direction != HigherIsHarder:
		return nil
	}
	d.Direction, d.Learned = learned.Direction, &learned
	return nil
}

// thinned returns evenly spaced quantiles of many values, all of few.
func thinned(values []float64) []float64 {
	if len(values) <= maxClustered {
		return values
	}
	slices.Sort(values)
	some := make([]float64, maxClustered)
	for i := range some {
		some[i] = values[i*(len(values)-1)/(maxClustered-1)]
	}
	return some
}

// level returns the level of a value, an index of LevelNames.
func (d *Division) level(value float64) int { return d.fuzzy.Level(d.Direction.sign() * value) }

// degrees returns to which degree a value belongs to each level.
func (d *Division) degrees(value float64) []float64 {
	return d.fuzzy.Degrees(d.Direction.sign() * value)
}

// bandMetric returns the metric of the config's bands, "" without bands.
func (d *Division) bandMetric() string {
	if len(d.request.Bands) == 0 {
		return ""
	}
	return d.request.Bands[0].Metric
}

// band returns the name of the band in which a value of its metric lies, "" for NaN.
func (d *Division) band(value float64) string {
	for _, b := range d.request.Bands {
		if value < b.Below || math.IsInf(b.Below, 1) && !math.IsNaN(value) {
			return b.Name
		}
	}
	return ""
}

// Count counts the puzzles of each level, and how many belong to it beyond doubt.
func (d *Division) Count(ctx context.Context, s *store.Store) ([]LevelCount, error) {
	counts := make([]LevelCount, len(LevelNames))
	for i := range counts {
		counts[i] = LevelCount{Centre: d.Direction.sign() * d.fuzzy.Centres[i], Min: math.NaN(), Max: math.NaN(),
			Bands: map[string]int{}, Maji: map[int]int{}}
	}
	wanted := append([]string{d.Name}, d.others...)
	for values, err := range s.Values(ctx, d.request.Filter, wanted...) {
		if err != nil {
			return nil, err
		}
		v, other := values[0], map[string]float64{d.bandMetric(): math.NaN(), MajiLevel: math.NaN()}
		if math.IsNaN(v) {
			continue
		}
		for i, name := range wanted {
			other[name] = values[i]
		}
		counts[d.level(v)].add(v, slices.Max(d.degrees(v)), d.band(other[d.bandMetric()]), other[MajiLevel])
	}
	return counts, nil
}

// add counts a puzzle of the level.
func (c *LevelCount) add(value, degree float64, band string, maji float64) {
	if c.Puzzles == 0 {
		c.Min, c.Max = value, value
	}
	c.Puzzles++
	c.Min, c.Max = min(c.Min, value), max(c.Max, value)
	c.Bands[band]++
	if degree >= 0.9 {
		c.Sharp++
	}
	if !math.IsNaN(maji) {
		c.Maji[int(maji)]++
	}
}

// Placed is a puzzle with its place among the levels.
type Placed struct {
	*store.Listed
	Value     float64
	Level     string
	Degrees   map[string]float64
	MajiLevel *float64 // nil if the puzzle has none
	BandValue *float64
	Band      string
}

// List walks over the puzzles that have the metric.
func (d *Division) List(ctx context.Context, s *store.Store, yield func(*Placed) error) error {
	for l, err := range s.List(ctx, d.request.Filter) {
		if err != nil {
			return err
		}
		v, ok := gradeOf(l, d.Name)
		if !ok {
			continue
		}
		p := &Placed{Listed: l, Value: v, Level: LevelNames[d.level(v)], Degrees: map[string]float64{}}
		for i, degree := range d.degrees(v) {
			p.Degrees[LevelNames[i]] = degree
		}
		if maji, ok := gradeOf(l, MajiLevel); ok {
			p.MajiLevel = &maji
		}
		if band, ok := gradeOf(l, d.bandMetric()); ok {
			p.BandValue, p.Band = &band, d.band(band)
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}
