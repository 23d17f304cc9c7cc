package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/store"
)

func (a *app) dbCommand() *cobra.Command {
	c := &cobra.Command{Use: "db", Short: "look after the database"}
	c.AddCommand(
		&cobra.Command{
			Use: "path", Short: "print where the database is", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				path, err := filepath.Abs(a.config.Database)
				if err != nil {
					return fmt.Errorf("finding database: %w", err)
				}
				_, err = fmt.Fprintln(a.stdout, path)
				return err
			},
		},
		&cobra.Command{
			Use: "backup FILE", Short: "write a copy of the database, also while it is in use",
			Args:    cobra.ExactArgs(1),
			Example: "  sudokuctl db backup monday.db",
			RunE: func(c *cobra.Command, args []string) error {
				return a.withLibrary(c.Context(), func(s *store.Store) error { return s.Backup(c.Context(), args[0]) })
			},
		},
		&cobra.Command{
			Use: "check", Short: "check that the database is whole and its solutions are solutions",
			Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error { return a.dbCheck(c.Context()) },
		},
		&cobra.Command{
			Use: "sql QUERY", Short: "ask the database in SQL, reading only", Args: cobra.ExactArgs(1),
			Example: `  sudokuctl db sql "SELECT verdict, count(*) FROM puzzles GROUP BY verdict"`,
			RunE:    func(c *cobra.Command, args []string) error { return a.dbSQL(c.Context(), args[0]) },
		},
	)
	return c
}

func (a *app) dbSQL(ctx context.Context, query string) error {
	return a.withLibrary(ctx, func(s *store.Store) error {
		var l *listing
		err := s.SQL(ctx, query, func(columns []string, values []any) error {
			if l == nil {
				var err error
				if l, err = a.listing(columns...); err != nil {
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
			return l.row(row, cells...)
		})
		if l == nil {
			return err
		}
		return cmp.Or(err, l.end())
	})
}

func (a *app) dbCheck(ctx context.Context) error {
	return a.withLibrary(ctx, func(s *store.Store) error {
		problems, err := s.Check(ctx)
		if err != nil {
			return err
		}
		for _, p := range problems {
			fmt.Fprintln(a.stdout, p)
		}
		if len(problems) > 0 {
			return fmt.Errorf("%s: %d %s", a.config.Database, len(problems), plural(len(problems), "problem"))
		}
		a.remark("%s is sound", a.config.Database)
		return nil
	})
}
