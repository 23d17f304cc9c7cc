package library

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/store"
)

type exportOptions struct {
	app    *app.App
	filter store.Filter
	to     string
	sheet  sheetOptions
}

func Export(a *app.App) *cobra.Command {
	o := &exportOptions{app: a}
	c := &cobra.Command{
		Use:   "export --to FORMAT",
		Short: "write puzzles of the database in a file format",
		Long: `Write puzzles of the database to standard output. csv and jsonl keep solutions, grades,
tags and comments; other formats what they have room for, and a puzzle that does not fit is told and
left out. pdf prints pages with the known solutions behind into NAME.pdf; svg and png print each
page into a file, NAME-1.svg, NAME-2.svg and so on.`,
		Example: `  sudokuctl export --to csv > puzzles.csv
  sudokuctl export --where 'se >= 4.5 && clues <= 24' --limit 100 --to sdm
  sudokuctl export --where 'level == "hard"' --limit 12 --to pdf --file booklet --per-page 4`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.filter.Limit < 0 {
				return app.UsageErrorf("--limit must not be negative")
			}
			o.filter.Levels = a.Config.StoreLevels()
			return o.run(c.Context())
		},
	}
	c.Flags().StringVar(&o.to, "to", "line", "`FORMAT`: "+strings.Join(outFormats(), ", "))
	o.sheet.flags(c.Flags())
	c.Flags().StringVar(&o.filter.Where, "where", "", "`CONDITION` on puzzles, as for list")
	c.Flags().IntVar(&o.filter.Limit, "limit", 0, "puzzles at most, 0 = all")
	return c
}

func (o *exportOptions) run(ctx context.Context) error {
	out, err := writer(o.app, o.to, &o.sheet)
	if err != nil {
		return err
	}
	err = o.app.WithLibrary(ctx, func(s *store.Store) error {
		for listed, err := range s.List(ctx, o.filter) {
			if err != nil {
				return err
			}
			if err := out.write(o.recordOf(listed)); err != nil {
				return err
			}
		}
		return nil
	})
	return cmp.Or(err, out.end())
}

// recordOf returns what files can hold of a puzzle of the library; a printed one has its id and level
// besides.
func (o *exportOptions) recordOf(l *store.Listed) formats.Record {
	r := formats.Record{Puzzle: l.Puzzle, Solution: l.Solution, Tags: l.Tags,
		Origin: formats.NewOrigin(l.Puzzle.Name, l.Source.SHA256, l.Source.Licence)}
	if slices.Contains(screen.PictureKinds, o.to) {
		r.Fields = append(r.Fields, formats.Field{Name: "id", Text: strconv.FormatInt(l.ID, 10)})
		if level := levelOf(o.filter.Levels, l.Grades); level != "" {
			r.Fields = append(r.Fields, formats.Field{Name: "level", Text: level})
		}
		return r
	}
	for _, g := range l.Grades {
		r.Fields = append(r.Fields, formats.Field{Name: g.Metric, Text: strconv.FormatFloat(g.Value, 'g', -1, 64)})
	}
	return r
}
