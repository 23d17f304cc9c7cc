package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sudokuctl/sudokuctl/plugins"
	"github.com/sudokuctl/sudokuctl/work/catalog"
)

// PluginList opens the list of plugins that people have contributed: the one that plugin_index names, or the bundled
// copy. That copy also replaces a list whose server cannot be reached.
func (a *App) PluginList(ctx context.Context) (*catalog.List, error) {
	place, err := a.Config.pluginIndex()
	if err != nil {
		a.Remark("%v", err)
	}
	if place == "" {
		return catalog.Bundled(plugins.List)
	}
	l, err := catalog.Open(ctx, place, catalog.Client{})
	if errors.Is(err, catalog.ErrUnreachable) {
		a.Remark("%v; the bundled copy is used", err)
		return catalog.Bundled(plugins.List)
	}
	return l, err
}

// pluginIndex returns the file or address that plugin_index names, "" for the bundled copy. The list decides which
// program a name means, so a config that merely lies in the current folder cannot choose it.
func (c *Config) pluginIndex() (string, error) {
	place, origin := c.PluginIndex, c.origin("plugin_index")
	if place == "" {
		return "", nil
	}
	if strings.HasPrefix(origin, "environment") {
		if catalog.IsAddress(place) || filepath.IsAbs(place) {
			return place, nil
		}
		return "", errors.New("ignored SUDOKUCTL_PLUGIN_INDEX: want an address or an absolute path")
	}
	if from, err := c.fileSource(); from != own || err != nil {
		return "", cmp.Or(err, fmt.Errorf("ignored plugin_index of %s: only the config in %s chooses the list", c.file,
			cmp.Or(ownConfigFolder(), "your own config folder")))
	}
	if catalog.IsAddress(place) {
		return place, nil
	}
	return absolute(filepath.Dir(c.file), place), nil
}
