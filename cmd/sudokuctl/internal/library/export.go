package library

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

type exportOptions struct {
	app   *app.App
	where string
	limit int
	to    string
	sheet sheetOptions

	columns []string
}

func Export(a *app.App) *cobra.Command {
	o := &exportOptions{app: a}
	c := &cobra.Command{
		Use:   "export --to FORMAT",
		Short: "Export puzzles of the database",
		Long: `Write puzzles of the database to standard output. csv and jsonl keep solutions, grades, tags and
comments; the columns of csv are all metrics of the database, level and name, or those of --columns, whatever
puzzles are written. Other formats keep what they have room for; a puzzle that does not fit is reported and
left out. pdf prints pages with the known solutions behind into NAME.pdf; svg prints each page into a
file, NAME-1.svg, NAME-2.svg and so on.`,
		Example: `  sudokuctl export --to csv > puzzles.csv
  sudokuctl export --where 'se >= 4.5 && clues <= 24' --limit 100 --to sdm
  sudokuctl export --where 'level == "hard"' --limit 12 --to pdf --file booklet --per-page 4`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.limit < 0 {
				return app.UsageErrorf("--limit must not be negative")
			}
			return o.run(c.Context())
		},
	}
	app.OneOf(c.Flags(), &o.to, "to", "line", outFormats(), "`FORMAT`")
	c.Flags().StringSliceVar(&o.columns, "columns", nil, "`METRICS` that are columns of csv, in this order (default all of the database)")
	o.sheet.flags(c.Flags())
	c.Flags().StringVar(&o.where, "where", "", "`CONDITION` on puzzles, as for list")
	c.Flags().IntVarP(&o.limit, "limit", "n", 0, "write at most this many puzzles, 0 = no limit")
	return c
}

func (o *exportOptions) run(ctx context.Context) error {
	if o.app.Output != "" {
		return app.UsageErrorf("--to says in which format export writes; leave out --output %s", o.app.Output)
	}
	out, err := writer(o.app, o.to, &o.sheet)
	if err != nil {
		return err
	}
	return o.app.WithLibrary(ctx, func(s *store.Store) error {
		env := o.app.Env(s)
		filter := env.Filter(o.where)
		accepted := filter
		accepted.IDs = []int64{}
		if _, err := s.Count(ctx, accepted); err != nil {
			return err // before anything is written, be it a header
		}
		filter.Limit = o.limit
		if err := o.setColumns(ctx, env, out.out); err != nil {
			return err
		}
		err := library.Export(ctx, env, filter, slices.Contains(picture.Kinds, o.to), out.write)
		return cmp.Or(err, out.end())
	})
}

// setColumns makes the columns of a table depend on the library alone, and not on which puzzle comes first.
func (o *exportOptions) setColumns(ctx context.Context, env *work.Env, out formats.Writer) error {
	table, ok := out.(formats.Columner)
	if !ok {
		if o.columns != nil {
			return app.UsageErrorf("--columns is for csv")
		}
		return nil
	}
	all, err := library.MetricNames(ctx, env)
	if err != nil {
		return err
	}
	all = append(all, "level", "name")
	for _, name := range o.columns {
		if !slices.Contains(all, name) {
			return app.UsageErrorf("--columns: there is no metric %q%s", name, screen.DidYouMean(name, all))
		}
	}
	if o.columns != nil {
		all = o.columns
	}
	table.SetColumns(all)
	return nil
}
