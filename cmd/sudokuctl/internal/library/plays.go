package library

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// dbPlays is the command about what people report of puzzles.
func dbPlays(a *app.App) *cobra.Command {
	var remove string
	c := app.Command("db plays", func(ctx context.Context, _ []string) error {
		return a.WithExisting(ctx, func(s *store.Store) error { return ratePlays(ctx, a, s, remove) })
	})
	c.Flags().StringVar(&remove, "delete", "", "delete the plays of a `PLAYER`, or of all, first")
	return c
}

// ratePlays rates all puzzles by plays, after it has removed those of a player.
func ratePlays(ctx context.Context, a *app.App, s *store.Store, remove string) error {
	if remove != "" {
		player := new(store.NewPlayID(remove))
		if remove == "all" {
			player = nil
		}
		n, err := s.DeletePlays(ctx, player)
		if err != nil {
			return err
		}
		a.Remark("%d %s deleted", n, screen.Plural(int(n), "play"))
	}
	r, err := library.RatePlays(ctx, s)
	if err != nil {
		return err
	}
	return screen.Columns[*library.Ratings]{Cells: func(r *library.Ratings) []any {
		plays, puzzles := r.Counts()
		return []any{"plays", plays, "puzzles", puzzles, "players", len(r.Players)}
	}}.Write(a.Streams, r)
}
