package main

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/store"
)

func (a *app) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "check that everything works here", Args: cobra.NoArgs,
		Long: "Check the config, the database and every plugin by starting it, and say what was found.",
		RunE: func(c *cobra.Command, _ []string) error { return a.doctor(c.Context()) },
	}
}

func (a *app) doctor(ctx context.Context) error {
	here := store.NewRun("doctor")
	fmt.Fprintf(a.stdout, "sudokuctl   %s, %s, %s, %s, %d cores\n", version(), here.GoVersion, here.OS, here.CPU,
		here.Cores)
	fmt.Fprintf(a.stdout, "config      %s\n", a.config.name())
	bad := 0
	if text, ok := a.doctorDatabase(ctx); ok {
		fmt.Fprintf(a.stdout, "database    %s\n", text)
	} else {
		bad++
		fmt.Fprintf(a.stdout, "database    NOT GOOD: %s\n", text)
	}
	fmt.Fprintf(a.stdout, "sandbox     %s\n", measuresText(confine.Rights{}, "\n            "))
	seen := map[string]bool{}
	for _, c := range a.host().Find(a.config.hostConfigs()...) {
		if seen[c.ID] || c.Rejected != "" {
			continue
		}
		seen[c.ID] = true
		text, ok := a.doctorPlugin(ctx, c)
		if !ok {
			bad++
			text = "NOT GOOD: " + text
		}
		fmt.Fprintf(a.stdout, "plugin      %s: %s\n", c.ID, text)
	}
	if runtime.GOOS != "linux" {
		fmt.Fprintln(a.stdout, "note        on this system plugins that outlive a killed host leave within 2 s, "+
			"not at once")
	}
	if bad > 0 {
		return fmt.Errorf("%d %s found", bad, plural(bad, "problem"))
	}
	return nil
}

func (a *app) doctorDatabase(ctx context.Context) (text string, ok bool) {
	if _, err := os.Stat(a.config.Database); err != nil {
		return a.config.Database + ": none yet", os.IsNotExist(err)
	}
	s, err := store.OpenReadOnly(ctx, a.config.Database)
	if err != nil {
		return err.Error(), false
	}
	defer s.Close()
	return a.config.Database, true
}

func (a *app) doctorPlugin(ctx context.Context, c host.Candidate) (text string, ok bool) {
	p, err := a.host().Open(ctx, a.config.plugin(c.ID))
	if err != nil {
		return err.Error(), false
	}
	defer p.Close()
	info := p.Info()
	return fmt.Sprintf("%s, can %v, %s", info.Version, info.Powers, c.Origin), true
}
