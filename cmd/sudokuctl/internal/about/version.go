package about

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// Version is the command that prints the version.
func Version(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		Annotations: map[string]string{"config": "none"},
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.Stdout, app.VersionLine())
			return err
		},
	}
}
