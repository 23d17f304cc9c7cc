package plugins

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/work/catalog"
)

func searchCommand(a *app.App) *cobra.Command {
	return app.Command("plugin search", func(ctx context.Context, args []string) error { return search(ctx, a, args) })
}

// listedPlugin is a line of "plugin search".
type listedPlugin struct {
	catalog.Entry
	Added bool `json:"added"`
}

func search(ctx context.Context, a *app.App, words []string) error {
	list, err := a.PluginList(ctx)
	if err != nil {
		return err
	}
	added, err := app.Records().Plugins()
	if err != nil {
		return err
	}
	here := map[string]bool{}
	for _, p := range added {
		here[p.ID] = true
	}
	var found []listedPlugin
	for _, e := range list.Search(words...) {
		found = append(found, listedPlugin{e, here[e.ID]})
	}
	if len(found) == 0 {
		a.Remark("none of the %d plugins of the list has all of these words", len(list.Plugins))
	}
	return screen.Columns[listedPlugin]{Cells: func(p listedPlugin) []any {
		yes := ""
		if p.Added {
			yes = "yes"
		}
		return []any{"id", p.ID, "version", p.Version, "can", strings.Join(p.Can, " "), "added", yes, "summary", p.Summary}
	}}.Write(a.Streams, found...)
}
