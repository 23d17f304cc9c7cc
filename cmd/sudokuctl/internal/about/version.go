package about

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/store"
)

// Version is the command that says what this program is made of.
func Version(a *app.App) *cobra.Command {
	c := app.Command("version", func(context.Context, []string) error { return printVersion(a) })
	c.Annotations = map[string]string{"config": "none"}
	return c
}

func printVersion(a *app.App) error {
	b := thisBuild()
	if a.Output == "" {
		return b.print(a.Stdout)
	}
	return screen.Columns[build]{Cells: func(b build) []any {
		return []any{"version", b.Version, "commit", b.Commit, "go", b.Go, "platform", b.Platform, "build", b.Build, "sqlite", b.SQLite,
			"kernel", b.Kernel, "system", b.System}
	}}.Write(a.Streams, b)
}

// build is what this program is made of.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"` // with "+dirty" if the source was changed; unknown to a build without version control
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Build    string `json:"build"`
	SQLite   string `json:"sqlite"`
	Kernel   string `json:"kernel"` // of the 9×9 search
	System   string `json:"system,omitempty"`
}

func thisBuild() build {
	here := store.NewRun("version")
	b := build{Version: app.Version(), Commit: here.Commit, Go: runtime.Version(), Platform: here.OS, SQLite: store.SQLite(),
		Kernel: bundled.Kernel(), System: system()}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.Build = buildSettings(info)
	}
	return b
}

// system returns the name and the release of the operating system's kernel, "" where no file says it.
func system() string {
	release, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return ""
	}
	return "Linux " + strings.TrimSpace(string(release))
}

// buildSettings returns the settings that decide what a build can do, as the go command records them.
func buildSettings(info *debug.BuildInfo) string {
	var settings []string
	for _, s := range info.Settings {
		known := slices.Contains([]string{"-race", "-tags", "-trimpath", "CGO_ENABLED"}, s.Key)
		if known || s.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
			settings = append(settings, s.Key+"="+s.Value)
		}
	}
	return strings.Join(settings, " ")
}

func (b build) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%scommit  %s\nbuild   %s\nsqlite  %s\nkernel  %s\nsystem  %s\n", app.VersionLine(),
		cmp.Or(b.Commit, "unknown"), cmp.Or(b.Build, "unknown"), b.SQLite, b.Kernel, cmp.Or(b.System, b.Platform))
	return err
}
