package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version returns the version of this binary: that of the module, or "devel" with the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "devel"
	}
	return info.Main.Version
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Args: cobra.NoArgs,
		Annotations: map[string]string{"config": "none"},
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.stdout, "sudokuctl %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS,
				runtime.GOARCH)
			return err
		},
	}
}
