package app

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/store"
)

// OpenBare opens a plugin with exactly these settings, whatever the config says, even if it is disabled there.
func (a *App) OpenBare(ctx context.Context, id string, settings map[string]any) (*host.Plugin, error) {
	c := a.Config.Plugin(id)
	c.Settings, c.Disabled = settings, false
	return a.start(ctx, c)
}

// techniques returns the words that labels of the metric "techniques" are made of, as the graders of the config
// declare them. A grader that cannot be opened is left out: a condition can do without.
func (a *App) techniques(ctx context.Context) []string {
	var all []string
	for _, id := range a.Config.Run.Graders {
		p, err := a.Open(ctx, id, "")
		if err != nil {
			continue
		}
		info := p.Info()
		if m := info.Metric(store.TechniquesMetric); m != nil {
			all = append(all, m.Labels...)
		}
	}
	return all
}
