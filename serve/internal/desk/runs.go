package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// RunOrder asks for a run. Its keys are stable.
type RunOrder struct {
	Puzzles   string   `json:"puzzles,omitempty" doc:"in any format; they are stored"`
	Sample    string   `json:"sample,omitempty" doc:"a set of puzzles inside the program" example:"famous"`
	Stored    bool     `json:"stored,omitempty" doc:"instead of puzzles and a sample, those of the library"`
	Where     string   `json:"where,omitempty" doc:"condition on the puzzles of the library" example:"clues <= 24"`
	Solvers   []string `json:"solvers,omitempty" doc:"ids of plugins; one that is empty is the solver of the config"`
	Graders   []string `json:"graders,omitempty"`
	Limit     *int     `json:"limit,omitempty" minimum:"0" doc:"solutions of each puzzle, 0 for all; run.limit of the config if there is none"`
	TimeoutMs *int64   `json:"timeout_ms,omitempty" minimum:"0" doc:"for each puzzle, 0 for no limit; run.timeout of the config if there is none"`
	Seed      uint64   `json:"seed,omitempty" doc:"of algorithms that use random numbers; run.seed of the config if there is none"`
}

// StartedRecord is a run under way. Its keys are stable.
type StartedRecord struct {
	Run int64 `json:"run"`
}

const selectRuns = `SELECT id, command, state, started, ended, seconds, version,
	git_commit, go_version, os, cpu, cores, seed, options
	FROM runs`

// Runs returns the runs before one, or the newest, from the newest down; next is the run behind which others come, 0 if
// these are all.
func (d *Desk) Runs(ctx context.Context, after int64, limit int) (page []run.Record, next int64, err error) {
	all, err := run.List(ctx, d.Env)
	if err != nil {
		return nil, 0, err
	}
	for _, r := range all {
		if after > 0 && r.Run >= after {
			continue
		}
		if len(page) == limit {
			return page, page[limit-1].Run, nil
		}
		page = append(page, r)
	}
	return page, 0, nil
}

// Run returns a run and what each plugin did in it.
func (d *Desk) Run(ctx context.Context, id int64) (run, tasks *Table, err error) {
	if run, err = d.Query(ctx, fmt.Sprintf("%s WHERE id = %d", selectRuns, id)); err != nil {
		return nil, nil, err
	}
	if len(run.Rows) == 0 {
		return nil, nil, problem.Newf(http.StatusNotFound, "no run %d", id)
	}
	killed, err := d.Env.Store.Killed(ctx)
	if err != nil {
		return nil, nil, err
	}
	if slices.Contains(killed, id) {
		run.Rows[0][slices.Index(run.Columns, "state")] = store.StateInterrupted
	}
	tasks, err = d.Query(ctx, fmt.Sprintf(`SELECT plugin, version, kind, puzzles, max_solutions, timeout_ms, wall_ns, cpu_ns,
		rss_max_bytes FROM tasks WHERE run = %d`, id))
	return run, tasks, err
}

// StartRun starts a run in the background and returns its number as soon as the library has it. Errors of its order
// come at once, later ones as events.
func (d *Desk) StartRun(ctx context.Context, o *RunOrder) (int64, error) {
	if err := d.usable(append(append([]string{}, o.Solvers...), o.Graders...)...); err != nil {
		return 0, err
	}
	if i := slices.Index(o.Solvers, ""); i >= 0 {
		p, err := d.Env.Pick(ctx, "", work.CompleteSolver)
		if err != nil {
			return 0, err
		}
		o.Solvers = slices.Clone(o.Solvers)
		o.Solvers[i] = p.ID()
	}
	o.Solvers, o.Graders = compact(o.Solvers), compact(o.Graders)
	if len(o.Solvers)+len(o.Graders) == 0 {
		return 0, problem.New(http.StatusBadRequest, "a run needs a solver or a grader")
	}
	var inputs []*input.Input
	if o.Sample != "" {
		in, err := input.Parse(input.SamplePrefix+o.Sample, nil)
		if err != nil {
			return 0, err
		}
		inputs = append(inputs, in)
	}
	if strings.TrimSpace(o.Puzzles) != "" {
		in := input.Text(o.Puzzles)
		in.Limits = textLimits
		inputs = append(inputs, in)
	}
	var stored *run.Stored
	switch {
	case inputs == nil && !o.Stored:
		return 0, problem.New(http.StatusBadRequest, "a run needs puzzles, a sample, or those of the library")
	case inputs != nil && o.Stored:
		return 0, problem.New(http.StatusBadRequest, "a run is about puzzles that it is given, or about those of the library")
	case o.Stored:
		accepted := d.Env.Filter(o.Where)
		accepted.IDs = []int64{}
		if _, err := d.Env.Store.Count(ctx, accepted); err != nil {
			return 0, err // of the condition, before the run begins
		}
		stored = &run.Stored{Where: o.Where}
	}
	ask := runner.Ask{Limit: or(o.Limit, d.Options.Limit), Timeout: d.Options.Timeout,
		Seed: cmp.Or(o.Seed, d.Options.Seed)}
	if o.TimeoutMs != nil {
		ask.Timeout = time.Duration(*o.TimeoutMs) * time.Millisecond
	}
	req := run.Request{Inputs: inputs, Stored: stored, Solvers: o.Solvers, Graders: o.Graders, Ask: ask}
	return d.start(ctx, func(ctx context.Context, progress work.Progress) (*run.Result, error) {
		return run.Run(ctx, d.Env, req, progress)
	})
}

