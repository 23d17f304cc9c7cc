package library

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/store"
)

func DB(a *app.App) *cobra.Command {
	c := &cobra.Command{Use: "db", Short: "Back up, check and query the database"}
	c.AddCommand(
		&cobra.Command{
			Use: "path", Short: "Print where the database is", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				path, err := filepath.Abs(a.Config.Database)
				if err != nil {
					return fmt.Errorf("finding database: %w", err)
				}
				_, err = fmt.Fprintln(a.Stdout, path)
				return err
			},
		},
		&cobra.Command{
			Use: "backup FILE", Short: "Write a copy of the database, also while it is in use",
			Args:    cobra.ExactArgs(1),
			Example: "  sudokuctl db backup monday.db",
			RunE: func(c *cobra.Command, args []string) error {
				return store.Backup(c.Context(), a.Config.Database, args[0])
			},
		},
		&cobra.Command{
			Use: "check", Short: "Check the database for damage and wrong solutions",
			Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error { return dbCheck(c.Context(), a) },
		},
		&cobra.Command{
			Use: "sql QUERY", Short: "Run a read-only SQL query", Args: cobra.ExactArgs(1),
			Example: `  sudokuctl db sql "SELECT verdict, count(*) FROM puzzles GROUP BY verdict"`,
			RunE:    func(c *cobra.Command, args []string) error { return dbSQL(c.Context(), a, args[0]) },
		},
	)
	return c
}

func dbSQL(ctx context.Context, a *app.App, query string) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		var l *app.Listing
		err := s.SQL(ctx, query, func(columns []string, values []any) error {
			if l == nil {
				var err error
				if l, err = a.Listing(columns...); err != nil {
					return err
				}
			}
			row, cells := map[string]any{}, make([]string, len(values))
			for i, v := range values {
				row[columns[i]] = v
				if v != nil {
					cells[i] = fmt.Sprint(v)
				}
			}
			return l.Row(row, cells...)
		})
		if l == nil {
			return err
		}
		return cmp.Or(err, l.End())
	})
}

func dbCheck(ctx context.Context, a *app.App) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		problems, err := s.Check(ctx)
		if err != nil {
			return err
		}
		for _, p := range problems {
			fmt.Fprintln(a.Stdout, p)
		}
		if len(problems) > 0 {
			return fmt.Errorf("%s: %d %s", a.Config.Database, len(problems), app.Plural(len(problems), "problem"))
		}
		a.Remark("%s is sound", a.Config.Database)
		return nil
	})
}
