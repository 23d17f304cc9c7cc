package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// A CompareRequest asks what solvers did in stored runs.
type CompareRequest struct {
	// nil for the newest that holds answers of solvers, or, if solvers are named, for the newest of each
	Runs      []int64
	Solvers   []string // id, or id@version; nil for all
	Reference string   // the solver that the others are compared with, "" for the first
}

// Comparison is what solvers did in stored runs, on the puzzles that they have in common and on all.
type Comparison struct {
	Table     *stats.Table
	Summaries []stats.Summary // of each solver
	Ratios    []stats.Ratio   // of each to the reference, in the same order
	Records   []CompareRecord // the same order
	Reference int             // index in the Table

	Runs          []store.Run // that were compared
	Earlier       []store.Run // others, of which these rely on answers
	Disagreements []DisagreementRecord
}

// DisagreementRecord is a puzzle of which solvers say contradictory things. Its keys are stable.
type DisagreementRecord struct {
	ID       int64             `json:"id"`
	Puzzle   string            `json:"puzzle"`
	Verdicts map[string]string `json:"verdicts"` // by solver
}

// String says who says what: `puzzle 12 (4...): dlx, entropybt: unique; mine: impossible`.
func (d *DisagreementRecord) String() string {
	by := map[string][]string{}
	for _, solver := range slices.Sorted(maps.Keys(d.Verdicts)) {
		by[d.Verdicts[solver]] = append(by[d.Verdicts[solver]], solver)
	}
	var sides []string
	for _, verdict := range slices.Sorted(maps.Keys(by)) {
		sides = append(sides, fmt.Sprintf("%s: %s", strings.Join(by[verdict], ", "), verdict))
	}
	slices.Sort(sides)
	return fmt.Sprintf("puzzle %d (%s): %s", d.ID, d.Puzzle, strings.Join(sides, "; "))
}

// ErrNoAnswers says that the chosen runs hold no answers of solvers, so that there is nothing to compare.
var ErrNoAnswers = errors.New("no answers of solvers")

// Compare compares the answers of solvers in stored runs.
func Compare(ctx context.Context, env *work.Env, req CompareRequest) (*Comparison, error) {
	if len(req.Runs) == 0 {
		var err error
		if req.Runs, err = newestOf(ctx, env, req.Solvers); err != nil {
			return nil, err
		}
	}
	runs, earlier, samples, err := answered(ctx, env, req.Runs)
	if err != nil {
		return nil, err
	}
	if len(req.Solvers) > 0 {
		samples = slices.DeleteFunc(samples, func(x stats.Sample) bool {
			return !slices.ContainsFunc(req.Solvers, func(name string) bool { return isCalled(x.Solver, name) })
		})
	}
	untilDone := func(yield func(stats.Sample) bool) {
		for i, x := range samples {
			if i%10_000 == 0 && ctx.Err() != nil || !yield(x) {
				return
			}
		}
	}
	c := &Comparison{Runs: runs, Earlier: earlier, Table: stats.Tabulate(untilDone), Summaries: stats.Summarize(untilDone)}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t := c.Table
	if len(t.Solvers) == 0 {
		return nil, fmt.Errorf("%w in these runs", ErrNoAnswers)
	}
	if req.Reference != "" {
		if c.Reference = t.Index(req.Reference); c.Reference < 0 {
			return nil, work.UnknownWord(req.Reference, t.Solvers, "no solver %q: there are %s", req.Reference,
				strings.Join(t.Solvers, ", "))
		}
	}
	_, _, by := t.VirtualBest()
	for i := range c.Summaries {
		k := t.Index(c.Summaries[i].Solver)
		ratio, err := t.Compare(ctx, k, c.Reference)
		if err != nil {
			return nil, err
		}
		c.Ratios = append(c.Ratios, ratio)
		c.Records = append(c.Records, newCompareRecord(&c.Summaries[i], ratio, by[k]))
	}
	c.Disagreements, err = disagreements(ctx, env, t)
	return c, err
}

