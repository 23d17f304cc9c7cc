package library

import (
	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// Edit is the command that gives puzzles another name or comment.
func Edit(a *app.App) *cobra.Command {
	var name, comment, where string
	c := &cobra.Command{
		Use:   "edit [ID|PUZZLE]…",
		Short: "Change the name or the comment of puzzles",
		Long: `Change the name or the comment of puzzles that are named by number or by their cells, or of those that a condition
picks. An empty text removes it: a puzzle without a name is called by its source and line. Where it came from stays known.`,
		Example: `  sudokuctl edit 12 --name 'AI Escargot' --comment 'by Arto Inkala, 2006'
  sudokuctl edit --where 'source ~ "june.txt"' --comment 'for the June issue'
  sudokuctl edit 12 --comment ''`,
		RunE: func(c *cobra.Command, args []string) error {
			var d store.Description
			if c.Flags().Changed("name") {
				d.Name = &name
			}
			if c.Flags().Changed("comment") {
				d.Comment = &comment
			}
			if d == (store.Description{}) {
				return app.UsageErrorf("say what to change: --name, --comment or both")
			}
			return chosen(c.Context(), a, args, where, false, func(env *work.Env, ids []int64) error {
				n, err := env.Store.Describe(c.Context(), d, ids...)
				if err == nil {
					a.Remark("%d %s changed", n, screen.Plural(int(n), "puzzle"))
				}
				return err
			})
		},
	}
	c.Flags().StringVar(&name, "name", "", "`NAME` of the puzzles, empty for none")
	c.Flags().StringVar(&comment, "comment", "", "`TEXT` about the puzzles, empty for none")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	return c
}