// compact returns names without repetitions: a plugin that is named twice would be closed once.
func compact(names []string) []string {
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

// ResumeRun goes on with an interrupted run in the background. A run that is done, or that runs here, is a conflict.
func (d *Desk) ResumeRun(ctx context.Context, id int64) (int64, error) {
	stored, _, err := d.Env.Store.Run(ctx, id)
	if err != nil {
		return 0, err
	}
	if j := d.Jobs.Of(id); stored.State == "done" || j != nil && !j.Ended() {
		return 0, problem.Newf(http.StatusConflict, "run %d is %s", id, stored.State)
	}
	if !stored.Resumable() {
		return 0, problem.Newf(http.StatusConflict,
			"run %d is of the command %s, which does not go on where it ended", id, stored.Command)
	}
	d.find()
	return d.start(ctx, func(ctx context.Context, progress work.Progress) (*run.Result, error) {
		return run.Resume(ctx, d.Env, id, progress)
	})
}

// start starts a run, which keeps the plugins that it began with.
func (d *Desk) start(ctx context.Context, do func(context.Context, work.Progress) (*run.Result, error)) (int64, error) {
	return d.Jobs.Start(ctx, func(ctx context.Context, progress work.Progress) (*run.Result, error) {
		ctx, release := d.using(ctx)
		defer release()
		return do(ctx, progress)
	})
}

// CancelRun ends a run that was started here. Its answers stay, and it can be resumed.
func (d *Desk) CancelRun(_ context.Context, id int64) (int64, error) {
	j := d.Jobs.Of(id)
	if j == nil {
		return id, problem.Newf(http.StatusNotFound, "run %d was not started here", id)
	}
	j.Cancel()
	return id, nil
}

// CompareCharts are the charts of a comparison that the page shows. The histogram here is that of a metric.
var CompareCharts = []string{"cactus", "box", "scatter", "matrix"}

// Compared says which answers are compared, and how that is drawn.
type Compared struct {
	Runs    []int64 `query:"runs" doc:"the newest that holds answers of solvers if there are none"`
	Ref     string  `query:"ref" doc:"the solver that the others are compared with"`
	Against string  `query:"against" doc:"of a scatter chart: the solver that the reference is compared with"`
	Title   string  `query:"title" doc:"of the chart, instead of one that says what is drawn"`
}

// Values writes which answers are compared as a query.
func (q *Compared) Values() url.Values {
	v := url.Values{}
	if q.Ref != "" {
		v.Set("ref", q.Ref)
	}
	for _, run := range q.Runs {
		v.Set("runs", strings.TrimPrefix(v.Get("runs")+","+strconv.FormatInt(run, 10), ","))
	}
	return v
}

// OnPage is how wide charts are on a page, in pixels: their texts can be read on a phone, too.
const OnPage = 540

// Bins is how many bins a histogram has at most where nobody says.
const Bins = 20

// Histogram draws how the values of a metric are spread; mark says what bars are called and where they lead, or is nil.
func (d *Desk) Histogram(ctx context.Context, s *library.SpreadRecord, title string, width int,
	mark func(from, below float64, count int) chart.Mark) (*picture.Picture, error) {
	labels, err := library.MetricLabels(ctx, d.Env)
	if err != nil {
		return nil, err
	}
	label := "puzzles"
	if s.Approximate {
		label = "puzzles, of a sample of " + Estimated(int64(s.Puzzles+s.Without))
	}
	return chart.Histogram(chart.Chart{Title: cmp.Or(title, "Puzzles by "+s.Metric),
		XLabel: cmp.Or(labels[s.Metric], s.Metric),
		YLabel: label, Width: width}, Bins, chart.Group{Name: s.Metric, Values: s.Values, Mark: mark}), nil
}

// Bounds of comparisons that are kept: a page and its charts ask for the same.
const (
	comparisonAge  = 5 * time.Second
	maxComparisons = 2
)

// Compare compares solvers in runs. Whoever asks for the same within a moment gets the same comparison.
func (d *Desk) Compare(ctx context.Context, runs []int64, ref string) (*library.Comparison, error) {
	key, wait := fmt.Sprint(runs, " ", ref), slotWait+problem.ComputeTime
	c, err := d.comparisons.get(ctx, key, wait, func(ctx context.Context) (*library.Comparison, error) {
		release, err := d.slots.take(ctx)
		if err != nil {
			return nil, err
		}
		defer release()
		bounded, cancel := context.WithTimeout(ctx, problem.ComputeTime)
		defer cancel()
		return library.Compare(bounded, d.Env, library.CompareRequest{Runs: runs, Reference: ref})
	})
	if errors.Is(err, library.ErrNoAnswers) {
		return nil, problem.New(http.StatusNotFound, err.Error())
	}
	return c, err
}

// Mark names a puzzle in a chart and leads to it.
func (d *Desk) Mark(id int64) chart.Mark {
	m := NameOnly(id)
	m.Link = d.Path(fmt.Sprintf("/p/%d", id))
	return m
}

// NameOnly names a puzzle in a chart that leads nowhere.
func NameOnly(id int64) chart.Mark { return chart.Mark{Title: fmt.Sprintf("puzzle %d", id)} }