// newestOf returns the newest run in which each of some solvers solved.
func newestOf(ctx context.Context, env *work.Env, solvers []string) (runs []int64, err error) {
	for _, name := range solvers {
		id, version, _ := strings.Cut(name, "@")
		query := fmt.Sprintf("SELECT max(run) FROM tasks WHERE kind = 'solve' AND plugin = '%s'",
			strings.ReplaceAll(id, "'", "''"))
		if version != "" {
			query += fmt.Sprintf(" AND version = '%s'", strings.ReplaceAll(version, "'", "''"))
		}
		var run int64 // 0 if there is none
		err := env.Store.SQL(ctx, query, func(_ []string, v []any) error {
			run, _ = v[0].(int64)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if run == 0 {
			return nil, work.RequestErrorf("no run has answers of %q", name)
		}
		if !slices.Contains(runs, run) {
			runs = append(runs, run)
		}
	}
	return runs, nil
}

// isCalled reports whether a solver of a table, which says no more of itself than tells it from the others, is meant by
// id or id@version.
func isCalled(solver, name string) bool {
	rest, found := strings.CutPrefix(solver, name)
	id, _, _ := strings.Cut(name, "@")
	return solver == id || found && (rest == "" || strings.ContainsAny(rest[:1], "@#+"))
}

// disagreements names the puzzles of which solvers say contradictory things, and what each says.
func disagreements(ctx context.Context, env *work.Env, t *stats.Table) ([]DisagreementRecord, error) {
	var all []DisagreementRecord
	for _, d := range t.Disagreements() {
		r := DisagreementRecord{ID: d.Puzzle, Verdicts: map[string]string{}}
		for i, v := range d.Verdicts {
			if v != sudoku.Unknown {
				r.Verdicts[t.Solvers[i]] = v.String()
			}
		}
		shown, err := ShowAnyway(ctx, env, d.Puzzle)
		if err != nil {
			return nil, err
		}
		r.Puzzle = shown.Puzzle.String()
		all = append(all, r)
	}
	return all, nil
}

// maxDisputed is how many disputed puzzles of a run are looked at.
const maxDisputed = 20

// Disputed returns puzzles of a run of which solvers say contradictory things, in whatever runs they said so, and how
// many there are.
func Disputed(ctx context.Context, env *work.Env, run int64) (all []DisagreementRecord, n int, err error) {
	var ids []int64
	err = env.Store.SQL(ctx, fmt.Sprintf("SELECT DISTINCT puzzle_id FROM disagreements WHERE run = %d ORDER BY puzzle_id",
		run), func(_ []string, v []any) error {
		if n++; len(ids) < maxDisputed {
			ids = append(ids, v[0].(int64))
		}
		return nil
	})
	for _, id := range ids {
		if err != nil {
			return nil, 0, err
		}
		d := DisagreementRecord{ID: id, Verdicts: map[string]string{}}
		err = env.Store.SQL(ctx, fmt.Sprintf("SELECT plugin, verdict FROM disagreements WHERE puzzle_id = %d ORDER BY run",
			id), func(_ []string, v []any) error {
			if verdict := v[1].(string); verdict != sudoku.Unknown.String() {
				d.Verdicts[v[0].(string)] = verdict
			}
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
		var shown *store.Listed
		if shown, err = env.Store.Show(ctx, id); err == nil {
			d.Puzzle = shown.Puzzle.String()
			all = append(all, d)
		}
	}
	return all, n, err
}

// answered returns runs, those of the newest run that relies on any answers of solvers if none is named, the answers,
// and the other runs that gave them. Runs that were asked for other things do not fit together.
func answered(ctx context.Context, env *work.Env, ids []int64) (runs, earlier []store.Run,
	samples []stats.Sample, err error) {
	all, err := env.Store.Runs(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(ids) == 0 {
		for _, r := range all {
			earlier, samples, err := relied(ctx, env, all, r.ID)
			if err != nil || len(samples) > 0 {
				return []store.Run{r}, earlier, samples, err
			}
		}
		return nil, nil, nil, fmt.Errorf("%w yet", ErrNoAnswers)
	}
	for _, id := range ids {
		i := slices.IndexFunc(all, func(r store.Run) bool { return r.ID == id })
		if i < 0 {
			return nil, nil, nil, work.RequestErrorf("there is no run %d", id)
		}
		runs = append(runs, all[i])
	}
	for i := range runs[1:] {
		if err := mixable(&runs[0], &runs[i+1]); err != nil {
			return nil, nil, nil, err
		}
	}
	earlier, samples, err = relied(ctx, env, all, ids...)
	return runs, earlier, samples, err
}

// mixable returns an error if the answers of two runs do not belong into one table: rounds of a benchmark are
// repetitions of other images, and who looks for two solutions has more to do than who looks for one.
func mixable(a, b *store.Run) error {
	if a.ID == b.ID {
		return work.RequestErrorf("run %d is named twice", a.ID)
	}
	if (a.Command == "bench") != (b.Command == "bench") {
		return work.RequestErrorf("runs %d (%s) and %d (%s) cannot be compared: rounds of a benchmark do not add to a run",
			a.ID, a.Command, b.ID, b.Command)
	}
	for _, option := range []string{"limit", "timeout"} {
		if x, y := a.Options[option], b.Options[option]; x != nil && y != nil && fmt.Sprint(x) != fmt.Sprint(y) {
			return work.RequestErrorf("runs %d and %d cannot be compared: their %ss are %v and %v", a.ID, b.ID, option, x, y)
		}
	}
	return nil
}

// relied returns the answers that runs rely on, and those of all other runs that gave some.
func relied(ctx context.Context, env *work.Env, all []store.Run,
	ids ...int64) (earlier []store.Run, samples []stats.Sample, err error) {
	gave := map[int64]bool{}
	for x, err := range env.Store.Samples(ctx, ids...) {
		if err != nil {
			return nil, nil, err
		}
		samples = append(samples, x)
		gave[x.Run] = true
	}
	for _, r := range all {
		if gave[r.ID] && !slices.Contains(ids, r.ID) {
			earlier = append(earlier, r)
		}
	}
	return earlier, samples, nil
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
func MetricValues(ctx context.Context, env *work.Env, where string, metrics []string) ([][]float64, error) {
	if err := knownMetrics(ctx, env, metrics...); err != nil {
		return nil, err
	}
	return columnsOf(ctx, env.Store, env.Filter(where), metrics)
}

// puzzleNumbers are what every puzzle of a library has, beside metrics.
var puzzleNumbers = []string{"cells", "clues", "digits"}

// knownMetrics refuses metrics of which no puzzle has a value.
func knownMetrics(ctx context.Context, env *work.Env, metrics ...string) error {
	known, err := MetricNames(ctx, env)
	if err != nil {
		return err
	}
	known = append(known, puzzleNumbers...)
	for _, name := range metrics {
		if !slices.Contains(known, name) {
			if slices.Contains(env.Metrics(ctx), name) {
				return work.RequestErrorf("%s", store.NotGraded(name))
			}
			return work.UnknownWord(name, known, "no puzzle is graded by a metric %q", name)
		}
	}
	return nil
}

// ChartKinds are the kinds of charts that Chart draws, as flags and addresses name them.
var ChartKinds = []string{"cactus", "scatter", "box", "matrix", "histogram"}

// ChartRequest says which chart of a comparison is drawn, and of which solvers or metric.
type ChartRequest struct {
	Kind  string                    // one of ChartKinds
	Title string                    // "" for one that says what is drawn
	X, Y  string                    // solvers of a scatter: "" for the reference, and for the first other one
	Mark  func(id int64) chart.Mark // what a puzzle is called and where it leads, or nil
	Width int                       // in pixels, 0 for that of a printed page; of a matrix as wide as it has to be
}

// timeLabel is what axes say of the time that a solver measures.
const timeLabel = "solver time for a puzzle"

// Chart draws a comparison as one of ChartKinds. A request that names another kind, or a solver that is not there, is
// a RequestError.
func (c *Comparison) Chart(r ChartRequest) (*picture.Picture, error) {
	t, n := c.Table, fmt.Sprintf("n = %d puzzles", len(c.Table.Puzzles))
	var groups []chart.Group
	for i, name := range t.Solvers {
		groups = append(groups, chart.Group{Name: name, Values: t.Times(i)})
	}
	switch r.Kind {
	case "cactus":
		return chart.Cactus(chart.Chart{Title: cmp.Or(r.Title, "Puzzles decided within a given time"),
			XLabel: "puzzles decided", YLabel: timeLabel, Width: r.Width}, t, r.Mark), nil
	case "scatter":
		return c.scatter(r)
	case "matrix":
		return chart.Heat(chart.Chart{Title: cmp.Or(r.Title, "Puzzles on which the row beats the column, in percent"),
			Note: n, XLabel: "slower, or undecided", YLabel: "faster"}, t.Solvers, t.Solvers, percent(t), 0), nil
	case "box":
		return chart.Box(chart.Chart{Title: cmp.Or(r.Title, "Solver time per puzzle"), YLabel: timeLabel, YLog: true,
			Seconds: true, Width: r.Width},
			groups...), nil
	case "histogram":
		return chart.Histogram(chart.Chart{Title: cmp.Or(r.Title, "Solver time per puzzle"), XLabel: timeLabel,
			YLabel: "share of puzzles", XLog: true, Seconds: true}, 40, groups...), nil
	}
	return nil, work.UnknownWord(r.Kind, ChartKinds, "no chart %q: must be one of %s", r.Kind,
		strings.Join(ChartKinds, ", "))
}

// percent are the wins of a table as shares of its puzzles.
func percent(t *stats.Table) [][]float64 {
	values := make([][]float64, len(t.Solvers))
	for i, row := range t.Wins() {
		for _, n := range row {
			values[i] = append(values[i], 100*float64(n)/float64(max(1, len(t.Puzzles))))
		}
	}
	return values
}

// scatter draws the times of two solvers against each other.
func (c *Comparison) scatter(r ChartRequest) (*picture.Picture, error) {
	t := c.Table
	if len(t.Solvers) < 2 {
		return nil, work.RequestErrorf("a scatter chart needs two solvers")
	}
	x, err := c.solver(r.X, c.Reference)
	if err != nil {
		return nil, err
	}
	other := 0
	if x == 0 {
		other = 1
	}
	y, err := c.solver(r.Y, other)
	if err != nil {
		return nil, err
	}
	puzzles, xs, ys := t.Spots(x, y)
	series := chart.Series{X: xs, Y: ys}
	if r.Mark != nil {
		series.Mark = func(i int) chart.Mark { return r.Mark(puzzles[i]) }
	}
	return chart.TimeScatter(chart.Chart{Title: cmp.Or(r.Title, "Solver time per puzzle"),
		XLabel: timeLabel + ": " + t.Solvers[x], YLabel: timeLabel + ": " + t.Solvers[y], Width: r.Width}, series), nil
}

// solver returns the index of a solver, or the given one if it has no name.
func (c *Comparison) solver(name string, otherwise int) (int, error) {
	if name == "" {
		return otherwise, nil
	}
	if i := c.Table.Index(name); i >= 0 {
		return i, nil
	}
	return 0, work.UnknownWord(name, c.Table.Solvers, "no solver %q: there are %s", name,
		strings.Join(c.Table.Solvers, ", "))
}
