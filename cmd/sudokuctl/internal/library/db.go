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

// DB is the family of commands about the database file.
func DB(a *app.App) *cobra.Command {
	c := app.Command("db", nil)
	c.Aliases = []string{"library"}
	c.AddCommand(
		app.Command("db path", func(context.Context, []string) error {
			path, err := filepath.Abs(a.Config.Database)
			if err != nil {
				return fmt.Errorf("finding database: %w", err)
			}
			_, err = fmt.Fprintln(a.Stdout, path)
			return err
		}),
		app.Command("db backup", func(ctx context.Context, args []string) error {
			if err := store.Backup(ctx, a.Config.Database, args[0]); err != nil {
				return err
			}
			a.Remark("%s written", args[0])
			return nil
		}),
		app.Command("db upgrade", func(ctx context.Context, _ []string) error {
			return a.WithExisting(ctx, func(s *store.Store) error {
				if s.Migrated().From == 0 {
					a.Remark("%s is up to date", a.Config.Database)
				}
				return nil
			})
		}),
		app.Command("db withdraw", func(ctx context.Context, args []string) error {
			return a.WithExisting(ctx, func(s *store.Store) error {
				done, err := library.Withdraw(ctx, a.Env(s), args[0], args[1])
				if err == nil {
					a.Remark("%d %s and %d %s of %s %s withdrawn", done.Results,
						screen.Plural(int(done.Results), "result"), done.Grades,
						screen.Plural(int(done.Grades), "grade"), args[0], args[1])
				}
				return err
			})
		}),
		app.Command("db check", func(ctx context.Context, _ []string) error {
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
		}),
		app.Command("db sql", func(ctx context.Context, args []string) error {
			query, err := queryOf(a, args[0])
			if err != nil {
				return err
			}
			return dbSQL(ctx, a, query)
		}),
		dbPlays(a),
	)
	return c
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

// dbSQL runs a query for reading only.
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

// cells returns the values for a table.
func (r sqlRow) cells() (cells []any) {
	for i, v := range r.values {
		if number, ok := v.(float64); ok {
			v = fmt.Sprint(number) // as SQLite writes it, with an exponent if it is very large or small
		}
		cells = append(cells, r.columns[i], v)
	}
	return cells
}

// object returns the values by column, for JSON.
func (r sqlRow) object() any {
	all := map[string]any{}
	for i, v := range r.values {
		all[r.columns[i]] = v
	}
	return all
}

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
