// Package plugins has the commands that list, make, add and test plugins, and those that say what this program is, runs
// and finds: config, version and doctor.
package plugins

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/catalog"
)

// Plugin is the command for plugins.
func Plugin(a *app.App) *cobra.Command {
	c := app.Command("plugin", nil)
	// main serves before flags are parsed
	serve := app.Command("plugin serve", func(_ context.Context, args []string) error {
		return app.UsageErrorf("\"plugin serve %s\" takes no flags", args[0])
	})
	serve.Hidden = true
	c.AddCommand(addCommand(a), newCommand(a), testCommand(a), logCommand(a), serve,
		app.Command("plugin list", func(context.Context, []string) error {
			return screen.Columns[find.Candidate]{
				Cells: func(c find.Candidate) []any {
					used := "yes"
					if c.Rejected != "" {
						used = "no: " + c.Rejected
					}
					return []any{"id", c.ID, "kind", c.Kind, "origin", c.Origin, "path", c.Path, "used", used}
				},
				JSON: func(c find.Candidate) any {
					return map[string]any{"id": c.ID, "kind": c.Kind, "origin": c.Origin, "path": c.Path,
						"used": c.Rejected == "", "rejected": c.Rejected}
				},
			}.Write(a.Streams, a.Host().Find(a.Config.HostConfigs()...)...)
		}),
		app.Command("plugin info", func(ctx context.Context, args []string) error { return showInfo(ctx, a, args[0]) }),
		app.Command("plugin search", func(ctx context.Context, args []string) error { return search(ctx, a, args) }),
		app.Command("plugin remove", func(_ context.Context, args []string) error {
			if err := removeAdded(args[0]); err != nil {
				return err
			}
			a.Remark("removed %s", args[0])
			return nil
		}),
		app.Command("plugin proto", func(context.Context, []string) error {
			_, err := io.WriteString(a.Stdout, plugin.Proto())
			return err
		}))
	return c
}

// showInfo starts a plugin and prints its declaration.
func showInfo(ctx context.Context, a *app.App, arg string) error {
	p, err := a.Host().Open(ctx, named(a, arg))
	if err != nil {
		return a.ListingAdded(err)
	}
	a.TellOtherName(p)
	if a.Output != "" {
		record, err := work.NewPluginRecord(p)
		if err != nil {
			return err
		}
		return screen.Columns[*work.PluginRecord]{Cells: func(r *work.PluginRecord) []any {
			return []any{"id", r.ID, "version", r.Version, "name", r.Name}
		}}.Write(a.Streams, record)
	}
	sum, err := p.Sum()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Stdout, "%s%-14s %s\n", infoText(p, sum), "sandbox",
		plain.Text(a.SandboxText(p.Candidate())))
	return err
}

// infoText returns a plugin's declaration for people.
func infoText(p *host.Plugin, checksum string) string {
	info := p.Info()
	var b strings.Builder
	for _, line := range [][2]string{
		{"id", p.ID()}, {"name", info.Name}, {"version", info.Version}, {"summary", info.Summary},
		{"can", info.Can()}, {"complete", screen.YesNo(info.Complete)},
		{"deterministic", screen.YesNo(info.Deterministic)}, {"soft clues", screen.YesNo(info.SoftClues)},
		{"clauses", strings.Join(info.Clauses, ", ")},
		{"shapes", shapesText(info)}, {"licence", info.Licence}, {"reference", info.Reference},
		{"homepage", info.Homepage}, {"from", string(p.Candidate().Origin) + " " + p.Candidate().Path},
		{"checksum", checksum},
		{"settings", p.Settings()},
	} {
		if line[1] != "" {
			fmt.Fprintf(&b, "%-14s %s\n", line[0], oneLine(line[1]))
		}
	}
	for _, m := range info.Metrics {
		fmt.Fprintf(&b, "metric         %s: %s (%s)\n", oneLine(m.Name), oneLine(m.Summary), oneLine(m.Source))
	}
	for _, aim := range info.Aims {
		how := "leaves out most puzzles outside a range"
		if aim.Exact {
			how = "makes puzzles in a range"
		}
		fmt.Fprintf(&b, "aims at        %s: %s\n", oneLine(aim.Metric), how)
	}
	for _, s := range info.Settings {
		allowed := ""
		if len(s.Enum) > 0 {
			allowed = " (of " + strings.Join(s.Enum, ", ") + ")"
		}
		fmt.Fprintf(&b, "setting        %s = %s%s: %s\n", oneLine(s.Name), oneLine(fmt.Sprint(s.Default)),
			oneLine(allowed), oneLine(s.Summary))
	}
	return b.String()
}

