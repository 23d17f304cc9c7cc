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
	c := app.Command("export", func(ctx context.Context, _ []string) error {
		if o.limit < 0 {
			return app.UsageErrorf("--limit must not be negative")
		}
		return o.run(ctx)
	})
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
