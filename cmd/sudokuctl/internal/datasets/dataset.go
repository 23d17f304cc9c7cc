// Package datasets has the commands about data sets for learning systems.
package datasets

import (
	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
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