// oneLine returns what a plugin says of itself for one line: without what steers a terminal, and cut where it is too
// long to be read.
func oneLine(text string) string {
	const most = 1000 // characters
	if utf8.RuneCountInString(text) > most {
		text = fmt.Sprintf("%s… (%d characters)", string([]rune(text)[:most]), utf8.RuneCountInString(text))
	}
	return plain.Line(text)
}

// shapesText returns the shapes that a plugin takes.
func shapesText(info sudoku.Info) string {
	if len(info.Shapes) == 0 {
		return "every geometry"
	}
	return strings.Join(info.Shapes, ", ")
}

// listedPlugin is a line of "plugin search".
type listedPlugin struct {
	catalog.Entry
	Added bool `json:"added"`
}

// search prints the contributed plugins that match.
func search(ctx context.Context, a *app.App, words []string) error {
	list, err := pluginList(ctx, a)
	if err != nil {
		return err
	}
	added, err := app.Records().Plugins()
	if err != nil {
		return err
	}
	here := map[string]bool{}
	for _, p := range added {
		here[p.ID] = true
	}
	var found []listedPlugin
	for _, e := range list.Search(words...) {
		found = append(found, listedPlugin{e, here[e.ID]})
	}
	if len(found) == 0 {
		a.Remark("none of the %d plugins of the list has all of these words", len(list.Plugins))
	}
	return screen.Columns[listedPlugin]{Cells: func(p listedPlugin) []any {
		yes := ""
		if p.Added {
			yes = "yes"
		}
		return []any{"id", p.ID, "version", p.Version, "can", strings.Join(p.Can, " "), "added", yes, "summary", p.Summary}
	}}.Write(a.Streams, found...)
}

// pluginList opens the list of plugins that people have contributed: the one that plugin_index names, or the bundled
// copy. That copy also replaces a list whose server cannot be reached.
func pluginList(ctx context.Context, a *app.App) (*catalog.List, error) {
	place, err := a.Config.ListPlace()
	if err != nil {
		a.Remark("%v", err)
	}
	if place == "" {
		return catalog.Bundled(plugins.List)
	}
	l, err := catalog.Open(ctx, place, catalog.Client{})
	if errors.Is(err, catalog.ErrUnreachable) {
		a.Remark("%v; the bundled copy is used", err)
		return catalog.Bundled(plugins.List)
	}
	return l, err
}

// logEntry is a line of the log.
type logEntry struct {
	Time       string         `json:"time"`
	Level      string         `json:"level"`
	Plugin     string         `json:"plugin"`
	Msg        string         `json:"msg"`
	Error      string         `json:"error,omitempty"`
	Attributes map[string]any `json:"attributes,omitempty"` // what else was logged
}

// UnmarshalJSON takes what the log has beside the fields of its own as attributes.
func (e *logEntry) UnmarshalJSON(line []byte) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber() // whole numbers stay as they were written
	if err := d.Decode(&e.Attributes); err != nil {
		return err
	}
	for name, field := range map[string]*string{"time": &e.Time, "level": &e.Level, "plugin": &e.Plugin, "msg": &e.Msg,
		"error": &e.Error} {
		if value, ok := e.Attributes[name]; ok {
			*field = fmt.Sprint(value)
			delete(e.Attributes, name)
		}
	}
	return nil
}

// stack is the attribute with the functions that were running when a plugin panicked.
const stack = "stack"

// message returns the message with the attributes behind it, but without the stack.
func (e *logEntry) message() string {
	text := e.Msg
	for _, name := range slices.Sorted(maps.Keys(e.Attributes)) {
		if name == stack {
			continue
		}
		value := fmt.Sprint(e.Attributes[name])
		if value == "" || strings.ContainsAny(value, " \"=\n") {
			value = strconv.Quote(value)
		}
		text += " " + name + "=" + value
	}
	return text
}

