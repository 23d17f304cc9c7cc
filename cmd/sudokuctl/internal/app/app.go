// Package app has all that the commands share: the config, the plugins that may run, the library, and the screen.
//
// # Where a value comes from
//
// A flag counts more than the environment, the environment more than a config file, and that more than the default
// (config.go, keys.go). The command config shows each key with its value and where that is from.
//
// # Which programs run
//
// consent.go alone decides which programs may run as plugins. A person must have added or named them. sandbox.go says
// in which walls they run, and with which rights.
//
// # From a command to its exit code
//
// A command is made by Command, calls a function of work with the environment that the App gives it, and returns an
// error or nil. exit.go makes the exit code of the error. help.txt has the texts of all commands, left.txt sentences
// about names that left.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work"
)

// App is what all commands share: the streams, the global flags, the config and the host.
type App struct {
	*screen.Streams

	ConfigFile, Database string
	Verbose              bool
	Lenient              bool                      // read puzzles of which not all is understood
	short                bool                      // -h and not --help was given
	PluginDirs           []string                  // besides those of the config
	PluginPaths          []string                  // of plugins that need not be added
	settings             []string                  // of plugins, as --set has them
	set                  map[string]map[string]any // the same, read
	setTexts             map[string]map[string]any // those that were read as numbers, as they were written

	Config   *Config
	renewed  atomic.Pointer[Config] // with the records of now, nil before Renew has found other ones
	renewing sync.Mutex
	plugins  *host.Host

	// Unwatched says that the exit code does not tell whether a plugin broke: a server tells each client.
	Unwatched bool
	broken    breakages
}

// now returns the config with the plugins that a person had added at the last Renew.
func (a *App) now() *Config {
	return cmp.Or(a.renewed.Load(), a.Config)
}

// Main runs one command line and returns the exit code.
func (a *App) Main(ctx context.Context, root *cobra.Command, args []string) int {
	a.Guard()
	a.short = slices.Contains(args, "-h")
	args, err := a.understood(root, args)
	if err == nil {
		root.SetArgs(args)
		err = inOurWords(root.ExecuteContext(ctx))
	}
	if closeErr := a.Close(); err == nil {
		err = closeErr
	}
	code, tell := exitCode(err)
	if broken := a.broken.error(); broken != nil && code != ExitUsage && code != ExitDisagree && code != ExitPlugin {
		if code = ExitPlugin; !tell {
			err, tell = broken, true
		}
	}
	if tell {
		fmt.Fprintln(a.Stderr, "sudokuctl: "+errorText(err))
	}
	return code
}

// Close ends the plugins and closes the library. main calls it once.
func (a *App) Close() error {
	if a.plugins == nil {
		return nil
	}
	return a.plugins.Close()
}

