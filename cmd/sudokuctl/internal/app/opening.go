package app

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/host"
)

// OpenBare opens a plugin with exactly these settings, whatever the config says, even if it is disabled there.
func (a *App) OpenBare(ctx context.Context, id string, settings map[string]any) (*host.Plugin, error) {
	c := a.Config.Plugin(id)
	c.Settings, c.Disabled = settings, false
	return a.start(ctx, c)
}
