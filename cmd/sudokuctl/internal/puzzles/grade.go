package puzzles

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

type GradeOptions struct {
	App     *app.App
	Graders []string
	metrics []string
	timeout time.Duration
	failed  []string // what graders said of puzzles that they could not measure in full
}

func Grade(a *app.App) *cobra.Command {
	o := &GradeOptions{App: a}
	c := &cobra.Command{
		Use:   "grade [PUZZLE|FILE|-]…",
		Short: "measure how difficult puzzles are",
		Long: `Measure puzzles with one or several graders, by default those of run.graders in the config.
Each value names the plugin and version that measured it. A puzzle that a grader cannot measure
within --timeout keeps what it came to, and the reason is told on standard error and in the record
(error).`,
		Example: `  sudokuctl grade sample:famous -o table
  sudokuctl grade puzzles.txt --grader entropybt --metric information_entropy -o jsonl
  sudokuctl grade sample:famous --set rules.techniques=hodoku,-uniqueness --set rules.count=wings,skyscraper`,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringSliceVar(&o.Graders, "grader", nil, "plugin `IDs`")
	f.StringSliceVar(&o.metrics, "metric", nil, "show these metrics alone")
	f.DurationVar(&o.timeout, "timeout", 0, "time for each puzzle and grader (default run.timeout of the config)")
	return c
}

// gradeRecord is one line of "grade -o jsonl". Its keys are stable.
type gradeRecord struct {
	Name     string             `json:"name"`
	Puzzle   string             `json:"puzzle"`
	Geometry string             `json:"geometry"`
	Grades   map[string]float64 `json:"grades"`
	Labels   map[string]string  `json:"labels"`
	By       map[string]string  `json:"by"`
	Error    string             `json:"error,omitempty"`
}

func (o *GradeOptions) run(ctx context.Context, args []string) error {
	in, err := o.App.Puzzles(args)
	if err != nil {
		return err
	}
	if len(o.Graders) == 0 {
		o.Graders = o.App.Config.Run.Graders
	}
	if o.timeout == 0 {
		o.timeout = o.App.Config.Run.Timeout
	}
	plugins, metrics, err := o.Open(ctx)
	if err != nil {
		return err
	}
	l, err := o.App.Listing(append([]string{"name", "puzzle"}, metrics...)...)
	if err != nil {
		return err
	}
	walkErr := o.walk(ctx, in, plugins, func(r *gradeRecord) error {
		if r.Error != "" {
			o.failed = append(o.failed, r.Name+": "+r.Error)
		}
		return l.Row(r, r.cells(metrics)...)
	})
	o.tellFailed()
	return cmp.Or(l.End(), walkErr, in.Verdict())
}

// tellFailed tells of the puzzles that could not be measured in full.
func (o *GradeOptions) tellFailed() {
	for _, failure := range o.failed[:min(len(o.failed), app.MaxBadLines)] {
		o.App.Remark("%s", failure)
	}
	if more := len(o.failed) - app.MaxBadLines; more > 0 {
		o.App.Remark("%d more %s not measured in full", more, app.Plural(more, "puzzle"))
	}
}

// Open opens the graders and returns the metrics to show, in the order in which they are declared.
func (o *GradeOptions) Open(ctx context.Context) ([]*host.Plugin, []string, error) {
	var plugins []*host.Plugin
	var metrics []string
	for _, id := range o.Graders {
		p, err := o.App.Open(ctx, id, "")
		if err != nil {
			return nil, nil, err
		}
		info := p.Info()
		if !info.Has("grade") {
			return nil, nil, app.UsageErrorf("plugin %q cannot grade; it can %s", id, strings.Join(info.Powers, ", "))
		}
		plugins = append(plugins, p)
		for _, m := range info.Metrics {
			metrics = append(metrics, m.Name)
		}
	}
	for _, name := range o.metrics {
		if !slices.Contains(metrics, name) {
			return nil, nil, app.UsageErrorf("no grader of %s has a metric %q%s", strings.Join(o.Graders, ", "), name,
				app.DidYouMean(name, metrics))
		}
	}
	if len(o.metrics) > 0 {
		metrics = o.metrics
	}
	return plugins, metrics, nil
}

// GradeChunk is how many puzzles are held while every grader measures them.
const GradeChunk = 2_000

// walk grades the input chunk by chunk with all graders and shows the records in the order of the input.
func (o *GradeOptions) walk(ctx context.Context, in *app.Input, plugins []*host.Plugin,
	show func(*gradeRecord) error) error {
	bar := o.App.Progress("grading", 0)
	defer bar.End()
	var chunk []*sudoku.Puzzle
	var failed error
	flush := func() error {
		records, err := o.Chunk(ctx, chunk, plugins)
		for i := 0; err == nil && i < len(records); i++ {
			err = show(records[i])
		}
		bar.Add(len(chunk))
		chunk = chunk[:0]
		return err
	}
	err := in.Each(ctx, func(p *sudoku.Puzzle) bool {
		if chunk = append(chunk, p); len(chunk) == GradeChunk {
			failed = flush()
		}
		return failed == nil
	})
	if failed == nil {
		failed = flush()
	}
	return cmp.Or(failed, err)
}

func (o *GradeOptions) Chunk(ctx context.Context, puzzles []*sudoku.Puzzle,
	plugins []*host.Plugin) ([]*gradeRecord, error) {
	records := make([]*gradeRecord, len(puzzles))
	for i, p := range puzzles {
		records[i] = &gradeRecord{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry.String(),
			Grades: map[string]float64{}, Labels: map[string]string{}, By: map[string]string{}}
	}
	for _, p := range plugins {
		info := p.Info()
		by := p.ID() + " " + info.Version
		err := p.Grade(ctx, host.Numbered(puzzles),
			host.SolveOptions{Ask: sudoku.Ask{Seed: o.App.Config.Run.Seed, Timeout: o.timeout}},
			func(i uint64, g sudoku.Result) error {
				records[i].add(g, by, o.metrics)
				return nil
			})
		if err != nil {
			return nil, err
		}
	}
	return records, nil
}

// add enters what one grader says, of the wanted metrics, or of all where none is named.
func (r *gradeRecord) add(g sudoku.Result, by string, wanted []string) {
	if g.Err != nil {
		why := g.Err.Error()
		if errors.Is(g.Err, context.DeadlineExceeded) {
			why = "the time was up"
		}
		r.Error = strings.TrimPrefix(r.Error+"; "+by+": "+why, "; ")
	}
	for _, grade := range g.Grades {
		if len(wanted) > 0 && !slices.Contains(wanted, grade.Metric) {
			continue
		}
		r.Grades[grade.Metric] = grade.Value
		r.By[grade.Metric] = by
		if grade.Label != "" {
			r.Labels[grade.Metric] = grade.Label
		}
	}
}

func (r *gradeRecord) cells(metrics []string) []string {
	cells := []string{r.Name, r.Puzzle}
	for _, m := range metrics {
		cells = append(cells, screen.GradeText(r.Grades, r.Labels, m))
	}
	return cells
}
