package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// Config is the command that shows and checks the configuration.
func Config(a *app.App) *cobra.Command {
	c := app.Command("config", nil)
	var origin bool
	show := app.Command("config show", func(context.Context, []string) error {
		return screen.Columns[app.Value]{Cells: func(v app.Value) []any {
			cells := []any{"key", v.Key, "value", yamlLine(v.Value)}
			if origin {
				cells = append(cells, "origin", v.Origin)
			}
			return cells
		}}.Write(a.Streams, a.Config.Values()...)
	})
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

// validate reports faults of the config that reading it does not find: in listed plugins, in the plugins that run uses,
// in its files, and in the metric of the levels.
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

// Version returns the command that says which build this is: version, commit, SQLite, kernel and system, for reports
// of faults.
func Version(a *app.App) *cobra.Command {
	c := app.Command("version", func(context.Context, []string) error {
		here := store.NewRun("version")
		b := build{Version: app.Version(), Commit: here.Commit, Go: runtime.Version(),
			Platform: here.OS, SQLite: store.SQLite(), Kernel: bundled.Kernel(), System: system()}
		if info, ok := debug.ReadBuildInfo(); ok {
			b.Build = buildSettings(info)
		}
		if a.Output == "" {
			_, err := fmt.Fprintf(a.Stdout, "%scommit  %s\nbuild   %s\nsqlite  %s\nkernel  %s\nsystem  %s\n", app.VersionLine(),
				cmp.Or(b.Commit, "unknown"), cmp.Or(b.Build, "unknown"), b.SQLite, b.Kernel, cmp.Or(b.System, b.Platform))
			return err
		}
		return screen.Columns[build]{Cells: func(b build) []any {
			return []any{"version", b.Version, "commit", b.Commit, "go", b.Go, "platform", b.Platform, "build",
				b.Build, "sqlite", b.SQLite, "kernel", b.Kernel, "system", b.System}
		}}.Write(a.Streams, b)
	})
	c.Annotations = map[string]string{"config": "none"}
	return c
}

// build is what this program is made of.
type build struct {
	Version string `json:"version"`
	// with "+dirty" if the source was changed; unknown to a build without version control
	Commit   string `json:"commit,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Build    string `json:"build"`
	SQLite   string `json:"sqlite"`
	Kernel   string `json:"kernel"` // of the 9×9 search
	System   string `json:"system,omitempty"`
}

// system returns the name and the release of the operating system's kernel, "" where no file says it.
func system() string {
	release, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return ""
	}
	return "Linux " + strings.TrimSpace(string(release))
}

// buildSettings returns the settings that decide what a build can do, as the go command records them.
func buildSettings(info *debug.BuildInfo) string {
	var settings []string
	for _, s := range info.Settings {
		known := slices.Contains([]string{"-race", "-tags", "-trimpath", "CGO_ENABLED"}, s.Key)
		if known || s.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
			settings = append(settings, s.Key+"="+s.Value)
		}
	}
	return strings.Join(settings, " ")
}
