package library

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// SpreadRecord is how the values of a metric are spread over puzzles. Its keys are stable.
type SpreadRecord struct {
	Metric      string      `json:"metric"`
	Puzzles     int         `json:"puzzles"` // with a value
	Without     int         `json:"without"` // that have none
	Minimum     *float64    `json:"minimum"`
	Median      *float64    `json:"median"`
	Maximum     *float64    `json:"maximum"`
	Bins        []BinRecord `json:"bins"`
	Approximate bool        `json:"approximate"` // it is of a sample of the whole library: the time was up

	Values []float64 `json:"-"` // in increasing order
}

// BinRecord is how many values are at least From and less than Below. Its keys are stable.
type BinRecord struct {
	Name  string   `json:"name,omitempty"` // of a level
	From  *float64 `json:"from"`           // nil: no value is too small
	Below *float64 `json:"below"`          // nil: no value is too large
	Count int      `json:"count"`
	Share float64  `json:"share"` // of the puzzles with a value
}

// LevelMetric stands for the metric that levels are ranges of, or what puzzles with constraints have instead: its bins
// are the levels.
const LevelMetric = "level"

// SpreadRequest says which puzzles and which values a spread is of.
type SpreadRequest struct {
	Metric string // of a grader, clues or another number that conditions know, or LevelMetric
	Where  string // condition on puzzles, "" for all
	Bins   int    // at most about as many
	// Budget is for how long values are read, 0 for as long as it takes. If it does not do, those of a sample are counted.
	Budget time.Duration
}

// Spread counts the values of a metric in bins that begin at round numbers.
func Spread(ctx context.Context, env *work.Env, r SpreadRequest) (*SpreadRecord, error) {
	metrics := []string{r.Metric}
	if r.Metric == LevelMetric && len(env.Levels) > 0 {
		metrics[0] = env.Levels[0].Metric
	}
	if err := knownMetrics(ctx, env, metrics...); err != nil {
		return nil, err
	}
	beside := store.BesideConstraints(metrics[0])
	if r.Metric == LevelMetric && knownMetrics(ctx, env, beside) == nil {
		metrics = append(metrics, beside)
	}
	s := &SpreadRecord{Metric: r.Metric, Bins: []BinRecord{}}
	until := time.Now().Add(r.Budget / 2)
	done, err := s.read(ctx, env, r.Where, metrics, func(n int) bool {
		return r.Budget == 0 || n%sampleWindow != sampleWindow-1 || time.Now().Before(until)
	})
	if err == nil && !done {
		s.Approximate, s.Puzzles, s.Without, s.Values = true, 0, 0, nil
		err = s.sample(ctx, env, r, metrics)
	}
	if err != nil {
		return nil, err
	}
	if s.Puzzles == 0 {
		return s, nil
	}
	slices.Sort(s.Values)
	median := stats.Quantile(s.Values, 0.5)
	s.Minimum, s.Median, s.Maximum = &s.Values[0], &median, &s.Values[s.Puzzles-1]
	s.bin(env, r)
	return s, nil
}

// read adds the values of the puzzles of a condition while more says so of the number of those read. It reports whether
// it has read all of them.
func (s *SpreadRecord) read(ctx context.Context, env *work.Env, where string, metrics []string,
	more func(n int) bool) (bool, error) {
	for row, err := range env.Store.Values(ctx, env.Filter(where), metrics...) {
		if err != nil {
			return false, err
		}
		if !more(s.Puzzles + s.Without) {
			return false, nil
		}
		value := row[0]
		if math.IsNaN(value) {
			value = row[len(row)-1]
		}
		if math.IsNaN(value) || math.IsInf(value, 0) {
			s.Without++
			continue
		}
		s.Puzzles++
		s.Values = append(s.Values, value)
	}
	return true, nil
}

// A sample is made of windows of puzzles with successive numbers, which are spread evenly over the library.
const (
	sampleWindow  = 256
	sampleWindows = 32 // at least, if the time is up
)

// sample adds the values of a sample of the whole library, for half of the budget.
func (s *SpreadRecord) sample(ctx context.Context, env *work.Env, r SpreadRequest, metrics []string) error {
	newest := int64(1)
	for l, err := range env.Store.List(ctx, store.Filter{Sort: "-id", Limit: 1, Metrics: []string{}}) {
		if err != nil {
			return err
		}
		newest = l.ID
	}
	windows := uint64(newest+sampleWindow-1) / sampleWindow
	width := bits.Len64(windows - 1)
	until := time.Now().Add(r.Budget / 2)
	for k, n := uint64(0), 0; k < 1<<width && (n < sampleWindows || time.Now().Before(until)); k++ {
		window := bits.Reverse64(k) >> (64 - width) // so that any first windows are spread evenly
		if window >= windows {
			continue
		}
		n++
		where := fmt.Sprintf("id > %d && id <= %d", window*sampleWindow, (window+1)*sampleWindow)
		if r.Where != "" {
			where += " && (" + r.Where + ")"
		}
		if _, err := s.read(ctx, env, where, metrics, func(int) bool { return true }); err != nil {
			return err
		}
	}
	return nil
}

// bin counts the values.
func (s *SpreadRecord) bin(env *work.Env, r SpreadRequest) {
	edges := stats.Edges(r.Bins, s.Values)
	if r.Metric == LevelMetric {
		edges = []float64{math.Inf(-1)}
		for _, l := range env.Levels {
			edges = append(edges, l.Below)
		}
	}
	for i, b := range stats.Count(edges, s.Values) {
		bin := BinRecord{From: end(b.From), Below: end(b.Below), Count: b.Count, Share: float64(b.Count) / float64(s.Puzzles)}
		if r.Metric == LevelMetric {
			bin.Name = env.Levels[i].Name
		}
		s.Bins = append(s.Bins, bin)
	}
}

// end is the end of a bin, nil if it has none.
func end(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}
