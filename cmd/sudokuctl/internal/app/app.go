package app

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"sync"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

// App is what all commands share: the streams, the global flags, the config and the host.
type App struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	ConfigFile, Database, Output, colour string
	quiet, verbose, Trust                bool
	PluginDirs                           []string                  // besides those of the config
	settings                             []string                  // of plugins, as --set has them
	set                                  map[string]map[string]any // the same, read

	Config  *Config
	plugins *host.Host

	mu    sync.Mutex
	above *mpb.Progress // the bar that is on the terminal, nil if there is none
}

// Main runs one command line and returns the exit code.
func (a *App) Main(ctx context.Context, args []string, commands ...*cobra.Command) int {
	a.guardScreens()
	root := a.root()
	root.AddCommand(commands...)
	tidy(root)
	a.completeValues(root)
	root.SetArgs(args)
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	err := root.ExecuteContext(ctx)
	if closeErr := a.Close(); err == nil {
		err = closeErr
	}
	code, tell := exitCode(err)
	if tell {
		fmt.Fprintln(a.Stderr, "sudokuctl: "+errorText(err))
	}
	return code
}

func (a *App) Close() error {
	if a.plugins == nil {
		return nil
	}
	return a.plugins.Close()
}

func (a *App) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "sudokuctl",
		Short: "Solve, grade, make and keep Sudoku puzzles; every algorithm is a plugin",
		Long: `sudokuctl solves, grades, makes and keeps Sudoku puzzles. Every algorithm is a plugin
process that can be swapped, compared and contributed without recompiling; puzzles, solutions,
grades and timings live in one SQLite file.

Exit codes: 0 done, 1 error, 2 usage, 3 a puzzle has no solution, 4 several solutions where one was
asked for, 5 unknown (gave up, timeout), 6 a plugin failed, 7 plugins disagree, 130 interrupted by ^C.
"solve" sets 3, 4 and 5 only with --exit-status.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return a.prepare(cmd)
		},
	}
	root.Version = Version()
	root.SetVersionTemplate(versionLine())
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title + ":"})
	}
	root.SetHelpCommandGroupID(Program)
	root.SetCompletionCommandGroupID(Program)
	f := root.PersistentFlags()
	f.StringVar(&a.ConfigFile, "config", "", "config `FILE` (default config.yaml here, else in the user's config folder)")
	f.StringVar(&a.Database, "db", "", "database `FILE` (default sudoku.db)")
	f.StringVarP(&a.Output, "output", "o", "", "output `FORMAT`: table, grid, line, json, jsonl, csv, tsv or markdown")
	f.StringVar(&a.colour, "color", "auto", "use colours: `WHEN` is auto, always or never")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "print results and errors only")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "print more details, plugin logs included")
	f.BoolVar(&a.Trust, "trust", false, "run plugins that are not bundled without a sandbox")
	f.StringArrayVar(&a.PluginDirs, "plugin-dir", nil, "search `FOLDER` for plugins (repeatable)")
	f.StringArrayVar(&a.settings, "set", nil, "a plugin's setting, `ID.SETTING=VALUE`, such as rules.techniques=hodoku,-w_wing (repeatable)")
	return root
}

// prepare checks the global flags and reads the config before any command runs.
func (a *App) prepare(cmd *cobra.Command) error {
	if err := checkFormat(a.Output); err != nil {
		return err
	}
	if a.colour != "auto" && a.colour != "always" && a.colour != "never" {
		return UsageErrorf("invalid value %q for --color: must be one of auto, always, never", a.colour)
	}
	if a.quiet && a.verbose {
		return UsageErrorf("--quiet and --verbose cannot be used together")
	}
	if cmd.Annotations["config"] == "none" {
		return nil
	}
	c, err := loadConfig(a.ConfigFile)
	if err != nil {
		return err
	}
	for _, line := range c.unread {
		a.Remark("%s", line)
	}
	if a.Database != "" {
		c.Set("database", a.Database)
	}
	c.dirs = a.PluginDirs
	a.Config = c
	return a.setSettings(a.settings)
}

// guardScreens lets nothing through to a terminal that would steer it: most of what commands print has been
// written by strangers. What is for another program is left as it is; standard error is for people.
func (a *App) guardScreens() {
	if Terminal(a.Stdout) {
		a.Stdout = plain.NewScreen(&aboveBar{app: a, Writer: a.Stdout})
	}
	a.Stderr = plain.NewScreen(a.Stderr)
}

// Own returns a text for standard output whose escape sequences are the program's own.
func (a *App) Own(text string) string {
	if screen, ok := a.Stdout.(*plain.Screen); ok {
		return screen.Own(text)
	}
	return text
}

// aboveBar writes to a terminal, above the bar if there is one.
type aboveBar struct {
	app *App
	io.Writer
	pager io.Writer // what is read page by page goes there, nil if nothing is
}

func (w *aboveBar) Write(p []byte) (int, error) {
	w.app.mu.Lock()
	defer w.app.mu.Unlock()
	if w.pager != nil {
		return w.pager.Write(p)
	}
	if w.app.above != nil {
		return w.app.above.Write(p)
	}
	return w.Writer.Write(p)
}

// unguarded returns the stream below a screen, for what draws by itself.
func unguarded(w io.Writer) io.Writer {
	if screen, ok := w.(*plain.Screen); ok {
		return screen.Unwrap()
	}
	return w
}

// beneath returns what a stream of an App was before it was guarded.
func beneath(stream any) any {
	if screen, ok := stream.(*plain.Screen); ok {
		stream = screen.Unwrap()
	}
	if w, ok := stream.(*aboveBar); ok {
		return w.Writer
	}
	return stream
}

// Terminal reports whether w, a stream of an App, is a terminal.
func Terminal(w any) bool {
	f, ok := beneath(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Coloured reports whether standard output is to have colours.
func (a *App) Coloured() bool {
	switch {
	case a.colour == "always":
		return true
	case a.colour == "never" || os.Getenv("NO_COLOR") != "":
		return false
	case os.Getenv("CLICOLOR_FORCE") != "" && os.Getenv("CLICOLOR_FORCE") != "0":
		return true
	case os.Getenv("TERM") == "dumb" || os.Getenv("CLICOLOR") == "0":
		return false
	}
	return Terminal(a.Stdout)
}

// Host returns the host, made when first needed.
func (a *App) Host() *host.Host {
	if a.plugins == nil {
		for _, note := range a.Config.consent().notes {
			a.Remark("%s", note)
		}
		a.plugins = host.New(a.HostOptions())
	}
	return a.plugins
}

func (a *App) HostOptions() host.Options {
	return host.Options{
		Dirs:       a.Config.consent().dirs,
		Bundled:    bundled.Command,
		BundledIDs: bundled.IDs(),
		Bridge:     bridgeCommand,
		Accept:     a.Config.acceptCommand,
		Wrap:       a.confine,
		Logger:     a.logger(),
	}
}

// Open opens the plugin that id selects in the config, or under path if that is not empty.
func (a *App) Open(ctx context.Context, id, path string) (*host.Plugin, error) {
	if path == "" {
		return a.OpenWith(ctx, id, nil)
	}
	return a.start(ctx, host.Config{Path: path})
}

// OpenWith opens a plugin of the config with further settings, which count more.
func (a *App) OpenWith(ctx context.Context, id string, settings map[string]any) (*host.Plugin, error) {
	c := a.Config.Plugin(id)
	if c.Disabled {
		return nil, UsageErrorf("plugin %q is disabled in the config", id)
	}
	if len(settings) > 0 {
		all := map[string]any{}
		maps.Copy(all, c.Settings)
		maps.Copy(all, settings)
		c.Settings = all
	}
	return a.start(ctx, c)
}

func (a *App) start(ctx context.Context, c host.Config) (*host.Plugin, error) {
	p, err := a.Host().Open(ctx, c)
	if err == nil {
		a.TellOtherName(p)
	}
	return p, err
}

// TellOtherName says that a plugin is somebody else by its own account.
func (a *App) TellOtherName(p *host.Plugin) {
	if name := p.Info().ID; name != p.ID() {
		a.Remark("%s, which is used as %s, says that it is %s", p.Candidate().Path, p.ID(), name)
	}
}

// Remark tells people something on standard error unless they want quiet.
func (a *App) Remark(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.Stderr, format+"\n", args...)
	}
}
