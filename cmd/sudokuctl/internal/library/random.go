package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// Random is the command that draws puzzles from the library.
func Random(a *app.App) *cobra.Command {
	var n int
	var level, where string
	var seed uint64
	c := app.Command("random", nil)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if n < 1 {
			return app.UsageErrorf("-n must be at least 1")
		}
		if !c.Flags().Changed("seed") {
			seed = rand.Uint64()
		}
		app.CollectLess() // a quarter less work, for a few MB
		return draw(c.Context(), a, level, where, n, seed)
	}
	c.Flags().IntVarP(&n, "count", "n", 1, "number of puzzles")
	app.Renamed(c, map[string]string{"number": "count"})
	c.Flags().StringVar(&level, "level", "", "`LEVEL` of the config")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles (default: no constraints beyond houses)")
	c.Flags().Uint64Var(&seed, "seed", 0, "random seed (default: chosen at random)")
	return c
}

// draw lists n puzzles drawn from those of a level that meet a condition.
func draw(ctx context.Context, a *app.App, level, where string, n int, seed uint64) error {
	s, done, err := a.OpenStock(ctx, false)
	if err != nil {
		return err
	}
	defer done()
	env := a.Env(s)
	drawn, err := library.Draw(ctx, env, level, where, n, seed)
	var ungraded *store.WhereError // no puzzle has a level
	target := ask.RangeOfLevel(env.Levels, level, nil)
	if where == "" && (level == "" || target != nil) && len(drawn) == 0 && (err == nil || errors.As(err, &ungraded)) {
		return makeInstead(ctx, a, target, level, n, seed)
	}
	if err != nil {
		return err
	}
	if len(drawn) == 0 {
		return fmt.Errorf("no puzzle of %s fits %s", a.Config.Database,
			library.OfLevel(level, cmp.Or(where, library.Classic)))
	}
	columns, err := puzzleColumns(ctx, a, env)
	if err != nil {
		return err
	}
	record := func(l *store.Listed) *library.ListRecord { return library.NewListRecord(l, env.Levels) }
	return screen.Columns[*store.Listed]{
		Line: func(l *store.Listed) string { return l.Puzzle.String() },
		Grid: func(l *store.Listed) string {
			return titled(a, "puzzle "+strconv.FormatInt(l.ID, 10), work.LevelOf(env.Levels, l.Grades), l.Puzzle)
		},
		Cells: func(l *store.Listed) []any { return columns.Cells(record(l)) },
		JSON:  func(l *store.Listed) any { return record(l) },
	}.Write(a.Streams, drawn...)
}

// makeInstead makes n puzzles of a level, nil for any, for somebody for whom the library has none.
func makeInstead(ctx context.Context, a *app.App, level *ask.Range, name string, n int, seed uint64) error {
	env := a.Env(nil)
	rows, err := (&screen.Columns[*sudoku.Puzzle]{
		Line:  (*sudoku.Puzzle).String,
		Grid:  func(p *sudoku.Puzzle) string { return titled(a, "new puzzle", name, p) },
		Cells: func(p *sudoku.Puzzle) []any { return []any{"puzzle", p.String(), "level", name, "clues", p.Clues()} },
		JSON:  func(p *sudoku.Puzzle) any { return record.NewMade(p) },
	}).On(a.Streams)
	if err != nil {
		return err
	}
	a.Remark("%s has no %s: what follows is new, and not kept", a.Config.Database, strings.TrimSpace(name+" puzzle"))
	err = ask.Generate(ctx, env, ask.GenerateRequest{Target: level, Graders: a.Config.Run.Graders, Attempts: 20,
		Timeout: a.Config.Run.Timeout, Order: sudoku.Order{Geometry: sudoku.MustGeometry("9"), Count: n, Seed: seed}},
		nil, rows.Show)
	return cmp.Or(err, rows.End())
}
