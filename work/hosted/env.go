// Package hosted does work with the plugins of a host, which are processes. A program of one's own that runs or solves puzzles
// as the command line does begins here.
package hosted

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Env returns what is needed to work with the plugins of a host, none of them configured, on a library, nil for none.
func Env(h *host.Host, s *store.Store) *work.Env {
	return &work.Env{
		Open: func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
			p, err := h.Open(ctx, host.Config{ID: id, Settings: settings})
			if err != nil {
				return nil, err // and no interface of a nil pointer
			}
			return p, nil
		},
		Plugins: func(yield func(string) bool) {
			for _, c := range h.Find() {
				if c.Rejected == "" && !yield(c.ID) {
					return
				}
			}
		},
		Store: s,
	}
}
