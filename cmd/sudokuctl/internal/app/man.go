package app

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (a *App) ManCommand() *cobra.Command {
	return &cobra.Command{
		Use:         "man FOLDER",
		Short:       "Write the man pages",
		Long:        "Write a man page for each command into a folder, which is made if it is not there.",
		Example:     "  sudokuctl man man1 && man man1/sudokuctl-run.1",
		Args:        cobra.ExactArgs(1),
		Annotations: map[string]string{"config": "none"},
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("writing man pages: %w", err)
			}
			header := &doc.GenManHeader{Title: "SUDOKUCTL", Section: "1", Source: "sudokuctl " + Version()}
			if err := doc.GenManTree(c.Root(), header, args[0]); err != nil {
				return fmt.Errorf("writing man pages: %w", err)
			}
			return nil
		},
	}
}
