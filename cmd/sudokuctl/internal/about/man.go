package about

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// Man is the command that writes the man pages.
func Man() *cobra.Command {
	return &cobra.Command{
		Use:         "man FOLDER",
		Short:       "Write the man pages",
		Long:        "Write a man page for each command into a folder, which is made if it is not there.",
		Example:     "  sudokuctl man man1 && man man1/sudokuctl-run.1",
		Hidden:      true, // it is for who makes packages
		Args:        cobra.ExactArgs(1),
		Annotations: map[string]string{"config": "none"},
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("writing man pages: %w", err)
			}
			return writeManPages(c.Root(), args[0])
		},
	}
}

func writeManPages(c *cobra.Command, folder string) error {
	if !c.IsAvailableCommand() && c.HasParent() {
		return nil
	}
	file := filepath.Join(folder, manName(c)+".1")
	if err := os.WriteFile(file, []byte(manPage(c)), 0o644); err != nil {
		return fmt.Errorf("writing man pages: %w", err)
	}
	for _, below := range c.Commands() {
		if err := writeManPages(below, folder); err != nil {
			return err
		}
	}
	return nil
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// dayOfCommit returns when what the program was built from was committed, "" if that is not known.
func dayOfCommit(info *debug.BuildInfo) string {
	if info != nil {
		for _, s := range info.Settings {
			if s.Key == "vcs.time" {
				day, _, _ := strings.Cut(s.Value, "T")
				return day
			}
		}
	}
	return ""
}

// manPage writes the help of a command in the language of man.
func manPage(c *cobra.Command) string {
	var b strings.Builder
	info, _ := debug.ReadBuildInfo()
	fmt.Fprintf(&b, ".TH %q 1 %q %q\n", strings.ToUpper(manName(c)), dayOfCommit(info), "sudokuctl "+app.Version())
	section := func(name string) { b.WriteString(".SH " + name + "\n") }
	section("NAME")
	short := []rune(c.Short)
	b.WriteString(roff(manName(c)) + ` \- ` + roff(strings.ToLower(string(short[:1]))+string(short[1:])) + "\n")
	section("SYNOPSIS")
	b.WriteString(`.nf` + "\n" + roff(c.UseLine()) + "\n")
	if c.HasAvailableSubCommands() {
		b.WriteString(roff(c.CommandPath()+" COMMAND") + "\n")
	}
	b.WriteString(".fi\n")
	section("DESCRIPTION")
	for i, paragraph := range strings.Split(cmp.Or(c.Long, c.Short+"."), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(roff(paragraph) + "\n")
	}
	if c.HasAvailableSubCommands() {
		section("COMMANDS")
		for _, below := range c.Commands() {
			if below.IsAvailableCommand() {
				fmt.Fprintf(&b, ".TP\n.B %s\n%s.\n", roff(below.Name()), roff(below.Short))
			}
		}
	}
	manFlags(&b, "OPTIONS", c.NonInheritedFlags())
	manFlags(&b, "GLOBAL OPTIONS", c.InheritedFlags())
	if c.Example != "" {
		section("EXAMPLES")
		b.WriteString(".nf\n" + roff(c.Example) + "\n.fi\n")
	}
	for _, s := range manSections() {
		section(s.name)
		for _, item := range s.items {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(item[0]), roff(item[1]))
		}
	}
	section("SEE ALSO")
	if c.HasParent() {
		b.WriteString(".BR " + roff(manName(c.Parent())) + " (1)\n")
	} else {
		b.WriteString(".BR sudokuctl\\-solve (1),\n.BR sudokuctl\\-run (1),\n.BR sudokuctl\\-plugin (1)\n")
	}
	return b.String()
}

func manFlags(b *strings.Builder, section string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	b.WriteString(".SH " + section + "\n")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		placeholder, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR", roff(name))
		if placeholder != "" {
			b.WriteString(` \fI` + roff(placeholder) + `\fR`)
		}
		if known := strings.Contains(usage, "(default"); !known && f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" &&
			f.DefValue != "[]" && f.DefValue != "0s" {
			usage += " (default " + f.DefValue + ")"
		}
		b.WriteString("\n" + roff(usage) + "\n")
	})
}

// manSection is a section that all pages share.
type manSection struct {
	name  string
	items [][2]string
}

func manSections() []manSection {
	environment := [][2]string{
		{"SUDOKUCTL_CONFIG", "The config file, as --config."},
		{"SUDOKUCTL_SDK", "The checkout that plugin new --lang go builds against, as --sdk."},
	}
	for _, v := range app.Variables() {
		environment = append(environment, [2]string{v.Name, "The key " + v.Key + " of the config."})
	}
	environment = append(environment,
		[2]string{"NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM", "Whether output on a terminal is coloured; --color counts more."},
		[2]string{"PAGER, LESS", "The pager of long explanations, by default less -FRX."},
		[2]string{"XDG_DATA_HOME, XDG_CONFIG_HOME", "Where added plugins and the user's config are."})
	return []manSection{
		{"EXIT STATUS", [][2]string{
			{"0", "Done."}, {"1", "An error."}, {"2", "A usage error."}, {"3", "A puzzle has no solution."},
			{"4", "A puzzle has several solutions where one was asked for."}, {"5", "Unknown: gave up, or timed out."},
			{"6", "A plugin failed."}, {"7", "Plugins disagree."}, {"130", "Interrupted by ^C."}}},
		{"ENVIRONMENT", environment},
		{"FILES", [][2]string{
			{"config.yaml", "The config of this folder; it counts once the folder was accepted with sudokuctl trust."},
			{"$XDG_CONFIG_HOME/sudokuctl/config.yaml", "The user's config, if the folder has none; by default in ~/.config."},
			{"sudoku.db", "The library, an SQLite database, unless the config or --db names another."},
			{"bin/plugins", "A folder of plugins, see plugin_dirs of the config."},
			{"$XDG_DATA_HOME/sudokuctl", "Plugins that were added, what was accepted, and logs; by default in ~/.local/share."}}},
	}
}

// roff writes a text so that man shows it as it is.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`, "\t", "    ").Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
