package puzzles

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/run"
)

type gradeOptions struct {
	app     *app.App
	graders []string
	metrics []string
	timeout time.Duration
	save    bool
	failed  []string       // what graders said of puzzles that they could not measure in full
	lacking map[string]int // metrics that were asked for → puzzles to which they do not apply
}

func Grade(a *app.App) *cobra.Command {
	o := &gradeOptions{app: a, lacking: map[string]int{}}
	c := app.Command("grade", o.run)
	f := c.Flags()
	f.StringSliceVar(&o.graders, "grader", nil, "`IDs` of plugins, separated by commas (default run.graders of the config)")
	f.StringSliceVar(&o.metrics, "metric", nil, "show only these metrics, separated by commas")
	f.DurationVar(&o.timeout, "timeout", 0, "time limit for each puzzle and grader (default run.timeout of the config)")
	f.BoolVar(&o.save, "save", false, "save puzzles and grades in the database")
	c.MarkFlagsMutuallyExclusive("save", "metric")
	return c
}

func (o *gradeOptions) run(ctx context.Context, args []string) error {
	in, err := o.app.Inputs(args)
	if err != nil {
		return err
	}
	c := &o.app.Config.Run
	req := ask.GradeRequest{Metrics: o.metrics, Others: len(o.graders) == 0, Ask: runner.Ask{Seed: c.Seed, Timeout: o.timeout}}
	if req.Graders, err = o.app.ChosenPlugins(ctx, o.graders, c.Graders, sudoku.PowerGrade); err != nil {
		return err
	}
	if req.Timeout == 0 {
		req.Timeout = c.Timeout
	}
	if o.save {
		return runs.Begin(ctx, o.app, run.Request{Command: "grade", Inputs: in, Solvers: []string{},
			Graders: req.Graders, Ask: req.Ask})
	}
	grading, err := ask.OpenGraders(ctx, o.app.Env(nil), req)
	if err != nil {
		return err
	}
	out, err := o.output(grading)
	if err != nil {
		return err
	}
	return o.app.Over(ctx, in, func(report work.Progress) (int, error) {
		return grading.Each(ctx, in, report, func(r *record.Grade) error {
			if r.Error != "" {
				o.failed = append(o.failed, r.Name+": "+r.Error)
			} else {
				o.noteLacking(r)
			}
			return out.show(r)
		})
	}, func() error {
		o.remarkFailed()
		o.remarkLacking(grading)
		return out.end()
	})
}

// remarkFailed names the puzzles that could not be measured in full.
func (o *gradeOptions) remarkFailed() {
	for _, failure := range o.failed[:min(len(o.failed), app.MaxBadLines)] {
		o.app.Remark("%s", failure)
	}
	if more := len(o.failed) - app.MaxBadLines; more > 0 {
		o.app.Remark("%d more %s not measured in full", more, screen.Plural(more, "puzzle"))
	}
}

// noteLacking counts the metrics that were asked for and that a puzzle without any fault lacks.
func (o *gradeOptions) noteLacking(r *record.Grade) {
	for _, metric := range o.metrics {
		if _, ok := r.Grades[metric]; !ok {
			o.lacking[metric]++
		}
	}
}

// remarkLacking names metrics that do not apply to all puzzles, such as people's times to other boards than 9×9.
func (o *gradeOptions) remarkLacking(grading *ask.Grading) {
	for _, metric := range o.metrics {
		if n := o.lacking[metric]; n > 0 {
			o.app.Remark("%s does not apply to %d %s; it is: %s", metric, n, screen.Plural(n, "puzzle"), grading.Metric(metric).Summary)
		}
	}
}
