package datasets

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/study/dataset"
)

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
			shown := 0
			err := dataset.Rows(c.Context(), args, func(columns []string) error {
				l = a.Listing(columns...)
				return l.Err()
			}, func(record any, texts []string) error {
				if shown++; most > 0 && shown > most {
					return errEnough
				}
				return l.Row(record, texts...)
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
