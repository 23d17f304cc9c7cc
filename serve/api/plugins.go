package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

func (a *api) plugins() {
	huma.Register(a.huma, operation[desk.Candidate](a.huma, http.MethodGet, "/plugins", "list-plugins",
		"what may be a plugin, and why each is used or not"),
		func(_ context.Context, in *struct{ Wanted }) (*answer, error) {
			return rendered(&in.Wanted, a.desk.Plugins())
		})
	a.plugin(http.MethodGet, "/plugins/{id}", "get-plugin",
		"what is known of a plugin; what it declares is null until it was started here", false)
	if !a.desk.Options.NoCompute {
		a.plugin(http.MethodPost, "/plugins/{id}/start", "start-plugin", "start a plugin that was found, to read what it declares", true)
	}
}

func (a *api) plugin(method, path, id, summary string, start bool) {
	huma.Register(a.huma, one[*desk.PluginDetail](method, path, id, summary), func(ctx context.Context, in *struct {
		ID string `path:"id" example:"dlx"`
	}) (*body[*desk.PluginDetail], error) {
		detail, err := a.desk.Plugin(ctx, in.ID, start)
		return found(a, detail, err)
	})
}
