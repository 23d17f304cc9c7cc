package plugins

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/store"
)

// Doctor is the command that checks everything.
func Doctor(a *app.App) *cobra.Command {
	return app.Command("doctor", func(ctx context.Context, _ []string) error { return doctor(ctx, a) })
}

func doctor(ctx context.Context, a *app.App) error {
	here := store.NewRun("doctor")
	fmt.Fprintf(a.Stdout, "sudokuctl   %s, %s, %s, %s, %d cores\n", app.Version(), here.GoVersion, here.OS, here.CPU,
		here.Cores)
	fmt.Fprintf(a.Stdout, "config      %s\n", a.Config.Name())
	bad := 0
	if text, ok := doctorDatabase(ctx, a); ok {
		fmt.Fprintf(a.Stdout, "database    %s\n", text)
	} else {
		bad++
		fmt.Fprintf(a.Stdout, "database    NOT GOOD: %s\n", text)
	}
	fmt.Fprintf(a.Stdout, "sandbox     %s\n", app.MeasuresText(confine.Rights{}, "\n            "))
	seen := map[string]bool{}
	for _, c := range a.Host().Find(a.Config.HostConfigs()...) {
		if seen[c.ID] || c.Rejected != "" {
			continue
		}
		seen[c.ID] = true
		text, ok := doctorPlugin(ctx, a, c)
		if !ok {
			bad++
			text = "NOT GOOD: " + text
		}
		fmt.Fprintf(a.Stdout, "plugin      %s: %s\n", plain.Line(c.ID), plain.Text(text))
	}
	if runtime.GOOS != "linux" {
		fmt.Fprintln(a.Stdout, "note        on this system plugins that outlive a killed host leave within 2 s, not at once")
	}
	if bad > 0 {
		return fmt.Errorf("%d %s found", bad, screen.Plural(bad, "problem"))
	}
	return nil
}

func doctorDatabase(ctx context.Context, a *app.App) (text string, ok bool) {
	if _, err := os.Stat(a.Config.Database); err != nil {
		return a.Config.Database + ": none yet", os.IsNotExist(err)
	}
	s, err := store.OpenReadOnly(ctx, a.Config.Database)
	if err != nil {
		return err.Error(), false
	}
	defer s.Close()
	return a.Config.Database, true
}

func doctorPlugin(ctx context.Context, a *app.App, c find.Candidate) (text string, ok bool) {
	p, err := a.Host().Open(ctx, a.Config.Plugin(c.ID))
	if err != nil {
		return err.Error(), false
	}
	defer p.Close()
	info := p.Info()
	return fmt.Sprintf("%s, can %s, %s", info.Version, info.Can(), c.Origin), true
}
