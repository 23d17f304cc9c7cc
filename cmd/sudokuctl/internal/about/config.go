// Package about is the commands about the program itself: its config and its version.
package about

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// Config is the command that shows and checks the configuration.
func Config(a *app.App) *cobra.Command {
	c := app.Command("config", nil)
	var origin bool
	show := app.Command("config show", func(context.Context, []string) error { return configShow(a, origin) })
	show.Flags().BoolVar(&origin, "origin", false, "say where each value comes from")
	validate := app.Command("config validate", func(ctx context.Context, _ []string) error { return validate(ctx, a) })
	path := app.Command("config path", func(context.Context, []string) error {
		if a.Config.File() == "" {
			a.Remark("no config file; looked for %s", strings.Join(app.ConfigPlaces(), " and "))
			return nil
		}
		_, err := fmt.Fprintln(a.Stdout, a.Config.File())
		return err
	})
	c.AddCommand(show, validate, path)
	return c
}

// validate reports the faults of the config that its reading has not found: of plugins that are listed, of those that run
// uses, of its files, and of the metric of the levels.
func validate(ctx context.Context, a *app.App) error {
	if err := a.Config.Unusable(); err != nil {
		return app.UsageErrorf("config %s: %w", a.Config.Name(), err)
	}
	env := a.Env(nil)
	var faults []error
	said := map[string]bool{}
	fault := func(where string, err error) {
		if err != nil && !said[err.Error()] {
			said[err.Error()] = true
			faults = append(faults, fmt.Errorf("config %s: %s%w", a.Config.Name(), where, err))
		}
	}
	for _, p := range a.Config.Plugins {
		if p.Enabled != nil && !*p.Enabled {
			continue
		}
		if why := a.Config.Plugin(p.ID).Refused; why != "" {
			a.Remark("%s was not checked: %s", p.ID, why)
			continue
		}
		_, err := env.Open(ctx, p.ID, nil)
		fault("", err)
	}
	runs := &a.Config.Run
	for _, id := range runs.Solvers {
		fault("run.solvers: ", (&run.Request{Solvers: []string{id}, Graders: []string{}}).Choose(ctx, env))
	}
	for _, id := range runs.Graders {
		fault("run.graders: ", (&run.Request{Solvers: []string{}, Graders: []string{id}}).Choose(ctx, env))
	}
	for _, arg := range runs.Input {
		_, err := input.Parse(arg, a.Stdin)
		fault("run.input: ", err)
	}
	fault("levels.metric: ", validateMetric(ctx, a.Config.Levels.Metric, env))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if faults != nil {
		return app.UsageErrorf("%w", errors.Join(faults...))
	}
	a.Remark("%s is good", a.Config.Name())
	return nil
}

// validateMetric requires that some plugin measures the metric of the levels, or that it comes with imported puzzles.
func validateMetric(ctx context.Context, metric string, env *work.Env) error {
	if strings.HasPrefix(metric, "imported_") {
		return nil
	}
	var known []string
	for id := range env.Plugins {
		p, err := env.Open(ctx, id, nil)
		if err != nil {
			continue // it may still be one that does not grade
		}
		info := p.Info()
		if info.Metric(metric) != nil {
			return nil
		}
		for _, m := range info.Metrics {
			known = append(known, m.Name)
		}
	}
	return fmt.Errorf("no plugin measures %q%s", metric, screen.DidYouMean(metric, known))
}

func configShow(a *app.App, origin bool) error {
	return screen.Columns[app.Value]{Cells: func(v app.Value) []any {
		cells := []any{"key", v.Key, "value", yamlLine(v.Value)}
		if origin {
			cells = append(cells, "origin", v.Origin)
		}
		return cells
	}}.Write(a.Streams, a.Config.Values()...)
}

// yamlLine writes a value as YAML on one line, a text without quotation marks.
func yamlLine(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	var node yaml.Node
	_ = node.Encode(value) // what was read as YAML can be written
	node.Style = yaml.FlowStyle
	text, _ := yaml.Marshal(&node)
	return strings.Join(strings.Fields(string(text)), " ")
}