// Root is the program's own command, with all others below it.
func (a *App) Root(commands ...*cobra.Command) *cobra.Command {
	root := &cobra.Command{
		Use:   "sudokuctl",
		Short: "Solve, grade, make and keep Sudoku puzzles; every algorithm is a plugin",
		Long: `sudokuctl solves, grades, makes and keeps Sudoku puzzles. Every algorithm is a plugin
process that can be swapped, compared and contributed without recompiling; puzzles, solutions,
grades and timings live in one SQLite file.

Exit codes: 0 done, 1 error, 2 usage, 3 a puzzle has no solution, 4 several solutions where one was
asked for, 5 unknown (gave up, timeout), 6 a plugin broke, 7 plugins disagree, 130 interrupted by ^C.
"solve" sets 3, 4 and 5 only with --exit-status.

A puzzle, a file or a link in the place of a command is solved. -h prints less than --help.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return a.Prepare(cmd)
		},
	}
	root.Version = Version()
	root.SetVersionTemplate(VersionLine())
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	for _, title := range []string{Puzzles, Library, Publishing, Runs, Plugins, Program} {
		root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
	}
	root.SetHelpCommandGroupID(Program)
	root.SetCompletionCommandGroupID(Program)
	f := root.PersistentFlags()
	f.StringVar(&a.ConfigFile, "config", "", "config `FILE` (default config.yaml here, else in the user's config folder)")
	f.StringVar(&a.Database, "db", "", "database `FILE` (default sudoku.db)")
	f.VarP(&oneOf{&a.Output, "", screen.OutputFormats}, "output", "o",
		"output `FORMAT`: "+strings.Join(screen.OutputFormats, ", "))
	OneOf(f, &a.Colour, "color", "auto", []string{"auto", "always", "never"}, "use colours `WHEN`")
	f.BoolVarP(&a.Quiet, "quiet", "q", false, "print results and errors only")
	f.BoolVarP(&a.Verbose, "verbose", "v", false, "print more details, plugin logs included")
	f.StringArrayVar(&a.PluginDirs, "plugin-dir", nil, "search `FOLDER` for plugins, unless it is one itself (repeatable)")
	f.StringArrayVar(&a.PluginPaths, "plugin", nil,
		"use the plugin at `PATH`, a file or a folder, without adding it (repeatable)")
	f.StringArrayVar(&a.settings, "set", nil,
		"a plugin's setting, `ID.SETTING=VALUE`, such as rules.techniques=hodoku,-w_wing (repeatable)")
	a.setHelp(root)
	root.AddCommand(commands...)
	a.tidy(root)
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	return root
}

// Prepare checks the global flags and reads the config before any command runs.
func (a *App) Prepare(cmd *cobra.Command) error {
	if a.Quiet && a.Verbose {
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
	for _, path := range a.PluginPaths {
		if err := a.give(path); err != nil {
			return err
		}
	}
	return a.setSettings(a.settings)
}

// give lets this command use the plugin at a path by its id, whatever the config says of that id. A name that is no
// file is an id.
func (a *App) give(path string) error {
	found := a.Host().Find(host.Config{Path: path})[0]
	g := given{id: found.ID, path: path}
	if found.Rejected != "" {
		if advice := NoPlugin(path); advice != "" {
			return UsageErrorf("--plugin %s: %s", plain.Line(path), advice)
		}
		g.id = path // opening it says why
		if _, err := os.Stat(path); err != nil && filepath.Base(path) == path {
			g.path = ""
		}
	}
	if a.Config.givenPath(g.id) != "" {
		return UsageErrorf("--plugin names two plugins %q", plain.Line(g.id))
	}
	a.Config.given = append(a.Config.given, g)
	return nil
}

// NoPlugin says why a file or a folder cannot be a plugin, and what to do, "" if it may be one.
func NoPlugin(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	if info.Mode().IsRegular() && info.Mode()&0o111 == 0 && runtime.GOOS != "windows" {
		return "not a program: build it and name the program; a script is added with the command that runs it: " +
			"sudokuctl plugin add NAME -- COMMAND"
	}
	if _, err := os.Stat(filepath.Join(path, manifest.FileName)); err == nil || !info.IsDir() {
		return ""
	}
	advice := "a folder without " + manifest.FileName + ": write one, as \"sudokuctl plugin new\" does"
	for _, c := range host.New(host.Options{Dirs: []string{path}}).Find() {
		if c.Rejected == "" {
			return advice + ", or name its program: " + plain.Line(dotted(filepath.Join(path, filepath.Base(c.Path))))
		}
	}
	return advice
}

// Given returns the ids of the plugins of --plugin, nil if there are none.
func (a *App) Given() (ids []string) {
	for _, g := range a.Config.given {
		ids = append(ids, g.id)
	}
	return ids
}

// ChosenPlugin returns the plugin that a flag names, or else the one of --plugin, "" if there is none.
func (a *App) ChosenPlugin(named string) (string, error) {
	given := a.Given()
	switch {
	case named != "" || len(given) == 0:
		return named, nil
	case len(given) > 1:
		return "", UsageErrorf("--plugin names %d plugins: say which one is asked by its id", len(given))
	}
	return given[0], nil
}

// ChosenPlugins returns the plugins that a flag names, or else those of --plugin that have a power, or else others. A
// plugin of --plugin needs this power or one of further ones that the command asks for.
func (a *App) ChosenPlugins(ctx context.Context, named, others []string, power sudoku.Power,
	further ...sudoku.Power) ([]string, error) {
	var able []string
	for _, id := range a.Given() {
		p, err := a.OpenWith(ctx, id, nil)
		if err != nil {
			return nil, err
		}
		info := p.Info()
		p.Close()
		if info.Has(power) {
			able = append(able, id)
		} else if !slices.ContainsFunc(further, info.Has) {
			return nil, work.RequestErrorf("plugin %q cannot %s; it can %s", id, power, info.Can())
		}
	}
	switch {
	case len(named) > 0:
		return named, nil
	case able != nil:
		return able, nil
	}
	return others, nil
}

// Host returns the host that starts plugins. It is made when first needed, because many commands need none.
func (a *App) Host() *host.Host {
	if a.plugins == nil {
		k := a.Config.consent()
		for _, note := range slices.Concat(k.notes, k.hints) {
			a.Remark("%s", note)
		}
		a.plugins = host.New(a.HostOptions())
	}
	return a.plugins
}

// HostForAdding returns the host, and does not say what else a person may add.
func (a *App) HostForAdding() *host.Host {
	a.Config.consent().hints = nil
	return a.Host()
}

// HostOptions returns the options of a host that starts the plugins of the config, in the sandbox.
func (a *App) HostOptions() host.Options {
	return host.Options{
		Dirs:       a.Config.consent().dirs,
		Bundled:    bundled.Command,
		BundledIDs: bundled.IDs(),
		Bridge:     bridgeCommand,
		Accept:     func(id string) string { return a.now().acceptCommand(id) },
		Wrap:       a.confine,
		Logger:     newLogger(a.Stderr, a.Verbose),
	}
}

// Bundled returns what a plugin declares that comes with the program, nil for another, without starting it.
func Bundled(id string) *sudoku.Info { return bundled.Info(id) }

// OpenWith opens a plugin of the config with further settings, which count more.
func (a *App) OpenWith(ctx context.Context, id string, settings map[string]any) (work.Plugin, error) {
	if strings.ContainsRune(id, '/') && a.Config.givenPath(id) == "" {
		return nil, UsageErrorf("no plugin %q: it is a path and no id; \"sudokuctl plugin add PATH\" adds a plugin, "+
			"and --plugin PATH uses one without adding it", id)
	}
	c := a.now().Plugin(id)
	if c.Disabled {
		return nil, UsageErrorf("plugin %q is disabled in the config", id)
	}
	if len(settings) > 0 {
		c.Settings = withSettings(c.Settings, settings)
	}
	return a.start(ctx, c)
}

// withSettings returns settings with further ones, which count more.
func withSettings(settings, more map[string]any) map[string]any {
	all := map[string]any{}
	maps.Copy(all, settings)
	maps.Copy(all, more)
	return all
}

// OpenBare opens a plugin with exactly these settings, whatever the config says, even if it is disabled there.
func (a *App) OpenBare(ctx context.Context, id string, settings map[string]any) (work.Plugin, error) {
	c := a.Config.Plugin(id)
	c.Settings, c.Disabled = settings, false
	return a.start(ctx, c)
}

// start opens a plugin and watches whether it breaks.
func (a *App) start(ctx context.Context, c host.Config) (work.Plugin, error) {
	if !a.Unwatched {
		c.Broke = a.broken.add
	}
	p, err := a.Host().Open(ctx, c)
	var wrong *runner.SettingsError
	if texts := a.setTexts[c.ID]; errors.As(err, &wrong) && texts != nil { // 0123 may be a text and no number
		asText := c
		asText.Settings = withSettings(c.Settings, texts)
		if q, textErr := a.Host().Open(ctx, asText); textErr == nil {
			p, err = q, nil
		}
	}
	if errors.As(err, &wrong) {
		return nil, a.Config.placed(wrong)
	}
	if err != nil {
		return nil, a.ListingAdded(err)
	}
	a.TellOtherName(p)
	return p, nil
}

// NoteAnswer counts an answer of an unwatched plugin that shows that it broke.
func (a *App) NoteAnswer(plugin string, r *sudoku.Result) {
	if a.Unwatched && host.Broke(r) {
		a.broken.add(plugin, r.Err)
	}
}

// ListingAdded lets an error that lists plugins list those that were added too, of which the host knows nothing.
func (a *App) ListingAdded(err error) error {
	var unknown *find.UnknownError
	if !errors.As(err, &unknown) {
		return err
	}
	for _, c := range a.Find() {
		if c.Rejected == "" {
			unknown.Known = append(unknown.Known, c.ID)
		}
	}
	slices.Sort(unknown.Known)
	unknown.Known = slices.Compact(unknown.Known)
	return err
}

// TellOtherName says that a plugin is somebody else by its own account.
func (a *App) TellOtherName(p work.Plugin) {
	if name := p.Info().ID; name != p.ID() {
		a.Remark("%s, which is used as %s, says that it is %s", p.Candidate().Path, p.ID(), name)
	}
}

// Version returns the version of the module in this binary, or "devel" with the commit.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "devel"
	}
	return info.Main.Version
}

// VersionLine is the line that "sudokuctl --version" prints, the first of "sudokuctl version".
func VersionLine() string {
	return fmt.Sprintf("sudokuctl %s %s %s/%s\n", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// The groups of commands in the help.
const (
	Puzzles    = "Puzzles"
	Library    = "Library"
	Publishing = "Publishing"
	Runs       = "Runs"
	Plugins    = "Plugins"
	Program    = "Program"
)

// Grouped puts commands under a heading of the help and returns them.
func Grouped(group string, commands ...*cobra.Command) []*cobra.Command {
	for _, c := range commands {
		c.GroupID = group
	}
	return commands
}
