// Package datasets has the commands about data sets for learning systems.
package datasets

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/study/dataset"
)

// Dataset is the command that makes data sets and examines them.
func Dataset(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "dataset",
		Short: "Make data sets for learning systems, and examine any",
		Long: `Make puzzles for training and testing that have nothing in common up to symmetry, and find in
the files of others what spoils a measurement: puzzles without a single solution, wrong solutions,
images of one puzzle, leaks from training into test.`,
	}
	c.AddCommand(makeCommand(a), auditCommand(a), showCommand(a))
	return c
}

// errEnough ends the reading of rows when all that were wanted are shown.
var errEnough = errors.New("enough rows")

func showCommand(a *app.App) *cobra.Command {
	var most int
	c := &cobra.Command{
		Use:   "show FILE…",
		Short: "Show the rows of Parquet files, for programs that cannot read them",
		Long: `Show the rows of Parquet files: of "dataset make", of "export --to parquet" or of anybody, as a table,
CSV or JSON lines. Columns that hold lists are left out.`,
		Example: `  sudokuctl dataset show set/data/test-00000.parquet -n 3
  sudokuctl dataset show set/data/train-*.parquet -o csv > train.csv`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			var l *screen.Listing
			var names []string
			shown := 0
			err := dataset.Rows(c.Context(), args, func(columns []string) error {
				l, names = a.Listing(), columns
				return l.Err()
			}, func(record any, texts []string) error {
				if shown++; most > 0 && shown > most {
					return errEnough
				}
				var cells []any
				for i, text := range texts {
					cells = append(cells, names[i], text)
				}
				return l.Row(record, cells...)
			})
			if err != nil && !errors.Is(err, errEnough) {
				return err
			}
			return l.End()
		},
	}
	app.Renamed(c, map[string]string{"number": "count"})
	c.Flags().IntVarP(&most, "count", "n", 0, "show at most this many rows, 0 = all")
	return c
}
