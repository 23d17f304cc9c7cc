// Package league has the command that lets all solvers play: "plugin league".
package league

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/serve/static"
	"github.com/sudokuctl/sudokuctl/study/league"
)

type options struct {
	app *app.App
	to  string
}

// Command is the command, one of those of "plugin".
func Command(a *app.App) *cobra.Command {
	o := &options{app: a}
	c := &cobra.Command{
		Use:   "league [SEASON.yaml]",
		Short: "Let all solvers play, and make a site of how they did",
		Long: `Let all installed solvers solve named collections of puzzles under equal budgets, and write static
pages: a ranking with intervals, who beats whom, bands, geometries, versions. SEASON.yaml names the
collections, the budget and, if not all are to play, the solvers; without it the samples of this
program are played.

The answers are in league.db in the folder. What is there is not solved again: an interrupted league
goes on, a new version of a plugin plays beside its older ones, and parts that other machines have
computed count after "sudokuctl merge PLAN PARTS --into FOLDER/league.db". See docs/league.md.`,
		Example: "  sudokuctl plugin league --to site\n  sudokuctl plugin league season.yaml --to site",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			file := ""
			if len(args) == 1 {
				file = args[0]
			}
			return o.run(c.Context(), file)
		},
	}
	c.Flags().StringVar(&o.to, "to", "league", "`FOLDER` for the pages and the answers")
	return c
}

func (o *options) run(ctx context.Context, file string) error {
	season, err := league.ReadSeason(file, app.Version())
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.to, 0o755); err != nil {
		return fmt.Errorf("making the folder of the league: %w", err)
	}
	o.app.Config.Set("database", filepath.Join(o.to, "league.db"))
	s, err := o.app.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	env, shown := o.app.Env(s), o.app.Screen()
	failed, err := league.Play(ctx, env, season, o.to, shown.Report)
	shown.End()
	for _, f := range failed {
		fmt.Fprintln(o.app.Stderr, f)
	}
	if err != nil {
		return err
	}
	standing, err := league.Stand(ctx, env, season)
	if err != nil {
		return err
	}
	again := "--to " + app.Quoted(o.to)
	if file != "" {
		again = app.Quoted(file) + " " + again
	}
	pages, err := league.Site(standing, o.to, static.Text("style.css"), again)
	if err != nil {
		return err
	}
	if err := o.list(standing); err != nil {
		return err
	}
	o.app.Remark("%d %s written; begin with %s", pages, screen.Plural(pages, "page"), filepath.Join(o.to, "index.html"))
	return nil
}

// list prints the ranking.
func (o *options) list(st *league.Standing) error {
	l := o.app.Listing()
	for _, s := range st.Scores {
		value := map[string]any{"rank": s.Rank, "solver": s.Solver, "duels_won": s.Value, "low": s.Low, "high": s.High}
		share := func(v float64) string { return fmt.Sprintf("%.3f", v) }
		l.Row(value, "rank", s.Rank, "solver", s.Solver, "duels_won", share(s.Value), "low", share(s.Low), "high", share(s.High))
	}
	return l.End()
}
