package library

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

func DB(a *app.App) *cobra.Command {
	c := &cobra.Command{Use: "db", Aliases: []string{"library"}, Short: "Back up, check, query and tidy the database"}
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
				if err := store.Backup(c.Context(), a.Config.Database, args[0]); err != nil {
					return err
				}
				a.Remark("%s written", args[0])
				return nil
			},
		},
		&cobra.Command{
			Use: "upgrade", Short: "Bring a database of an older sudokuctl up to date, and keep a copy",
			Args:    cobra.NoArgs,
			Long:    "Bring a database that an older sudokuctl has written up to date. A copy of it as it was is kept beside it.",
			Example: "  sudokuctl db upgrade --db old.db",
			RunE:    func(c *cobra.Command, _ []string) error { return dbUpgrade(c.Context(), a) },
		},
		&cobra.Command{
			Use: "withdraw PLUGIN VERSION", Short: "Remove everything that a version of a plugin has found",
			Args: cobra.ExactArgs(2),
			Long: `Remove the results and grades of one version of a plugin, whatever its settings were. Verdicts and
disputes are derived again from what the other plugins found; verified solutions stay, and the grades
of an older version count again. The next run does the work again if it is asked for this version.`,
			Example: "  sudokuctl db backup before.db\n  sudokuctl db withdraw mysolver 0.1.0",
			RunE:    func(c *cobra.Command, args []string) error { return dbWithdraw(c.Context(), a, args[0], args[1]) },
		},
		&cobra.Command{
			Use: "check", Short: "Check the database for damage and wrong solutions",
			Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error { return dbCheck(c.Context(), a) },
		},
		&cobra.Command{
			Use: "sql QUERY|FILE|-", Short: "Run a read-only SQL query", Args: cobra.ExactArgs(1),
			Long: "Run a read-only SQL query that is given, or is in a file whose name ends in .sql, or comes from standard input (-).",
			Example: `  sudokuctl db sql "SELECT verdict, count(*) FROM puzzles GROUP BY verdict"
  sudokuctl db sql question.sql -o csv
  sudokuctl db sql - < question.sql`,
			RunE: func(c *cobra.Command, args []string) error {
				query, err := queryOf(a, args[0])
				if err != nil {
					return err
				}
				return dbSQL(c.Context(), a, query)
			},
		},
	)
	return c
}

func dbUpgrade(ctx context.Context, a *app.App) error {
	return a.WithExisting(ctx, func(s *store.Store) error {
		if s.Migrated().From == 0 {
			a.Remark("%s is up to date", a.Config.Database)
		}
		return nil
	})
}

func dbWithdraw(ctx context.Context, a *app.App, plugin, version string) error {
	return a.WithExisting(ctx, func(s *store.Store) error {
		done, err := library.Withdraw(ctx, a.Env(s), plugin, version)
		if err == nil {
			a.Remark("%d %s and %d %s of %s %s withdrawn", done.Results, screen.Plural(int(done.Results), "result"), done.Grades,
				screen.Plural(int(done.Grades), "grade"), plugin, version)
		}
		return err
	})
}

// queryOf returns the query that an argument is or names.
func queryOf(a *app.App, arg string) (string, error) {
	var text []byte
	var err error
	switch {
	case arg == "-":
		text, err = io.ReadAll(a.Stdin)
	case strings.HasSuffix(arg, ".sql"):
		text, err = os.ReadFile(arg)
	default:
		return arg, nil
	}
	if err != nil {
		return "", fmt.Errorf("reading the query: %w", err)
	}
	return string(text), nil
}

// noTable is how SQLite says that a table does not exist.
var noTable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`no such table: (\w+)`)
})

// suggested adds to the error of a query the view that it may have meant.
func suggested(ctx context.Context, s *store.Store, failed error) error {
	if failed == nil {
		return nil
	}
	if strings.HasSuffix(failed.Error(), "because it is a view") {
		return fmt.Errorf("%w: queries only read; edit, tag and delete change puzzles", failed)
	}
	name := noTable().FindStringSubmatch(failed.Error())
	if name == nil {
		return failed
	}
	var known []string
	err := s.SQL(ctx, "SELECT name FROM sqlite_schema WHERE type = 'view'", func(_ []string, v []any) error {
		known = append(known, v[0].(string))
		return nil
	})
	if err != nil {
		return failed
	}
	return fmt.Errorf("%w%s", failed, screen.DidYouMean(name[1], known))
}

func dbSQL(ctx context.Context, a *app.App, query string) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		var rows *screen.Rows[sqlRow]
		begin := func() (err error) {
			rows, err = (&screen.Columns[sqlRow]{Cells: sqlRow.cells, JSON: sqlRow.object}).On(a.Streams)
			return err
		}
		err := s.Query(ctx, query, func(columns []string, values []any) error {
			if rows == nil {
				if err := begin(); err != nil {
					return err
				}
			}
			return rows.Show(sqlRow{columns, values})
		})
		if err == nil && rows == nil { // no row, which a list in JSON has to say
			err = begin()
		}
		if rows == nil {
			return suggested(ctx, s, err)
		}
		return cmp.Or(err, rows.End())
	})
}

// sqlRow is a row of an answer to a query.
type sqlRow struct {
	columns []string
	values  []any
}

func (r sqlRow) cells() (cells []any) {
	for i, v := range r.values {
		if number, ok := v.(float64); ok {
			v = fmt.Sprint(number) // as SQLite writes it, with an exponent if it is very large or small
		}
		cells = append(cells, r.columns[i], v)
	}
	return cells
}

func (r sqlRow) object() any {
	all := map[string]any{}
	for i, v := range r.values {
		all[r.columns[i]] = v
	}
	return all
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
			return fmt.Errorf("%s: %d %s", a.Config.Database, len(problems), screen.Plural(len(problems), "problem"))
		}
		a.Remark("%s is sound", a.Config.Database)
		return nil
	})
}