// logCommand is the command that prints the plugins' log.
func logCommand(a *app.App) *cobra.Command {
	most := 0
	c := app.Command("plugin log", func(_ context.Context, args []string) error {
		if most < 1 {
			return app.UsageErrorf("--last must be at least 1")
		}
		entries, err := readLog(args)
		if err != nil {
			return err
		}
		if len(entries) == 0 && len(args) > 0 {
			a.Remark("the log has nothing of %q", args[0])
		}
		return screen.Columns[logEntry]{Cells: func(e logEntry) []any {
			return []any{"time", e.Time, "level", e.Level, "plugin", e.Plugin, "message", e.message(), "error", e.Error}
		}}.Write(a.Streams, entries[max(0, len(entries)-most):]...)
	})
	c.Flags().IntVar(&most, "last", 50, "show the last `N` lines")
	return c
}

// readLog returns the entries of the log, of the named plugins if there are any.
func readLog(ids []string) ([]logEntry, error) {
	path, err := app.PluginLogPath()
	if err != nil {
		return nil, err
	}
	var entries []logEntry
	for _, path := range []string{path + ".1", path} {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading the log of plugins: %w", err)
		}
		more, err := entriesOf(f, ids)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("reading the log of plugins %s: %w", path, err)
		}
		entries = append(entries, more...)
	}
	return entries, nil
}

// entriesOf reads the entries of some plugins.
func entriesOf(r io.Reader, ids []string) (entries []logEntry, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e logEntry
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue // two programs may have written at once
		}
		if len(ids) == 0 || slices.Contains(ids, e.Plugin) {
			entries = append(entries, e)
		}
	}
	return entries, lines.Err()
}

// Doctor returns the command that checks config, plugins, sandbox, folders and library, and says what to do about each
// fault.
func Doctor(a *app.App) *cobra.Command {
	return app.Command("doctor", func(ctx context.Context, _ []string) error { return doctor(ctx, a) })
}

// doctor prints how this machine suits the program.
func doctor(ctx context.Context, a *app.App) error {
	here := store.NewRun("doctor")
	fmt.Fprintf(a.Stdout, "sudokuctl   %s, %s, %s, %s, %d cores\n", app.Version(), here.GoVersion, here.OS, here.CPU,
		here.Cores)
	fmt.Fprintf(a.Stdout, "config      %s\n", a.Config.Name())
	bad := 0
	found := func(text string, err error) string {
		if err != nil {
			bad++
			return "NOT GOOD: " + err.Error()
		}
		return text
	}
	database := a.Config.Database
	s, err := store.OpenReadOnly(ctx, database)
	if errors.Is(err, fs.ErrNotExist) {
		database, err = database+": none yet", nil
	} else if err == nil {
		err = s.Close()
	}
	fmt.Fprintf(a.Stdout, "database    %s\n", found(database, err))
	fmt.Fprintf(a.Stdout, "sandbox     %s\n", app.MeasuresText(confine.Rights{}, "\n            "))
	seen := map[string]bool{}
	for _, c := range a.Host().Find(a.Config.HostConfigs()...) {
		if seen[c.ID] || c.Rejected != "" {
			continue
		}
		seen[c.ID] = true
		text := ""
		p, err := a.Host().Open(ctx, a.Config.Plugin(c.ID))
		if err == nil {
			info := p.Info()
			text = fmt.Sprintf("%s, can %s, %s", info.Version, info.Can(), c.Origin)
			p.Close()
		}
		fmt.Fprintf(a.Stdout, "plugin      %s: %s\n", plain.Line(c.ID), plain.Text(found(text, err)))
	}
	if runtime.GOOS != "linux" {
		fmt.Fprintln(a.Stdout, "note        on this system plugins that outlive a killed host leave within 2 s, not at once")
	}
	if bad > 0 {
		return fmt.Errorf("%d %s found", bad, screen.Plural(bad, "problem"))
	}
	return nil
}
