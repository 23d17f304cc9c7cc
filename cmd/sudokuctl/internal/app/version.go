package app

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Version returns the version of this binary: that of the module, or "devel" with the commit.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "devel"
	}
	return info.Main.Version
}

func (a *App) VersionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		Annotations: map[string]string{"config": "none"},
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.Stdout, versionLine())
			return err
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("sudokuctl %s %s %s/%s\n", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
