package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/core/host"
)

// app is what all commands share: the streams, the global flags, the config and the host.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer

	configFile, database, output, colour string
	quiet, verbose, trust                bool
	pluginDirs                           []string // besides those of the config
	settings                             []string // of plugins, as --set has them

	config  *config
	plugins *host.Host
}

// main runs one command line and returns the exit code.
func (a *app) main(ctx context.Context, args []string, commands ...*cobra.Command) int {
	root := a.root()
	root.AddCommand(commands...)
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	err := root.ExecuteContext(ctx)
	if closeErr := a.close(); err == nil {
		err = closeErr
	}
	code, tell := exitCode(err)
	if tell {
		fmt.Fprintln(a.stderr, "sudokuctl: "+errorText(err))
	}
	return code
}

func (a *app) close() error {
	if a.plugins == nil {
		return nil
	}
	return a.plugins.Close()
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "sudokuctl",
		Short: "solve, grade, make and keep Sudoku puzzles; every algorithm is a plugin",
		Long: `sudokuctl solves, grades, makes and keeps Sudoku puzzles. Every algorithm is a plugin
process that can be swapped, compared and contributed without recompiling; puzzles, solutions,
grades and timings live in one SQLite file.

Exit codes: 0 done, 1 error, 2 usage, 3 a puzzle has no solution, 4 several solutions where one was
asked for, 5 unknown (gave up, timeout), 6 a plugin failed, 7 plugins disagree, 130 interrupted by ^C.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return a.prepare(cmd)
		},
	}
	f := root.PersistentFlags()
	f.StringVar(&a.configFile, "config", "", "config `FILE` (default config.yaml here, else in the user's "+
		"config folder)")
	f.StringVar(&a.database, "db", "", "database `FILE` (default sudoku.db)")
	f.StringVarP(&a.output, "output", "o", "", "output `FORMAT`: table, grid, line, json, jsonl, csv or tsv")
	f.StringVar(&a.colour, "color", "auto", "`WHEN` to colour: auto, always or never")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "no progress, no remarks")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "say more, plugin logs included")
	f.BoolVar(&a.trust, "trust", false, "run plugins that are not bundled without a sandbox")
	f.StringArrayVar(&a.pluginDirs, "plugin-dir", nil, "`FOLDER` whose plugins may be used (repeatable)")
	f.StringArrayVar(&a.settings, "set", nil, "a plugin's setting, as `ID.SETTING=VALUE`: "+
		"rules.techniques=hodoku,-w_wing (repeatable)")
	return root
}

// prepare checks the global flags and reads the config before any command runs.
func (a *app) prepare(cmd *cobra.Command) error {
	if err := checkFormat(a.output); err != nil {
		return err
	}
	if a.colour != "auto" && a.colour != "always" && a.colour != "never" {
		return usageErrorf("--color %q is none of auto, always, never", a.colour)
	}
	if a.quiet && a.verbose {
		return usageErrorf("--quiet and --verbose exclude each other")
	}
	if cmd.Annotations["config"] == "none" {
		return nil
	}
	c, err := loadConfig(a.configFile)
	if err != nil {
		return err
	}
	if a.database != "" {
		c.set("database", a.database)
	}
	c.dirs = a.pluginDirs
	a.config = c
	return a.setSettings(a.settings)
}

// terminal reports whether w is a terminal.
func terminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// coloured reports whether standard output is to have colours.
func (a *app) coloured() bool {
	switch {
	case a.colour == "always":
		return true
	case a.colour == "never" || os.Getenv("NO_COLOR") != "":
		return false
	}
	return terminal(a.stdout)
}

// host returns the host, made when first needed.
func (a *app) host() *host.Host {
	if a.plugins == nil {
		for _, note := range a.config.consent().notes {
			a.remark("%s", note)
		}
		a.plugins = host.New(a.hostOptions())
	}
	return a.plugins
}

func (a *app) hostOptions() host.Options {
	return host.Options{
		Dirs:       a.config.consent().dirs,
		Bundled:    bundledCommand,
		BundledIDs: bundledIDs(),
		Bridge:     bridgeCommand,
		Accept:     a.config.acceptCommand,
		Wrap:       a.confine,
		Logger:     a.logger(),
	}
}

// open opens the plugin that id selects in the config, or under path where that is not empty.
func (a *app) open(ctx context.Context, id, path string) (*host.Plugin, error) {
	c := a.config.plugin(id)
	if path != "" {
		c = host.Config{Path: path}
	}
	if c.Disabled {
		return nil, usageErrorf("plugin %q is disabled in the config", id)
	}
	p, err := a.host().Open(ctx, c)
	if err == nil {
		a.tellOtherName(p)
	}
	return p, err
}

// tellOtherName says that a plugin is somebody else by its own account.
func (a *app) tellOtherName(p *host.Plugin) {
	if name := p.Info().ID; name != p.ID() {
		a.remark("%s, which is used as %s, says that it is %s", p.Candidate().Path, p.ID(), name)
	}
}

// remark tells people something on standard error unless they want quiet.
func (a *app) remark(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.stderr, format+"\n", args...)
	}
}
