// Package plugins has the commands that list, add and test plugins, and doctor, which starts all of them.
package plugins

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// Plugin is the command for plugins, with those of other families that belong below it.
func Plugin(a *app.App, more ...*cobra.Command) *cobra.Command {
	c := app.Command("plugin", nil)
	c.AddCommand(listCommand(a), infoCommand(a), searchCommand(a), addCommand(a), removeCommand(a), testCommand(a),
		logCommand(a), protoCommand(a), serveCommand())
	c.AddCommand(more...)
	return c
}

func listCommand(a *app.App) *cobra.Command {
	return app.Command("plugin list", func(context.Context, []string) error {
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
	})
}

func protoCommand(a *app.App) *cobra.Command {
	return app.Command("plugin proto", func(context.Context, []string) error {
		_, err := io.WriteString(a.Stdout, plugin.Proto())
		return err
	})
}

func infoCommand(a *app.App) *cobra.Command {
	c := app.Command("plugin info", func(ctx context.Context, args []string) error { return showInfo(ctx, a, args[0]) })
	c.ValidArgsFunction = a.PluginIDs
	return c
}

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
	_, err = fmt.Fprintf(a.Stdout, "%s%-14s %s\n", infoText(p, sum), "sandbox", plain.Text(a.Sandbox().Text(p.Candidate())))
	return err
}

func infoText(p *host.Plugin, checksum string) string {
	info := p.Info()
	var b strings.Builder
	for _, line := range [][2]string{
		{"id", p.ID()}, {"name", info.Name}, {"version", info.Version}, {"summary", info.Summary},
		{"can", info.Can()}, {"complete", screen.YesNo(info.Complete)},
		{"deterministic", screen.YesNo(info.Deterministic)}, {"soft clues", screen.YesNo(info.SoftClues)},
		{"clauses", strings.Join(info.Clauses, ", ")},
		{"shapes", shapesText(info)}, {"licence", info.Licence}, {"reference", info.Reference},
		{"homepage", info.Homepage}, {"from", string(p.Candidate().Origin) + " " + p.Candidate().Path}, {"checksum", checksum},
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

// oneLine returns what a plugin says of itself for one line: without what steers a terminal, and cut where it is too long
// to be read.
func oneLine(text string) string {
	const most = 1000 // characters
	if utf8.RuneCountInString(text) > most {
		text = fmt.Sprintf("%s… (%d characters)", string([]rune(text)[:most]), utf8.RuneCountInString(text))
	}
	return plain.Line(text)
}

func shapesText(info sudoku.Info) string {
	if len(info.Shapes) == 0 {
		return "every geometry"
	}
	return strings.Join(info.Shapes, ", ")
}

// serve is here for the help alone: main serves before flags are parsed.
func serveCommand() *cobra.Command {
	c := app.Command("plugin serve", func(_ context.Context, args []string) error {
		return app.UsageErrorf("\"plugin serve %s\" takes no flags", args[0])
	})
	c.Hidden = true
	return c
}
